import { isDeepStrictEqual } from 'node:util';
import { balancingColumns, isZero, plainSum } from '../../model/columnTotals.ts';
import type { ColumnSum, KeptTotals } from '../../model/columnTotals.ts';
import { commonForm, MIXED_DATES } from './dateForm.ts';
import type { LoadColumn } from './columnStats.ts';
import type { DateForm } from './dateForm.ts';

/** What is kept of each of the last loads to a connection, beside the hashes of the last one. */
export interface LoadProfile {
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly sum: string;
  readonly columns: readonly LoadColumn[];
  /** The name of the column that is the key of the rows. */
  readonly key?: string | undefined;
  /** The sums of the columns of numbers. */
  readonly sums?: readonly ColumnSum[] | undefined;
}

/** A difference between a load and all earlier ones to the connection, or what is rarely right in a first one. */
export type LoadAnomaly =
  /** Their sums were equal before, as those of debit and credit should be. */
  | { readonly kind: 'unbalanced'; readonly columns: readonly [KeptSum, KeptSum] }
  | { readonly kind: 'fewRows'; readonly rows: number; readonly usual: number }
  | { readonly kind: 'blanks'; readonly column: string; readonly blanks: number }
  | { readonly kind: 'dateForm'; readonly column: string; readonly form: DateForm; readonly before: DateForm }
  /** The dates of a column are written in different forms, which they were not in earlier loads; these are too few to know the usual form. */
  | { readonly kind: 'mixedDates'; readonly column: string }
  | { readonly kind: 'repeatedKey'; readonly column: string }
  | { readonly kind: 'sameRows' }
  /** The rows differ from those of the last load, but neither their number nor any sum does, except perhaps that of the key. */
  | { readonly kind: 'sameTotals'; readonly differentKey?: string };

/** Whether the same data may have been sent again. */
export function isRepetition({ kind }: LoadAnomaly): boolean {
  return kind === 'sameRows' || kind === 'sameTotals';
}

type KeptSum = Pick<KeptTotals, 'name' | 'sum'>;

/** How many loads are kept: half a year of weekly loads, two years of monthly ones. */
export const KEPT_LOADS = 24;
/** With fewer earlier loads, it is not known what is usual. */
const MIN_LOADS = 3;
/** A load with less than this share of the usual number of rows is unusual, even in the quietest week of a year. */
const FEW_ROWS = 0.15;
/** It is not if it has at least this share of the rows of the smallest earlier load. */
const SHARE_OF_SMALLEST = 0.5;
/** With a probability of 95 %, something that never occurred in n rows occurs in less than 3 of n rows. */
const RULE_OF_THREE = 3;
/** Standard deviations beyond that. */
const DEVIATIONS = 3;
const MIN_BLANKS = 2;

interface AnomalyOptions {
  readonly isJson: boolean;
  /** Whether the column that was the key of the last load is not a key of this one. */
  readonly hasLostKey: boolean;
}

/**
 * Compares a load with the earlier ones.
 *
 * @param before the earlier loads, latest first.
 */
export function findAnomalies(
  now: LoadProfile,
  before: readonly LoadProfile[],
  { isJson, hasLostKey }: AnomalyOptions,
): readonly LoadAnomaly[] {
  if (now.rows === 0) {
    return [];
  }
  const isUsualKnown = before.length >= MIN_LOADS;
  return [
    ...repetition(now, before, isJson),
    ...(isUsualKnown ? [...unbalanced(now, before), ...fewRows(now, before)] : []),
    ...(isUsualKnown && hasLostKey ? repeatedKey(now, before) : []),
    ...now.columns.flatMap((column) => [...newBlanks(column, now.rows, before), ...newForm(column, before)]),
  ];
}

/** What the load repeats of the last one, unless an earlier load repeated the one before it. */
function repetition(now: LoadProfile, before: readonly LoadProfile[], isJson: boolean): readonly LoadAnomaly[] {
  const [last] = before;
  if (last === undefined) {
    return [];
  }
  const isUsual = (isSame: (one: LoadProfile, other: LoadProfile) => boolean): boolean =>
    before.slice(1).some((load, index) => isSame(load, before[index] ?? last));
  // The hash of a row of JSON includes the names of its keys.
  const hasSameRows = (one: LoadProfile, other: LoadProfile): boolean =>
    one.rows === other.rows && one.sum === other.sum && (isJson || hasSameColumns(one, other));
  if (hasSameRows(now, last)) {
    return isUsual(hasSameRows) ? [] : [{ kind: 'sameRows' }];
  }
  if (!hasSameTotals(now, last) || isUsual(hasSameTotals)) {
    return [];
  }
  const { key } = now;
  const [keySum, lastKeySum] = [now, last].map(({ sums = [] }) => plainSum(sumOf(sums, key)?.sum));
  return [{ kind: 'sameTotals', ...(key !== undefined && keySum !== lastKeySum && { differentKey: key }) }];
}

/** In any order. */
function hasSameColumns(one: LoadProfile, other: LoadProfile): boolean {
  const [names, otherNames] = [one, other].map(({ columns }) => columns.map(({ name }) => name).sort());
  return isDeepStrictEqual(names, otherNames);
}

function hasSameTotals(one: LoadProfile, other: LoadProfile): boolean {
  const sums = varyingSums(one);
  return one.rows === other.rows && sums.length > 0 && isDeepStrictEqual(sums, varyingSums(other));
}

/** The sums that differ from load to load: neither that of the key, which may number the rows, nor zero. */
function varyingSums({ sums = [], key }: LoadProfile): readonly ColumnSum[] {
  return sums
    .filter(({ name, sum }) => name !== key && !isZero(sum))
    .map(({ name, sum }) => ({ name, sum: plainSum(sum) }));
}

function unbalanced({ sums = [] }: LoadProfile, before: readonly LoadProfile[]): readonly LoadAnomaly[] {
  const [last] = before;
  const groupsBefore = before.map((load) => balancingColumns(load.sums ?? []));
  const wereEqual = (names: readonly string[]): boolean =>
    groupsBefore.every((groups) => groups.some((group) => names.every((name) => group.includes(name))));
  return balancingColumns(last?.sums ?? []).flatMap(([name, ...others]) => {
    const first = sumOf(sums, name);
    const other = others
      .filter((one) => wereEqual([name ?? '', one]))
      .map((one) => sumOf(sums, one))
      .find((one) => one !== undefined && plainSum(one.sum) !== plainSum(first?.sum));
    return first && other ? [{ kind: 'unbalanced', columns: [first, other] } as const] : [];
  });
}

function sumOf(sums: readonly ColumnSum[], name: string | undefined): KeptSum | undefined {
  const sum = sums.find((one) => one.name === name)?.sum;
  return name === undefined || sum === undefined ? undefined : { name, sum };
}

function fewRows({ rows }: LoadProfile, before: readonly LoadProfile[]): readonly LoadAnomaly[] {
  const sorted = before.map((load) => load.rows).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const smallest = sorted[0] ?? 0;
  return rows < FEW_ROWS * usual && rows < SHARE_OF_SMALLEST * smallest ? [{ kind: 'fewRows', rows, usual }] : [];
}

function repeatedKey({ columns }: LoadProfile, before: readonly LoadProfile[]): readonly LoadAnomaly[] {
  const [last] = before;
  const column = columns.find(({ name }) => name === last?.key);
  const wasAlways = before.every((load) => load.key === last?.key);
  // Blanks are another anomaly.
  return column?.blanks === 0 && wasAlways ? [{ kind: 'repeatedKey', column: column.name }] : [];
}

function newBlanks({ name, blanks }: LoadColumn, rows: number, before: readonly LoadProfile[]): readonly LoadAnomaly[] {
  const known = before.filter((load) => load.rows > 0 && find(load, name) !== undefined);
  if (known.length < MIN_LOADS || known.some((load) => find(load, name)?.blanks !== 0)) {
    return [];
  }
  const likely = (RULE_OF_THREE * rows) / known.reduce((sum, load) => sum + load.rows, 0);
  const isMany = blanks >= MIN_BLANKS && blanks > likely + DEVIATIONS * Math.sqrt(likely);
  return isMany || blanks === rows ? [{ kind: 'blanks', column: name, blanks }] : [];
}

function newForm({ name, dates }: LoadColumn, before: readonly LoadProfile[]): readonly LoadAnomaly[] {
  const forms = before.flatMap((load) => find(load, name)?.dates ?? []);
  const [first, ...others] = forms;
  if (dates === undefined || first === undefined || forms.length < MIN_LOADS) {
    return dates === MIXED_DATES && !forms.includes(MIXED_DATES) ? [{ kind: 'mixedDates', column: name }] : [];
  }
  const usual = others.reduce(commonForm, first);
  return usual !== MIXED_DATES && commonForm(usual, dates) === MIXED_DATES
    ? [{ kind: 'dateForm', column: name, form: dates, before: usual }]
    : [];
}

function find({ columns }: LoadProfile, name: string): LoadColumn | undefined {
  return columns.find((column) => column.name === name);
}
