import assert from 'node:assert/strict';
import type { SessionState } from '../../../../src/app/session/session.ts';
import { SyncAfterUploads } from '../../../../src/app/sync/syncAfterUploads.ts';
import type { JobsChange } from '../../../../src/app/tracking/jobsChange.ts';
import type { ClaimedJobs } from '../../../../src/app/tracking/outcomeClaims.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';

describe('A sync after uploads', () => {
  let note: (jobs: ClaimedJobs) => void;
  let jobs: Job[];
  let started: string[];
  let changes: Emitter<JobsChange>;
  let syncs: SyncAfterUploads;
  let accountId: string;
  let known: Set<string>;
  let isOn: boolean;

  beforeEach(() => {
    jobs = [];
    started = [];
    changes = new Emitter();
    accountId = ACCOUNT_ID;
    isOn = true;
    known = new Set([ACCOUNT_ID, 'other']);
    syncs = new SyncAfterUploads({
      session: {
        get state() {
          return { kind: 'signedIn', account: { id: accountId } } as SessionState;
        },
      },
      tracker: {
        hasAccount: (id) => known.has(id),
        get jobs() {
          return new JobCollection(jobs);
        },
        onDidChange: changes.event,
      },
      windowId: 'here',
      settings: () => ({ syncAfterUpload: isOn }),
      start: ({ syncId }) => started.push(syncId),
    });
    note = (claimed) => syncs.handleOutcomes(claimed);
  });
  afterEach(() => syncs.dispose());

  /** The jobs are these from now on. */
  function change(...now: readonly Job[]): void {
    jobs = [...now];
    changes.fire({ syncIds: 'all', entityIds: 'all' });
  }

  function upload(changes: Partial<Job> = {}): Job {
    return sampleJob({ kind: 'upload', startedIn: 'here', ...changes });
  }

  function end(job: Job, status = 'completed'): void {
    const ended = { ...job, status: completedStatus({ status }) };
    jobs = jobs.map((known) => (known.syncId === job.syncId ? { ...ended, announcedAt: 1 } : known));
    note([ended]);
  }

  it('starts once an upload has completed', () => {
    end(upload());
    assert.deepEqual(started, ['sync-1']);
  });

  it('starts once for several uploads to a connection, after the last of them, even if that one fails', () => {
    const [one, two, three] = ['1', '2', '3'].map((syncId) => upload({ syncId }));
    assert.ok(one && two && three);
    jobs = [one, two, three, upload({ syncId: 'elsewhere', startedIn: 'there' })];
    end(one);
    end(two);
    assert.deepEqual(started, []);
    end(three, 'failed');
    assert.deepEqual(started, ['2']);
    end(upload({ syncId: '4' }));
    assert.deepEqual(started, ['2', '4']);
  });

  it('waits for an upload that has ended but is announced with others of its command', () => {
    const [one, two] = ['1', '2'].map((syncId) => upload({ syncId }));
    assert.ok(one && two);
    jobs = [one, { ...two, status: completedStatus() }];
    end(one);
    assert.deepEqual(started, []);
    note([{ ...two, status: completedStatus() }]);
    assert.deepEqual(started, ['2']);
  });

  it('starts after another sync of the connection that is running, once, also for uploads that complete meanwhile', () => {
    const sync = sampleJob({ syncId: 'sync' });
    const [one, two, three] = ['1', '2', '3'].map((syncId) => upload({ syncId }));
    const other = upload({ syncId: 'other', entityId: 'another' });
    assert.ok(one && two && three);
    jobs = [sync, one, two, other];
    end(one);
    end(two);
    assert.deepEqual(started, []);
    end(other);
    assert.deepEqual(started, ['other'], 'of another connection');
    change(sync);
    assert.deepEqual(started, ['other']);
    const ended = { ...sync, status: completedStatus() };
    change(ended, three);
    assert.deepEqual(started, ['other'], 'another upload runs');
    end(three, 'failed');
    assert.deepEqual(started, ['other', '2']);
    change(ended);
    assert.deepEqual(started, ['other', '2']);
  });

  it('does not start after the other sync if the setting was turned off meanwhile', () => {
    const sync = sampleJob({ syncId: 'sync' });
    jobs = [sync];
    end(upload({ syncId: '1' }));
    isOn = false;
    change({ ...sync, status: completedStatus() });
    assert.deepEqual(started, []);
    isOn = true;
    change();
    assert.deepEqual(started, [], 'nor later');
  });

  it('does not start after the other sync if an upload that was started meanwhile is no longer watched', () => {
    const sync = sampleJob({ syncId: 'sync' });
    jobs = [sync];
    end(upload({ syncId: '1' }));
    change({ ...sync, status: completedStatus() }, upload({ syncId: '2' }));
    change();
    assert.deepEqual(started, []);
    end(upload({ syncId: '3' }), 'failed');
    assert.deepEqual(started, []);
    end(upload({ syncId: '4' }));
    assert.deepEqual(started, ['4']);
  });

  it('starts if the other sync is no longer watched, and not once the extension is deactivated', () => {
    const sync = sampleJob({ syncId: 'sync' });
    jobs = [sync];
    end(upload({ syncId: '1' }));
    change();
    assert.deepEqual(started, ['1']);
    jobs = [sync];
    end(upload({ syncId: '2' }));
    syncs.dispose();
    change();
    assert.deepEqual(started, ['1']);
  });

  it('waits while another account is active', () => {
    const sync = sampleJob({ syncId: 'sync' });
    jobs = [sync];
    end(upload({ syncId: '1' }));
    accountId = 'other';
    change();
    assert.deepEqual(started, []);
    accountId = ACCOUNT_ID;
    change(sync);
    assert.deepEqual(started, []);
    change({ ...sync, status: completedStatus() });
    assert.deepEqual(started, ['1']);
  });

  it('is not started for an account that was signed out, even once that is signed in again', () => {
    jobs = [sampleJob({ syncId: 'sync' })];
    end(upload({ syncId: '1' }));
    known.delete(ACCOUNT_ID);
    change();
    known.add(ACCOUNT_ID);
    change();
    assert.deepEqual(started, []);
  });

  it('does not start for an earlier upload if the last one is no longer watched, unless that is undone', () => {
    const [one, two, three] = ['1', '2', '3'].map((syncId) => upload({ syncId }));
    assert.ok(one && two && three);
    jobs = [one, two];
    end(one);
    jobs = [];
    end(three, 'failed');
    assert.deepEqual(started, []);

    jobs = [one, two];
    end(one);
    jobs = [];
    // It is back.
    jobs = [two];
    end(two, 'failed');
    assert.deepEqual(started, ['1']);
  });

  it('does not start for an earlier upload if one of two that it waited for is no longer watched', () => {
    const [one, two, three] = ['1', '2', '3'].map((syncId) => upload({ syncId }));
    assert.ok(one && two && three);
    jobs = [one, two, three];
    end(one);
    jobs = [two];
    end(two, 'failed');
    assert.deepEqual(started, []);
  });

  it('starts once for each connection of several uploads that are announced together', () => {
    const status = completedStatus();
    const [one, two] = [upload({ syncId: '1', status }), upload({ syncId: '2', status })];
    note([one, two, upload({ syncId: '3', entityId: 'another', status })]);
    assert.deepEqual(started, ['2', '3']);
  });

  it('does not start after a sync, after an upload that failed or ended in an unknown way, or after one of another window', () => {
    end(upload({ kind: 'sync' }));
    end(upload(), 'failed');
    end(upload(), 'archived');
    note([upload({ isLost: true })]);
    end(upload({ startedIn: 'there' }));
    assert.deepEqual(started, []);
  });
});
