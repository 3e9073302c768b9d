import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openLedger } from '../../src/jobs/store/ledger.ts';
import { newJob } from '../../src/model/job.ts';
import type { Job } from '../../src/model/job.ts';
import type { JobStatus } from '../../src/model/jobStatus.ts';
import { accountId } from '../../src/app/session/accountRecord.ts';
import type { LocalService } from '../service/localService.ts';
import type { VsCodeServer } from '../vscode/server.ts';

/** A sync that ended before the window was opened. */
interface PastRun {
  readonly agoMs: number;
  readonly durationMs: number;
  readonly rows: number;
  /** The message of the failure; undefined if the sync succeeded. */
  readonly failure?: string;
  readonly hasSteps?: boolean;
}

/** The share of the reading step in the duration of a sync. */
const EXTRACT_SHARE = 0.4;

/**
 * Writes syncs into the ledger of a VS Code server without open windows, as earlier windows of the same account would have.
 * Running each of them would take most of a minute.
 */
export async function rememberPastRuns(
  { service, server }: { readonly service: LocalService; readonly server: VsCodeServer },
  entityName: string,
  runs: readonly PastRun[],
): Promise<void> {
  const { connections, settings } = await service.state();
  const connection = connections.find((one) => one.entityName === entityName);
  assert.ok(connection, `the service has ${entityName}`);
  const account = accountId(service.baseUrl, {
    user: { email: settings.email, fullName: settings.fullName },
    workspace: { identifier: settings.workspaceIdentifier, name: settings.workspaceName },
  });
  const folder = join(server.dataDir, 'data', 'User', 'globalStorage', 'data-connections.data-connections');
  const ledger = openLedger({ folder, log: console });
  for (const run of runs) {
    ledger.jobs.addAll([jobOf(run, { accountId: account, entityId: connection.entityId, entityName })]);
  }
  ledger.dispose();
}

function jobOf(run: PastRun, whose: Pick<Job, 'accountId' | 'entityId' | 'entityName'>): Job {
  const startedAt = Date.now() - run.agoMs;
  const endedAt = startedAt + run.durationMs;
  const syncId = randomBytes(16).toString('hex');
  return newJob({
    ...whose,
    syncId,
    kind: 'sync',
    origin: 'started',
    knownSince: startedAt,
    status: statusOf(run, { syncId, startedAt, endedAt }),
    receivedAt: endedAt,
    isSeen: true,
    startedIn: 'an earlier window',
    announcedAt: endedAt,
  });
}

function statusOf(
  { durationMs, rows, failure, hasSteps = true }: PastRun,
  { syncId, startedAt, endedAt }: { readonly syncId: string; readonly startedAt: number; readonly endedAt: number },
): JobStatus {
  const status = failure === undefined ? 'completed' : 'failed';
  const loadsFrom = startedAt + durationMs * EXTRACT_SHARE;
  const steps = [
    { name: 'Extract', status: 'completed', message: '', count: rows, startedAt, completedAt: loadsFrom },
    {
      name: 'Load',
      status,
      message: failure ?? '',
      count: failure === undefined ? rows : Math.round(rows / 2),
      startedAt: loadsFrom,
      completedAt: endedAt,
    },
  ];
  return {
    syncId,
    status,
    message: failure ?? `${rows} rows loaded.`,
    startedAt,
    completedAt: endedAt,
    steps: hasSteps ? steps : [],
  };
}
