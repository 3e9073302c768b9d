import { isUtf8 } from 'node:buffer';
import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { TextEncodingName, UploadKind } from '../../model/upload.ts';
import { ContentDigest } from '../digest/contentDigest.ts';
import { SingleByteGuess } from '../text/singleByteGuess.ts';
import { createDecoder, ENCODING_BYTES, sniffEncoding } from '../text/textEncoding.ts';
import type { StreamDecoder } from '../text/textEncoding.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { firstBadByte, Utf8Damage, WholeCharacters } from '../text/utf8.ts';
import { NOTHING_FOUND } from './checkResult.ts';
import type { CheckResult, KindCheck } from './checkResult.ts';
import { CsvCheck } from './csvCheck.ts';
import { ProblemList } from './problemList.ts';
import type { Finding, GuessedEncoding } from './dataProblem.ts';
import { binaryFormat, MarkupDetector, SIGNATURE_BYTES } from './fileFormat.ts';
import type { MarkupFormat } from './fileFormat.ts';
import { JsonCheck } from './jsonCheck.ts';

/** How many bytes are needed to detect the format and encoding. */
const DECIDING_BYTES = Math.max(SIGNATURE_BYTES, ENCODING_BYTES);
const REPLACEMENT_CHARACTER = Buffer.from('\uFFFD');

export interface DataCheckOptions {
  /** The user's choice, if any. The check then reports no problem with the encoding. */
  readonly encoding?: TextEncodingName | undefined;
  /** Whether to compute control totals, which takes more time. */
  readonly totals?: TotalsRequest | undefined;
}

/** Checks CSV, TSV or JSON that arrives in chunks of any size. */
export class DataCheck {
  readonly #kind: UploadKind;
  readonly #chosenEncoding: TextEncodingName | undefined;
  readonly #problems = new ProblemList();
  readonly #check: KindCheck;
  readonly #digest = new ContentDigest();
  #byteLength = 0;
  /** The first bytes, until there are enough to detect the format and encoding. */
  #start: Uint8Array | undefined = new Uint8Array(0);
  #encoding: TextEncodingName = 'utf-8';
  #hasByteOrderMark = false;
  #decoder: StreamDecoder | undefined;
  /** The first bytes of a character that continues in the next chunk. */
  readonly #characters = new WholeCharacters();
  #isBlank = true;
  readonly #markup = new MarkupDetector();
  /** Why the text cannot be checked. */
  #refusal: Finding | undefined;
  #replacementCharacters = 0;
  #firstReplacement: TextPosition | undefined;
  /** The position of the first byte that is not UTF-8. */
  #notUtf8: TextPosition | undefined;
  readonly #damage = new Utf8Damage();
  readonly #guess = new SingleByteGuess();

  constructor(kind: UploadKind, { encoding, totals = false }: DataCheckOptions = {}) {
    this.#kind = kind;
    this.#chosenEncoding = encoding;
    this.#check = kind === 'json' ? new JsonCheck(this.#problems, totals) : new CsvCheck(this.#problems, kind, totals);
  }

  push(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.scan(bytes);
  }

  /** Like `push`, but without the digest: the caller computes it, and passes it to `end`. */
  scan(bytes: Uint8Array): void {
    this.#byteLength += bytes.length;
    if (this.#refusal !== undefined) {
      return;
    }
    if (this.#start === undefined) {
      this.#decode(bytes);
      return;
    }
    this.#start = Buffer.concat([this.#start, bytes]);
    if (this.#start.length >= DECIDING_BYTES) {
      this.#begin(this.#start);
    }
  }

  end(digest = this.#digest.digest()): CheckResult {
    if (this.#start !== undefined) {
      this.#begin(this.#start);
    }
    if (this.#decoder !== undefined) {
      this.#read(Buffer.from(this.#decoder.end()));
    }
    const incomplete = this.#characters.end();
    if (incomplete.length > 0) {
      this.#readWhole(incomplete);
    }
    this.#refuseMarkup(this.#markup.end());
    if (this.#firstReplacement !== undefined) {
      const finding = { code: 'replacementCharacter', characters: this.#replacementCharacters } as const;
      this.#problems.add(finding, this.#firstReplacement);
    }
    // How much of a refused text was read depends on its chunks.
    if (this.#notUtf8 !== undefined && this.#refusal === undefined) {
      this.#encoding = this.#guess.encoding;
      this.#problems.add({ code: 'notUtf8', encoding: this.#likelyEncoding() }, this.#notUtf8);
    }
    const findings = this.#check.end();
    const refusal = this.#refusal ?? (this.#isBlank ? ({ code: 'empty' } as const) : undefined);
    const problems = refusal === undefined ? this.#problems : onlyProblem(refusal);
    const { columnsOmitted } = problems;
    return {
      kind: this.#kind,
      ...findings,
      ...(refusal === undefined ? {} : { ...NOTHING_FOUND, totals: findings.totals && [] }),
      byteLength: this.#byteLength,
      digest,
      encoding: this.#encoding,
      hasByteOrderMark: this.#hasByteOrderMark,
      problems: problems.kept,
      problemsOmitted: problems.omitted,
      ...(columnsOmitted && { columnsOmitted }),
    };
  }

  /** The encoding of bytes that are not all UTF-8. */
  #likelyEncoding(): GuessedEncoding {
    if (this.#damage.isMostlyUtf8) {
      return 'utf-8';
    }
    return this.#guess.isLikely ? this.#guess.encoding : 'unknown';
  }

  #begin(start: Uint8Array): void {
    this.#start = undefined;
    const format = binaryFormat(start);
    if (format !== undefined) {
      this.#refusal = { code: 'notText', format };
      return;
    }
    const clue = sniffEncoding(start);
    const encoding = this.#chosenEncoding ?? clue.encoding;
    this.#encoding = encoding;
    this.#hasByteOrderMark = clue.byteOrderMarkLength > 0;
    if (encoding !== 'utf-8') {
      this.#decoder = createDecoder(encoding);
      if (this.#chosenEncoding === undefined) {
        this.#problems.add({ code: 'notUtf8', encoding }, { line: 1, column: 1 });
      }
      this.#decode(start);
      return;
    }
    if (this.#hasByteOrderMark) {
      this.#problems.add({ code: 'byteOrderMark' }, { line: 1, column: 1 });
    }
    this.#read(start.subarray(clue.byteOrderMarkLength));
  }

  #decode(bytes: Uint8Array): void {
    this.#read(this.#decoder === undefined ? bytes : Buffer.from(this.#decoder.decode(bytes)));
  }

  /** Reads bytes that should be UTF-8. */
  #read(bytes: Uint8Array): void {
    this.#readWhole(this.#characters.push(bytes));
  }

  #readWhole(bytes: Uint8Array): void {
    this.#refuseMarkup(this.#markup.push(bytes));
    if (this.#refusal !== undefined) {
      return;
    }
    this.#isBlank &&= /^\s*$/u.test(Buffer.from(bytes).toString());
    if (this.#notUtf8 !== undefined) {
      this.#addRest(bytes);
    } else if (isUtf8(bytes)) {
      this.#damage.addValid(bytes);
      this.#guess.skip(bytes);
      this.#readText(bytes);
    } else {
      const good = firstBadByte(bytes);
      this.#damage.addValid(bytes.subarray(0, good));
      this.#guess.skip(bytes.subarray(0, good));
      this.#readText(bytes.subarray(0, good));
      this.#notUtf8 = this.#check.position();
      this.#addRest(bytes.subarray(good));
    }
  }

  /** Reads bytes from the first one that is not UTF-8 on. */
  #addRest(bytes: Uint8Array): void {
    this.#damage.addRest(bytes);
    this.#guess.add(bytes);
    this.#check.push(bytes);
  }

  #refuseMarkup(format: MarkupFormat | undefined): void {
    this.#refusal ??= format === undefined ? undefined : { code: 'markup', format };
  }

  /** Reads UTF-8. Stops at the first U+FFFD to get its position. */
  #readText(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let rest = text;
    for (let at = text.indexOf(REPLACEMENT_CHARACTER); at >= 0; at = text.indexOf(REPLACEMENT_CHARACTER, at + 3)) {
      this.#replacementCharacters++;
      if (this.#firstReplacement === undefined) {
        this.#check.push(text.subarray(0, at));
        this.#firstReplacement = this.#check.position();
        rest = text.subarray(at);
      }
    }
    this.#check.push(rest);
  }
}

function onlyProblem(finding: Finding): ProblemList {
  const problems = new ProblemList();
  problems.add(finding, { line: 1, column: 1 });
  return problems;
}
