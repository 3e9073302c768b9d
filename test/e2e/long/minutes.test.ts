import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { MAX_HEAP_MB_AN_HOUR, MAX_LEDGER_MB, MAX_REQUESTS_A_MINUTE } from '../../soak/limits.ts';
import { assertFlat, mostWithin, trendOf } from '../../soak/trend.ts';
import { TIDY_KEY } from '../../vscode/server.ts';
import { ROOT } from '../../vscode/versions.ts';
import { signIn } from '../pages/signIn.ts';
import { rememberPastRuns } from '../pastRuns.ts';
import { useStage } from '../useStage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** By then, everything has happened once, and what is kept up to a limit is full, such as the timings of 250 requests, which fetch keeps. */
const WARM_UP_MINUTES = 5;
const MINUTES = WARM_UP_MINUTES + 10;
/** Long enough for a busy machine. */
const PATIENCE_MS = 5 * MINUTE_MS;
const MB = 1_048_576;
/** Sockets and timers of all extensions. */
const MAX_OPEN = 60;
/** As many as are kept for an account, so that each further one takes the place of another. */
const JOBS_KEPT = 500;
const STARTED_HERE = ['Customers', 'Cases', 'FX Rates', 'Accounts'];
const STARTED_ELSEWHERE = ['Opportunities', 'Cost Center Actuals', 'Vendor Ledger Entries', 'General Ledger Entries'];
const DURATIONS_MS = [50_000, 80_000, 110_000, 170_000];

/** A line of the probe (usage.cjs). */
interface Sample {
  readonly at: number;
  /** How many rows of trees VS Code has replaced since the last one. */
  readonly oldRows: number;
  /** In bytes, without compiled code, and without what VS Code keeps for these rows. */
  readonly heap: number;
  readonly sockets: number;
  readonly timers: number;
  readonly handles: number;
  readonly listeners: number;
}

describe(`${MINUTES} minutes in an extension host`, () => {
  const stage = useStage({ takesPayload: true });

  it('need no more memory, handles, sockets or listeners, and no more requests than allowed', async function () {
    this.timeout(HOUR_MS);
    const { server, service } = stage();
    const usageFile = join(server.dataDir, 'usage.jsonl');
    for (const [index, name] of STARTED_HERE.entries()) {
      const count = JOBS_KEPT / STARTED_HERE.length;
      const runs = Array.from({ length: count }, (_, run) => ({
        agoMs: 3 * DAY_MS + (run * STARTED_HERE.length + index) * MINUTE_MS,
        durationMs: 40_000,
        rows: run,
      }));
      await rememberPastRuns(stage(), name, runs);
    }
    const workbench = await stage().openWindow({
      payload: [
        ['extensionDevelopmentPath', server.remoteUri(join(ROOT, 'test', 'e2e', 'probe'))],
        ['extensionEnvironment', JSON.stringify({ DATA_CONNECTIONS_USAGE: usageFile })],
      ],
    });
    await signIn(workbench, service);
    const samples = async (): Promise<readonly Sample[]> => {
      const lines = (await readFile(usageFile, 'utf8').catch(() => '')).trimEnd().split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Sample);
    };
    const ledgerFolder = join(server.dataDir, 'data', 'User', 'globalStorage', 'data-connections.data-connections');
    let mostLedgerMb = 0;
    let jobs = 0;
    const nextScript = (): { readonly durationMs: number; readonly outcome: 'fail' | 'complete' } => {
      jobs += 1;
      const outcome = jobs % 10 === 0 ? 'fail' : 'complete';
      return { durationMs: DURATIONS_MS[jobs % DURATIONS_MS.length] ?? MINUTE_MS, outcome };
    };
    const [first] = await eventually(
      async () => {
        const taken = await samples();
        return taken.length > 0 && taken;
      },
      'The probe writes samples',
      PATIENCE_MS,
    );
    assert.ok(first);
    const begun = first.at;

    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const { connections } = await service.state();
      const idle = connections.filter(({ isCurrentlySyncing }) => !isCurrentlySyncing);
      const here = idle.filter(({ entityName }) => STARTED_HERE.includes(entityName));
      for (const script of here.map(nextScript)) {
        await service.nextJob(script);
      }
      await writeFile(`${usageFile}.start`, JSON.stringify(here.map(({ entityId }) => entityId)));
      for (const { entityId } of idle.filter(({ entityName }) => STARTED_ELSEWHERE.includes(entityName))) {
        await service.startElsewhere(entityId, nextScript());
      }
      await workbench.page.keyboard.press(TIDY_KEY);
      await eventually(
        async () => ((await samples()).at(-1)?.at ?? 0) >= begun + minute * MINUTE_MS,
        `Minute ${minute} is over`,
        PATIENCE_MS,
      );
      const sizes = readdirSync(ledgerFolder).map((name) => statSync(join(ledgerFolder, name)).size);
      mostLedgerMb = Math.max(mostLedgerMb, sizes.reduce((sum, size) => sum + size, 0) / MB);
    }

    const minuteOf = ({ at }: Sample): number => Math.floor((at - begun) / MINUTE_MS);
    const late = (await samples()).filter((one) => minuteOf(one) >= WARM_UP_MINUTES && minuteOf(one) < MINUTES);
    const requestTimes = (await service.requests()).map(({ at }) => at).filter((at) => at >= begun);
    const heap = trendOf(late.map(({ at, heap }) => ({ x: (at - begun) / HOUR_MS, y: heap / MB })));
    const rows = late.reduce((sum, { oldRows }) => sum + oldRows, 0);
    const mostRequests = mostWithin(requestTimes, MINUTE_MS);
    const rangeOf = (of: 'heap' | 'handles' | 'sockets' | 'timers' | 'listeners', unit = 1): string => {
      const values = late.map((one) => one[of] / unit);
      return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    };
    console.log(
      [
        `      ${jobs} jobs, ${requestTimes.length} requests, at most ${mostRequests} within a minute`,
        `      heap: ${rangeOf('heap', MB)} MB, ${heap.slope.toFixed(2)} ± ${heap.error.toFixed(2)} MB an hour; ${rows} rows replaced`,
        `      ledger: at most ${mostLedgerMb.toFixed(1)} MB; listeners: ${rangeOf('listeners')}; handles: ${rangeOf('handles')}`,
        `      sockets: ${rangeOf('sockets')}; timers: ${rangeOf('timers')}`,
      ].join('\n'),
    );
    assert.ok(heap.slope < MAX_HEAP_MB_AN_HOUR, `${heap.slope} MB an hour`);
    assert.ok(jobs > STARTED_HERE.length + STARTED_ELSEWHERE.length, `${jobs} jobs`);
    assert.ok(mostRequests <= MAX_REQUESTS_A_MINUTE, `${mostRequests} requests a minute`);
    assert.ok(mostLedgerMb < MAX_LEDGER_MB);
    // Each of them belongs to a request or a timer that is open at the moment.
    assert.ok(Math.max(...late.map(({ sockets, timers }) => sockets + timers)) <= MAX_OPEN);
    for (const what of ['handles', 'listeners'] as const) {
      // The fewest of each minute, because VS Code starts a short process now and then.
      const values = Array.from({ length: MINUTES - WARM_UP_MINUTES }, (_, index) =>
        Math.min(...late.filter((one) => minuteOf(one) === WARM_UP_MINUTES + index).map((one) => one[what])),
      );
      assertFlat(what, values.filter(Number.isFinite));
    }
  });
});
