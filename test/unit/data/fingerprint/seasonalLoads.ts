/** A source of data that is loaded every week or month, for a year. */
export interface Series {
  readonly name: string;
  readonly loadsPerYear: 12 | 52;
  /** How dates are written. */
  readonly date: (day: Date) => string;
  /** The usual number of rows at the beginning of the year, and by how much it grows until its end. */
  readonly rows: number;
  readonly growth: number;
  /** What the usual number is multiplied by in the month. */
  readonly season: (month: number) => number;
  /** Weeks or months with holidays, by their index, and what the number is multiplied by in them. */
  readonly holidays: ReadonlyMap<number, number>;
  /** The share of rows without a value, by column, in the month. */
  readonly blanks: Readonly<Record<string, (month: number) => number>>;
}

export const COLUMNS = [
  'invoice_no',
  'date',
  'customer',
  'cost center',
  'approver',
  'coupon',
  'debit',
  'credit',
  'memo',
];

const DAY_MS = 86_400_000;
const pad = (part: number): string => String(part).padStart(2, '0');

export const dateForms = {
  iso: (day: Date): string => day.toISOString().slice(0, 10),
  german: (day: Date): string => `${pad(day.getUTCDate())}.${pad(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`,
  american: (day: Date): string => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`,
  british: (day: Date): string => `${pad(day.getUTCDate())}/${pad(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`,
};

const always = (share: number) => (): number => share;
const isQuarterEnd = (month: number): boolean => month % 3 === 2;
const quarterly = (month: number): number => (isQuarterEnd(month) ? 1.8 : 1);
/** January and August. */
const QUIET_IN_A_SHOP: ReadonlyMap<number, number> = new Map([
  [0, 0.5],
  [7, 0.6],
]);

/** The memo is often blank, the cost center once in thousands of rows, the approver only where quarters are closed. */
const BLANKS: Series['blanks'] = {
  memo: always(0.4),
  'cost center': always(1 / 4_000),
  approver: (month) => (isQuarterEnd(month) ? 0.05 : 0),
  coupon: (month) => (month >= 10 ? 0.5 : 0.98),
};

export const SERIES: readonly Series[] = [
  {
    name: 'a shop with Christmas and summer holidays, weekly',
    loadsPerYear: 52,
    date: dateForms.iso,
    rows: 800,
    growth: 0.5,
    blanks: BLANKS,
    season: (month) => QUIET_IN_A_SHOP.get(month) ?? (month >= 10 ? 3 : 1),
    holidays: new Map([
      [0, 0.3],
      [15, 0.5],
      [51, 0.35],
    ]),
  },
  {
    name: 'a general ledger with quarter ends, monthly',
    loadsPerYear: 12,
    date: dateForms.german,
    rows: 3_000,
    growth: 0.2,
    blanks: BLANKS,
    season: (month) => (month === 7 ? 0.5 : quarterly(month)),
    holidays: new Map(),
  },
  {
    name: 'a small office that closes in August, weekly',
    loadsPerYear: 52,
    date: dateForms.american,
    rows: 40,
    growth: 0.1,
    blanks: BLANKS,
    season: (month) => (month === 7 ? 0.25 : 1),
    holidays: new Map([
      [0, 0.2],
      [32, 0.1],
      [51, 0.2],
    ]),
  },
  {
    name: 'a start-up that grows tenfold, monthly',
    loadsPerYear: 12,
    date: dateForms.british,
    rows: 200,
    growth: 9,
    blanks: BLANKS,
    season: (month) => (month === 11 ? 0.7 : 1),
    holidays: new Map(),
  },
  {
    name: 'payroll, nearly the same every month',
    loadsPerYear: 12,
    date: dateForms.iso,
    rows: 400,
    growth: 0.05,
    blanks: { memo: always(0.9) },
    season: (month) => (month === 11 ? 1.1 : 1),
    holidays: new Map(),
  },
];

/** Numbers from 0 to 1 that look random, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The rows of the load with this index: of its week or month. */
export function rowsOfLoad(series: Series, index: number, random: () => number): readonly (readonly string[])[] {
  const { loadsPerYear, growth, season, holidays, blanks } = series;
  const daysPerLoad = 364 / loadsPerYear;
  const start = Date.UTC(2026, 0, 1) + index * daysPerLoad * DAY_MS;
  const month = new Date(start + 3 * DAY_MS).getUTCMonth();
  const grown = series.rows * (1 + growth) ** (index / loadsPerYear);
  const noise = 0.85 + 0.3 * random();
  const count = Math.max(1, Math.round(grown * season(month) * (holidays.get(index) ?? 1) * noise));
  return Array.from({ length: count }, (_, row) => {
    const day = new Date(start + Math.floor(random() * daysPerLoad) * DAY_MS);
    const values: Readonly<Record<string, string>> = {
      invoice_no: `${index}-${row}`,
      date: series.date(day),
      customer: `C${Math.floor(random() * 300)}`,
      'cost center': String(1000 + Math.floor(random() * 20)),
      approver: ['ada', 'ben', 'eva'][Math.floor(random() * 3)] ?? '',
      coupon: `X${Math.floor(random() * 9)}`,
      ...posting((random() * 1000).toFixed(2)),
      memo: 'paid',
    };
    return COLUMNS.map((name) => (random() < (blanks[name]?.(month) ?? 0) ? '' : (values[name] ?? '')));
  });
}

/** An amount on both sides, so that the sums of each load are equal. */
function posting(amount: string): { readonly debit: string; readonly credit: string } {
  return { debit: amount, credit: amount };
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\n`).join('');
}
