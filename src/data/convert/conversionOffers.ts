import type { Conversion } from '../../model/upload.ts';
import { guessedEncoding, rowsInObject } from '../check/checkResult.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { Finding, ProblemCode } from '../check/dataProblem.ts';

/**
 * What a conversion changes. `otherEncoding` is the second guess where the bytes fit two encodings. `oneRow` makes a row of an object
 * that probably holds the rows.
 */
export type ConversionId =
  | 'gzip'
  | 'encoding'
  | 'otherEncoding'
  | 'byteOrderMark'
  | 'sepLine'
  | 'titleLines'
  | 'repeatedHeaders'
  | 'trailingDelimiters'
  | 'delimiter'
  | 'decimalCommas'
  | 'thousandsCommas'
  | 'memberRows'
  | 'flatRows'
  | 'array'
  | 'oneRow';

/** Conversions of which only one can be chosen. */
const ALTERNATIVES: readonly (readonly [ConversionId, ConversionId])[] = [
  ['encoding', 'otherEncoding'],
  ['memberRows', 'oneRow'],
];

/** Changes that are the same as in an earlier conversion although their details differ. */
const MAY_DIFFER: ReadonlySet<string> = new Set<keyof Conversion>([
  'withoutTitleLines',
  'fromDecimalCommas',
  'withoutThousandsCommas',
]);

/** A change that can be made to a file while it is uploaded. */
export interface ConversionOffer {
  readonly id: ConversionId;
  /** Whether the service rejects the file without it, and it loses nothing. */
  readonly isNeeded: boolean;
  readonly conversion: Conversion;
}

/** The conversions that apply to a text, by its check result. */
export function conversionOffers(check: CheckResult): readonly ConversionOffer[] {
  const { encoding, delimiter, kind, decimalCommas, thousandsCommas } = check;
  const titles = check.problems.find((problem) => problem.code === 'titleLines');
  const has = (...codes: readonly ProblemCode[]) => check.problems.some(({ code }) => codes.includes(code));
  const offers: ConversionOffer[] = [];
  if (has('compressed')) {
    offers.push({ id: 'gzip', isNeeded: true, conversion: { fromGzip: true } });
  }
  if (encoding !== 'utf-8') {
    // If another encoding is as likely, this one would replace most characters outside ASCII by wrong ones.
    const isNeeded = guessedEncoding(check) === encoding;
    offers.push({ id: 'encoding', isNeeded, conversion: { fromEncoding: encoding } });
  }
  if (encoding === 'windows-1252' || encoding === 'iso-8859-1') {
    const fromEncoding = encoding === 'windows-1252' ? 'iso-8859-1' : 'windows-1252';
    offers.push({ id: 'otherEncoding', isNeeded: false, conversion: { fromEncoding } });
  }
  if (encoding === 'utf-8' && check.hasByteOrderMark) {
    offers.push({ id: 'byteOrderMark', isNeeded: false, conversion: { withoutByteOrderMark: true } });
  }
  if (has('sepLine')) {
    offers.push({ id: 'sepLine', isNeeded: false, conversion: { withoutSepLine: true } });
  }
  if (titles !== undefined) {
    offers.push({ id: 'titleLines', isNeeded: true, conversion: { withoutTitleLines: titles.lines } });
  }
  if (has('repeatedHeader')) {
    offers.push({ id: 'repeatedHeaders', isNeeded: true, conversion: { withoutRepeatedHeaders: delimiter } });
  }
  if (has('trailingDelimiters')) {
    const conversion = { withoutTrailingDelimiters: delimiter };
    offers.push({ id: 'trailingDelimiters', isNeeded: true, conversion });
  }
  if (kind !== 'json' && delimiter !== undefined && delimiter !== ',') {
    // Afterwards, a `sep=` line would name the wrong delimiter.
    const conversion = has('sepLine')
      ? { fromDelimiter: delimiter, withoutSepLine: true }
      : { fromDelimiter: delimiter };
    offers.push({ id: 'delimiter', isNeeded: false, conversion });
  }
  if (decimalCommas !== undefined) {
    offers.push({ id: 'decimalCommas', isNeeded: false, conversion: { fromDecimalCommas: decimalCommas } });
  }
  if (thousandsCommas !== undefined) {
    offers.push({ id: 'thousandsCommas', isNeeded: false, conversion: { withoutThousandsCommas: thousandsCommas } });
  }
  const rows = rowsInObject(check);
  const mayHoldRows = check.problems.some((problem) => problem.code === 'oneObject' && problem.mayHoldRows);
  if (rows !== undefined) {
    offers.push({ id: 'memberRows', isNeeded: true, conversion: { fromMember: rows.name } });
  }
  if (has('nestedValue')) {
    const isNeeded = rows?.hasNestedRows ?? !mayHoldRows;
    offers.push({ id: 'flatRows', isNeeded, conversion: { toFlatRows: true } });
  }
  if (rows !== undefined || mayHoldRows) {
    // A table with thousands of rows would be sent as one row with a column for each of its values.
    offers.push({ id: 'oneRow', isNeeded: false, conversion: { toArray: true } });
  } else if (has('jsonLines', 'oneObject')) {
    offers.push({ id: 'array', isNeeded: true, conversion: { toArray: true } });
  }
  return offers;
}

/** Merges the chosen conversions that are offered. Of two alternatives, the likely one wins. */
export function chosenConversion(offers: readonly ConversionOffer[], chosen: ReadonlySet<ConversionId>): Conversion {
  const isOffered = (id: ConversionId): boolean => offers.some((offer) => offer.id === id);
  const isSecond = (id: ConversionId): boolean =>
    ALTERNATIVES.some(([likely, other]) => id === other && chosen.has(likely) && isOffered(likely));
  return offers
    .filter(({ id }) => chosen.has(id) && !isSecond(id))
    .reduceRight<Conversion>((all, { conversion }) => ({ ...all, ...conversion }), {});
}

/** The conversion without which the service can't read the text; empty if it can. */
export function neededConversion(check: CheckResult): Conversion {
  const offers = conversionOffers(check);
  const needed = offers.filter(({ isNeeded }) => isNeeded).map(({ id }) => id);
  return chosenConversion(offers, new Set(needed));
}

/** The conversion with which as many problems as possible are resolved, some of which only the user can choose. */
export function fullConversion(check: CheckResult): Conversion {
  const offers = conversionOffers(check);
  return chosenConversion(offers, new Set(offers.map(({ id }) => id)));
}

/** The offers that an earlier conversion included. Commas may be in other columns by now, and there may be more title lines. */
export function offersWithin(offers: readonly ConversionOffer[], earlier: Conversion): ReadonlySet<ConversionId> {
  const known: Readonly<Record<string, unknown>> = { ...earlier };
  const isSame = (name: string, value: unknown) =>
    MAY_DIFFER.has(name) ? known[name] !== undefined : known[name] === value;
  const isWithin = ({ conversion }: ConversionOffer) =>
    Object.entries(conversion).every(([name, value]) => isSame(name, value));
  return new Set(offers.filter(isWithin).map(({ id }) => id));
}

/** The selection with only one of each pair of alternatives: the one that was selected last. */
export function withOneAlternative(
  selected: ReadonlySet<ConversionId>,
  before: ReadonlySet<ConversionId>,
): ReadonlySet<ConversionId> {
  const dropped = ALTERNATIVES.filter((pair) => pair.every((id) => selected.has(id))).map(([likely, other]) =>
    before.has(likely) ? likely : other,
  );
  return dropped.length === 0 ? selected : new Set([...selected].filter((id) => !dropped.includes(id)));
}

/** Whether other values or rows than those in the file are sent, or fewer rows or cells, so that the data has to be checked again. */
export function changesValues(conversion: Conversion): boolean {
  const { withoutRepeatedHeaders, withoutTrailingDelimiters, fromDecimalCommas, withoutThousandsCommas } = conversion;
  const { fromMember, toFlatRows } = conversion;
  const changed = [
    withoutRepeatedHeaders,
    withoutTrailingDelimiters,
    fromDecimalCommas,
    withoutThousandsCommas,
    fromMember,
  ];
  return toFlatRows === true || changed.some((change) => change !== undefined);
}

/** Whether the conversion removes a problem. */
export function resolves(conversion: Conversion, problem: Finding): boolean {
  switch (problem.code) {
    case 'compressed':
      return conversion.fromGzip === true;
    case 'notUtf8':
      return conversion.fromEncoding !== undefined;
    case 'byteOrderMark':
      return conversion.withoutByteOrderMark === true;
    case 'sepLine':
      return conversion.withoutSepLine === true;
    case 'titleLines':
      return conversion.withoutTitleLines !== undefined;
    case 'repeatedHeader':
      return conversion.withoutRepeatedHeaders !== undefined;
    case 'trailingDelimiters':
      return conversion.withoutTrailingDelimiters !== undefined;
    case 'otherDelimiter':
      return conversion.fromDelimiter !== undefined;
    case 'decimalComma':
      return conversion.fromDecimalCommas?.columns.includes(problem.columnNumber - 1) === true;
    case 'formattedNumbers':
      return conversion.withoutThousandsCommas?.columns.includes(problem.columnNumber - 1) === true;
    case 'nestedValue':
      return conversion.toFlatRows === true || conversion.fromMember !== undefined;
    case 'jsonLines':
    case 'oneObject':
      return conversion.toArray === true;
    case 'rowsInObject':
      return conversion.toArray === true || conversion.fromMember !== undefined;
    case 'duplicateKey':
    case 'impreciseNumber':
      // Problems of the object around the rows; the check of the rows has the others.
      return conversion.fromMember !== undefined;
    default:
      return false;
  }
}

/** Whether the data is sent as it is. */
export function isNoOp(conversion: Conversion): boolean {
  return Object.keys(conversion).length === 0;
}
