import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rmSync, truncateSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { baseName } from '../../src/ui/editor/openEditors.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { encodeAs } from '../unit/data/text/encodings.ts';
import { acceptedPick } from './acceptedPick.ts';
import { connectService, logUpToNow, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { largeTest } from './longTests.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';

describe('Upload of files', () => {
  let service: LocalService;
  /** Agrees to every review. */
  let messages: ShownMessages;
  let entityId: string;
  let otherId: string;
  let folder: vscode.Uri;
  const configuration = () => vscode.workspace.getConfiguration('dataConnections');

  before(async () => {
    service = connectService();
    await service.reset();
    await signInAfresh(service);
    [entityId, otherId] = await service.uploadTargets();
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'uploads');
    await vscode.workspace.fs.createDirectory(folder);
  });

  beforeEach(async () => {
    messages = new ShownMessages(agree);
    await service.clearTraffic();
  });

  afterEach(async () => {
    messages.dispose();
    await service.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => vscode.workspace.fs.delete(folder, { recursive: true }));

  async function write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    return uri;
  }

  /** Writes a file in parts, because it may be larger than what VS Code opens as a document. */
  async function writeLarge(name: string, megabytes: number): Promise<{ uri: vscode.Uri; sha256: string }> {
    const uri = vscode.Uri.joinPath(folder, name);
    const file = await open(uri.fsPath, 'w');
    const hash = createHash('sha256');
    // Long, so that there are few rows: the service stores each of them.
    const note = `a ""quoted"" ${'b'.repeat(300)}`;
    let rows = 0;
    let byteLength = 0;
    try {
      const head = 'id,name,note\n';
      await file.write(head);
      hash.update(head);
      while (byteLength < megabytes * 1_000_000) {
        const piece = Array.from({ length: 1_000 }, () => `${String(++rows).padStart(10, '0')},Zoë,"${note}"\n`).join(
          '',
        );
        byteLength += Buffer.byteLength(piece);
        await file.write(piece);
        hash.update(piece);
      }
    } finally {
      await file.close();
    }
    return { uri, sha256: hash.digest('hex') };
  }

  function upload(...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand('dataConnections.uploadFile', ...args);
  }

  function syncIdOf(job: unknown): string {
    assert.ok(typeof job === 'object' && job !== null && 'syncId' in job && typeof job.syncId === 'string');
    return job.syncId;
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  /** Repeats it until the tab shows it: edits before VS Code has opened the editor are lost. */
  async function untilActiveTabIs({ isDirty }: { isDirty: boolean }, act: () => Thenable<unknown>): Promise<void> {
    const isReached = () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === isDirty;
    await eventually(
      async () => {
        if (!isReached()) {
          await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
          await act();
        }
        return isReached();
      },
      `The tab ${isDirty ? 'has' : 'has no'} changes`,
    );
  }

  const confirmed = () => ({ entityId, confirm: false });

  async function uploadActiveEditor(): Promise<unknown> {
    return vscode.commands.executeCommand('dataConnections.uploadActiveEditor', confirmed());
  }

  it('sends the bytes of a file as they are', async () => {
    const bytes = '\uFEFFid;net\r\n1;"a\r\nb"\r\n';
    const uri = await write('ledger.csv', bytes);
    const syncId = syncIdOf(await upload(uri, confirmed()));
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), bytes);
    assert.equal((await service.latestUpload()).fileName, 'ledger.csv');
  });

  it('sends the text of the editor if it has unsaved changes', async () => {
    const uri = await write('open.csv', 'id\n1\n');
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2\n'));
    const syncId = syncIdOf(await upload(uri, [uri], confirmed()));
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), 'id\n1\n2\n');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('sends the bytes of a file that its editor shows without changes', async () => {
    const bytes = '\uFEFFid;net\r\n1;"a\nb"\r\n';
    await vscode.window.showTextDocument(await write('shown.csv', bytes));
    const syncId = syncIdOf(await uploadActiveEditor());
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), bytes);
  });

  it('uses the kind that the editor shows', async () => {
    const uri = await write('rows.txt', 'id,name\n1,one\n');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, 'json'));
    await withMessages(async (messages) => {
      assert.equal(await uploadActiveEditor(), undefined, 'CSV is not JSON');
      assert.match((await messages.including(/“rows\.txt” was not uploaded\./)).text, /JSON/);
    });
    assert.equal(await uploadRequests(), 0);
  });

  it('sends nothing of a file whose editor shows characters that are lost', async () => {
    const latin = Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1');
    const editor = await vscode.window.showTextDocument(await write('lost.csv', latin));
    assert.match(editor.document.getText(), /Z\uFFFDrich/);
    await withMessages(async (messages) => {
      assert.equal(await uploadActiveEditor(), undefined);
      assert.match((await messages.including(/“lost\.csv” was not uploaded\./)).text, /UTF-8/);
    });
    assert.equal(await uploadRequests(), 0);
  });

  it('sends the text of an editor that reads its file in another encoding', async () => {
    const uri = await write('chosen.csv', Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' }));
    for (const job of [await uploadActiveEditor(), await upload(uri, confirmed())]) {
      assert.equal(Buffer.from(await service.uploadRaw(syncIdOf(job))).toString(), 'id;town\n1;Zürich\n');
    }
  });

  it('sends a file for which a menu was opened to the connection that the caller names, also if its editor is active', async () => {
    const uri = await write('menu.csv', 'id\n1\n');
    const document = await vscode.workspace.openTextDocument(uri);
    const send = (...args: unknown[]) =>
      vscode.commands.executeCommand('dataConnections.uploadToConnection', ...args, {
        entityId: otherId,
        confirm: false,
      });
    const sent = async () => Buffer.from(await service.uploadRaw((await service.latestUpload()).syncId)).toString();
    for (const args of [[uri], [uri, [uri]], []]) {
      const editor = await vscode.window.showTextDocument(document);
      await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '2\n'));
      syncIdOf(await send(...args));
      const { entityId: target } = await service.latestUpload();
      assert.deepEqual([target, await sent()], [otherId, document.getText()]);
    }
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('sends nothing if the text was edited while the user looked at its rows', async () => {
    const uri = await write('looked-at.csv', 'id;name\n1;one\n');
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const edit = () => editor.edit((change) => change.insert(new vscode.Position(2, 0), '2;two\n'));
    const told: string[] = [];
    const tell = async (text: string, ...rest: { readonly title?: string; readonly modal?: boolean }[]) => {
      told.push(text);
      if (rest[0]?.modal !== true) {
        return undefined;
      }
      await edit();
      return rest.find(({ title }) => title === 'Upload');
    };
    messages.dispose();
    const putBack = replaceInWindow({ showWarningMessage: tell, showErrorMessage: tell });
    try {
      // At first as it is on the disk, then with unsaved changes.
      for (const command of ['dataConnections.uploadFile', 'dataConnections.uploadActiveEditor']) {
        const uris = command.endsWith('File') ? [uri] : [];
        await vscode.commands.executeCommand(command, ...uris, { entityId });
      }
    } finally {
      putBack();
      messages = new ShownMessages(agree);
    }
    const refusal = 'Nothing was uploaded because “looked-at.csv” was edited during the review. Upload again.';
    assert.deepEqual(
      told.filter((text) => text.startsWith('Nothing')),
      [refusal, refusal],
    );
    assert.equal(await uploadRequests(), 0);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('refuses an entity ID of only digits before it asks for a file', async () => {
    let dialogs = 0;
    const putBack = replaceInWindow({
      showOpenDialog: () => {
        dialogs += 1;
        return Promise.resolve(undefined);
      },
    });
    try {
      await withMessages(async (messages) => {
        assert.equal(await upload({ entityId: '4711' }), undefined);
        await messages.including(/contain only digits/);
      });
    } finally {
      putBack();
    }
    assert.equal(dialogs, 0);
  });

  it('sends none of a list with anything but URIs or without any, and each file of several arguments', async () => {
    const [one, other] = await Promise.all([write('one.csv', 'a\n1\n'), write('other.csv', 'a\n2\n')]);
    for (const [args, text] of [
      [[[one, other.fsPath]], /must contain URIs and nothing else/],
      [[[one.fsPath]], /must contain URIs and nothing else/],
      [[[]], /must contain URIs and nothing else/],
      [
        [one.fsPath],
        /accepts files only as URIs\. .* such as \{ "scheme": "file", "path": "\/data\/ledger\.csv" \}\.$/,
      ],
      [[one, { wait: true }], /only one object with options/],
      [[{ scheme: 'no scheme', path: one.path }], /accepts files only as URIs/],
    ] as const) {
      await withMessages(async (reviews) => {
        assert.equal(await upload(...args, { entityId, confirm: false }), undefined);
        await reviews.including(text);
        assert.equal(reviews.all.length, 1);
      });
    }
    await withMessages(async (messages) => {
      assert.equal(await vscode.commands.executeCommand('dataConnections.uploadToConnection', one.fsPath), undefined);
      await messages.including(/accepts files only as URIs/);
    });
    assert.equal(await uploadRequests(), 0);
    const jobs = await upload(one, [other], { entityId, confirm: false });
    assert.ok(Array.isArray(jobs) && jobs.length === 2);
  });

  it('returns a list for a list, even of one, but not for a file whose menu was opened', async () => {
    const uri = await write('listed.csv', 'a\n1\n');
    assert.ok(!Array.isArray(await upload(uri, [uri], confirmed())));
    const editor = await vscode.window.showTextDocument(uri);
    for (const command of ['uploadFile', 'uploadToConnection']) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(`a\n${command}\n`));
      await eventually(() => editor.document.getText().includes(command), 'The editor shows the new content');
      const jobs: unknown = await vscode.commands.executeCommand(`dataConnections.${command}`, [uri], confirmed());
      assert.ok(Array.isArray(jobs) && jobs.length === 1, command);
    }
  });

  it('sends a file whose URI comes from JSON', async () => {
    const uri = await write('from JSON ü.csv', 'a\n1\n');
    const { scheme, path } = uri;
    for (const [index, given] of [uri.toJSON(), JSON.parse(JSON.stringify(uri)), { scheme, path }].entries()) {
      const content = `a\n${index}\n`;
      await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
      const job = await upload(given, confirmed());
      assert.equal(Buffer.from(await service.uploadRaw(syncIdOf(job))).toString(), content);
    }
  });

  it('converts nothing from an encoding that is not recognized, and sends the text once it is selected in the editor', async () => {
    const uri = await write('japanese.csv', encodeAs('shift_jis', '氏名,部門\n山田,データ\n'));
    const reviews = new ShownMessages(() => undefined);
    try {
      assert.equal(await upload(uri, { entityId }), undefined);
    } finally {
      reviews.dispose();
    }
    const [review] = reviews.modal;
    assert.match(review?.text ?? '', /^“japanese\.csv” can’t be uploaded to “.+” as it is\.$/);
    assert.match(
      review?.detail ?? '',
      /^Line 1: .+ its encoding is not recognized\. Select it with Reopen with Encoding\.\n/,
    );
    assert.deepEqual(review?.buttons, ['Convert…', 'Show First Rows', 'Go to Problem']);

    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri, { encoding: 'shiftjis' }));
    const job = await uploadActiveEditor();
    assert.equal(Buffer.from(await service.uploadRaw(syncIdOf(job))).toString(), '氏名,部門\n山田,データ\n');
  });

  it('says which rows of an object are sent, and what is not', async () => {
    const uri = await write('page.json', '{"meta":{"page":1},"data":[{"id":1.50},{"id":2}],"next":null}');
    // Which of two arrays has the rows is not certain.
    const uncertain = await write('two.json', '{"orders":[{"id":1}],"customers":[{"id":1}]}');
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
      assert.equal(await upload(uncertain, { entityId }), undefined);
    } finally {
      reviews.dispose();
    }
    assert.equal(await service.latestText(), '[{"id":1.50},{"id":2}]');
    const [review, refused] = reviews.modal;
    const detail = review?.detail ?? '';
    assert.match(detail, /\nRows: 2\n[^]*Columns: 1 \(id\)\n/);
    assert.match(detail, /\nWill be converted: the rows in “data”\nNot sent: meta, next(\n|$)/);
    assert.doesNotMatch(detail, /single object|must be flat/);
    assert.match(refused?.text ?? '', /^“two\.json” can’t be uploaded to “.+” as it is\.$/);
    assert.deepEqual(refused?.buttons, ['Convert…', 'Show First Rows', 'Go to Problem']);
  });

  it('shows the lines below the table that are not sent, and sends those that may be rows', async () => {
    const table = 'id,name,net,day,town\n1,a,2,2026-01-01,x\n2,b,4,2026-01-02,y\n,,,,\n';
    const uri = await write('footer.csv', `${table}Total rows: 2,,,,\nPrinted,,,,\nby a,,,,\n`);
    const uncertain = await write('last.csv', `${table}3,c,,,\n`);
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title.endsWith('Upload')));
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
      assert.ok(syncIdOf(await upload(uncertain, { entityId })));
    } finally {
      reviews.dispose();
    }
    assert.match(await service.latestText(), /\n,,,,\n3,c,,,\n$/);
    const [certain, other] = reviews.modal;
    assert.match(
      certain?.detail ?? '',
      /\nWill be converted: without 3 lines below the table\nNot sent: “Total rows: 2,,,,”, “Printed,,,,” and 1 more(\n|$)/,
    );
    assert.match(other?.detail ?? '', /1 line with other text below the table/);
    assert.doesNotMatch(other?.detail ?? '', /Not sent|Will be converted/);
  });

  it('sends the rows of all pages, and says what is not sent', async () => {
    const uri = await write('pages.json', '[{"page":1,"data":[{"id":1},{"id":2}]},{"page":2,"data":[{"id":3}]}]');
    const uncertain = await write('items.json', '[{"page":1,"store":"a","items":[{"id":1}]}]');
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
      assert.equal(await upload(uncertain, { entityId }), undefined);
    } finally {
      reviews.dispose();
    }
    assert.equal(await service.latestText(), '[{"id":1},{"id":2},{"id":3}]');
    const [review, refused] = reviews.modal;
    assert.match(review?.detail ?? '', /\nRows: 3\n[^]*Columns: 1 \(id\)\n/);
    assert.match(review?.detail ?? '', /\nWill be converted: the rows in “data”\nNot sent: page(\n|$)/);
    assert.match(refused?.detail ?? '', /^Line 1: .*The rows may be in “items” of each object\. /);
    assert.deepEqual(refused?.buttons, ['Convert…', 'Show First Rows', 'Go to Problem']);
  });

  it('says that an object looks like an error or has rows in it, and sends neither', async () => {
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
    try {
      for (const text of [
        '{"error":{"code":401}}',
        '{"1001":{"name":"a"},"1002":{"name":"b"}}',
        '{"range":"A1:A2","values":[["id"],["1"]]}',
        '{"accounts":[{"id":1}],"entries":[{"id":1}]}',
      ]) {
        assert.equal(await upload(await write('object.json', text), { entityId }), undefined);
      }
    } finally {
      reviews.dispose();
    }
    const [error, keyed, sheet, several] = reviews.modal;
    assert.match(
      error?.detail ?? '',
      /^Line 1: .*The text looks like an error that an API returned, not like data\.\n/,
    );
    assert.match(keyed?.detail ?? '', /^Line 1: .*The object seems to have rows under keys instead of in an array\.\n/);
    assert.match(
      sheet?.detail ?? '',
      /^Line 1: .*The rows seem to be in “values”, but they are arrays, not objects\.\n/,
    );
    assert.match(several?.detail ?? '', /^Line 1: .*The rows may be in one of these members: accounts, entries\. /);
    for (const review of [keyed, sheet, several]) {
      assert.deepEqual(review?.buttons, ['Convert…', 'Show First Rows', 'Go to Problem']);
    }
  });

  it('says how many title lines are not sent, and that rows which repeat the header are not', async () => {
    const page = 'account,amount,currency\n4000,1.5,EUR\n';
    const uri = await write('report.csv', `Report January,,\n\n${page}${page}`);
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
    } finally {
      reviews.dispose();
    }
    assert.equal(await service.latestText(), `${page}4000,1.5,EUR\n`);
    const detail = reviews.modal[0]?.detail ?? '';
    assert.match(detail, /\nRows: 2\n[^]*Columns: 3 \(account, amount, currency\)\n/);
    assert.match(detail, /\nWill be converted: without 2 title lines, without rows that repeat the header(\n|$)/);
    assert.doesNotMatch(detail, /above the header|repeats the header/);
  });

  it('sends a list of SAP as CSV, and says so', async () => {
    const rule = '-'.repeat(32);
    const rows = '|4711   |Travel | Hotel|  89,00-|\n|4712   |Größe         |1.234,56|\n';
    const uri = await write(
      'list.txt',
      `List   1\n${rule}\n|Account|Text          |  Amount|\n${rule}\n${rows}${rule}\n`,
    );
    const reviews = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
    } finally {
      reviews.dispose();
    }
    const sent = 'Account,Text,Amount\n4711,Travel | Hotel,"89,00-"\n4712,Größe,"1.234,56"\n';
    assert.equal(await service.latestText(), sent);
    const detail = reviews.modal[0]?.detail ?? '';
    assert.match(detail, /\nType: CSV, .*\nRows: 2\n[^]*Columns: 3 \(Account, Text, Amount\)\n/);
    assert.match(detail, /\nWill be converted: drawn table to CSV\nFile name sent: list\.csv(\n|$)/);
    assert.doesNotMatch(detail, /drawn with bars/);
  });

  largeTest('sends a file of more than 50 MB from its tab, and every byte arrives', async () => {
    const { uri, sha256 } = await writeLarge('large.csv', 56);
    await vscode.commands.executeCommand('vscode.open', uri);
    assert.equal(vscode.window.activeTextEditor, undefined, 'VS Code provides no document');
    const syncId = syncIdOf(await uploadActiveEditor());
    assert.equal((await service.uploads()).find((known) => known.syncId === syncId)?.sha256, sha256);
  });

  it('shows the socket of each upload, so that the memory of what was sent can be reused', async () => {
    const { uri, sha256 } = await writeLarge('socket.csv', 20);
    const sockets: unknown[] = [];
    const onRequest = (message: unknown) => {
      const { headers, socket } = message as { readonly headers: string; readonly socket: unknown };
      if (/^POST \S+\/dataloader\/upload /.test(headers)) {
        sockets.push(socket);
      }
    };
    subscribe('undici:client:sendHeaders', onRequest);
    try {
      const syncId = syncIdOf(await upload(uri, confirmed()));
      assert.equal((await service.uploads()).find((known) => known.syncId === syncId)?.sha256, sha256);
    } finally {
      unsubscribe('undici:client:sendHeaders', onRequest);
    }
    assert.deepEqual(
      sockets.map((socket) => socket instanceof Socket),
      [true],
    );
  });

  largeTest('sends nothing of it if its tab has changes that VS Code does not provide', async () => {
    const { uri } = await writeLarge('edited.csv', 56);
    // In a browser, VS Code asks before it opens a file of this size.
    const workbench = vscode.workspace.getConfiguration('workbench');
    await workbench.update('editorLargeFileConfirmation', 1024, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('vscode.open', uri);
    await untilActiveTabIs({ isDirty: true }, () => vscode.commands.executeCommand('type', { text: 'x' }));
    for (const act of [
      () => uploadActiveEditor(),
      () => upload(uri, confirmed()),
      () => vscode.commands.executeCommand('dataConnections.checkActiveEditor'),
    ]) {
      await withMessages(async (messages) => {
        assert.equal(await act(), undefined);
        await messages.including(/“edited\.csv” has unsaved changes that can’t be read from its editor/);
      });
    }
    assert.equal(await uploadRequests(), 0);
    await untilActiveTabIs({ isDirty: false }, () => vscode.commands.executeCommand('workbench.action.files.revert'));
    await workbench.update('editorLargeFileConfirmation', undefined, vscode.ConfigurationTarget.Global);
    syncIdOf(await upload(uri, confirmed()));
  });

  it('loads nothing of a file that changes while it is sent, and can be retried', async () => {
    const { uri } = await writeLarge('changing.csv', 47);
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'delay', ms: 1_500 } });
    const before = (await service.uploads()).length;
    const job = upload(uri, confirmed());
    await eventually(async () => (await uploadRequests()) > 0, 'The upload has begun');
    await appendFile(uri.fsPath, '9,late,row\n');
    await withMessages(async (messages) => {
      assert.equal(await job, undefined);
      await messages.including(/“changing\.csv” changed after it was checked/);
    });
    assert.equal((await service.uploads()).length, before);
    syncIdOf(await upload(uri, confirmed()));
  });

  it('reviews a problem of many columns once', async () => {
    const columns = Array.from({ length: 300 }, (_, index) => `c${index}`);
    const uri = await write('wide.csv', `${columns.join(';')}\n${columns.map(() => '1,25').join(';')}\n`);
    const [review] = await withMessages(async (shown) => {
      assert.equal(await upload(uri, { entityId }), undefined);
      return shown.modal;
    });
    const lines = review?.detail.split('\n').filter((line) => /decimal comma|more problem/.test(line)) ?? [];
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /^Line 2: 300 columns contain .+: c0, c1, .+ and 288 more\.$/);
  });

  it('sends no request for a file that is deleted or changed during its review', async () => {
    await configuration().update('upload.confirm', 'always', vscode.ConfigurationTarget.Global);
    for (const [name, change, expected] of [
      [
        'deleted.csv',
        rmSync,
        '“deleted.csv” was deleted or moved after it was checked, so nothing was loaded. Restore it, then upload it again.',
      ],
      [
        'emptied.csv',
        truncateSync,
        '“emptied.csv” changed after it was checked, so nothing was loaded. Upload it again.',
      ],
    ] as const) {
      const uri = await write(name, 'id,name\n1,reviewed\n');
      const changeAndAgree = (message: ShownMessage): string | undefined => {
        if (message.isModal) {
          change(uri.fsPath);
        }
        return agree(message);
      };
      await withMessages(async ({ all }) => {
        assert.equal(await upload(uri, { entityId }), undefined);
        // The job of an earlier test may end meanwhile.
        const shown = all.filter(({ text }) => text.includes(name));
        assert.deepEqual(
          shown.filter(({ isModal }) => !isModal).map(({ text }) => text),
          [expected],
        );
        assert.equal(shown.length, 2);
      }, changeAndAgree);
    }
    assert.equal(await uploadRequests(), 0);
    await configuration().update('upload.confirm', undefined, vscode.ConfigurationTarget.Global);
  });

  it('sends many files one after another, even if one is refused', async () => {
    const uris = await Promise.all(
      Array.from({ length: 10 }, (_, index) => write(`many-${index}.csv`, `id\n${index}\n`)),
    );
    await service.refuseUpload('Not this one.', { skip: 4 });
    const jobs = await upload(uris[0], uris, confirmed());
    assert.ok(Array.isArray(jobs));
    assert.equal(jobs.length, 9);
    assert.equal(await uploadRequests(), 10);
    const names = (await service.uploads()).slice(-9).map(({ fileName }) => fileName);
    assert.deepEqual(
      names,
      [0, 1, 2, 3, 5, 6, 7, 8, 9].map((index) => `many-${index}.csv`),
    );
    assert.deepEqual(
      jobs.map(({ uri }: { uri: string }) => baseName(vscode.Uri.parse(uri))),
      names,
    );
  });

  it('does not continue with the next file if the service is unreachable', async () => {
    const uris = await Promise.all(['a', 'b', 'c'].map((name) => write(`${name}.csv`, `id\n${name}\n`)));
    await service.addFault({ path: '/dataloader/upload', action: { kind: 'cut', afterBytes: 10 } });
    assert.deepEqual(await upload(uris, confirmed()), []);
    assert.equal(await uploadRequests(), 1);
  });

  /** Provides files that are not on a local disk. */
  function provideFiles(
    files: Pick<vscode.FileSystemProvider, 'readFile'> & { size(path: string): number },
  ): vscode.Disposable {
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const noChange = (): never => {
      throw vscode.FileSystemError.NoPermissions();
    };
    return vscode.workspace.registerFileSystemProvider('upload-test', {
      onDidChangeFile: changed.event,
      watch: () => new vscode.Disposable(() => undefined),
      stat: ({ path }) => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: files.size(path) }),
      readFile: files.readFile,
      readDirectory: () => [],
      createDirectory: noChange,
      writeFile: noChange,
      delete: noChange,
      rename: noChange,
    });
  }

  it('keeps at most 64 MB of files that are not on a local disk in memory, and reads the others when they are sent', async () => {
    const contentOf = (megabytes: number) =>
      Buffer.from(`id,note\n${`1,${'x'.repeat(1_000_000)}\n`.repeat(megabytes)}`);
    const contents = new Map([
      ['/a.csv', contentOf(62)],
      ['/b.csv', contentOf(6)],
      ['/c.csv', contentOf(6)],
    ]);
    const reads: string[] = [];
    const provider = provideFiles({
      size: (path) => contents.get(path)?.length ?? 0,
      readFile: ({ path }) => {
        reads.push(path);
        const content = Buffer.from(contents.get(path) ?? '');
        // One file changes after its check, before it is sent.
        content[20] = path === '/c.csv' && reads.filter((read) => read === path).length > 2 ? 0x79 : 0x78;
        return content;
      },
    });
    try {
      const jobs = await upload(
        [...contents.keys()].map((path) => vscode.Uri.parse(`upload-test:${path}`)),
        confirmed(),
      );
      assert.ok(Array.isArray(jobs));
      assert.equal(jobs.length, 2);
      assert.deepEqual(reads, ['/a.csv', '/b.csv', '/c.csv', '/b.csv', '/c.csv', '/b.csv', '/c.csv']);
    } finally {
      provider.dispose();
    }
  });

  it('reads files that are not on a local disk one after another for the rows of a review', async () => {
    const full = Buffer.from(`id,note\n${`1,${'x'.repeat(1_000_000)}\n`.repeat(67)}`);
    // Not UTF-8, so that a conversion is proposed, and beyond what is kept in memory.
    const latin = Buffer.from(`id,town\n${'1,Z\xfcrich\n'.repeat(20_000)}`, 'latin1');
    const contentOf = (path: string) => (path === '/full.csv' ? full : latin);
    let underRead = 0;
    let mostAtOnce = 0;
    let reads = 0;
    const provider = provideFiles({
      size: (path) => contentOf(path).length,
      readFile: async ({ path }) => {
        reads++;
        mostAtOnce = Math.max(mostAtOnce, ++underRead);
        // As on a network, so that simultaneous reads would overlap.
        await setTimeout(20);
        underRead--;
        return contentOf(path);
      },
    });
    // Cancel comes last.
    const putBack = replaceInWindow({ showQuickPick: (items: readonly unknown[]) => Promise.resolve(items.at(-1)) });
    try {
      const uris = ['full', 'a', 'b', 'c'].map((name) => vscode.Uri.parse(`upload-test:/${name}.csv`));
      await withMessages(
        () => upload(uris, { entityId }),
        ({ isModal }) => (isModal ? 'Show All Files' : undefined),
      );
      assert.equal(reads, 10, 'four to detect the kinds, three for the check, three for the rows');
      assert.equal(mostAtOnce, 1);
    } finally {
      putBack();
      provider.dispose();
    }
  });

  it('returns nothing for several files if the user cancels their check or their review', async () => {
    // As much as is kept in memory, so that the check reads the other file again.
    const full = Buffer.from(`id,note\n${`1,${'x'.repeat(1_000_000)}\n`.repeat(67)}`);
    const small = Buffer.from(`id,name\n${'1,one\n'.repeat(20_000)}`);
    const contentOf = (path: string) => (path === '/full.csv' ? full : small);
    let release: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => (release = resolve));
    let reads = 0;
    const provider = provideFiles({
      size: (path) => contentOf(path).length,
      readFile: async ({ path }) => {
        if (++reads > 2) {
          await cancelled;
        }
        return contentOf(path);
      },
    });
    const restore = replaceInWindow({
      withProgress: (_options: unknown, task: Parameters<typeof vscode.window.withProgress>[1]) => {
        const cancel = new vscode.CancellationTokenSource();
        const result = task({ report: () => undefined }, cancel.token);
        cancel.cancel();
        release();
        return result;
      },
    });
    try {
      const uris = ['full', 'small'].map((name) => vscode.Uri.parse(`upload-test:/${name}.csv`));
      assert.equal(await upload(uris, confirmed()), undefined);
      assert.deepEqual(messages.modal, []);
    } finally {
      restore();
      provider.dispose();
    }
    const uris = await Promise.all(['a', 'b'].map((name) => write(`${name}.csv`, `id\n${name}\n`)));
    await configuration().update('upload.confirm', 'always', vscode.ConfigurationTarget.Global);
    await withMessages(async () => assert.equal(await upload(uris, { entityId }), undefined));
    await configuration().update('upload.confirm', undefined, vscode.ConfigurationTarget.Global);
    assert.equal(await uploadRequests(), 0);
  });

  it('logs why a file can not be read once a review says so, even if nothing is sent', async () => {
    const provider = provideFiles({
      size: () => 9,
      readFile: ({ path }) => {
        if (path === '/odd.csv') {
          throw new Error('The disk is on fire.');
        }
        return Buffer.from('id\n1\n2\n3\n');
      },
    });
    try {
      const uris = ['good', 'odd'].map((name) => vscode.Uri.parse(`upload-test:/${name}.csv`));
      await withMessages(async (shown) => {
        assert.equal(await upload(uris, { entityId }), undefined);
        assert.match(shown.modal[0]?.detail ?? '', /“odd\.csv” could not be read or sent\. See the log for details\./);
      });
    } finally {
      provider.dispose();
    }
    const log = await logUpToNow(service);
    assert.equal(log.split('The disk is on fire.').length, 2);
  });

  it('reads files that are not on a local disk', async () => {
    const content = Buffer.from('id,name\n1,Zoë\n');
    const provider = provideFiles({
      size: (path) => (path === '/huge.csv' ? 65 * 1024 * 1024 : content.length),
      readFile: () => content,
    });
    const syncId = syncIdOf(await upload(vscode.Uri.parse('upload-test:/table.csv'), confirmed()));
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), content.toString());
    assert.equal(await upload(vscode.Uri.parse('upload-test:/huge.csv'), confirmed()), undefined);
    assert.equal(await uploadRequests(), 1);
    provider.dispose();
  });

  it('sends nothing that is missing, or is not UTF-8 without a conversion', async () => {
    const gone = vscode.Uri.joinPath(folder, 'gone.csv');
    const latin = await write('latin.csv', Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    for (const [uri, why] of [
      [gone, /gone\.csv/],
      [latin, /“latin\.csv” was not uploaded\..*UTF-8/],
    ] as const) {
      await withMessages(async (messages) => {
        assert.equal(await upload(uri, confirmed()), undefined);
        assert.equal((await messages.including(why)).severity, 'error');
      });
    }
    assert.deepEqual(await upload([gone, latin], confirmed()), []);
    assert.equal(await uploadRequests(), 0);
  });

  it('sends nothing of a workbook, and does not ask for its kind', async () => {
    const workbook = await write('book.xlsx', Buffer.from('PK\x03\x04\x14\x00\x06\x00xl/workbook.xml', 'latin1'));
    await withMessages(async (messages) => {
      assert.equal(await upload(workbook), undefined);
      await messages.including(/“book\.xlsx” was not uploaded\..*workbook/);
      // Jobs of earlier tests may be announced meanwhile.
      const aboutIt = messages.all.filter(({ text }) => text.includes('book.xlsx'));
      assert.equal(aboutIt.length, 1);
    });
    assert.equal(await uploadRequests(), 0);
  });

  it('sends rows that are arrays as objects once that is selected, and says what is not sent', async () => {
    const uri = await write('sheet.json', '{"range":"A1:B3","values":[["id","name"],["1","a"],["2"]]}');
    const label = 'Send the arrays in “values” as rows, with the column names in the first one';
    const reviews = new ShownMessages(({ buttons }) =>
      buttons.find((title) => title === 'Convert and Upload' || title === 'Convert…'),
    );
    const putBack = replaceInWindow({ createQuickPick: () => acceptedPick(label) });
    try {
      assert.ok(syncIdOf(await upload(uri, { entityId })));
    } finally {
      putBack();
      reviews.dispose();
    }
    assert.equal(await service.latestText(), '[{"id":"1","name":"a"},{"id":"2"}]');
    const [first, second] = reviews.modal;
    assert.ok(!first?.buttons.includes('Convert and Upload'), 'nothing is selected before');
    assert.match(second?.detail ?? '', /\nRows: 2\n[^]*Columns: 2 \(id, name\)\n/);
    assert.match(
      second?.detail ?? '',
      /\nWill be converted: the arrays in “values” as rows, with the column names in the first one\nNot sent: range(\n|$)/,
    );
    assert.doesNotMatch(second?.detail ?? '', /single object|must be flat|they are arrays/);
  });

  describe('whose review can’t be sent', () => {
    /** Removes the required conversion with Convert… in the first review, and dismisses the second one. */
    async function reviewsWithoutConversion(...uris: vscode.Uri[]): Promise<readonly ShownMessage[]> {
      let asked = 0;
      // Jobs of earlier tests may be announced meanwhile.
      const reviews = new ShownMessages(({ isModal }) => (isModal && ++asked === 1 ? 'Convert…' : undefined));
      const putBack = replaceInWindow({ createQuickPick: () => acceptedPick() });
      try {
        await upload(uris, { entityId });
      } finally {
        putBack();
        reviews.dispose();
      }
      assert.equal(await uploadRequests(), 0);
      return reviews.modal;
    }

    const latin = Buffer.from('id;town;town\n1;Z\xfcrich;x\n', 'latin1');

    it('shows that in its title, starts with the blocking problems, and has no button to upload', async () => {
      const [first, second] = await reviewsWithoutConversion(await write('blocked.csv', latin));
      assert.match(first?.text ?? '', /^Upload “blocked\.csv” to “.+”\?$/);
      assert.ok(first?.buttons.includes('Convert and Upload'));
      assert.ok(second);
      assert.match(second.text, /^“blocked\.csv” can’t be uploaded to “.+” as it is\.$/);
      assert.match(
        second.detail,
        /^Line 2: The text is not encoded in UTF-8\. The encoding appears to be Windows-1252\.\n(Line 1: .+\n)+\nFile: uploads\/blocked\.csv\nAccount: /,
      );
      assert.equal(second.detail.split('not encoded in UTF-8').length, 2, 'it is said once');
      assert.deepEqual(second.buttons, ['Convert…', 'Show First Rows', 'Go to Problem']);
    });

    it('lists the blocking files of many first', async () => {
      const uris = await Promise.all([write('fine.csv', 'id\n1\n'), write('blocked.csv', latin)]);
      const [, second] = await reviewsWithoutConversion(...uris);
      assert.ok(second);
      assert.equal(second.text, '1 of 2 files can’t be uploaded.');
      assert.match(second.detail, /^blocked\.csv, line 2: The text is not encoded in UTF-8\. .+\n\nAccount: /);
      assert.deepEqual(second.buttons, ['Convert…', 'Show All Files']);
    });
  });

  it('names the first problem of each of several files in their review, and once what concerns all of them', async () => {
    const inactive = (await service.state()).connections.find(({ isActive }) => !isActive);
    assert.ok(inactive);
    const uris = await Promise.all([write('even.csv', 'id\n1\n'), write('ragged.csv', 'id\n1,2\n1,2\n')]);
    await upload(uris, { entityId: inactive.entityId });
    const lines = (messages.modal[0]?.detail ?? '').split('\n');
    assert.equal(lines.filter((line) => line === 'This connection is inactive.').length, 1);
    const [ragged, even] = lines.filter((line) => line.includes(' → '));
    assert.match(ragged ?? '', /^ragged\.csv → .+ · 2 rows · Line 2: .+ And 1 more problem\.$/);
    assert.match(even ?? '', /^even\.csv → [^·]+ · 1 row$/);
  });

  it('says in their review which files a warning about “this connection” is about, if there are several connections', async () => {
    const inactive = (await service.state()).connections.filter(({ isActive }) => !isActive);
    const names = ['one.csv', 'two.csv'] as const;
    const uris = await Promise.all(names.map((name, index) => write(name, `id\n${index}\n`)));
    const targets = Object.fromEntries(names.map((name, index) => [name, inactive[index]?.entityId]));
    await configuration().update('upload.targets', targets, vscode.ConfigurationTarget.Global);
    try {
      await upload(uris);
    } finally {
      await configuration().update('upload.targets', undefined, vscode.ConfigurationTarget.Global);
    }
    const lines = (messages.modal[0]?.detail ?? '').split('\n').filter((line) => line.includes('inactive'));
    assert.equal(lines.length, 2);
    lines.forEach((line) => assert.match(line, /^(one|two)\.csv → .+ · 1 row · This connection is inactive\.$/));
  });

  it('uses the connection that the user’s settings name for a file', async () => {
    const uri = await write('mapped-1.csv', 'id\n1\n');
    const { Global } = vscode.ConfigurationTarget;
    await configuration().update('upload.targets', { 'uploads/mapped-*.csv': otherId }, Global);
    await configuration().update('upload.confirm', 'never', Global);
    const job = await upload(uri);
    assert.ok(typeof job === 'object' && job !== null && 'entityId' in job);
    assert.equal(job.entityId, otherId);
    assert.deepEqual(messages.modal, []);
    await configuration().update('upload.targets', undefined, Global);
    await configuration().update('upload.confirm', undefined, Global);
  });

  it('repeats the last upload with the current content of the file', async () => {
    const uri = await write('repeat.csv', 'id,name\n1,one\n');
    syncIdOf(await upload(uri, { ...confirmed(), format: 'json' }));
    await write('repeat.csv', 'id,name\n2,two\n');
    const job = await vscode.commands.executeCommand('dataConnections.repeatLastUpload');
    const syncId = syncIdOf(job);
    assert.deepEqual((await service.uploadRows(syncId)).rows, [['2', 'two']]);
    const info = (await service.uploads()).find((known) => known.syncId === syncId);
    assert.deepEqual([info?.format, info?.entityId], ['json', entityId]);
  });

  it('retries an upload that failed with the current content of its file, once, after a review of a connection that is confirmed', async () => {
    // Its header is that of the last load, so that only the retry is a reason for a review.
    syncIdOf(await upload(await write('before.csv', 'id,name\n0,zero\n'), confirmed()));
    const uri = await write('retry.csv', 'id,name\n1,one\n');
    await service.nextJob({ outcome: 'fail', message: 'No such luck.', durationMs: 300 });
    const syncId = syncIdOf(await upload(uri, { ...confirmed(), format: 'json' }));
    await write('retry.csv', 'id,name\n2,two\n');
    const before = messages.modal.length;
    assert.equal(await vscode.commands.executeCommand('dataConnections.retryUpload', { syncId }), undefined);
    const refusal = /Only failed uploads can be retried, and only once each\./;
    await messages.including(refusal);
    await messages.including(/No such luck\./);
    const job = await vscode.commands.executeCommand('dataConnections.retryUpload', { syncId });
    assert.equal(messages.modal.length, before + 1);
    assert.match(messages.modal.at(-1)?.text ?? '', /^Upload “retry\.csv” to “/);
    const retried = syncIdOf(job);
    assert.notEqual(retried, syncId);
    assert.deepEqual((await service.uploadRows(retried)).rows, [['2', 'two']]);
    const info = (await service.uploads()).find((known) => known.syncId === retried);
    assert.deepEqual([info?.format, info?.entityId], ['json', entityId]);
    const requests = (await service.uploads()).length;
    assert.equal(await vscode.commands.executeCommand('dataConnections.retryUpload', { syncId }), undefined);
    assert.deepEqual([messages.modal.length, (await service.uploads()).length], [before + 1, requests]);

    assert.equal(await vscode.commands.executeCommand('dataConnections.retryUpload', { syncId: 'unknown' }), undefined);
    await messages.including(/This upload is not in the list of jobs\./);
  });
});
