import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { Job } from '../../../../src/model/job.ts';
import {
  MAX_ID_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_STATUS_CHANGES,
  MAX_STEP_MESSAGE_LENGTH,
  MAX_STEPS,
} from '../../../../src/model/limits.ts';
import { ACCOUNT_ID, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const LONG = '😀'.repeat(100_000);
const RESPONSES = 200;

describe('The size of a job in the ledger', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });

  afterEach(() => {
    folder.remove();
  });

  const open = (): Ledger['jobs'] => folder.open().jobs;

  /** Everything that the service can make long, as long as a response may be. */
  function longJob(syncId: string, index = 0): Job {
    const step = sampleStep({ name: `${index} ${LONG}`, message: LONG, status: LONG });
    const steps = [step, ...Array.from({ length: 5000 }, () => sampleStep({ startedAt: undefined }))];
    return sampleJob({
      syncId,
      entityName: LONG,
      startMessage: LONG,
      status: runningStatus({ syncId, status: `running ${index} ${LONG}`, message: LONG, steps }),
      receivedAt: index,
      requestId: LONG,
      correlationId: LONG,
      failure: { kind: 'rejected', reason: 'byService', status: 403, message: LONG, problem: undefined },
    });
  }

  function assertLimited(job: Job | undefined): void {
    assert.ok(job?.status && job.failure && 'message' in job.failure);
    const { status, entityName, startMessage } = job;
    const [step] = status.steps;
    const texts = [
      { text: entityName, limit: MAX_NAME_LENGTH },
      { text: startMessage, limit: MAX_MESSAGE_LENGTH },
      { text: status.status, limit: MAX_NAME_LENGTH },
      { text: status.message, limit: MAX_MESSAGE_LENGTH },
      { text: step?.name ?? '', limit: MAX_NAME_LENGTH },
      { text: step?.status ?? '', limit: MAX_NAME_LENGTH },
      { text: step?.message ?? '', limit: MAX_STEP_MESSAGE_LENGTH },
    ];
    for (const { text, limit } of texts) {
      // A character of two units is left out whole.
      assert.ok(text.length === limit || text.length === limit - 1, `${text.length} of ${limit}`);
      assert.ok(text.endsWith('…'));
      assert.doesNotThrow(() => encodeURIComponent(text), 'no half of a character is left');
    }
    assert.equal(status.steps.length, MAX_STEPS);
    assert.equal(job.requestId, undefined);
    assert.equal(job.correlationId, undefined);
    assert.ok(job.failure.message.length <= MAX_MESSAGE_LENGTH);
  }

  it('is a few kilobytes, however long the answers are and however often its state changes', () => {
    const jobs = open();
    jobs.addAll([longJob('sync-1', 0)]);
    for (let index = 1; index < RESPONSES; index += 1) {
      jobs.updateAll(ACCOUNT_ID, ['sync-1'], () => longJob('sync-1', index));
    }
    for (const window of [jobs, open()]) {
      assertLimited(window.find(ACCOUNT_ID, 'sync-1'));
      const seen = window.history(ACCOUNT_ID, 'sync-1').map(({ status }) => status.split(' ')[1]);
      assert.equal(seen.length, MAX_STATUS_CHANGES);
      assert.deepEqual(
        [seen[0], seen[1], seen.at(-1)],
        ['0', `${RESPONSES - MAX_STATUS_CHANGES + 1}`, `${RESPONSES - 1}`],
      );
    }
    folder.close();
    const database = new DatabaseSync(folder.file);
    const bytes = database.prepare('SELECT sum(length(CAST(properties AS BLOB))) AS bytes FROM job').get()?.['bytes'];
    database.close();
    assert.ok(Number(bytes) < 50_000, `${String(bytes)} bytes`);
  });

  it('is limited even if a version with other limits stored more', () => {
    open().addAll([sampleJob({ syncId: 'sync-1' })]);
    const { accountId, syncId, entityId, kind, ...properties } = longJob('sync-2');
    const database = new DatabaseSync(folder.file);
    const insert = database.prepare(
      'INSERT INTO job (account_id, sync_id, entity_id, kind, properties, revision) VALUES (?, ?, ?, ?, ?, 9)',
    );
    insert.run(accountId, syncId, entityId, kind, JSON.stringify(properties));
    insert.run(accountId, 'x'.repeat(MAX_ID_LENGTH + 1), entityId, kind, JSON.stringify(properties));
    const see = database.prepare('INSERT INTO status_change (account_id, sync_id, at, status) VALUES (?, ?, ?, ?)');
    for (let index = 0; index < RESPONSES; index += 1) {
      see.run(accountId, syncId, index, LONG);
    }
    database.close();
    const jobs = open();
    assert.deepEqual(
      jobs.jobs(ACCOUNT_ID).all.map((job) => job.syncId),
      ['sync-1', 'sync-2'],
    );
    assertLimited(jobs.find(ACCOUNT_ID, 'sync-2'));
    const history = jobs.history(ACCOUNT_ID, 'sync-2');
    assert.deepEqual([history.length, history[0]?.at, history.at(-1)?.at], [MAX_STATUS_CHANGES, 0, RESPONSES - 1]);
    assert.ok(history.every(({ status }) => status.length <= MAX_NAME_LENGTH));
  });

  it('is zero if the ID is too long, because IDs are never shortened', () => {
    const jobs = open();
    const syncId = 'x'.repeat(MAX_ID_LENGTH + 1);
    assert.equal(jobs.addAll([sampleJob({ syncId })]), 0);
    jobs.addAll([sampleJob({ syncId })]);
    assert.deepEqual(jobs.jobs(ACCOUNT_ID).all, []);
    assert.equal(jobs.addAll([sampleJob({ syncId: syncId.slice(1) })]), 1);
  });
});
