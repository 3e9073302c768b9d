import type { Conversion, UploadKind } from '../../model/upload.ts';
import { afterByteOrderMark, chain, toUtf8, UNCHANGED } from '../convert/byteTransform.ts';
import type { ByteTransform } from '../convert/byteTransform.ts';
import { fromKeys } from '../convert/fromKeys.ts';
import { fromMember } from '../convert/fromMember.ts';
import { omitActions } from '../convert/omitActions.ts';
import { detectKind } from '../file/detectKind.ts';
import { createDecoder, sniffEncoding } from '../text/textEncoding.ts';
import { textOfBytes } from '../text/utf8.ts';
import { CsvSearch } from './csvSearch.ts';
import { JsonSearch } from './jsonSearch.ts';
import { ReferenceResolver } from './referenceResolver.ts';
import type { ServiceProblem } from './referenceResolver.ts';
import { readReferences } from './readReferences.ts';

/** What to look for, and how the bytes were sent. */
export interface SearchRequest {
  /** Undefined: detected by the content, as for the upload. */
  readonly kind: UploadKind | undefined;
  readonly conversion: Conversion;
  /** The messages of the service. */
  readonly messages: readonly string[];
}

/** As many problems as are useful in one file. */
const MAX_PROBLEMS = 200;
/** How much of a file shows its kind. */
const KIND_BYTES = 32_768;

/** Finds the cells that the messages of the service name, in the bytes of a file as it is, in one pass and in constant memory. */
export class ReferenceSearch {
  readonly #request: SearchRequest;
  readonly #resolver: ReferenceResolver;
  readonly #decoder: ByteTransform;
  /** Undefined before the first bytes, and if they are of an unknown kind, a drawn table, or rows that are arrays. */
  #rows: CsvSearch | JsonSearch | undefined;
  #isBegun = false;

  constructor(request: SearchRequest) {
    const { conversion, messages } = request;
    this.#request = request;
    this.#resolver = new ReferenceResolver([...new Set(messages)].flatMap((message) => readReferences(message)));
    this.#decoder = chain([
      ...(conversion.fromEncoding === undefined ? [] : [toUtf8(conversion.fromEncoding)]),
      // A byte order mark has no column.
      afterByteOrderMark(UNCHANGED, { isKept: false }),
      // The rows keep their positions in the file.
      ...(conversion.fromMember === undefined ? [] : [fromMember(conversion.fromMember, { replaceOmitted: toBlanks })]),
      ...(conversion.fromKeys === undefined ? [] : [fromKeys(undefined)]),
      ...(conversion.withoutActions === true ? [omitActions()] : []),
    ]);
  }

  push(bytes: Uint8Array): void {
    if (!this.#isBegun && bytes.length > 0) {
      this.#isBegun = true;
      const { conversion, kind = kindOf(bytes) } = this.#request;
      this.#rows = kind && this.#searchIn(kind, conversion);
    }
    this.#rows?.push(this.#decoder.push(bytes));
  }

  end(): readonly ServiceProblem[] {
    this.#rows?.push(this.#decoder.end());
    // A row of JSON ends with its bracket, not with the text.
    if (this.#rows instanceof CsvSearch) {
      this.#rows.end();
    }
    return this.#resolver.end().slice(0, MAX_PROBLEMS);
  }

  #searchIn(kind: UploadKind, conversion: Conversion): CsvSearch | JsonSearch | undefined {
    if (conversion.fromDrawnTable === true || conversion.fromArrays !== undefined) {
      // The values that were sent have other positions in the file.
      return undefined;
    }
    return kind === 'json'
      ? new JsonSearch(this.#resolver, { conversion })
      : new CsvSearch(this.#resolver, { kind, conversion });
  }
}

function kindOf(start: Uint8Array): UploadKind | undefined {
  const head = start.subarray(0, KIND_BYTES);
  const text = createDecoder(sniffEncoding(head).encoding).decode(head);
  return detectKind({ languageId: '', fileName: '', text });
}

/** As many blanks as the text has UTF-16 units, with its line breaks. */
function toBlanks(bytes: Uint8Array): Uint8Array {
  return Buffer.from(textOfBytes(bytes).replaceAll(/[^\r\n]/g, ' '));
}
