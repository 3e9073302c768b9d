import { createHash } from 'node:crypto';
import type { EpochMs } from '../base/time.ts';
import type { ConnectionRecord } from './connection.ts';
import { planDurationMs } from './job.ts';
import type { JobPlan } from './job.ts';
import { seeds } from './seedConnections.ts';
import type { Seed } from './seedConnections.ts';
import { planSync } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** `demo`: two connections are syncing at the start; `standard`: no running syncs; `empty`: no connections. */
export type SeedName = 'demo' | 'standard' | 'empty';

/** Fills a workspace. Ids are the same on every start; times are relative to `now`. */
export function seedWorkspace(workspace: Workspace, name: SeedName, now: EpochMs): void {
  workspace.clear();
  if (name === 'empty') {
    return;
  }
  for (const seed of seeds) {
    addConnection(workspace, seed, now);
    if (name === 'demo' && seed.syncing) {
      const connection = workspace.putConnection(seedEntityId(seed), {});
      workspace.startJob(connection, 'sync', {
        plan: { extractMs: seed.syncing.totalMs * 0.35, loadMs: seed.syncing.totalMs * 0.65, rows: connection.rows },
        startedAt: now - seed.syncing.sinceMs,
        syncId: seedHash(`running ${seed.entityName}`, 32),
      });
    }
  }
}

function addConnection(workspace: Workspace, seed: Seed, now: EpochMs): void {
  const { last } = seed;
  const connection = workspace.putConnection(seedEntityId(seed), {
    entityName: seed.entityName,
    sourceSystem: seed.sourceSystem,
    isActive: seed.isActive ?? true,
    acceptsUploads: seed.acceptsUploads ?? false,
    durationMs: seed.durationMs ?? 8_000,
    rows: seed.rows,
    lastSyncId: seed.lastSyncId,
    everyMs: seed.everyMs,
    nextScheduledSyncAt: seed.nextInMs === undefined ? undefined : now + seed.nextInMs,
  });
  if (last) {
    addLastJob(workspace, connection, seed, now - last.agoMs);
  }
}

/** Adds the job that led to the connection's state, so that its `lastSyncId` has a status. */
function addLastJob(workspace: Workspace, connection: ConnectionRecord, seed: Seed, endedAt: EpochMs): void {
  const failure = seed.last?.failure;
  const plan: JobPlan = {
    ...planSync(connection),
    ...(failure && { failure: { ...failure, fraction: 0.5 } }),
  };
  workspace.startJob(connection, seed.acceptsUploads ? 'upload' : 'sync', {
    plan,
    startedAt: endedAt - planDurationMs(plan),
    syncId: seedHash(`last ${seed.entityName}`, 32),
  });
  workspace.settle();
}

function seedEntityId(seed: Seed): string {
  return seedHash(`entity ${seed.sourceSystem} ${seed.entityName}`, 40);
}

function seedHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
