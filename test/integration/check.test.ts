import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { DataCheck } from '../../src/data/check/dataCheck.ts';
import { listProblems } from '../../src/data/check/listedProblems.ts';
import { problemHelp } from '../../src/ui/explain/problemHelp.ts';
import { describeProblem } from '../../src/ui/format/problemText.ts';
import { eventually } from '../eventually.ts';
import { assertSameRows } from '../sameRows.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { largeTest } from './longTests.ts';
import { ShownMessages } from './shownMessages.ts';

const SOURCE = 'Data Connections';
/** Other extensions have fixes too. */
const OURS =
  /Flatten|to commas|sep=|title lines|repeat the header|delimiter at the end|empty rows|unique|formulas|an array|the rows in|with Encoding/;

describe('The check of the active editor', () => {
  let folder: vscode.Uri;
  let texts = 0;
  let shownMessages: ShownMessages;

  before(async () => {
    await extensionApi();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
  });

  beforeEach(() => {
    shownMessages = new ShownMessages();
  });

  afterEach(async () => {
    shownMessages.dispose();
    await setAutomatic(undefined);
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      return vscode.window.activeTextEditor === undefined;
    }, 'Every editor is closed');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function setAutomatic(value: 'csv' | 'off' | undefined): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    await configuration.update('check.automatic', value, vscode.ConfigurationTarget.Global);
  }

  /** A text that was never saved, in an editor. Its name tells what it is. */
  async function openText(content: string, extension: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(folder, `text-${++texts}.${extension}`).with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await edit((builder) => builder.insert(new vscode.Position(0, 0), content));
    return document;
  }

  async function openFile(name: string, bytes: Uint8Array): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, bytes);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    return document;
  }

  /** What the command returns, without the control totals. */
  async function check(): Promise<unknown> {
    const summary = await vscode.commands.executeCommand<Record<string, unknown> | undefined>(
      'dataConnections.checkActiveEditor',
    );
    return summary && Object.fromEntries(Object.entries(summary).filter(([name]) => name !== 'totals'));
  }

  async function edit(change: (builder: vscode.TextEditorEdit) => void): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(await editor.edit(change));
  }

  // The first of all: a check loads what the later ones use.
  it('starts with a table that is typed into an empty editor', async () => {
    const { uri } = await openText('a,b\n1\n', 'csv');
    await until(uri, ['raggedRow']);
  });

  it('sends nothing to the service', async () => {
    const service = connectService();
    await signInAfresh(service);
    await service.clearRequests();
    await openText('a,b\n1\n', 'csv');
    assert.ok(await check());
    // The view may read the connections meanwhile.
    assert.deepEqual(
      (await service.requests()).filter(({ path }) => !path.endsWith('/connections')),
      [],
    );
  });

  it('counts rows, columns and problems, and returns them to the caller', async () => {
    await openText('[{"id":1,"at":{"x":1}},{"id":2,"at":null}]', 'json');
    assert.deepEqual(await check(), { rows: 2, columns: ['id', 'at'], problems: 1, blocking: 1 });
  });

  it('returns exact control totals to the caller, and copies them as text or as a Markdown table', async () => {
    await openText('account|x,debit,credit\na,0.10,\nb,0.20,0.3\n', 'csv');
    const { totals } = await vscode.commands.executeCommand<{ totals: unknown }>('dataConnections.checkActiveEditor');
    const span = { smallest: undefined, largest: undefined };
    const counted = { isDistinctExact: true, isUnique: true };
    assert.deepEqual(totals, [
      { name: 'account|x', type: 'text', filled: 2, blanks: 0, sum: undefined, ...span, distinct: 2, ...counted },
      {
        name: 'debit',
        type: 'number',
        filled: 2,
        blanks: 0,
        sum: '0.30',
        smallest: '0.10',
        largest: '0.20',
        distinct: 2,
        ...counted,
      },
      {
        name: 'credit',
        type: 'number',
        filled: 1,
        blanks: 1,
        sum: '0.3',
        smallest: '0.3',
        largest: '0.3',
        distinct: 1,
        isDistinctExact: true,
        isUnique: false,
      },
    ]);
    await vscode.commands.executeCommand('dataConnections.copyControlTotals', { format: 'markdown' });
    assert.equal(
      await vscode.env.clipboard.readText(),
      [
        '| Column | Type | Filled | Blank | Distinct | Sum | Smallest | Largest |',
        '| --- | --- | --- | --- | --- | --- | --- | --- |',
        '| account\\|x | text | 2 | 0 | 2 |  |  |  |',
        '| debit | number | 2 | 0 | 2 | 0.30 | 0.10 | 0.20 |',
        '| credit | number | 1 | 1 | 1 | 0.3 | 0.3 | 0.3 |',
        '',
      ].join('\n'),
    );
    await vscode.commands.executeCommand('dataConnections.copyControlTotals', { format: 'text' });
    assert.match(await vscode.env.clipboard.readText(), /^debit +number +2 +0 +2 +0\.30 +0\.10 +0\.20$/m);
  });

  it('shows an error if there is nothing to check, or if the kind of the text is unknown', async () => {
    assert.equal(await check(), undefined);
    assert.equal((await shownMessages.including(/Open a CSV or JSON file in the editor/)).severity, 'error');
    await openText('Dear all,\nsee you.\n', 'txt');
    assert.equal(await check(), undefined);
    const unknown = await shownMessages.including(/Can’t detect whether “text-\d+\.txt” is CSV or JSON/);
    assert.equal(unknown.severity, 'error');
  });

  it('says so if the file of the editor can no longer be read', async () => {
    const { uri } = await openFile('gone.csv', Buffer.from('id\n1\n'));
    rmSync(uri.fsPath);
    for (const command of ['checkActiveEditor', 'showColumnProfile', 'copyControlTotals']) {
      shownMessages.all.length = 0;
      assert.equal(await vscode.commands.executeCommand(`dataConnections.${command}`), undefined);
      const { severity } = await shownMessages.including(/“gone\.csv” no longer exists/);
      assert.equal(severity, 'error');
    }
  });

  it('reports an empty text and an image, for which selecting a language mode is no remedy', async () => {
    const { uri } = await openText('', 'txt');
    assert.deepEqual(await check(), { rows: 0, columns: [], problems: 1, blocking: 1 });
    assert.deepEqual(codes(uri), ['empty']);
    const image = vscode.Uri.joinPath(folder, 'chart.png');
    await vscode.workspace.fs.writeFile(image, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await vscode.commands.executeCommand('vscode.open', image);
    assert.deepEqual(await check(), { rows: 0, columns: [], problems: 1, blocking: 1 });
    assert.deepEqual(codes(image), ['notText']);
  });

  it('shows spaces and invisible characters at the ends of names', async () => {
    const { uri } = await openText('id, net , net ,\u00A0fee\n1,2,3,"4-\u00A0"\n', 'csv');
    await check();
    assert.deepEqual(
      problems(uri).map(({ message }) => message),
      [
        'The name “[U+0020]net[U+0020]” of column 2 starts or ends with a space or an invisible character.',
        'Column 2 already has the name “[U+0020]net[U+0020]”.',
        'The name “[U+0020]net[U+0020]” of column 3 starts or ends with a space or an invisible character.',
        'The name “[U+00A0]fee” of column 4 starts or ends with a space or an invisible character.',
        '“[U+00A0]fee” contains numbers that may be read as text because of “4-[U+00A0]”.',
      ],
    );
  });

  it('reports JSON in a CSV file as such, and says what to do', async () => {
    const { uri } = await openText('{"id":1,"net":2}\n{"id":3,"net":4}\n', 'csv');
    assert.deepEqual(await check(), { rows: 0, columns: [], problems: 1, blocking: 1 });
    assert.deepEqual(shown(uri), ['Error notCsv 0:0-0:16']);
    assert.deepEqual(
      problems(uri).map(({ message }) => message),
      ['This is JSON, not CSV. Change the file extension to .json.'],
    );
  });

  it('reports a drawn table as such, and nothing in its cells', async () => {
    const { uri } = await openText('Report\n+----+-----+\n| id | net |\n+----+-----+\n| 1  | 2 " |\n', 'txt');
    assert.deepEqual(await check(), { rows: 0, columns: [], problems: 1, blocking: 1 });
    assert.deepEqual(shown(uri), ['Error drawnTable 2:0-2:12']);
    assert.deepEqual(
      problems(uri).map(({ message }) => message),
      ['The columns are drawn with bars and lines, so this is not CSV.'],
    );
  });

  it('asks for the kind of a file that is too large for a document, and checks nothing if none is chosen', async () => {
    const large = vscode.Uri.joinPath(folder, 'large.txt');
    writeFileSync(large.fsPath, 'id\n'.padEnd(51 * 1024 * 1024, '1\n'));
    await vscode.commands.executeCommand('vscode.open', large);
    const asked: unknown[] = [];
    let answer: string | undefined;
    const putBack = replaceInWindow({
      showQuickPick: (items: readonly { uploadKind: string }[], { placeHolder }: { placeHolder: string }) => {
        asked.push(placeHolder);
        return Promise.resolve(items.find(({ uploadKind }) => uploadKind === answer));
      },
    });
    try {
      assert.equal(await check(), undefined);
      answer = 'csv';
      assert.deepEqual(await check(), { rows: 26_738_687, columns: ['id'], problems: 0, blocking: 0 });
      assert.deepEqual(asked, Array(2).fill('Select the format of “large.txt”'));
    } finally {
      putBack();
      rmSync(large.fsPath);
    }
  });

  it('shows each problem at its cause, with a code that links to its explanation', async () => {
    const { uri } = await openText('id,name,id\n1,"a,b",2\n2,c\n3,"open,4\n', 'csv');
    await check();
    assert.deepEqual(shown(uri), [
      'Warning duplicateColumnName 0:8-0:10',
      'Warning raggedRow 2:0-2:3',
      'Error unterminatedQuote 3:2-3:3',
    ]);
    for (const { code } of problems(uri)) {
      assert.ok(typeof code === 'object');
      assert.equal(code.target.scheme, 'command');
      assert.equal(decodeURIComponent(code.target.query), JSON.stringify([code.value]));
    }
  });

  it('checks a table as soon as it is opened, and JSON only on request', async () => {
    const table = await openText('a,b\n1\n', 'csv');
    await until(table.uri, ['raggedRow']);
    const settings = await openText('{"a":{"b":1}}', 'json');
    await until((await openText('a,b\n1,2,3\n', 'csv')).uri, ['raggedRow']);
    assert.deepEqual(codes(settings.uri), []);
  });

  it('checks no table automatically if that is turned off, only on request', async () => {
    await setAutomatic('off');
    const table = await openText('a,b\n1\n', 'csv');
    await openText('[{"a":{}}]', 'json');
    await check();
    assert.deepEqual(codes(table.uri), []);
    await vscode.window.showTextDocument(table);
    await check();
    assert.deepEqual(codes(table.uri), ['raggedRow']);
  });

  it('removes what only automatic checks have found when they are turned off, and leaves the text alone from then on', async () => {
    const automatic = await openText('a,b\n1\n', 'csv');
    await until(automatic.uri, ['raggedRow']);
    const requested = await openText('a,b\n1,2,3\n', 'csv');
    await check();
    assert.deepEqual(codes(requested.uri), ['raggedRow']);
    await setAutomatic('off');
    await until(automatic.uri, []);
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '1,2,3,4\n'));
    await until(requested.uri, ['raggedRow', 'raggedRow']);
    await vscode.window.showTextDocument(automatic);
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '2\n'));
    await vscode.window.showTextDocument(requested);
    await edit((builder) => builder.insert(new vscode.Position(3, 0), '1\n'));
    await until(requested.uri, ['raggedRow', 'raggedRow', 'raggedRow']);
    assert.deepEqual(codes(automatic.uri), []);
  });

  it('checks the tables that are shown at once when automatic checks are turned on', async () => {
    await setAutomatic('off');
    const table = await openText('a,b\n1\n', 'csv');
    await check();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const other = await openText('a,b\n1,2,3\n', 'csv');
    await setAutomatic('csv');
    await until(other.uri, ['raggedRow']);
    assert.deepEqual(codes(table.uri), []);
  });

  it('stops an automatic check after 10 s, and never one that the user requested', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits: number[] = [];
    AbortSignal.timeout = (ms) => {
      if (ms !== 10_000) {
        // A request's.
        return timeout(ms);
      }
      limits.push(ms);
      return AbortSignal.abort(new DOMException('', 'TimeoutError'));
    };
    try {
      const { uri } = await openText('a,b\n1\n', 'csv');
      await eventually(() => limits.length > 0, 'The check has a limit');
      assert.deepEqual([limits, codes(uri)], [[10_000], []]);
      await edit((builder) => builder.insert(new vscode.Position(2, 0), '2\n'));
      assert.deepEqual(await check(), { rows: 2, columns: ['a', 'b'], problems: 2, blocking: 0 });
      assert.deepEqual([limits, codes(uri)], [[10_000], ['raggedRow', 'raggedRow']]);
    } finally {
      AbortSignal.timeout = timeout;
    }
  });

  it('reports nothing for an empty table, and checks it once it has content', async () => {
    const { uri } = await openText('', 'csv');
    const other = await openText('a,b\n1,2,3\n', 'csv');
    await until(other.uri, ['raggedRow']);
    assert.deepEqual(codes(uri), []);
    await vscode.window.showTextDocument(uri);
    await edit((builder) => builder.insert(new vscode.Position(0, 0), 'a,b\n1,2\n'));
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '3\n'));
    await until(uri, ['raggedRow']);
  });

  it('updates its results as the text changes', async () => {
    const { uri } = await openText('[{"a":1},{"a":[1]}]', 'json');
    await check();
    assert.deepEqual(codes(uri), ['nestedValue']);
    await edit((builder) => builder.replace(new vscode.Range(0, 14, 0, 17), '12345678901234567890'));
    await until(uri, ['impreciseNumber']);
    await edit((builder) => builder.replace(new vscode.Range(0, 14, 0, 34), '2'));
    await until(uri, []);
  });

  it('forgets a text when its editor closes', async () => {
    const { uri } = await openFile('closed.csv', Buffer.from('a,b\n1\n'));
    await until(uri, ['raggedRow']);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until(uri, []);
  });

  it('finds in a file what its text does not show: byte order mark, line endings, encoding', async () => {
    const marked = await openFile('marked.csv', Buffer.from('\uFEFFid,name\r\n1,a\r\n2,b\n3,c\r\n'));
    await until(marked.uri, ['byteOrderMark', 'mixedLineEndings']);
    const western = await openFile('western.csv', Buffer.from('id,name\n1,Zo\xeb\n', 'latin1'));
    await until(western.uri, ['notUtf8']);
  });

  it('checks the text of the editor from the first change on', async () => {
    const { uri } = await openFile('changed.csv', Buffer.from('\uFEFFid,name\n1,a\n'));
    await until(uri, ['byteOrderMark']);
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '2\n'));
    await until(uri, ['raggedRow']);
  });

  it('reads a file in the encoding that the user has chosen', async () => {
    const uri = vscode.Uri.joinPath(folder, 'chosen.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,Zo\xeb,x\n', 'latin1'));
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    await vscode.window.showTextDocument(document);
    await until(uri, ['raggedRow']);
  });

  it('offers no fix for a text that was opened in the wrong encoding, and keeps blocking it after edits and saving', async () => {
    const western = 'id;name\n1;Zo\xeb\n';
    const document = await openFile('western-fixes.csv', Buffer.from(western, 'latin1'));
    const { uri } = document;
    const offered = async () =>
      (await fixes(uri, 'otherDelimiter')).map(({ edit: change, command }) => [change, command?.command]);
    const bytesOnDisk = async () => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('latin1');
    await until(uri, ['otherDelimiter', 'notUtf8']);
    assert.deepEqual(await offered(), [[undefined, 'workbench.action.editor.changeEncoding']]);

    await edit((builder) => builder.insert(new vscode.Position(2, 0), '2;b;c\n'));
    await until(uri, ['otherDelimiter', 'notUtf8', 'raggedRow']);
    assert.deepEqual(await offered(), [[undefined, 'workbench.action.editor.changeEncoding']]);
    assert.equal(await bytesOnDisk(), western);

    assert.ok(await document.save());
    await until(uri, ['otherDelimiter', 'replacementCharacter', 'raggedRow']);
    assert.deepEqual(shown(uri)[1], 'Error replacementCharacter 1:4-1:5');
    assert.deepEqual(await offered(), []);
  });

  it('offers its fixes once the file is opened in the right encoding, without loss', async () => {
    const document = await openFile('western-reopened.csv', Buffer.from('id;name\n1;Zo\xeb\n', 'latin1'));
    const { uri } = document;
    await until(uri, ['otherDelimiter', 'notUtf8']);
    await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    await until(uri, ['otherDelimiter']);
    const { edit: change } = await fixFor(uri, 'otherDelimiter');
    assert.ok(change && (await vscode.workspace.applyEdit(change)));
    assert.ok(await document.save());
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(uri));
    assert.equal(bytes.toString('latin1'), 'id,name\n1,Zo\xeb\n');
  });

  it('detects a text that was opened in the wrong encoding even if it changed before its first check', async () => {
    await setAutomatic('off');
    const { uri } = await openFile('western-unchecked.csv', Buffer.from('id,name\n1,Zo\xeb\n', 'latin1'));
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '2,b\n'));
    assert.deepEqual(await check(), { rows: 2, columns: ['id', 'name'], problems: 1, blocking: 1 });
    assert.deepEqual(codes(uri), ['notUtf8']);
  });

  it('reports only a warning if the file itself contains U+FFFD', async () => {
    const { uri } = await openFile('lost.csv', Buffer.from('id,name\n1,Zo\uFFFD\n'));
    await until(uri, ['replacementCharacter']);
    await edit((builder) => builder.insert(new vscode.Position(2, 0), '2\n'));
    await until(uri, ['replacementCharacter', 'raggedRow']);
    assert.equal(shown(uri)[0], 'Warning replacementCharacter 1:4-1:5');
  });

  it('accepts a file that was opened in the wrong encoding once it was exported again', async () => {
    const document = await openFile('western-again.csv', Buffer.from('id,name\n1,Zo\xeb\n', 'latin1'));
    const { uri } = document;
    await until(uri, ['notUtf8']);
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,Zoë\n2,\uFFFD\n'));
    await until(uri, ['replacementCharacter']);
    assert.equal(shown(uri)[0], 'Warning replacementCharacter 2:2-2:3');
    await edit((builder) => builder.insert(new vscode.Position(3, 0), '3\n'));
    await until(uri, ['replacementCharacter', 'raggedRow']);
    assert.equal(shown(uri)[0], 'Warning replacementCharacter 2:2-2:3');
  });

  it('blocks text that the encoding chosen by the user cannot decode', async () => {
    const uri = vscode.Uri.joinPath(folder, 'western-misread.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,Zo\x81\n', 'latin1'));
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    await vscode.window.showTextDocument(document);
    await until(uri, ['replacementCharacter']);
    assert.equal(shown(uri)[0], 'Error replacementCharacter 1:4-1:5');
  });

  it('shows what the check of an upload has found', async () => {
    const { uri } = await openText('[{"a":{"b":1}}]', 'json');
    await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId: 'any', confirm: false });
    await until(uri, ['nestedValue']);
  });

  it('shows how many it found if it cannot show all of them', async () => {
    const { uri } = await openText(`a,b\n${'1\n'.repeat(5_000)}`, 'csv');
    assert.deepEqual(await check(), { rows: 5_000, columns: ['a', 'b'], problems: 5_000, blocking: 0 });
    assert.equal(problems(uri).length, 100);
    const { severity, text } = await shownMessages.including(/5.?000 rows/);
    assert.equal(severity, 'information');
    assert.match(text, / 5.?000 problems\. Only the first 100 are shown\.$/);
  });

  it('shows a problem of many columns once, with their number and the names of the first ones', async () => {
    const columns = Array.from({ length: 300 }, (_, index) => `c${index + 1}`);
    const { uri } = await openText(`${columns.join(';')}\n${columns.map(() => '1,25').join(';')}\n`, 'csv');
    assert.deepEqual(await check(), { rows: 1, columns, problems: 2, blocking: 0 });
    const [comma] = problems(uri).filter((problem) => codeOf(problem) === 'decimalComma');
    assert.equal(
      comma?.message,
      '300 columns contain numbers with a decimal comma or points between thousands: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 and 288 more.',
    );
    assert.deepEqual(shown(uri), ['Warning otherDelimiter 0:2-0:3', 'Warning decimalComma 1:0-1:4']);
    const { text } = await shownMessages.including(/300 columns/);
    assert.match(text, / 2 problems\.\s*$/);
  });

  it('says what is wrong in several columns', () => {
    const textOf = (code: string, rows: readonly (readonly string[])[]): string => {
      const dataCheck = new DataCheck('csv');
      dataCheck.push(Buffer.from(rows.map((cells) => `${cells.join(',')}\n`).join('')));
      const { listed } = listProblems(dataCheck.end());
      return listed
        .filter((problem) => problem.code === code)
        .map(describeProblem)
        .join();
    };
    const all = (cellOf: (index: number) => string): readonly string[] => [...Array(7).keys()].map(cellOf);
    const [names, numbers] = [all((index) => `c${index}`), all(() => '1')];
    const shownNames = 'c0, c1, c2, c3, c4, c5, c6';
    assert.deepEqual(
      [
        textOf('emptyColumnName', [
          ['id', ...all(() => '')],
          ['1', ...numbers],
        ]),
        textOf('paddedColumnName', [names.map((name) => `${name} `), numbers]),
        textOf('duplicateColumnName', [
          [...names, ...names],
          [...numbers, ...numbers],
        ]),
        textOf('formattedNumbers', [names, all(() => '€ 12.50')]),
        textOf('shortenedNumber', [names, all(() => '1.5E+12')]),
        textOf('formulaText', [names, all(() => '="01"')]),
        textOf('errorValue', [names, all(() => '#N/A')]),
        textOf('typeChange', [names, ...Array.from({ length: 30 }, () => numbers), all(() => 'x')]),
      ],
      [
        '7 columns have no name: 2, 3, 4, 5, 6, 7, 8.',
        `The names of 7 columns start or end with a space: ${all((index) => `c${index}[U+0020]`).join(', ')}.`,
        '7 columns have the name of an earlier column, for example c0, c1, c2.',
        `7 columns contain numbers that may be read as text, for example because of “€ 12.50”: ${shownNames}.`,
        `7 columns contain long numbers written as 1.5E+12, whose last digits may be missing: ${shownNames}.`,
        `7 columns contain texts that are written as formulas: ${shownNames}.`,
        `7 columns contain error values of a spreadsheet, such as #N/A: ${shownNames}.`,
        `7 columns contain a value that, unlike those before it, is neither a number nor a date: ${shownNames}.`,
      ],
    );
  });

  describe('has quick fixes', () => {
    for (const [title, language, text, code, fixed] of [
      [
        'Flatten',
        'json',
        '[{"id":1.10,"at":{"x":1,"y":[true]}}]',
        'nestedValue',
        '[{"id":1.10,"at.x":1, "at.y.0":true}]',
      ],
      ['commas', 'csv', 'id;price\n1;"1;5"\n2;2,5\n', 'otherDelimiter', 'id,price\n1,"1;5"\n2,"2,5"\n'],
      ['sep=', 'csv', 'sep=;\nid;name\n1;a\n', 'sepLine', 'id;name\n1;a\n'],
      ['title lines', 'csv', 'Report 1;;\n\nid;name;net\n1;a;2\n', 'titleLines', 'id;name;net\n1;a;2\n'],
      ['formulas', 'csv', 'id,code\n1,="0012"\n2,"=""a,b"""\n', 'formulaText', 'id,code\n1,0012\n2,"a,b"\n'],
      ['repeat the header', 'csv', 'id;net\n1;2\nid;net\n', 'repeatedHeader', 'id;net\n1;2\n'],
      ['delimiter at the end', 'csv', 'id;name\n1;"a;";\n2;;\n', 'trailingDelimiters', 'id;name\n1;"a;"\n2;\n'],
      ['empty rows', 'csv', 'id,name\n1,a\n,\n"",\n2,\n', 'emptyRows', 'id,name\n1,a\n2,\n'],
      ['empty rows', 'csv', 'id,name\n1,a\n,\n\n', 'trailingEmptyRows', 'id,name\n1,a\n'],
      ['unique', 'csv', 'id,"a b","a b",id\n1,2,3,4\n', 'duplicateColumnName', 'id,"a b","a b_2",id_2\n1,2,3,4\n'],
      [
        'unique',
        'csv',
        'a,a,a,a,a,a,a,a\n1,2,3,4,5,6,7,8\n',
        'duplicateColumnName',
        'a,a_2,a_3,a_4,a_5,a_6,a_7,a_8\n1,2,3,4,5,6,7,8\n',
      ],
      ['lines to an array', 'json', '{"id":1}\n{"id":2}\n', 'jsonLines', '[{"id":1},\n{"id":2}]\n'],
      ['the rows in “data”', 'json', '{"n":1,"data":[{"id":1}]}', 'rowsInObject', '[{"id":1}]'],
      ['the rows in “d”', 'json', '{"d":{"n":1,"results":[{"id":1}]}}', 'rowsInObject', '[{"id":1}]'],
      ['the rows in “data”', 'json', '[{"page":1,"data":[{"id":1}]}]', 'rowsInPages', '[{"id":1}]'],
      ['one row', 'json', '{"id":1}', 'oneObject', '[{"id":1}]'],
      ['one row', 'json', '{"id":1,"tags":[]}', 'oneObject', '[{"id":1,"tags":[]}]'],
    ] as const) {
      it(`that change nothing else: ${code}`, async () => {
        const document = await openText(text, language);
        await check();
        assert.ok(codes(document.uri).includes(code), codes(document.uri).join());
        const action = await fixFor(document.uri, code);
        assert.match(action.title, new RegExp(title));
        assert.ok(action.edit);
        assert.ok(await vscode.workspace.applyEdit(action.edit));
        assert.equal(document.getText(), fixed);
        await untilGone(document.uri, code);
      });
    }

    largeTest('for large texts too, in one edit', async () => {
      const text = `id;name;note\n${Array.from({ length: 50_000 }, (_, row) => `${row};"n;${row}";a,b\n`).join('')}`;
      const document = await openText(text, 'csv');
      await check();
      const { edit: change } = await fixFor(document.uri, 'otherDelimiter');
      assert.ok(change);
      assert.equal(change.get(document.uri).length, 1);
      assert.ok(await vscode.workspace.applyEdit(change));
      assertSameRows(parse(document.getText()), parse(text, { delimiter: ';' }));
      await untilGone(document.uri, 'otherDelimiter');
    });

    it('that open the encodings of VS Code if there is nothing to change in the text', async () => {
      const { uri } = await openFile('mark.csv', Buffer.from('\uFEFFid\n1\n'));
      await until(uri, ['byteOrderMark']);
      const action = await fixFor(uri, 'byteOrderMark');
      assert.equal(action.edit, undefined);
      assert.equal(action.command?.command, 'workbench.action.editor.changeEncoding');
    });

    it('for no JSON that is not valid, because the text of a fix would not be either', async () => {
      const { uri } = await openText('{"a":{"b":1}},\n{"a":2}\n', 'json');
      await check();
      assert.ok(
        ['oneObject', 'nestedValue', 'notJson'].every((code) => codes(uri).includes(code)),
        codes(uri).join(),
      );
      assert.deepEqual([await fixes(uri, 'oneObject'), await fixes(uri, 'nestedValue')], [[], []]);
    });

    it('for no object that may hold the rows, because one row would pass the next check', async () => {
      for (const [text, code] of [
        ['{"accounts":[{"id":1}],"entries":[{"id":1}]}', 'oneObject'],
        ['{"count":0,"data":[]}', 'oneObject'],
        ['{"range":"A1:A2","values":[["id"],["1"]]}', 'rowsAsArrays'],
      ] as const) {
        const { uri } = await openText(text, 'json');
        await check();
        assert.ok(codes(uri).includes(code) && codes(uri).includes('nestedValue'), codes(uri).join());
        assert.deepEqual([await fixes(uri, 'oneObject'), await fixes(uri, 'nestedValue')], [[], []]);
      }
    });

    it('for no actions of a bulk file, because they would pass the next check as rows', async () => {
      const { uri } = await openText('{"index":{}}\n{"id":1}\n', 'json');
      await check();
      assert.deepEqual(codes(uri).toSorted(), ['bulkActions', 'jsonLines', 'nestedValue']);
      assert.deepEqual([await fixes(uri, 'jsonLines'), await fixes(uri, 'nestedValue')], [[], []]);
    });

    it('for nothing that requires knowledge of the data', async () => {
      const { uri } = await openText('id,name\n1\n', 'csv');
      await until(uri, ['raggedRow']);
      assert.deepEqual(await fixes(uri, 'raggedRow'), []);
    });
  });

  it('explains a code on a page of its own, and opens no document that could have problems', async () => {
    const before = vscode.workspace.textDocuments.map(({ uri }) => uri.toString());
    await vscode.commands.executeCommand('dataConnections.explainProblem', 'raggedRow');
    await eventually(() => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputWebview && activeTab.label === 'raggedRow';
    }, 'The page about the problem is shown');
    const opened = vscode.workspace.textDocuments.map(({ uri }) => uri.toString());
    assert.deepEqual(
      opened.filter((uri) => !before.includes(uri)),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('explains each code in the words of the guide', async () => {
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.ok(extension);
    const path = vscode.Uri.joinPath(extension.extensionUri, 'docs', 'guide', 'problems.md');
    const guide = Buffer.from(await vscode.workspace.fs.readFile(path)).toString();
    const sections = guide.matchAll(/^## (\w+)\n\n\w+\. (.+?) \*\*What to do:\*\* (.+?)\n/gm);
    const documented = [...sections].map(([, code = '', ...words]) => [code, ...words.map(withoutMarkup)]);
    const shown = Object.entries(problemHelp()).map(([code, { meaning, fix }]) => [
      code,
      ...[meaning, fix].map(withoutMarkup),
    ]);
    assert.deepEqual(shown, documented);
  });
});

/** Without emphasis, code marks and the different quotes of Markdown and of the page. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/[*_`“”]/g, '').replaceAll('’', "'");
}

function problems(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === SOURCE)
    .toSorted((a, b) => a.range.start.compareTo(b.range.start));
}

function codeOf({ code }: vscode.Diagnostic): string {
  assert.ok(typeof code === 'object' && typeof code.value === 'string');
  return code.value;
}

function codes(uri: vscode.Uri): readonly string[] {
  return problems(uri).map(codeOf);
}

function shown(uri: vscode.Uri): readonly string[] {
  return problems(uri).map((problem) => {
    const { start, end } = problem.range;
    const place = `${start.line}:${start.character}-${end.line}:${end.character}`;
    return `${vscode.DiagnosticSeverity[problem.severity]} ${codeOf(problem)} ${place}`;
  });
}

/** Resolves once exactly these problems are shown. */
async function until(uri: vscode.Uri, expected: readonly string[]): Promise<void> {
  await eventually(() => {
    assert.deepEqual(codes(uri), expected);
    return true;
  }, `The problems of ${uri.path}`);
}

async function untilGone(uri: vscode.Uri, code: string): Promise<void> {
  await eventually(() => !codes(uri).includes(code), `${code} is gone`);
}

async function fixes(uri: vscode.Uri, code: string): Promise<readonly vscode.CodeAction[]> {
  const problem = problems(uri).find((candidate) => codeOf(candidate) === code);
  assert.ok(problem);
  const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    problem.range,
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
  return actions.filter(({ title }) => OURS.test(title));
}

async function fixFor(uri: vscode.Uri, code: string): Promise<vscode.CodeAction> {
  const [action] = await fixes(uri, code);
  assert.ok(action, `a fix for ${code}`);
  return action;
}
