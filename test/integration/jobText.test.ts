import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { summarizeJobs } from '../../src/jobs/history/jobSummary.ts';
import type { Job } from '../../src/model/job.ts';
import { batchOutcomeText, outcomeText } from '../../src/ui/format/jobOutcomeText.ts';
import { jobDescription, stepDescription } from '../../src/ui/format/jobText.ts';
import { extentText, jobTooltip } from '../../src/ui/format/jobTooltip.ts';
import { screenReaderText } from '../../src/ui/format/screenReaderText.ts';
import { clockText } from '../../src/ui/format/valueText.ts';
import { jobModel } from '../../src/ui/jobPage/jobModel.ts';
import { stepRows, jobTreeItem } from '../../src/ui/jobs/jobRow.ts';
import type { JobElement } from '../../src/ui/jobs/jobRow.ts';
import { statusText, statusTooltip, tooltipJobs } from '../../src/ui/status/statusText.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';

const NOW = Date.UTC(2026, 0, 2, 12);
const REACHABLE = { outageSince: undefined, hasAccess: true };
const upload = sampleJob({ kind: 'upload', source: { name: 'good.json', rows: 2, byteLength: 30 } });
const failedStatus = (message: string) => completedStatus({ status: 'failed', message });

function modelOf(job: Job, tracked: readonly Job[] = [job]) {
  return jobModel({ job, tracked, usualMs: undefined, history: [], isDemo: false }, NOW);
}

describe('The text for the outcome of', () => {
  const load = (count: number) => [sampleStep({ name: 'Load', status: 'completed', count, completedAt: 9 })];
  const one = { ...upload, source: { name: 'one.csv', rows: 1, byteLength: 3 } };
  const cases: readonly (readonly [string, Job, string])[] = [
    ['an upload', { ...upload, status: completedStatus() }, '“good.json”: 2 rows loaded into “Orders”.'],
    [
      'an upload with a count',
      { ...upload, status: completedStatus({ steps: load(2) }) },
      '“good.json”: 2 rows loaded into “Orders”.',
    ],
    ['an upload of one row', { ...one, status: completedStatus() }, '“one.csv”: 1 row loaded into “Orders”.'],
    [
      'an upload of which the service reports another count',
      { ...upload, status: completedStatus({ steps: load(1) }) },
      '“good.json”: 2 rows sent to “Orders”; the service reports Load 1.',
    ],
    ['a sync', sampleJob({ status: completedStatus() }), 'Sync of “Orders” completed.'],
    [
      'a sync with counts',
      sampleJob({ status: completedStatus({ steps: load(1204) }) }),
      'Sync of “Orders” completed (Load 1,204).',
    ],
    ['a failed sync', sampleJob({ status: failedStatus('No space.') }), 'Sync of “Orders” failed: No space.'],
    [
      'a failed sync whose message says so',
      sampleJob({ status: failedStatus('Sync of Orders failed. No space.') }),
      'Sync of Orders failed. No space.',
    ],
    [
      'a failed sync whose message says so with quotes',
      sampleJob({ status: failedStatus('Sync of "Orders" failed: no space.') }),
      'Sync of "Orders" failed: no space.',
    ],
    [
      'a failed sync whose message names it like this',
      sampleJob({ status: failedStatus('Sync of “Orders” failed. No space.') }),
      'Sync of “Orders” failed. No space.',
    ],
    ['a failed sync without a message', sampleJob({ status: failedStatus('') }), 'Sync of “Orders” failed.'],
    [
      'a failed upload',
      { ...upload, status: failedStatus('Bad date.') },
      'Upload of “good.json” to “Orders” failed: Bad date.',
    ],
    [
      'an upload that completed with a failed step',
      {
        ...upload,
        status: completedStatus({
          message: 'Done.',
          steps: [
            sampleStep({ name: 'Load', status: 'failed', count: 2, completedAt: 9, message: 'Row 2: no center.' }),
          ],
        }),
      },
      'Upload of “good.json” to “Orders” failed: Row 2: no center.',
    ],
    [
      'a job that is lost',
      sampleJob({ isLost: true }),
      'Sync of “Orders” is no longer watched: the service no longer has this job. Its outcome is unknown. Check the last sync of the connection.',
    ],
    [
      'a job with an unknown status',
      sampleJob({ status: completedStatus({ status: 'archived', message: 'Put away.' }) }),
      'Sync of “Orders” ended with status “archived”: Put away.',
    ],
    [
      'a job without a status',
      sampleJob({ status: completedStatus({ status: '', message: 'Put away.' }) }),
      'Sync of “Orders” ended without a status: Put away.',
    ],
    [
      'a job without a status and a message',
      sampleJob({ status: completedStatus({ status: '', message: '', steps: [] }) }),
      'Sync of “Orders” ended without a status.',
    ],
  ];
  for (const [what, job, expected] of cases) {
    it(`${what} is one short line`, () => assert.equal(outcomeText(job), expected));
  }

  const named = (entityName: string, message?: string): Job =>
    sampleJob({ entityName, status: message === undefined ? completedStatus() : failedStatus(message) });

  it('several syncs says how many completed, and which failed', () => {
    const [a, b] = [named('Orders'), named('Leads')];
    assert.equal(batchOutcomeText([a, b]), '2 syncs completed.');
    assert.equal(
      batchOutcomeText([a, b, named('Cases', 'No space.')]),
      '2 of 3 syncs completed. 1 failed: Cases (No space.)',
    );
    assert.equal(
      batchOutcomeText([a, named('Cases', 'x'), named('Rates', 'y')]),
      '1 of 3 syncs completed. 2 failed: Cases, Rates',
    );
    const many = ['A', 'B', 'C', 'D', 'E'].map((name) => named(name, 'x'));
    assert.equal(batchOutcomeText(many), '0 of 5 syncs completed. 5 failed: A, B, C, and 2 more');
    assert.equal(batchOutcomeText([a, sampleJob({ isLost: true })]), '1 of 2 syncs completed. 1 outcome is unknown.');
    const thousands = Array.from({ length: 1234 }, () => named('A', 'x'));
    assert.equal(
      batchOutcomeText([...thousands, ...thousands.map(() => sampleJob({ isLost: true }))]),
      '0 of 2,468 syncs completed. 1,234 outcomes are unknown. 1,234 failed: A, A, A, and 1,231 more',
    );
  });

  it('several uploads names the file that failed', () => {
    const failed = { ...upload, status: failedStatus('Bad date.') };
    assert.equal(
      batchOutcomeText([failed, { ...upload, status: completedStatus() }]),
      '1 of 2 uploads completed. 1 failed: good.json → Orders (Bad date.)',
    );
  });
});

describe('The description of a job', () => {
  const steps = [
    sampleStep({ status: 'completed', count: 12, completedAt: 1000 }),
    sampleStep({
      name: 'Load',
      status: 'failed',
      count: 3,
      message: 'The disk is full.',
      startedAt: 1000,
      completedAt: 3000,
    }),
  ];

  it('has its end and the most specific message of the service before its counts and duration', () => {
    const job = sampleJob({ status: completedStatus({ status: 'failed', message: 'The load failed.', steps }) });
    const end = clockText(5000, NOW);
    assert.equal(jobDescription(job, NOW), `${end} · The disk is full. · Extract 12 · Load 3 · 5 s`);
    assert.equal(stepDescription(job, steps[1] ?? sampleStep(), NOW), '3 · 2 s · The disk is full.');
    const running = sampleJob({ knownSince: NOW - 5000, startMessage: 'Queued behind 2 jobs.' });
    assert.equal(jobDescription(running, NOW, 8000), 'started · 5 s · usually 8 s · Queued behind 2 jobs.');
  });

  it('says that a job is not watched, without durations that would go on, once the service refuses the key', () => {
    const failure = { kind: 'unauthorized', problem: undefined } as const;
    const started = NOW - 5000;
    const load = sampleStep({ name: 'Load', count: 3, startedAt: started });
    const status = runningStatus({ message: '', startedAt: started, steps: [load] });
    const paused = sampleJob({ knownSince: started, status, receivedAt: started, failure });
    const text = `Load 3 · not watched until you sign in again · last updated ${clockText(started, NOW)}`;
    assert.equal(jobDescription(paused, NOW, 8000), text);
    assert.equal(stepDescription(paused, load, NOW), '3');
    const row = jobTreeItem({ kind: 'job', job: paused, isOpen: true, folder: '' }, NOW, () => 8000);
    const step = jobTreeItem({ kind: 'step', job: paused, step: load, index: 0 }, NOW, () => 8000);
    for (const { iconPath } of [row, step]) {
      assert.equal(iconPath instanceof vscode.ThemeIcon && iconPath.id, 'debug-pause');
    }
    const { text: shown } = statusText(summarizeJobs(new JobCollection([paused]), NOW, REACHABLE), 'Acme', NOW);
    assert.equal(shown, 'Sign in again');
    const { isCounting, elapsedMs, reachMs, stateText, runs } = modelOf(paused);
    assert.deepEqual([isCounting, elapsedMs, reachMs, runs[0]?.elapsedMs], [false, null, 0, null]);
    assert.equal(stateText, 'running · not watched until you sign in again');
  });
});

describe('The extent of an uploaded file', () => {
  it('has the singular for one row and one byte', () => {
    assert.equal(extentText({ name: 'a.csv', rows: 1, byteLength: 1 }), '1 row, 1 byte');
    assert.equal(extentText({ name: 'a.csv', rows: 1204, byteLength: 9000 }), '1,204 rows, 9,000 bytes');
  });
});

describe('The page of a job', () => {
  const run = (syncId: string, startedAt: number): Job =>
    sampleJob({ syncId, status: completedStatus({ startedAt, completedAt: startedAt + 1000 }) });

  it('has the elapsed time of a running job, for its bar', () => {
    const running = sampleJob({ syncId: 'now', knownSince: NOW - 7000 });
    const { runs } = modelOf(running, [running, run('a', 0)]);
    assert.deepEqual(modelOf(running, [run('a', 0)]).runs, runs, 'also of a job that was only looked up');
    assert.deepEqual(
      runs.map(({ durationMs, elapsedMs }) => [durationMs, elapsedMs]),
      [
        [1000, null],
        [null, 7000],
      ],
    );
  });

  it('offers a retry only until the job was retried', () => {
    const failed = sampleJob({ status: failedStatus('') });
    assert.equal(modelOf(failed).canRetry, true);
    assert.equal(modelOf({ ...failed, isRetried: true }).canRetry, false);
  });
});

describe('The text for a job whose end is only known from the list of connections', () => {
  const steps = [sampleStep({ name: 'Load', status: 'running', count: 7806 })];
  const pending: Job = sampleJob({ status: completedStatus({ message: '' }), listedEnd: 'pending', receivedAt: NOW });

  it('say that details are loading, in the row, the tooltip and the page', () => {
    assert.match(jobDescription(pending, NOW), /loading details/);
    assert.match(jobTooltip(pending, NOW).value, /loading details/);
    const { message, labels } = modelOf(pending);
    assert.equal(message, 'Found in the list of connections. Loading details…');
    assert.equal(labels.noSteps, 'Loading steps…');
  });

  it('say that there are no details if they are unavailable', () => {
    const only: Job = { ...pending, listedEnd: 'only' };
    assert.match(jobDescription(only, NOW), /no details available/);
    assert.match(modelOf(only).message, /provides no details/);
  });

  it('say neither once the details are known, or while the job is running', () => {
    const runsOn: Job = { ...pending, status: runningStatus({ steps }), listedEnd: 'refuted' };
    for (const job of [{ ...pending, listedEnd: undefined }, runsOn]) {
      assert.doesNotMatch(jobDescription(job, NOW), /details/);
      assert.doesNotMatch(modelOf(job).message, /details/);
    }
  });
});

describe('The label for screen readers', () => {
  const job = sampleJob({ knownSince: NOW - 5000, status: runningStatus({ startedAt: 0, steps: [sampleStep()] }) });
  const row: JobElement = { kind: 'job', job, isOpen: true, folder: '' };

  it('has commas and full words', () => {
    assert.equal(
      screenReaderText('good.json → Orders, completed · Load 1,204 · 1 min 5 s · 2 h'),
      'good.json, Orders, completed, Load 1,204, 1 minute 5 seconds, 2 hours',
    );
  });

  it('of a running job and its steps stays the same as time passes: the selected row would be read again each second', () => {
    const labels = (now: number): readonly (string | undefined)[] =>
      [row, ...stepRows(row)].map((one) => jobTreeItem(one, now, () => 40_000).accessibilityInformation?.label);
    assert.deepEqual(labels(NOW), labels(NOW + 17_000));
    assert.match(labels(NOW)[0] ?? '', /^Orders, running, .*since .*usually 40 seconds/);
    const spoken = (now: number) =>
      statusText(summarizeJobs(new JobCollection([job]), now, REACHABLE), 'Workspace', now).accessibilityLabel;
    assert.equal(spoken(NOW), spoken(NOW + 17_000));
    assert.match(spoken(NOW) ?? '', /since/);
  });
});

describe('The status bar', () => {
  const jobs = new JobCollection([
    sampleJob({ knownSince: NOW - 5000, status: runningStatus({ startedAt: 0, steps: [sampleStep()] }) }),
  ]);

  it('counts the seconds of a running job', () => {
    for (const [now, passed] of [
      [NOW, /\b5 s/],
      [NOW + 17_000, /\b22 s/],
    ] as const) {
      assert.match(statusText(summarizeJobs(jobs, now, REACHABLE), 'Workspace', now).text, passed);
    }
  });

  it('has a tooltip that stays the same as time passes, so that it does not flicker', () => {
    const tooltip = (now: number): string =>
      statusTooltip('Workspace', [], tooltipJobs(jobs), { now, needsSignIn: false }).value;
    assert.equal(tooltip(NOW), tooltip(NOW + 17_000));
    assert.match(tooltip(NOW), /since/);
  });

  it('says in its tooltip what a click does', () => {
    const tooltip = (shown: JobCollection, needsSignIn: boolean): string =>
      statusTooltip('Workspace', [], tooltipJobs(shown), { now: NOW, needsSignIn }).value.replace(/&nbsp;|\\/g, ' ');
    assert.match(tooltip(jobs, false), /Click to show jobs *\.\s*$/);
    assert.match(tooltip(new JobCollection(), false), /No jobs are running *\.\s*$/);
    assert.match(tooltip(jobs, true), /Click to sign in again *\.\s*$/);
  });
});
