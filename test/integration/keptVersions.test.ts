import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { Account } from '../../src/model/account.ts';
import { FileChangedError } from '../../src/model/upload.ts';
import { noCopyText } from '../../src/ui/upload/uploadNotices.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { acceptedPick } from './acceptedPick.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { agree, ShownMessages } from './shownMessages.ts';

describe('Copies of uploads', () => {
  let service: LocalService;
  let messages: ShownMessages;
  let account: Account;
  let entityId: string;
  let copies: string;
  let folder: vscode.Uri;

  before(async () => {
    service = connectService();
    await service.reset();
    [entityId] = await service.uploadTargets();
    copies = join((await extensionApi()).storagePath, 'copies');
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'versions');
  });

  beforeEach(async () => {
    messages = new ShownMessages(agree);
    account = await signInAfresh(service);
    await keepCopies(10);
  });

  afterEach(async () => {
    messages.dispose();
    await keepCopies(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => vscode.workspace.fs.delete(folder, { recursive: true }));

  async function keepCopies(megabytes: number | undefined): Promise<void> {
    await vscode.workspace
      .getConfiguration('dataConnections')
      .update('upload.keepCopies', megabytes, vscode.ConfigurationTarget.Global);
  }

  async function write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    return uri;
  }

  /** Uploads the file as it is. Resolves to the ID of the job. */
  async function upload(uri: vscode.Uri): Promise<string> {
    const job: unknown = await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
    return syncIdOf(job);
  }

  function syncIdOf(job: unknown): string {
    assert.ok(typeof job === 'object' && job !== null && 'syncId' in job && typeof job.syncId === 'string');
    return job.syncId;
  }

  async function copiedFiles(): Promise<number> {
    const entries = existsSync(copies) ? await readdir(copies, { recursive: true, withFileTypes: true }) : [];
    return entries.filter((entry) => entry.isFile()).length;
  }

  function compare(...args: readonly unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand('dataConnections.compareWithLastUpload', ...args);
  }

  it('are not compared for anything but one URI', async () => {
    const [one, other] = [await write('one.csv', 'id\n1\n'), await write('other.csv', 'id\n2\n')];
    for (const args of [['one.csv'], [one, other], [one, { wait: true }]]) {
      messages.all.length = 0;
      await compare(...args);
      await messages.including(/accepts one URI and nothing else/);
    }
    messages.all.length = 0;
    // As the Explorer and the menu of an editor call it.
    for (const args of [
      [one, [one]],
      [one, { groupId: 1 }],
    ]) {
      await compare(...args);
    }
    assert.deepEqual(
      messages.all.map(({ text }) => text),
      Array<string>(2).fill('“one.csv” has not been uploaded with this account yet.'),
    );
  });

  it('are compared with the file as it is now, read-only', async () => {
    const uri = await write('ledger.csv', 'id,name\n1,Zoë\n');
    await upload(uri);
    await write('ledger.csv', 'id,name\n1,Zoë\n2,two\n');
    await compare(uri);
    const name = (await service.state()).connections.find((known) => known.entityId === entityId)?.entityName;
    const input = await eventually(() => {
      const shown = vscode.window.tabGroups.activeTabGroup.activeTab;
      assert.ok(shown?.input instanceof vscode.TabInputTextDiff, shown?.label);
      assert.match(shown.label, /^ledger\.csv \(uploaded .+ to “(.+)”\) ↔ ledger\.csv$/);
      assert.ok(shown.label.includes(`to “${name}”`), shown.label);
      return shown.input;
    }, 'The diff editor is open');
    assert.equal(input.modified.toString(), uri.toString());
    const original = await vscode.workspace.openTextDocument(input.original);
    assert.equal(original.getText(), 'id,name\n1,Zoë\n');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(input.original.scheme), false);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(input.original, Buffer.from('x'))));
    await assert.rejects(Promise.resolve(vscode.workspace.fs.delete(input.original)));
    const outside = input.original.with({ path: '/../../state.vscdb/a.csv' });
    await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(outside)));
  });

  it('that are gone close a comparison which the window has restored, instead of an error', async () => {
    const uri = await write('gone.csv', 'id,name\n1,Ann\n');
    await upload(uri);
    await compare(uri);
    const comparisons = (): readonly vscode.TabInputTextDiff[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .map(({ input }) => input)
        .filter((input) => input instanceof vscode.TabInputTextDiff);
    const [comparison] = comparisons();
    assert.ok(comparison);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(copies, { recursive: true });
    await Promise.allSettled([vscode.commands.executeCommand('vscode.diff', comparison.original, uri, 'gone.csv')]);
    await eventually(() => comparisons().length === 0, 'the tab is closed');
  });

  it('are sent again as they were, to the same connection, after a review', async () => {
    const uri = await write('again.csv', 'id,name\n1,one\n');
    const first = await upload(uri);
    await write('again.csv', 'id,name\n2,two\n');
    await upload(uri);
    const before = messages.modal.length;
    const job: unknown = await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId: first });
    assert.equal(messages.modal.length, before + 1);
    assert.match(messages.modal.at(-1)?.text ?? '', /^Upload “again\.csv” to “/);
    const again = syncIdOf(job);
    assert.deepEqual((await service.uploadRows(again)).rows, [['1', 'one']]);
    assert.equal((await service.uploads()).find((known) => known.syncId === again)?.entityId, entityId);
  });

  it('that are sent again do not take the place of the file', async () => {
    const uri = await write('place.csv', 'id,name\n1,one\n');
    const first = await upload(uri);
    await write('place.csv', 'id,name\n2,two\n');
    await upload(uri);
    const job: unknown = await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId: first });
    assert.match(messages.modal.at(-1)?.detail ?? '', /\nThis version was uploaded on .+\.(\n|$)/);
    assert.deepEqual((await service.uploadRows(syncIdOf(job))).rows, [['1', 'one']]);
    // Without its copy, the file is what remains.
    await rm(copies, { recursive: true, force: true });
    await write('place.csv', 'id,name\n3,three\n');
    const repeated: unknown = await vscode.commands.executeCommand('dataConnections.repeatLastUpload');
    assert.deepEqual((await service.uploadRows(syncIdOf(repeated))).rows, [['3', 'three']]);
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
  });

  it('keep the name under which a text without a file was sent', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '[{"id": 1}]' });
    await vscode.window.showTextDocument(document);
    const sent: unknown = await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId });
    const syncId = syncIdOf(sent);
    await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId });
    const [name, again] = (await service.uploads()).slice(-2).map(({ fileName }) => fileName);
    assert.match(name ?? '', /^Untitled-\d+\.json$/);
    assert.equal(again, name);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are not uploaded from the editor that shows them', async () => {
    const uri = await write('shown.csv', 'id,name\n1,one\n');
    await upload(uri);
    await compare(uri);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(tab instanceof vscode.TabInputTextDiff);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(tab.original));
    const before = (await service.uploads()).length;
    await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId });
    await messages.including(/^This is the copy of an earlier upload\./);
    assert.equal((await service.uploads()).length, before);
  });

  it('of a compressed file are its data, which is sent again, but not compared', async () => {
    messages.dispose();
    messages = new ShownMessages(({ isModal, buttons }) =>
      isModal ? buttons.find((title) => title.endsWith('Upload')) : undefined,
    );
    const uri = await write('packed.csv.gz', gzipSync('id,name\n1,one\n'));
    const first = await upload(uri);
    await write('packed.csv.gz', gzipSync('id,name\n2,two\n'));
    const job: unknown = await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId: first });
    assert.match(messages.modal.at(-1)?.text ?? '', /^Upload “packed\.csv” to “/);
    assert.deepEqual((await service.uploadRows(syncIdOf(job))).rows, [['1', 'one']]);
    await compare(uri);
    await messages.including(/^“packed\.csv\.gz” is compressed, so VS Code can’t compare it\.$/);
  });

  it('of a file that was converted are what was sent, with the name that fits it', async () => {
    messages.dispose();
    messages = new ShownMessages(({ isModal, buttons }) =>
      isModal ? buttons.find((title) => title.endsWith('Upload')) : undefined,
    );
    const first = await upload(await write('lines.jsonl', '{"id": 1, "name": "one"}\n'));
    const job: unknown = await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId: first });
    assert.match(messages.modal.at(-1)?.text ?? '', /^Upload “lines\.json” to “/);
    assert.deepEqual((await service.uploadRows(syncIdOf(job))).rows, [['1', 'one']]);
  });

  it('that are sent again leave the conversion that was chosen for the file selected', async () => {
    messages.dispose();
    messages = new ShownMessages(({ detail, buttons }) =>
      buttons.find((title) =>
        detail.includes('Will be converted') ? title === 'Convert and Upload' : title === 'Convert…',
      ),
    );
    const uri = await write('chosen.csv', 'id;net\n1;2\n');
    const putBack = replaceInWindow({ createQuickPick: () => acceptedPick('Delimiter: semicolon to comma') });
    let first: string;
    try {
      first = await upload(uri);
    } finally {
      putBack();
    }
    messages.dispose();
    messages = new ShownMessages(({ isModal, buttons }) =>
      isModal ? buttons.find((title) => title.endsWith('Upload')) : undefined,
    );
    const again: unknown = await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', {
      syncId: first,
    });
    assert.match(messages.modal.at(-1)?.detail ?? '', /\nA file with the same content was sent to this connection /);
    assert.equal(Buffer.from(await service.uploadRaw(syncIdOf(again))).toString(), 'id,net\n1,2\n');
    await write('chosen.csv', 'id;net\n3;4\n');
    const repeated: unknown = await vscode.commands.executeCommand('dataConnections.repeatLastUpload');
    assert.equal(Buffer.from(await service.uploadRaw(syncIdOf(repeated))).toString(), 'id,net\n3,4\n');
  });

  it('that do not exist are named with the setting that keeps them', async () => {
    await keepCopies(0);
    const uri = await write('none.csv', 'id,name\n1,one\n');
    const syncId = await upload(uri);
    assert.equal(await copiedFiles(), 0);
    await compare(uri);
    const { buttons } = await messages.including(
      /There is no copy of “none\.csv” as it was uploaded\. The setting “dataConnections\.upload\.keepCopies”/,
    );
    assert.ok(buttons.includes('Open Setting'));
    await vscode.commands.executeCommand('dataConnections.uploadVersionAgain', { syncId });
    await compare(await write('never.csv', 'id\n1\n'));
    await messages.including(/“never\.csv” has not been uploaded with this account yet\./);
  });

  it('that can not be kept are named with the reason once the file is uploaded', async () => {
    await rm(copies, { recursive: true, force: true });
    await writeFile(copies, 'a file in place of the folder');
    try {
      await upload(await write('obstacle.csv', 'id,name\n1,one\n'));
      const { severity } = await messages.including(
        /^“obstacle\.csv” was uploaded, but no copy of it could be kept on this machine\.$/,
      );
      assert.equal(severity, 'warning');
    } finally {
      await rm(copies);
    }
    const textFor = (error: unknown) => noCopyText({ kind: 'noCopy', fileName: 'a.csv', error });
    assert.deepEqual([Object.assign(new Error('write'), { code: 'ENOSPC' }), new FileChangedError()].map(textFor), [
      '“a.csv” was uploaded, but no copy of it was kept because the disk is full.',
      '“a.csv” was uploaded, but no copy of it was kept because the file has been changed or deleted since.',
    ]);
  });

  it('go with the account, also if its history is kept, and with the setting', async () => {
    await upload(await write('one.csv', 'id,name\n1,one\n'));
    assert.equal(await copiedFiles(), 1);
    messages.dispose();
    messages = new ShownMessages(() => 'Sign Out and Keep History');
    await vscode.commands.executeCommand('dataConnections.signOut', account.id);
    assert.equal(await copiedFiles(), 0);

    messages.dispose();
    messages = new ShownMessages(agree);
    await signInAfresh(service);
    await upload(await write('two.csv', 'id,name\n1,one\n'));
    assert.equal(await copiedFiles(), 1);
    await keepCopies(0);
    await eventually(async () => (await copiedFiles()) === 0, 'No copies are left');
  });
});
