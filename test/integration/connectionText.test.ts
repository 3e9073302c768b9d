import assert from 'node:assert/strict';
import type { LoadedConnections } from '../../src/app/connections/feedState.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { summarizeJobs } from '../../src/jobs/history/jobSummary.ts';
import type { Connection } from '../../src/model/connection.ts';
import { connectionTooltip } from '../../src/ui/connections/connectionRow.ts';
import { timesText } from '../../src/ui/format/connectionText.ts';
import { clockText } from '../../src/ui/format/valueText.ts';
import { viewMessage } from '../../src/ui/connections/connectionsView.ts';
import { statusText } from '../../src/ui/status/statusText.ts';
import { sampleJob } from '../unit/jobs/sampleJobs.ts';

const NOW = Date.UTC(2026, 0, 2, 12);

const connection: Connection = {
  entityId: 'e1',
  entityName: 'Orders',
  hasError: false,
  isActive: true,
  isCurrentlySyncing: false,
  lastSyncId: 's1',
  lastSyncStatus: 'completed',
  lastSyncAt: undefined,
  nextScheduledSyncAt: undefined,
  sourceSystem: 'ERP',
};

describe('The text for a connection', () => {
  it('show a status that the icon does not express, as the service spells it', () => {
    assert.equal(timesText(connection, NOW), '');
    assert.equal(timesText({ ...connection, lastSyncStatus: 'Held\nback' }, NOW), 'Held back');
    const failed = { ...connection, hasError: true, lastSyncStatus: 'CompletedWithErrors' };
    assert.equal(timesText(failed, NOW), 'CompletedWithErrors');
  });

  it('show the errors and the time of the previous sync as those of the last completed one while another runs', () => {
    const tooltip = connectionTooltip({ ...connection, hasError: true, isCurrentlySyncing: true }, NOW).value;
    assert.match(tooltip, /Last completed sync had errors/);
    assert.doesNotMatch(tooltip, /Last sync had errors/);
  });

  it('show how many there are if not all could be read', () => {
    const state: LoadedConnections = {
      kind: 'loaded',
      connections: Array.from({ length: 20_000 }, () => connection),
      droppedRows: 0,
      omittedRows: 180_000,
      askedAt: NOW,
      answeredAt: NOW,
    };
    assert.equal(viewMessage(state, undefined, NOW), 'Showing the first 20,000 of 200,000 connections.');
  });

  it('show the same time of an outage as the status bar', () => {
    const since = NOW - 3_600_000;
    const failure = { kind: 'unreachable', reason: 'refused', detail: '' } as const;
    const stale = { connections: [connection], droppedRows: 0, omittedRows: 0, askedAt: NOW, answeredAt: NOW, failure };
    const summary = summarizeJobs(new JobCollection([sampleJob({ failure, answeredAt: NOW - 10 })]), since);
    const moment = clockText(since, NOW);
    assert.ok(viewMessage({ kind: 'loaded', ...stale }, since, NOW)?.startsWith(`Unreachable since ${moment}.`));
    assert.equal(statusText(summary, 'Workspace', NOW).text, `Offline since ${moment}`);
  });
});
