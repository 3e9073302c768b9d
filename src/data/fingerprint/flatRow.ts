import { parseJson } from '../../base/json.ts';
import type { RowBytes } from './rowBytes.ts';
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  LINE_FEED,
  LOWER_N,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  POINT,
  QUOTE,
  SPACE,
  TAB,
  ZERO,
} from '../text/ascii.ts';
import { textBetween } from '../text/utf8.ts';

/** The type of a value, which precedes its bytes. */
const TEXT = 0x73;
const OTHER = 0x76;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** With more before or after the decimal point, a number is written with an exponent. */
const MAX_ZEROS = 40;
/** A longer number is compared as it is written. */
const MAX_NUMBER_LENGTH = 1_000;

/** Reads the members of a row of JSON that a check has found to be valid. */
export class FlatRow {
  readonly #member: RowBytes;
  readonly #onMember: (keyLength: number, valueStart: number) => void;

  /** @param member is filled with the key, of `keyLength` bytes, and the value of a member, from `valueStart`, before each call of `onMember`. */
  constructor(member: RowBytes, onMember: (keyLength: number, valueStart: number) => void) {
    this.#member = member;
    this.#onMember = onMember;
  }

  /** Reads the row that begins at `start` with its brace and ends before `end`. */
  read(bytes: Uint8Array, start: number, end: number): void {
    const member = this.#member;
    for (let at = nextOf(bytes, start + 1, end, QUOTE); at < end; at = nextOf(bytes, at, end, QUOTE)) {
      member.length = 0;
      const keyEnd = endOfString(bytes, at, end);
      this.#addString(bytes, at, keyEnd);
      const keyLength = member.length;
      member.endValue();
      at = startOfValue(bytes, keyEnd, end);
      const valueEnd = endOfValue(bytes, at, end);
      if (bytes[at] !== LOWER_N) {
        this.#addValue(bytes, at, valueEnd);
        // After the end of the key and the byte for the type.
        this.#onMember(keyLength, keyLength + 2);
      }
      at = valueEnd;
    }
  }

  #addValue(bytes: Uint8Array, start: number, end: number): void {
    const member = this.#member;
    const first = bytes[start] ?? 0;
    if (first === QUOTE) {
      member.addByte(TEXT);
      this.#addString(bytes, start, end);
      return;
    }
    member.addByte(OTHER);
    // All other values begin with a letter or a bracket, which come after the digits.
    if (first <= NINE && !isCanonical(bytes, start, end)) {
      member.addText(canonicalNumber(textBetween(bytes, start, end)));
    } else {
      member.add(bytes, start, end);
    }
  }

  /** Adds the value of a string from its opening quote to the byte after its closing one. */
  #addString(bytes: Uint8Array, start: number, end: number): void {
    if (nextOf(bytes, start, end, BACKSLASH) === end) {
      this.#member.add(bytes, start + 1, end - 1);
    } else {
      this.#member.addText(parseJson(textBetween(bytes, start, end)) as string);
    }
  }
}

/** The canonical form of a number, however it is written: without insignificant zeros and, unless it is very long, without exponent. */
export function canonicalNumber(written: string): string {
  const match = written.length > MAX_NUMBER_LENGTH ? null : NUMBER.exec(written);
  if (match === null) {
    return written;
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') {
    return '0';
  }
  /** How many digits are before the decimal point. */
  const point = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length);
  if (point > MAX_ZEROS || point < -MAX_ZEROS) {
    return `${sign}${significant}e${point}`;
  }
  const at = Math.max(Number(point), 0);
  const padded = '0'.repeat(Math.max(-Number(point), 0)) + significant.padEnd(at, '0');
  return `${sign}${padded.slice(0, at) || '0'}${padded.length > at ? '.' : ''}${padded.slice(at)}`;
}

/** Whether a number of JSON is written as by `canonicalNumber`. False for some that are, if that takes longer to find out. */
function isCanonical(bytes: Uint8Array, start: number, end: number): boolean {
  let isWhole = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > NINE) {
      return false;
    }
    isWhole &&= byte !== POINT;
  }
  // A zero at the end changes a whole number, unless it is -0.
  const isShortest = bytes[end - 1] !== ZERO || (isWhole && bytes[start] !== MINUS);
  return isShortest && end - start <= MAX_ZEROS;
}

function nextOf(bytes: Uint8Array, from: number, end: number, byte: number): number {
  let at = from;
  while (at < end && bytes[at] !== byte) {
    at++;
  }
  return at;
}

function startOfValue(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (isBlank(bytes[at] ?? 0) || bytes[at] === COLON)) {
    at++;
  }
  return at;
}

function endOfValue(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start];
  if (first === QUOTE) {
    return endOfString(bytes, start, end);
  }
  if (first === OPEN_BRACE || first === OPEN_BRACKET) {
    return endOfNested(bytes, start, end);
  }
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === CLOSE_BRACE || isBlank(byte)) {
      break;
    }
  }
  return at;
}

function endOfNested(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(bytes, at, end);
      continue;
    }
    at++;
    depth += byte === OPEN_BRACE || byte === OPEN_BRACKET ? 1 : 0;
    depth -= byte === CLOSE_BRACE || byte === CLOSE_BRACKET ? 1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  return end;
}

/** @param start of its opening quote. */
function endOfString(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      return at + 1;
    }
    at += byte === BACKSLASH ? 1 : 0;
  }
  return end;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
