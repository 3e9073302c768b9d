import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DataCheck } from '../../src/data/check/dataCheck.ts';
import type { ColumnTotals } from '../../src/model/columnTotals.ts';
import type { Job } from '../../src/model/job.ts';
import { totalsAsMarkdown, totalsAsText } from '../../src/ui/format/totalsTable.ts';
import { balanceText, sumsText, totalsLines } from '../../src/ui/format/totalsText.ts';
import { jobModel } from '../../src/ui/jobPage/jobModel.ts';
import { profileModel } from '../../src/ui/profilePage/profileModel.ts';
import { conversionNames, offerName } from '../../src/ui/upload/conversionText.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { SAP_LIST } from '../unit/data/csv/drawnTables.ts';
import { completedStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';
import {
  connectService,
  extensionApi,
  logThatSays,
  logUpToNow,
  signInAfresh,
  workspaceFolder,
} from './extensionUnderTest.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';

const HOSTILE = '[x](command:a) <img src=x> | `$(sync)`\n\u202e**b**';

describe('The text of control totals', () => {
  const sum = (name: string, value: string | undefined) => ({ name, sum: value });

  it('has all digits of the sums, the columns that balance first, and the rows', () => {
    const totals = [
      sum('id', '21528'),
      sum('text', undefined),
      sum('debit', '1204331.20'),
      sum('credit', '1204331.2'),
      sum('rate', '0.123456789012345678901234567890'),
    ];
    assert.deepEqual(totalsLines(totals, 207), [
      'Control totals: debit 1,204,331.20 · credit 1,204,331.2 · rate 0.123456789012345678901234567890 · id 21,528 · 207 rows',
      'Balancing columns: debit = credit',
    ]);
    assert.equal(sumsText([sum('a', '9007199254740993')], 1), 'a 9,007,199,254,740,993 · 1 row');
    assert.match(sumsText([sum('a', `1${'0'.repeat(400)}`)], 1), /^a 10{20,}… · 1 row$/);
    assert.deepEqual(totalsLines([sum('a', '1'), sum('b', '1')], 1), ['Control totals: a 1 · b 1 · 1 row']);
  });

  it('is empty without a sum, and has the first of many', () => {
    assert.deepEqual(totalsLines([sum('text', undefined)], 3), []);
    const many = Array.from({ length: 40 }, (_, column) => sum(`c${column}`, String(column)));
    assert.match(sumsText(many, 2), /^c0 0 · .* · c5 5 · … · 2 rows$/);
  });

  it('shows names of columns as one line of text, cut off', () => {
    const totals = [sum(`${HOSTILE}${'x'.repeat(500)}`, '100'), sum(HOSTILE, '100')];
    for (const text of [sumsText(totals, 1), balanceText(totals, 2)]) {
      assert.notEqual(text, '');
      assert.doesNotMatch(text, /[\n\u202e]/);
      assert.ok(text.length < 150, text);
    }
  });

  it('in a Markdown table is never markup, nor breaks a row', () => {
    const column: ColumnTotals = {
      name: HOSTILE,
      type: 'number',
      filled: 1,
      blanks: 0,
      sum: '1',
      smallest: '1',
      largest: '1',
      distinct: 1,
      isDistinctExact: false,
      isUnique: undefined,
    };
    const lines = totalsAsMarkdown([column]).trimEnd().split('\n');
    assert.equal(lines.length, 3);
    const row = (lines[2] ?? '').replaceAll(/\\./g, '');
    assert.equal(row.split('|').length, 10, 'eight cells');
    assert.doesNotMatch(row, /[<>[\]`*$]/);
    assert.match(row, /at least 1/);
    assert.equal(totalsAsText([column]).trimEnd().split('\n').length, 2);
  });

  it('is on the job page, beside what the service counted', () => {
    const totals = [
      { name: 'debit', blanks: 0, sum: '12.50' },
      { name: 'credit', blanks: 1, sum: '12.50' },
    ];
    const source = { name: 'gl.csv', rows: 3, byteLength: 40, totals };
    const steps = [sampleStep({ name: 'Extract' }), sampleStep({ name: 'Load', status: 'completed', count: 2 })];
    const job = sampleJob({ kind: 'upload', source, status: completedStatus({ steps }) });
    const factsOf = (one: Job) =>
      jobModel({ job: one, tracked: [], usualMs: undefined, history: [], isDemo: false }, 0).facts;
    const facts = new Map(factsOf(job).map(({ label, value }) => [label, value]));
    assert.equal(facts.get('Control totals sent'), 'debit 12.50 · credit 12.50 · 3 rows');
    assert.equal(facts.get('Balancing columns'), 'debit = credit');
    assert.equal(facts.get('Counted by the service'), 'Load 2');
    const without = { ...job, source: { ...source, totals: [] } };
    assert.equal(
      factsOf(without).some(({ label }) => /totals|Counted|Balancing/.test(label)),
      false,
    );
  });
});

describe('Show Column Profile', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'info');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens a tab, and leaves no value in the log or in the storage', async () => {
    const service = connectService();
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'trace');
    await signInAfresh(service);
    const content = 'account,net\nclandestine,1.5\ncovert,2.5\n';
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'csv' }));
    await vscode.commands.executeCommand('dataConnections.showColumnProfile');
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Column profile of “') === true,
      'The tab is open',
    );
    const log = await logUpToNow(service);
    assert.match(log, /\[debug\]/);
    assert.doesNotMatch(log, /clandestine|covert/);
    const { storagePath } = await extensionApi();
    const entries = await readdir(storagePath, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    assert.ok(files.length > 0, 'the storage has files');
    for (const file of files) {
      const bytes = await readFile(join(file.parentPath, file.name));
      assert.equal(bytes.includes('clandestine') || bytes.includes('covert'), false, file.name);
    }
  });

  it('shows an error for a text without columns', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '[]', language: 'json' }));
    await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.showColumnProfile');
      assert.equal((await messages.including(/has no columns to profile/)).severity, 'error');
    });
  });

  it('names a quote that is never closed as what to mend, and so does Copy Control Totals', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder().uri, 'open-quote.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,"open\n2,two\n'));
    await vscode.window.showTextDocument(uri);
    for (const command of ['showColumnProfile', 'copyControlTotals']) {
      await withMessages(async (messages) => {
        await vscode.commands.executeCommand(`dataConnections.${command}`);
        await messages.including(/^A quote is never closed, so the columns can’t be read\. Close it first\.$/);
      });
    }
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(uri);
  });

  it('claims nothing about objects and arrays, nor about a file without rows', () => {
    const profileOf = (kind: 'csv' | 'json', text: string) => {
      const check = new DataCheck(kind, { totals: 'profile' });
      check.push(Buffer.from(text));
      return check.end();
    };
    const nested = profileOf('json', '[{"a":{"x":1}},{"a":[2]},{"a":null}]');
    const [column] = profileModel('a.json', nested).columns;
    assert.deepEqual([column?.type, column?.distinct, column?.unique], ['nested', '–', '–']);
    assert.equal(column?.note, 'Objects and arrays are not compared.');
    assert.match(totalsAsText(nested.totals ?? []), /a +nested +2 +1 +–/);
    const [header] = profileModel('a.csv', profileOf('csv', 'id,name\n')).columns;
    assert.deepEqual([header?.distinct, header?.unique], ['0', '–']);
  });

  it('has a histogram of a column with many numbers, and the commonest values of any other', () => {
    const check = new DataCheck('csv', { totals: 'profile' });
    const rows = Array.from({ length: 40 }, (_, row) => `${row},${row % 2 === 0 ? 'x' : 'y'},${row % 3}`);
    check.push(Buffer.from(`id,text,few\n${rows.join('\n')}\n`));
    const [id, text, few] = profileModel('a.csv', check.end()).columns;
    assert.equal(
      id?.bins.reduce((sum, { rows: count }) => sum + count, 0),
      40,
    );
    assert.deepEqual([id.values, text?.bins, few?.bins], [[], [], []]);
    assert.deepEqual(
      text?.values.map(({ value, rowsText }) => [value, rowsText]),
      [
        ['x', '20'],
        ['y', '20'],
      ],
    );
    assert.deepEqual(
      few?.values.map(({ rows: count }) => count),
      [14, 13, 13],
    );
  });
});

describe('Control totals of an upload', () => {
  let service: LocalService;
  let entityId: string;

  before(async () => {
    service = connectService();
    await service.reset();
    await signInAfresh(service);
    [entityId] = await service.uploadTargets();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are in the review and in what the command returns, and no value is in the log', async () => {
    const content = 'account,debit,credit\nsecretive,100.10,\nfurtive,200.20,300.3\n';
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'csv' }));
    const messages = new ShownMessages(agree);
    try {
      const job = await vscode.commands.executeCommand<{ readonly totals: readonly ColumnTotals[] }>(
        'dataConnections.uploadActiveEditor',
        { entityId },
      );
      const [review] = messages.modal;
      assert.match(
        review?.detail ?? '',
        /Control totals: debit 300\.30 · credit 300\.3 · 2 rows\nBalancing columns: debit = credit\n/,
      );
      assert.deepEqual(
        job.totals.map(({ name, type, sum, blanks }) => [name, type, sum, blanks]),
        [
          ['account', 'text', undefined, 0],
          ['debit', 'number', '300.30', 0],
          ['credit', 'number', '300.3', 1],
        ],
      );
    } finally {
      messages.dispose();
    }
    assert.doesNotMatch(await logThatSays(/dataloader\/upload/), /secretive|furtive|\b300\.30\b/);
  });

  it('warn in the review of a total row, which names the columns', async () => {
    const content = 'account,debit,credit,id\na,10.50,,1\nb,20.25,,2\nc,,30.75,3\nd,3.00,3.00,4\nTotal,33.75,33.75,\n';
    assert.match(
      await reviewOf({ content, language: 'csv' }),
      /^Line 6 may be a total row: it has the sum of all other rows in debit\.$/m,
    );
  });

  it('warn of several total rows, and name those that a conversion omits', async () => {
    const rows = 'account,debit\na,10.50\nb,20.25\nc,3.00\n';
    const totals = 'Total: Campaigns,33.75\nTotal: Account,33.75\n';
    assert.match(
      await reviewOf({ content: rows + totals, language: 'csv' }),
      /^The 2 rows from line 5 on may be total rows: each has the sum of all rows above them in debit\.$/m,
    );
    const [header, ...others] = `${rows}${totals}`
      .trim()
      .split('\n')
      .map((row) => `|${row.replace(',', '|')}|`);
    const rule = '-'.repeat(15);
    assert.match(
      await reviewOf({ content: [rule, header, rule, ...others, rule, ''].join('\n') }),
      /^The last 2 rows may be total rows: each has the sum of all rows above them in debit\.$/m,
    );
    const conversion = { withoutTotalRow: 4, totalRows: 2 };
    assert.deepEqual(
      [offerName('withoutTotalRow', conversion), conversionNames(conversion)],
      ['Remove the 2 total rows', ['without the 2 total rows']],
    );
  });

  it('warn of a total row in a drawn table without its line, which is another one in the CSV', async () => {
    const rows = ['|a      |10.50|', '|b      |20.25|', '|c      | 3.00|', '|Total  |33.75|', '-'.repeat(15), ''];
    const content = ['List', '|account|debit|', '-'.repeat(15), ...rows].join('\n');
    const warning = /^The last row may be a total row: it has the sum of all other rows in (debit|Amount)\.$/m;
    assert.match(await reviewOf({ content }), warning);
    assert.match(await reviewOf({ content: SAP_LIST }), warning, 'with minus signs at the end of numbers');
  });

  /** What the review of a document says below its title. The user dismisses it. */
  async function reviewOf(document: { readonly content: string; readonly language?: string }): Promise<string> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(document));
    return withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId });
      return messages.modal[0]?.detail ?? '';
    });
  }
});
