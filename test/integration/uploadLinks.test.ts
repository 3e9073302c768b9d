import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { agree, ShownMessages } from './shownMessages.ts';

describe('Upload through a symbolic link', () => {
  let service: LocalService;
  let entityId: string;
  let outside: string;
  let folder: string;
  let messages: ShownMessages;
  const setConfirm = (value: string | undefined) =>
    vscode.workspace
      .getConfiguration('dataConnections')
      .update('upload.confirm', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    service = connectService();
    await service.reset();
    await signInAfresh(service);
    [entityId] = await service.uploadTargets();
    folder = join(workspaceFolder().uri.fsPath, 'links');
    outside = await realpath(await mkdtemp(join(tmpdir(), 'outside-')));
    await mkdir(folder);
    await writeFile(join(outside, 'secret.csv'), 'id,name\n1,secret\n');
    await writeFile(join(folder, 'inside.csv'), 'id,name\n1,inside\n');
    await symlink(join(outside, 'secret.csv'), join(folder, 'data.csv'));
    await symlink('data.csv', join(folder, 'again.csv'));
    await symlink(outside, join(folder, 'exports'));
    await symlink('inside.csv', join(folder, 'alias.csv'));
    await symlink(join(outside, 'gone.csv'), join(folder, 'broken.csv'));
    // The user has agreed to the connection and set "never", so that only the link can cause a review.
    await setConfirm('never');
    await confirmTarget();
  });

  beforeEach(async () => {
    messages = new ShownMessages();
    await service.clearRequests();
  });

  afterEach(() => messages.dispose());

  after(async () => {
    await setConfirm(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
    await rm(outside, { recursive: true });
  });

  async function confirmTarget(): Promise<void> {
    await setConfirm('always');
    const agreeing = new ShownMessages(agree);
    await upload('inside.csv');
    agreeing.dispose();
    assert.equal(agreeing.modal.length, 1);
    await setConfirm('never');
  }

  function upload(...names: string[]): Thenable<unknown> {
    const uri = vscode.Uri.file(join(folder, ...names));
    return vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId, confirm: false });
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  for (const [what, ...names] of [
    ['a link', 'data.csv'],
    ['a link to a link', 'again.csv'],
    ['a directory that is a link', 'exports', 'secret.csv'],
  ] as const) {
    it(`out of the folder is reviewed despite earlier consent, and shows the file that is actually sent: ${what}`, async () => {
      await upload(...names);
      assert.equal(messages.modal.length, 1);
      const [review] = messages.modal;
      const line = `A symbolic link points outside the folder. The real path is “${join(outside, 'secret.csv')}”.`;
      assert.ok(review?.detail.includes(line), review?.detail);
      assert.equal(await uploadRequests(), 0);
    });
  }

  it('out of the folder is listed first among many files', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `many-${index}.csv`);
    await Promise.all(names.map((name, index) => writeFile(join(folder, name), `id,name\n${index},many\n`)));
    const uris = [...names, 'data.csv'].map((name) => vscode.Uri.file(join(folder, name)));
    await vscode.commands.executeCommand('dataConnections.uploadFile', uris, { entityId, confirm: false });
    const lines = messages.modal[0]?.detail.split('\n') ?? [];
    const files = lines.filter((line) => line.includes(' → '));
    assert.equal(files.length, 13);
    assert.match(files[0] ?? '', /^data\.csv → /);
    const path = join(outside, 'secret.csv');
    assert.equal(
      lines[lines.indexOf(files[0] ?? '') + 1],
      `A symbolic link points outside the folder. The real path is “${path}”.`,
    );
    assert.ok(lines.includes('And 2 more files.'));
  });

  it('within the folder is listed among several files', async () => {
    const uris = ['alias.csv', 'data.csv'].map((name) => vscode.Uri.file(join(folder, name)));
    await vscode.commands.executeCommand('dataConnections.uploadFile', uris, { entityId, confirm: false });
    const lines = messages.modal[0]?.detail.split('\n') ?? [];
    const at = lines.findIndex((line) => line.startsWith('alias.csv → '));
    assert.equal(lines[at + 1], `Real path: ${await realpath(join(folder, 'inside.csv'))}`);
  });

  it('out of the folder is refused if a review could not list each', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `leaving-${index}.csv`);
    await Promise.all(names.map((name) => symlink(join(outside, 'secret.csv'), join(folder, name))));
    const uris = names.map((name) => vscode.Uri.file(join(folder, name)));
    await vscode.commands.executeCommand('dataConnections.uploadFile', uris, { entityId, confirm: false });
    await messages.including(
      /^Nothing was uploaded because 11 files are reached through symbolic links that point outside the folder/,
    );
    assert.deepEqual(messages.modal, []);
    await vscode.commands.executeCommand('dataConnections.uploadFile', uris.slice(1), { entityId, confirm: false });
    const detail = messages.all.find(({ isModal }) => isModal)?.detail ?? '';
    assert.equal(detail.split(`The real path is “${join(outside, 'secret.csv')}”.`).length, 11);
    assert.equal(await uploadRequests(), 0);
  });

  it('on a virtual file system is reviewed from the Explorer and from the active editor', async () => {
    const content = Buffer.from('id,name\n1,remote\n');
    const type = vscode.FileType.File | vscode.FileType.SymbolicLink;
    const provider = vscode.workspace.registerFileSystemProvider(
      'link-test',
      {
        onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
        watch: () => new vscode.Disposable(() => undefined),
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- file types are bits, made to be combined
        stat: () => ({ type, ctime: 0, mtime: 0, size: content.length }),
        readFile: () => content,
        readDirectory: () => [],
        createDirectory: () => undefined,
        writeFile: () => undefined,
        delete: () => undefined,
        rename: () => undefined,
      },
      { isReadonly: true },
    );
    try {
      const uri = vscode.Uri.parse('link-test:/remote.csv');
      await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId, confirm: false });
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId, confirm: false });
      assert.equal(messages.modal.length, 2);
      for (const { detail } of messages.modal) {
        assert.ok(detail.includes('The file is a symbolic link to an unknown location.'), detail);
      }
      assert.equal(await uploadRequests(), 0);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      provider.dispose();
    }
  });

  it('out of the folder is also reviewed with the changes of its editor', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'data.csv')));
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2,changed\n'));
    await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId, confirm: false });
    assert.equal(messages.modal.length, 1);
    assert.match(messages.modal[0]?.detail ?? '', /The real path is “.+secret\.csv”\./);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('sends the file that was reviewed, even if the link has changed since', async () => {
    messages.dispose();
    messages = new ShownMessages((message) => {
      // Not with the notification of an earlier upload's outcome, which may come before the file is read.
      if (message.isModal) {
        rmSync(join(folder, 'data.csv'));
        symlinkSync('inside.csv', join(folder, 'data.csv'));
      }
      return agree(message);
    });
    await upload('data.csv');
    assert.equal(await service.latestText(), 'id,name\n1,secret\n');
    await rm(join(folder, 'data.csv'));
    await symlink(join(outside, 'secret.csv'), join(folder, 'data.csv'));
  });

  it('within the folder needs no review', async () => {
    await writeFile(join(folder, 'inside.csv'), 'id,name\n2,inside\n');
    assert.notEqual(await upload('alias.csv'), undefined);
    assert.deepEqual(messages.modal, []);
    assert.equal(await uploadRequests(), 1);
  });

  it('that is broken shows an error', async () => {
    assert.equal(await upload('broken.csv'), undefined);
    await messages.including(/“broken\.csv” is a broken symbolic link\./);
    assert.equal(await uploadRequests(), 0);
  });
});
