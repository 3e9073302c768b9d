import type { LocalService } from '../service/localService.ts';
import type { VsCodeServer } from '../vscode/server.ts';
import { rememberPastRuns } from './pastRuns.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A connection that was synced again and again until an hour ago or less. */
interface Schedule {
  readonly entityName: string;
  readonly everyMs: number;
  readonly count: number;
  readonly durationMs: number;
  readonly rows: number;
  /** Which of them failed, counted from the latest. */
  readonly failures?: Readonly<Record<number, string>>;
}

const SCHEDULES: readonly Schedule[] = [
  { entityName: 'Customers', everyMs: 2 * HOUR_MS, count: 12, durationMs: 6 * MINUTE_MS, rows: 3_180 },
  {
    entityName: 'Open Purchase Orders',
    everyMs: 3 * HOUR_MS,
    count: 8,
    durationMs: 9 * MINUTE_MS,
    rows: 2_204,
    failures: { 3: 'The connection to the source was closed.' },
  },
  { entityName: 'General Ledger Entries', everyMs: 4 * HOUR_MS, count: 6, durationMs: 24 * MINUTE_MS, rows: 48_210 },
  {
    entityName: 'Vendor Ledger Entries',
    everyMs: 4 * HOUR_MS,
    count: 6,
    durationMs: 12 * MINUTE_MS,
    rows: 9_640,
    failures: { 1: 'The source answered 503 Service Unavailable.', 2: 'The source answered 503 Service Unavailable.' },
  },
  { entityName: 'Accounts', everyMs: 3 * HOUR_MS, count: 8, durationMs: 15 * MINUTE_MS, rows: 12_080 },
  { entityName: 'Opportunities', everyMs: HOUR_MS, count: 22, durationMs: 4 * MINUTE_MS, rows: 5_420 },
];
/** Between syncs that start at the same hour. */
const SHIFT_MS = 7 * MINUTE_MS;

/** Writes the syncs of a week of one connection, and those of the last day of others, which earlier windows followed. */
export async function rememberABusyWeek(place: {
  readonly service: LocalService;
  readonly server: VsCodeServer;
}): Promise<void> {
  const seconds = [48, 44, 53, 47, 50, 61, 46, 21, 49, 52, 45, 55];
  await rememberPastRuns(
    place,
    'Bank Transactions NL',
    seconds.map((duration, index) => ({
      agoMs: (seconds.length - index) * 14 * HOUR_MS,
      durationMs: duration * 1000,
      rows: 2_170 + index * 12,
      ...(duration < 30 ? { failure: 'The source closed the connection.' } : {}),
    })),
  );
  for (const [shift, { entityName, everyMs, count, durationMs, rows, failures }] of SCHEDULES.entries()) {
    await rememberPastRuns(
      place,
      entityName,
      Array.from({ length: count }, (_, index) => {
        const failure = failures?.[index + 1];
        return {
          agoMs: index * everyMs + HOUR_MS / 2 + shift * SHIFT_MS,
          durationMs: durationMs + (index % 3) * MINUTE_MS,
          rows: rows - index * 7,
          ...(failure === undefined ? {} : { failure }),
        };
      }),
    );
  }
}
