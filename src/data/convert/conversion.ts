import type { Conversion, UploadFile, UploadKind } from '../../model/upload.ts';
import { DIALECT_BYTES, lengthBeforeHeader, lengthOfSepLine, MAX_SEP_LINE_LENGTH } from '../csv/dialect.ts';
import { gunzipStart } from '../gzip/gunzip.ts';
import { createDecoder } from '../text/textEncoding.ts';
import { countLinesKept } from './conversionEffects.ts';
import { afterByteOrderMark, afterPrefix, chain, toUtf8, withoutPrefix } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { keepFirstLines, omitFirstLines } from './firstLines.ts';
import { fromArrays } from './fromArrays.ts';
import { fromDrawnTable } from './fromDrawnTable.ts';
import { fromKeys } from './fromKeys.ts';
import { fromMember } from './fromMember.ts';
import { toArray } from './toArray.ts';
import { toCommas } from './toCommas.ts';
import { toDecimalPoints } from './toDecimalPoints.ts';
import { toFlatRows } from './toFlatRows.ts';
import { toPlainNumbers } from './toPlainNumbers.ts';
import { omitActions } from './omitActions.ts';
import { omitFormulas } from './omitFormulas.ts';
import { omitNullTexts } from './omitNullTexts.ts';
import { omitEmptyRows, omitRepeatedHeaders } from './omitRows.ts';
import { omitThousandsCommas } from './omitThousandsCommas.ts';
import { omitTrailingColumns } from './omitTrailingColumns.ts';
import { omitTrailingDelimiters } from './omitTrailingDelimiters.ts';

/** The preview runs in the calling thread and must not block it, whatever the file contains. */
const PREVIEW_BYTES = 65_536;
/** Enough for the longest possible title and some rows. */
const PREVIEW_LINES = 30;

/** The first lines of a file, read as UTF-8, before and after a conversion. */
export interface ConversionPreview {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Creates the transform that applies every change of the conversion to data that is not compressed. */
export function createTransform(conversion: Conversion): ByteTransform {
  const { withoutTrailingDelimiters, withoutTrailingColumns } = conversion;
  const linesKept = countLinesKept(conversion);
  const change = chain([
    ...(conversion.fromDrawnTable === true ? [fromDrawnTable()] : []),
    // Counts the lines of the file, or of the table, so it must run before any is omitted.
    ...(linesKept === Infinity ? [] : [keepFirstLines(linesKept)]),
    ...forChange(conversion.withoutTitleLines, (lines) => afterSepLine(omitFirstLines(lines))),
    ...(conversion.withoutSepLine === true ? [withoutPrefix(MAX_SEP_LINE_LENGTH, lengthOfSepLine)] : []),
    ...[
      // Must run before any cell is changed.
      ...forChange(conversion.withoutRepeatedHeaders, (delimiter) => ofRows(delimiter, omitRepeatedHeaders(delimiter))),
      ...forChange(conversion.withoutEmptyRows, (delimiter) => ofRows(delimiter, omitEmptyRows(delimiter))),
      ...forChange(withoutTrailingDelimiters, (delimiter) => ofRows(delimiter, omitTrailingDelimiters(delimiter))),
      ...forChange(withoutTrailingColumns, (columns) => ofRows(columns.delimiter, omitTrailingColumns(columns))),
      // Before the delimiter is replaced: a number without a comma needs no quotes then.
      ...valueTransforms(conversion),
    ].map((rows) => fromHeader(rows, conversion)),
    ...forChange(conversion.fromDelimiter, toCommas),
    ...forChange(conversion.fromArrays, fromArrays),
    ...forChange(conversion.fromMember, fromMember),
    ...forChange(conversion.fromKeys, fromKeys),
    ...(conversion.withoutActions === true ? [omitActions()] : []),
    ...(conversion.toFlatRows === true ? [toFlatRows(conversion.withoutNulls)] : []),
    ...(conversion.toArray === true ? [toArray()] : []),
  ]);
  return chain([
    ...forChange(conversion.fromEncoding, toUtf8),
    afterByteOrderMark(change, { isKept: conversion.withoutByteOrderMark !== true }),
  ]);
}

/** A list of what is created for a change; empty without the change. */
function forChange<Change, Created>(
  change: Change | undefined,
  create: (change: Change) => Created,
): readonly Created[] {
  return change === undefined ? [] : [create(change)];
}

function afterSepLine(transform: ByteTransform): ByteTransform {
  return afterPrefix(MAX_SEP_LINE_LENGTH, lengthOfSepLine, transform);
}

/** A transform of CSV in UTF-8 that begins with the header. */
interface RowsTransform {
  readonly transform: ByteTransform;
  /** The delimiter of the file. */
  readonly delimiter: string;
}

function ofRows(delimiter: string, transform: ByteTransform): RowsTransform {
  return { delimiter, transform };
}

/** Transforms what follows a `sep=` line and the title lines, if these are still there. */
function fromHeader({ transform, delimiter }: RowsTransform, { withoutTitleLines }: Conversion): ByteTransform {
  return withoutTitleLines === undefined
    ? afterPrefix(DIALECT_BYTES, (start) => lengthBeforeHeader(start, delimiter), transform)
    : afterSepLine(transform);
}

/** The transforms of a conversion that rewrite values and leave every cell where it is. */
export function valueTransforms(conversion: Conversion): readonly RowsTransform[] {
  const { toPlainNumbers: plain, fromDecimalCommas: decimal, withoutThousandsCommas: thousands } = conversion;
  return [
    // Before the commas: those of a formatted number stay as they are.
    ...forChange(plain, (columns) => ofRows(columns.delimiter, toPlainNumbers(columns))),
    ...forChange(decimal, (columns) => ofRows(columns.delimiter, toDecimalPoints(columns))),
    ...forChange(thousands, (columns) => ofRows(columns.delimiter, omitThousandsCommas(columns))),
    // After the numbers: what looks like one in a formula is a text.
    ...forChange(conversion.withoutFormulas, (delimiter) => ofRows(delimiter, omitFormulas(delimiter))),
    ...forChange(conversion.withoutNullTexts, (delimiter) => ofRows(delimiter, omitNullTexts(delimiter))),
  ];
}

/** The kind of the data after a conversion. */
export function kindAfter(kind: UploadKind, { fromDelimiter, fromDrawnTable }: Conversion): UploadKind {
  return kind === 'tsv' && (fromDelimiter !== undefined || fromDrawnTable === true) ? 'csv' : kind;
}

/** Converts chunks in the calling thread. Only for small files: it blocks. */
export async function* convertChunks(
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
): AsyncGenerator<Uint8Array> {
  const transform = createTransform(conversion);
  for await (const chunk of chunks) {
    yield transform.push(chunk);
  }
  yield transform.end();
}

/** Reads only the beginning of the file. The preview of a longer file that is converted to an array lacks the closing bracket. */
export async function previewConversion(file: UploadFile, conversion: Conversion): Promise<ConversionPreview> {
  const isCompressed = conversion.fromGzip === true;
  const start = isCompressed ? await gunzipStart(file.chunks(), PREVIEW_BYTES) : await readStart(file);
  const transform = createTransform(conversion);
  const isWhole = isCompressed ? start.length < PREVIEW_BYTES : start.length === file.byteLength;
  const converted = [transform.push(start), ...(isWhole || conversion.toArray !== true ? [transform.end()] : [])];
  return { before: firstLines(start), after: firstLines(Buffer.concat(converted)) };
}

function firstLines(bytes: Uint8Array): readonly string[] {
  return createDecoder('utf-8')
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    .slice(0, PREVIEW_LINES);
}

async function readStart(file: UploadFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.chunks()) {
    const piece = Buffer.from(chunk.subarray(0, PREVIEW_BYTES - length));
    pieces.push(piece);
    length += piece.length;
    if (length === PREVIEW_BYTES) {
      break;
    }
  }
  return Buffer.concat(pieces);
}
