import assert from 'node:assert/strict';
import { asMonotonic } from '../../src/base/monotonicClock.ts';
import type { LoadedConnections } from '../../src/app/connections/feedState.ts';
import type { UploadPlan } from '../../src/app/upload/uploadPlan.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { summarizeJobs } from '../../src/jobs/history/jobSummary.ts';
import type { Connection } from '../../src/model/connection.ts';
import type { Job } from '../../src/model/job.ts';
import { connectionTooltip } from '../../src/ui/connections/connectionTooltip.ts';
import { failureReason, stateAndTimes, timesValidUntil, timesText } from '../../src/ui/format/connectionText.ts';
import { failureMessage } from '../../src/ui/format/jobText.ts';
import { bytesText, clockText, pastMomentText } from '../../src/ui/format/valueText.ts';
import { viewMessage } from '../../src/ui/connections/viewMessage.ts';
import { reviewTitle } from '../../src/ui/upload/reviewText.ts';
import { statusText } from '../../src/ui/status/statusText.ts';
import { completedStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';

const NOW = Date.UTC(2026, 0, 2, 12);

const connection = sampleConnection({
  entityId: 'e1',
  entityName: 'Orders',
  lastSyncId: 's1',
  lastSyncStatus: 'completed',
});

describe('The text for a connection', () => {
  it('show a status that the icon does not express, as the service spells it', () => {
    assert.equal(timesText(connection, NOW), '');
    assert.equal(timesText({ ...connection, lastSyncStatus: 'Held\nback' }, NOW), 'Held back');
    const failed = { ...connection, hasError: true, lastSyncStatus: 'CompletedWithErrors' };
    assert.equal(timesText(failed, NOW), 'CompletedWithErrors');
  });

  it('never has a last sync in the future, if the clock of the service is fast', () => {
    assert.equal(
      timesText({ ...connection, lastSyncAt: NOW + 3_600_000 }, NOW),
      timesText({ ...connection, lastSyncAt: NOW }, NOW),
    );
  });

  const HOUR_MS = 3_600_000;
  const done = { ...connection, lastSyncAt: NOW - 2 * HOUR_MS, nextScheduledSyncAt: NOW + HOUR_MS };
  const failed = { ...done, hasError: true, lastSyncStatus: 'failed' };
  const never = { ...connection, lastSyncId: undefined, lastSyncStatus: undefined };
  const rows: readonly (readonly [sentence: string, connection: Connection, reason?: string])[] = [
    ['Succeeded 2 hours ago. Next sync in 1 hour.', done],
    ['Failed 2 hours ago: 503 from Production-EU. Next sync in 1 hour.', failed, '503 from Production-EU.'],
    ['Failed 2 hours ago. Next sync in 1 hour.', failed],
    ['Failed just now. Next sync in 1 hour.', { ...failed, lastSyncAt: NOW - 1000 }],
    // The clock of the service is fast.
    ['Succeeded just now. Next sync in 1 hour.', { ...done, lastSyncAt: NOW + 2 * HOUR_MS }],
    [
      'Failed 2 hours ago: CompletedWithErrors. Next sync in 1 hour.',
      { ...failed, lastSyncStatus: 'CompletedWithErrors' },
    ],
    [
      'The last sync failed: No rows. The next sync is due.',
      { ...failed, lastSyncAt: undefined, nextScheduledSyncAt: NOW },
      'No rows',
    ],
    ['The last sync failed.', { ...connection, hasError: true, lastSyncStatus: 'failed' }],
    [
      'The last sync ended 2 hours ago with the status “Held”. Next sync in 1 hour.',
      { ...done, lastSyncStatus: 'Held' },
    ],
    ['The last sync has the status “Held”.', { ...connection, lastSyncStatus: 'Held' }],
    ['The last sync succeeded.', connection],
    ['Syncing now. The previous sync failed 2 hours ago.', { ...failed, isCurrentlySyncing: true }],
    ['Syncing now. The previous sync ended 2 hours ago.', { ...done, isCurrentlySyncing: true }],
    ['Syncing now.', { ...never, isCurrentlySyncing: true }],
    ['Inactive. Failed 2 hours ago: Locked.', { ...failed, isActive: false }, 'Locked'],
    ['Never synced.', never],
  ];
  for (const [sentence, shown, reason] of rows) {
    it(`begins its tooltip with a sentence, and ends with the ids: ${sentence}`, () => {
      const lines = plain(connectionTooltip(shown, NOW, reason).value);
      assert.deepEqual(lines.slice(0, 2), ['**Orders**', sentence]);
      assert.deepEqual(
        lines.slice(-2).map((line) => line.split(':')[0]),
        ['Last sync ID', 'Entity ID'],
      );
    });
  }

  const late = { ...done, nextScheduledSyncAt: NOW - 2.5 * HOUR_MS, isLate: true };

  it('says by how much a scheduled sync is late, and until when that holds', () => {
    assert.equal(timesText(late, NOW), '2 hr. ago · late by 2 h');
    assert.equal(timesText({ ...late, nextScheduledSyncAt: NOW - 7 * 60_000 }, NOW), '2 hr. ago · late by 7 min');
    assert.equal(timesText({ ...late, nextScheduledSyncAt: NOW - 49 * HOUR_MS }, NOW), '2 hr. ago · late by 2 days');
    assert.equal(timesText({ ...late, isLate: undefined }, NOW), '2 hr. ago · next sync due');
    assert.equal(timesText({ ...late, isActive: false }, NOW), 'inactive · 2 hr. ago');
    assert.equal(timesText({ ...late, isCurrentlySyncing: true }, NOW), 'syncing…');
    assert.equal(stateAndTimes(late, NOW, { style: 'long' }).join(), 'Succeeded,2 hours ago,late by 2 hours');
    assert.match(connectionTooltip(late, NOW).value, /The next sync is late by 2 hours\\?\./);
    assert.equal(timesValidUntil(late, NOW), NOW + HOUR_MS / 2);
  });

  it('says that the last runs failed, where the state does not', () => {
    assert.equal(
      timesText({ ...done, hasFailedTwice: true }, NOW),
      '2 hr. ago · the last two runs failed · next in 1 hr.',
    );
    assert.equal(timesText({ ...failed, hasFailedTwice: true }, NOW), '2 hr. ago · next in 1 hr.');
  });

  it('has the last runs as a strip in its tooltip, in shapes and in words', () => {
    const run = (status: string): Job => sampleJob({ status: completedStatus({ status }) });
    const runs = [run('completed'), run('failed'), run('Held'), run('completed')];
    const image = /!\[([^\]]*)\]\(data:image\/svg\+xml;base64,([\w+/=]+)\|width=72,height=18\)/.exec(
      connectionTooltip(done, NOW, '', runs).value,
    );
    assert.equal(image?.[1]?.replaceAll('\\', ''), '2 of the last 4 completed');
    const svg = Buffer.from(image[2] ?? '', 'base64').toString();
    assert.equal(svg.match(/<circle/g)?.length, 2, 'a shape of its own for each outcome');
    assert.equal(svg.match(/h14v14/g)?.length, 1);
    assert.equal(svg.match(/l6 6-6 6/g)?.length, 1);
    assert.doesNotMatch(connectionTooltip(done, NOW, '', [run('completed')]).value, /data:/, 'one run is no strip');
  });

  it('spells times out for screen readers, and has a word for every state', () => {
    const spoken = (one: Connection, reason = ''): string =>
      stateAndTimes(one, NOW, { style: 'long', reason }).join(', ');
    assert.equal(spoken(done), 'Succeeded, 2 hours ago, next in 1 hour');
    assert.equal(spoken(failed, 'No rows'), 'Failed, 2 hours ago, No rows, next in 1 hour');
    assert.equal(spoken({ ...done, lastSyncStatus: 'Held' }), 'Held, 2 hours ago, next in 1 hour');
    assert.equal(stateAndTimes(done, NOW).join(), 'Succeeded,2 hr. ago,next in 1 hr.');
  });

  it('takes the reason of a failure from the step that failed, else from the job', () => {
    const steps = [
      sampleStep({ status: 'completed', message: 'Read.' }),
      sampleStep({ status: 'failed', message: 'No rows.' }),
    ];
    const status = completedStatus({ status: 'failed', message: 'Sync failed. No rows.', steps });
    assert.equal(failureReason(sampleJob({ status })), 'No rows.');
    assert.equal(failureMessage(sampleJob({ status })), 'No rows.', 'as the row of the job says');
    assert.equal(failureReason(sampleJob({ status: { ...status, steps: [] } })), 'Sync failed. No rows.');
    assert.equal(failureReason(sampleJob({ status: completedStatus() })), '');
    assert.equal(failureReason(undefined), '');
  });

  /** The lines without escapes. */
  function plain(markdown: string): readonly string[] {
    return markdown
      .split(/ *\n+/u)
      .filter(Boolean)
      .map((line) => line.replaceAll(/\\(.)/g, '$1'));
  }

  it('show how many there are if not all could be read', () => {
    const state: LoadedConnections = {
      kind: 'loaded',
      connections: Array.from({ length: 20_000 }, () => connection),
      droppedRows: 0,
      omittedRows: 180_000,
      requestedAt: NOW,
      receivedAt: NOW,
      receivedAtMonotonic: asMonotonic(0),
    };
    assert.equal(viewMessage(state, undefined, NOW), 'Showing the first 20,000 of 200,000 connections.');
  });

  it('show the same time of an outage as the status bar', () => {
    const since = NOW - 3_600_000;
    const failure = { kind: 'unreachable', reason: 'refused', detail: '' } as const;
    const times = { requestedAt: NOW, receivedAt: NOW, receivedAtMonotonic: asMonotonic(0) };
    const stale = { connections: [connection], droppedRows: 0, omittedRows: 0, ...times, failure };
    const summary = summarizeJobs(new JobCollection([sampleJob({ failure, receivedAt: NOW - 10 })]), NOW, {
      outageSince: since,
      hasAccess: true,
    });
    const moment = clockText(since, NOW);
    assert.ok(
      viewMessage({ kind: 'loaded', ...stale }, since, NOW)?.startsWith(
        `The service has been unreachable since ${moment}.`,
      ),
    );
    assert.equal(statusText(summary, 'Workspace', NOW).text, `Unreachable since ${moment}`);
  });
});

describe('Values', () => {
  it('have the larger unit if they are rounded to it', () => {
    const sizes = [999, 1000, 999_949, 999_950, 999_949_999, 999_950_000, 2e12];
    assert.deepEqual(sizes.map(bytesText), ['999 bytes', '1 kB', '999.9 kB', '1 MB', '999.9 MB', '1 GB', '2,000 GB']);
  });

  it('of the past are not in the future if the clock of the service is fast', () => {
    assert.match(pastMomentText(NOW + 300_000, NOW), /\(now\)$/);
    assert.match(pastMomentText(NOW - 300_000, NOW), /\(.*ago\)$/);
  });
});

describe('The title of a review', () => {
  it('counts connections of the same name', () => {
    const check = { problems: [], problemsOmitted: { blocking: 0 } };
    const plans = ['one', 'two'].map(
      (entityId) => ({ target: { entityId, name: 'Budget' }, check }) as unknown as UploadPlan,
    );
    assert.equal(reviewTitle({ plans, skipped: [] }), 'Upload 2 files to 2 connections?');
  });
});
