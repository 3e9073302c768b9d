import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lanesOf } from '../../src/app/connections/lanes.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { filterOf, searchText } from '../../src/model/connectionViewOptions.ts';
import type { ConnectionViewOptions } from '../../src/model/connectionViewOptions.ts';
import { overviewModel, PAST_MS } from '../../src/ui/overview/overviewModel.ts';
import { timeText } from '../../src/ui/format/valueText.ts';
import { eventually } from '../eventually.ts';
import { completedStatus, sampleJob } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';
import { connectService, signInAfresh } from './extensionUnderTest.ts';

const NOW = Date.UTC(2026, 0, 2, 12);
const HOUR_MS = 3_600_000;
const NO_FILTER = { filter: '', failingOnly: false } as const;

describe('What the overview shows', () => {
  const run = (entityId: string, hoursAgo: number, hours: number, status = 'completed') => {
    const startedAt = NOW - hoursAgo * HOUR_MS;
    return sampleJob({
      syncId: `${entityId}-${hoursAgo}`,
      entityId,
      status: completedStatus({ status, startedAt, completedAt: startedAt + hours * HOUR_MS }),
    });
  };
  const jobs = new JobCollection([run('a', 5, 2), run('b', 4, 2), run('b', 20, 1, 'failed'), run('c', 30, 1)]);
  const connections = [
    sampleConnection({ entityId: 'a', nextScheduledSyncAt: NOW + HOUR_MS, sourceSystem: 'Web' }),
    sampleConnection({ entityId: 'b', nextScheduledSyncAt: NOW - 2 * HOUR_MS, isLate: true }),
    sampleConnection({ entityId: 'c' }),
  ];

  function model(order: Partial<ConnectionViewOptions> = {}, listed = connections, known = jobs, stale = '') {
    const whole = { grouping: 'none', sorting: 'name', filter: '', language: 'en', ...order } as const;
    const groups = lanesOf(listed, { jobs: known, since: NOW - PAST_MS, viewOptions: whole, searchTextOf: searchText });
    const { length: count } = listed.filter(filterOf(whole, searchText) ?? (() => true));
    return overviewModel({ groups, count, viewOptions: { ...NO_FILTER, filter: whole.filter }, stale }, NOW);
  }

  it('is a lane for each connection that ran, with what is scheduled, and in words', () => {
    const lanes = model().rows.flatMap((row) => (row.kind === 'lane' ? row : []));
    assert.deepEqual(
      lanes.map(({ entityId, runs, next, nextMs, isLate, bars }) => [
        entityId,
        runs,
        next,
        nextMs,
        isLate,
        bars.length,
      ]),
      [
        ['a', '1 job', 'in 1 hr.', NOW + HOUR_MS, false, 1],
        ['b', '2 jobs, 1 failed', 'late by 2 h', NOW - 2 * HOUR_MS, true, 2],
      ],
    );
    assert.equal(lanes[1]?.screenReaderText, 'b, Never synced, late by 2 hours, 2 jobs, 1 failed');
  });

  it('says how many ran at a time, and when none did', () => {
    const at = (hoursAgo: number): string => timeText(NOW - hoursAgo * HOUR_MS);
    assert.deepEqual(model().summary, [
      '2 of 3 connections ran in the last 24 hours.',
      `Peak: 2 concurrent jobs at ${at(4)}.`,
      `No job is known to have run from ${at(19)} to ${at(5)}.`,
    ]);
    assert.equal(model().concurrency.length, 96);
    assert.deepEqual(
      model({ filter: 'web' }).summary,
      [
        '1 of 1 connections that match the filter ran in the last 24 hours.',
        `No job of these connections is known to have run from ${at(24)} to ${at(5)}.`,
      ],
      'only of those that match the filter',
    );
    const elsewhere = sampleConnection({ entityId: 'd', lastSyncId: 'elsewhere', lastSyncAt: NOW - 12 * HOUR_MS });
    assert.equal(
      model({}, [...connections, elsewhere]).summary.at(-1),
      `No job is known to have run from ${at(19)} to ${at(12)}.`,
      'the end of a sync that was not followed interrupts it',
    );
  });

  it('is filtered and grouped as the view, and bounded', () => {
    assert.deepEqual(
      model({ grouping: 'sourceSystem' }).rows.map((row) => (row.kind === 'group' ? row.name : row.entityId)),
      ['ERP', 'b', 'Web', 'a'],
    );
    assert.deepEqual([model({ filter: 'web' }).rows.length, model({ filter: 'web' }).filter], [1, 'web']);
    const many = Array.from({ length: 1200 }, (_, index) =>
      sampleConnection({ entityId: `id-${index}`, lastSyncId: 'elsewhere', lastSyncAt: NOW - index }),
    );
    const { rows, omitted } = model({}, many);
    assert.deepEqual([rows.length, omitted], [1000, 'Showing the first 1,000 of 1,200 connections.']);
    assert.equal(model().omitted, '');
  });
});

describe('Show Overview', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens one tab, however often it is called', async () => {
    await signInAfresh(connectService());
    await vscode.commands.executeCommand('dataConnections.showOverview');
    await vscode.commands.executeCommand('dataConnections.showOverview');
    const labels = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await eventually(() => labels().includes('Overview'), 'The tab is open');
    assert.equal(labels().filter((label) => label === 'Overview').length, 1);
  });
});
