import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { agree, ShownMessages } from './shownMessages.ts';

const MEGABYTE = 1_048_576;

describe('Files for a connection', () => {
  let service: LocalService;
  let messages: ShownMessages;
  let entityId: string;
  let folder: vscode.Uri;

  before(async () => {
    service = connectService();
    await service.reset();
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'drops');
    await vscode.workspace.fs.createDirectory(folder);
  });

  beforeEach(async () => {
    await signInAfresh(service);
    [entityId] = await service.uploadTargets();
    messages = new ShownMessages(agree);
    await service.clearTraffic();
  });

  afterEach(async () => {
    messages.dispose();
    await vscode.workspace
      .getConfiguration('dataConnections')
      .update('upload.confirm', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => vscode.workspace.fs.delete(folder, { recursive: true }));

  const row = () => ({ kind: 'connection', id: 'row', connection: { entityId } });

  async function write(name: string, content: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    return uri;
  }

  function listOf(...lines: readonly (string | vscode.Uri)[]): vscode.DataTransfer {
    const transfer = new vscode.DataTransfer();
    transfer.set('text/uri-list', new vscode.DataTransferItem(lines.map(String).join('\r\n')));
    return transfer;
  }

  /** Files of another program. In a browser, they have no URIs. */
  function contentsOf(
    ...files: readonly (Pick<vscode.DataTransferFile, 'name' | 'data'> & { readonly uri?: vscode.Uri })[]
  ): vscode.DataTransfer {
    const transfer = new vscode.DataTransfer();
    files.forEach((file, index) => {
      const item = new vscode.DataTransferItem('');
      item.asFile = () => file;
      transfer.set(`text/x-${index}`, item);
    });
    return transfer;
  }

  const bytesOf = (text: string) => () => Promise.resolve(Buffer.from(text));

  async function drop(on: unknown, transfer: vscode.DataTransfer): Promise<void> {
    await (await extensionApi()).dropFiles(on, transfer);
  }

  async function sent(): Promise<readonly (string | undefined)[]> {
    return (await service.uploads()).map(({ fileName }) => fileName);
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  describe('that are dropped on its row', () => {
    it('are reviewed in one dialog and sent one after another, each once', async () => {
      const [one, other] = [await write('one.csv', 'id\n1\n'), await write('other.json', '[{"id": 1}]')];
      const editorUri = one.with({ fragment: 'L2,1' });
      await drop(row(), listOf('# from an editor', editorUri, other, one, 'no URI'));
      assert.deepEqual(
        messages.modal.map(({ text }) => text.replace(/“.*”/, '“…”')),
        ['Upload 2 files to “…”?'],
      );
      assert.deepEqual((await sent()).slice(-2), ['one.csv', 'other.json']);
    });

    it('are reviewed even if the connection was confirmed before, unless the user has set "never"', async () => {
      const uri = await write('again.csv', 'id\n1\n');
      await drop(row(), listOf(uri));
      await write('again.csv', 'id\n2\n');
      await drop(row(), listOf(uri));
      assert.equal(messages.modal.length, 2);
      await vscode.workspace
        .getConfiguration('dataConnections')
        .update('upload.confirm', 'never', vscode.ConfigurationTarget.Global);
      await write('again.csv', 'id\n3\n');
      await drop(row(), listOf(uri));
      assert.equal(messages.modal.length, 2);
      assert.equal(await uploadRequests(), 3);
    });

    it('are sent with the unsaved changes of their editors', async () => {
      const uri = await write('edited.csv', 'id\n1\n');
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2\n'));
      await drop(row(), listOf(uri));
      assert.equal(await service.latestText(), 'id\n1\n2\n');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    for (const [what, list, why] of [
      ['a file that is gone', () => listOf(vscode.Uri.joinPath(folder, 'gone.csv')), /“gone\.csv” no longer exists\./],
      ['a link of a web page', () => listOf('https://example.com/a.csv'), /“a\.csv” is not a file\./],
      ['a text', () => listOf('no URI'), /No files were dropped\./],
      [
        'a file on another machine that is gone',
        () => listOf('vscode-vfs://nowhere/a.csv'),
        /“a\.csv” (is not a file|no longer exists)\./,
      ],
      [
        'too many files',
        () => listOf(...Array.from({ length: 10_000 }, (_, index) => vscode.Uri.joinPath(folder, `${index}.csv`))),
        /there are 10,000 files, but at most 200 can be uploaded/,
      ],
    ] as const) {
      it(`are not sent if it is ${what}, which a message says`, async () => {
        await drop(row(), list());
        await messages.including(why);
        assert.equal(messages.all.length, 1);
        assert.equal(await uploadRequests(), 0);
      });
    }

    it('are not sent if they are dropped elsewhere in the view', async () => {
      const uri = await write('beside.csv', 'id\n1\n');
      for (const element of [
        undefined,
        { kind: 'group' },
        { kind: 'job', job: { syncId: 'x' } },
        { kind: 'message' },
      ]) {
        await drop(element, listOf(uri));
      }
      assert.deepEqual(
        messages.all.map(({ severity, text }) => `${severity}: ${text}`),
        Array.from({ length: 4 }, () => 'information: To upload files, drop them on a connection.'),
      );
      assert.equal(await uploadRequests(), 0);
    });

    it('are sent if another program drops them in a browser, where they have no URIs', async () => {
      await drop(
        row(),
        contentsOf(
          { name: 'ledger.csv', data: bytesOf('id\n1\n') },
          { name: 'ledger.csv', data: bytesOf('id\n2\n') },
          { name: 'folder', data: () => Promise.reject(new Error('A requested file could not be found.')) },
        ),
      );
      assert.match(
        messages.modal[0]?.detail ?? '',
        /“folder” is skipped\. “folder” could not be read\. If it is a folder/,
      );
      assert.deepEqual((await sent()).slice(-2), ['ledger.csv', 'ledger.csv']);
      assert.equal(await service.latestText(), 'id\n2\n');
      // Its content is gone then.
      await vscode.commands.executeCommand('dataConnections.repeatLastUpload');
      await messages.including(/“ledger\.csv” was dropped by another program.*Drop it again\./);
    });

    it('are read where they are if another program drops them on a window that knows their paths, a folder with what is in it', async () => {
      const [file, inFolder] = [await write('file.csv', 'id\n1\n'), await write('exported/rows.csv', 'id\n2\n')];
      const ofDisk = (uri: vscode.Uri) => ({
        name: uri.path.slice(uri.path.lastIndexOf('/') + 1),
        uri,
        data: () => Promise.reject(new Error('Not read through the window.')),
      });
      await drop(row(), contentsOf(ofDisk(file), ofDisk(vscode.Uri.joinPath(inFolder, '..')), ofDisk(file)));
      assert.match(messages.modal[0]?.text ?? '', /^Upload 2 files to /);
      assert.deepEqual((await sent()).slice(-2), ['file.csv', 'rows.csv']);
    });

    it('have no button to go to a problem if no editor can show it', async () => {
      await drop(row(), contentsOf({ name: 'wide.csv', data: bytesOf('id\n1,2\n') }));
      const buttons = messages.modal[0]?.buttons ?? [];
      assert.ok(buttons.includes('Upload'));
      assert.ok(!buttons.includes('Go to Problem'));
      await drop(row(), contentsOf({ name: 'broken.json', data: bytesOf('[{]') }));
      assert.deepEqual((await messages.including(/“broken\.json” was not uploaded\./)).buttons, []);
    });

    it('are not what their names say', async () => {
      const secret = await write('secret.csv', 'id\nsecret\n');
      const transfer = contentsOf({ name: `file:${encodeURIComponent(secret.path)}`, data: bytesOf('id\n1\n') });
      transfer.set('text/uri-list', new vscode.DataTransferItem(secret.toString()));
      await drop(row(), transfer);
      assert.equal(messages.modal.length, 1);
      assert.equal(await service.latestText(), 'id\n1\n');
    });

    it('are shown with names that hide nothing and add no line', async () => {
      const name = 'a\u202Evsc.csv\nAccount: nobody';
      await drop(
        row(),
        contentsOf({ name, data: bytesOf('id,net\n1,2\n') }, { name: '..', data: bytesOf('id,net\n2,3\n') }),
      );
      const [review] = messages.modal;
      assert.match(review?.detail ?? '', /^avsc\.csv Account: nobody → /m);
      assert.equal(review?.detail.split('\n').filter((line) => line.startsWith('Account: ')).length, 1);
    });

    it('are limited in size if another program drops them in a browser', async () => {
      // Of long rows, as the service stores each row.
      const large = Buffer.from(`id\n${`${'x'.repeat(1023)}\n`.repeat((40 * MEGABYTE) / 1024)}`);
      await drop(
        row(),
        contentsOf(
          { name: 'a.csv', data: () => Promise.resolve(large) },
          { name: 'b.csv', data: () => Promise.resolve(large) },
        ),
      );
      assert.match(messages.modal[0]?.detail ?? '', /“b\.csv” is skipped\. “b\.csv” was not read: .* 64 MB in total\./);
      assert.deepEqual((await sent()).slice(-1), ['a.csv']);
    });
  });

  describe('that are chosen for it', () => {
    interface ShownItem {
      readonly label: string;
      readonly kind?: vscode.QuickPickItemKind;
    }

    /** Runs the command, and chooses the item with this label. Resolves to the labels of all. */
    async function choose(label: string | undefined): Promise<readonly string[]> {
      let shown: readonly ShownItem[] = [];
      const putBack = replaceInWindow({
        showQuickPick: (items: readonly ShownItem[]) => {
          shown = items;
          return Promise.resolve(items.find((item) => item.label === label));
        },
        showOpenDialog: () => Promise.resolve([vscode.Uri.joinPath(folder, 'chosen.csv')]),
      });
      try {
        await vscode.commands.executeCommand('dataConnections.uploadToThisConnection', row());
      } finally {
        putBack();
      }
      return shown.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map((item) => item.label);
    }

    it('are the active editor, the other open files with data, all of them, or files of a dialog', async () => {
      const names = ['first.csv', 'second.json', 'notes.md', 'active.tsv'];
      for (const name of names) {
        await vscode.window.showTextDocument(await write(name, 'id\tname\n1\t1\n'), { preview: false });
      }
      await write('chosen.csv', 'id\n1\n');
      await write('second.json', '[{"id": 1}]');
      await eventually(() => vscode.window.activeTextEditor?.document.uri.path.endsWith('active.tsv'), 'It is active');
      const labels = await choose(undefined);
      assert.deepEqual(labels, [
        '$(file) active.tsv',
        '$(file) first.csv',
        '$(file) second.json',
        '$(files) All Open Files (3)',
        '$(files) Files…',
        '$(folder) Folder…',
        '$(search) Files Matching a Pattern…',
      ]);
      assert.equal(await uploadRequests(), 0);
      const before = (await sent()).length;
      await choose('$(file) active.tsv');
      await choose('$(files) Files…');
      await choose('$(file) first.csv');
      assert.deepEqual((await sent()).slice(before), ['active.tsv', 'chosen.csv', 'first.csv']);
      assert.ok((await service.uploads()).slice(before).every((upload) => upload.entityId === entityId));
    });

    it('are all open files in one review', async () => {
      for (const name of ['a.csv', 'b.csv']) {
        await vscode.window.showTextDocument(await write(name, `id\n${name}\n`), { preview: false });
      }
      await choose('$(files) All Open Files (2)');
      assert.equal(messages.modal.length, 1);
      assert.deepEqual((await sent()).slice(-2), ['a.csv', 'b.csv']);
    });
  });
});
