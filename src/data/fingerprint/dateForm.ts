import { isNothingOrTime } from '../csv/writtenDate.ts';
import { endOfDigits, MINUS, numberAt, POINT, SLASH } from '../text/ascii.ts';

const LAST_MONTH = 12;

/**
 * How a column writes dates: `YYYY-MM-DD`, `DD.MM.YYYY`, `MM/DD/YY`. `??` where days and months can't be told, as in `??/??/YYYY`.
 * `mixed`: in more than one way.
 */
export type DateForm = string;

interface FormsOfSeparator {
  readonly yearFirst: DateForm;
  /** The forms of dates whose years have two digits, and of those with four. */
  readonly others: readonly [OtherForms, OtherForms];
}

type OtherForms = Readonly<Record<'dayFirst' | 'monthFirst' | 'unknown', DateForm>>;

/** Created once, as they are needed for every date. */
const FORMS: ReadonlyMap<number, FormsOfSeparator> = new Map(
  [MINUS, POINT, SLASH].map((byte) => {
    const written = (...parts: readonly string[]): DateForm => parts.join(String.fromCharCode(byte));
    const withYear = (year: string): OtherForms => ({
      dayFirst: written('DD', 'MM', year),
      monthFirst: written('MM', 'DD', year),
      unknown: written('??', '??', year),
    });
    return [byte, { yearFirst: written('YYYY', 'MM', 'DD'), others: [withYear('YY'), withYear('YYYY')] }];
  }),
);

export const MIXED_DATES: DateForm = 'mixed';

/** The form of a date with or without a time; undefined if the bytes are not a date. */
export function dateFormOf(bytes: Uint8Array, start: number, end: number): DateForm | undefined {
  const firstEnd = endOfDigits(bytes, start, end);
  const separator = bytes[firstEnd] ?? 0;
  const forms = FORMS.get(separator);
  const secondEnd = endOfDigits(bytes, firstEnd + 1, end);
  const thirdEnd = endOfDigits(bytes, secondEnd + 1, end);
  const [first, second, third] = [firstEnd - start, secondEnd - firstEnd - 1, thirdEnd - secondEnd - 1];
  if (
    forms === undefined ||
    bytes[secondEnd] !== separator ||
    second < 1 ||
    second > 2 ||
    !isNothingOrTime(bytes, thirdEnd, end)
  ) {
    return undefined;
  }
  if (first === 4 && (third === 1 || third === 2)) {
    return forms.yearFirst;
  }
  if (first < 1 || first > 2 || (third !== 2 && third !== 4)) {
    return undefined;
  }
  const { dayFirst, monthFirst, unknown } = forms.others[third === 4 ? 1 : 0];
  if (numberAt(bytes, start, firstEnd) > LAST_MONTH) {
    return dayFirst;
  }
  return numberAt(bytes, firstEnd + 1, secondEnd) > LAST_MONTH ? monthFirst : unknown;
}

/** The form that fits both; `mixed` if none does. */
export function commonForm(one: DateForm, other: DateForm): DateForm {
  if (one === other || isLessSpecific(one, other)) {
    return other;
  }
  return isLessSpecific(other, one) ? one : MIXED_DATES;
}

/** Whether the one is the other with an unknown order of day and month. */
function isLessSpecific(one: DateForm, other: DateForm): boolean {
  return (
    one.startsWith('??') &&
    one.length === other.length &&
    one.slice(2, 3) === other.slice(2, 3) &&
    other.endsWith(one.slice(6))
  );
}
