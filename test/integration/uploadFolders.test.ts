import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow, statusMessagesDuring } from './extensionWindow.ts';
import { agree, ShownMessages } from './shownMessages.ts';

describe('The upload of a folder', () => {
  let service: LocalService;
  let messages: ShownMessages;
  let entityId: string;
  let folder: vscode.Uri;

  before(() => {
    service = connectService();
  });

  beforeEach(async () => {
    await service.reset();
    await signInAfresh(service);
    [entityId] = await service.uploadTargets();
    messages = new ShownMessages(agree);
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'exports');
    await vscode.workspace.fs.createDirectory(folder);
  });

  afterEach(async () => {
    messages.dispose();
    await vscode.workspace.fs.delete(folder, { recursive: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function write(names: Readonly<Record<string, string>>): Promise<void> {
    await vscode.workspace.fs.createDirectory(folder);
    for (const [name, content] of Object.entries(names)) {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(content));
    }
  }

  function upload(...uris: readonly vscode.Uri[]): Thenable<unknown> {
    return vscode.commands.executeCommand('dataConnections.uploadFile', uris, { entityId, confirm: false });
  }

  async function sent(): Promise<readonly (string | undefined)[]> {
    return (await service.uploads()).map(({ fileName }) => fileName);
  }

  it('sends the files with data that are directly in it, in the order of their numbers, after one review', async () => {
    await write({
      'month-10.csv': 'id\n10\n',
      'month-2.csv': 'id\n2\n',
      'rows.json': '[{"id": 1}]',
      'README.md': 'text',
      '._month-2.csv': '\0\0',
      'old/month-1.csv': 'id\n1\n',
    });
    let jobs: unknown;
    const brief = await statusMessagesDuring(async () => {
      jobs = await upload(folder, vscode.Uri.joinPath(folder, 'rows.json'));
    });
    assert.ok(Array.isArray(jobs));
    assert.equal(jobs.length, 3);
    assert.deepEqual(brief, [], 'the summary says it');
    assert.equal(messages.modal.length, 1);
    const [review] = messages.modal;
    assert.match(review?.text ?? '', /^Upload 3 files to “/);
    assert.match(
      review?.detail ?? '',
      /\nSize: 22 bytes in total\n\nmonth-2\.csv → .+ · 1 row\nmonth-10\.csv → .+ · 1 row\nrows\.json → .+ · 1 row$/,
    );
    assert.ok(review?.buttons.includes('Show All Files'));
    assert.deepEqual((await sent()).slice(-3), ['month-2.csv', 'month-10.csv', 'rows.json']);
  });

  it('is reviewed each time, also for a connection that was confirmed, and returns the jobs of its files', async () => {
    await write({ 'a.csv': 'id\n1\n' });
    for (const id of ['2', '3']) {
      await write({ 'a.csv': `id\n${id}\n` });
      const jobs = await upload(folder);
      assert.ok(Array.isArray(jobs));
      assert.equal(jobs.length, 1);
    }
    assert.equal(messages.modal.length, 2);
  });

  it('says if there is nothing to send, or too much', async () => {
    await write({ 'README.md': 'text', 'old/a.csv': 'id\n1\n' });
    await upload(folder);
    await messages.including(/^“exports” contains no CSV or JSON files\./);
    await Promise.all(
      Array.from({ length: 500 }, (_, index) => writeFile(join(folder.fsPath, `${index}.csv`), 'id\n1\n')),
    );
    await upload(folder);
    await messages.including(/^Nothing was uploaded: there are 500 files, but at most 200 can be uploaded at a time\./);
    assert.deepEqual(messages.modal, []);
    assert.deepEqual(await sent(), []);
  });

  it('shows where links in it lead, skips those that lead nowhere, and follows none to a folder', async () => {
    await write({ 'a.csv': 'id\n1\n' });
    const outside = join(folder.fsPath, '..', '..', `outside-${process.pid}.csv`);
    await writeFile(outside, 'id\nsecret\n');
    for (const [target, name] of [
      [outside, 'link.csv'],
      ['gone.csv', 'broken.csv'],
      ['loop.csv', 'loop.csv'],
      ['.', 'itself.csv'],
      ['..', 'parent'],
    ] as const) {
      await symlink(target, join(folder.fsPath, name));
    }
    await upload(folder);
    const [review] = messages.modal;
    assert.match(review?.text ?? '', /^Upload 2 of 3 files to “/);
    assert.match(
      review?.detail ?? '',
      /A symbolic link points outside the folder\. The real path is “.*outside-\d+\.csv”/,
    );
    // VS Code doesn't list a link to itself.
    assert.deepEqual(review?.detail.match(/^.+ is skipped\. .+$/gm), [
      '“broken.csv” is skipped. “broken.csv” is a broken symbolic link. Repair it, or choose the file itself.',
    ]);
    assert.deepEqual(await sent(), ['a.csv', 'link.csv']);
    await vscode.workspace.fs.delete(vscode.Uri.file(outside));
  });

  it('goes on after files that are changed or deleted during the review, and repeats those in a second one', async () => {
    await write({ 'changed.csv': 'id\n1\n', 'deleted.csv': 'id\n11\n', 'fine.csv': 'id\n12\n' });
    let reviews = 0;
    let retries = 0;
    const deleted = vscode.Uri.joinPath(folder, 'deleted.csv');
    messages.dispose();
    // As another program does while the dialog is open.
    const putBack = replaceInWindow({
      showInformationMessage: async (text: string, ...rest: { readonly title?: string }[]) => {
        if (!/^Upload \d files to/.test(text)) {
          return undefined;
        }
        reviews++;
        if (reviews === 1) {
          await write({ 'changed.csv': 'id\n2\n' });
          await vscode.workspace.fs.delete(deleted);
        }
        return rest.find(({ title }) => title === 'Upload');
      },
      showWarningMessage: async (text: string, ...rest: { readonly title?: string; readonly modal?: boolean }[]) => {
        if (rest[0]?.modal === true) {
          return rest.find(({ title }) => title === 'Upload');
        }
        if (/^1 of 3 files was accepted\. changed\.csv .*changed after it was checked/.test(text)) {
          await write({ 'deleted.csv': 'id\n3\n' });
          const retry = rest.find(({ title }) => title === 'Retry Failed…');
          assert.ok(retry);
          retries++;
          return retry;
        }
        return undefined;
      },
    });
    try {
      await upload(folder);
      await eventually(async () => (await sent()).length === 3, 'The two files are sent again');
    } finally {
      putBack();
      messages = new ShownMessages(agree);
    }
    assert.equal(reviews, 2);
    assert.equal(retries, 1);
    assert.deepEqual(await sent(), ['fine.csv', 'changed.csv', 'deleted.csv']);
    assert.equal(await service.latestText(), 'id\n3\n');
  });

  it('is one of files that match a pattern, which is asked for until some do, and are always reviewed', async () => {
    await write({ 'first.csv': 'id\n0\n' });
    await upload(vscode.Uri.joinPath(folder, 'first.csv'));
    assert.equal(messages.modal.length, 1, 'the connection is confirmed');
    await write({ 'ledger-1.csv': 'id\n1\n', 'ledger-2.csv': 'id\n2\n', 'other.csv': 'id\n3\n' });
    const changed = new vscode.EventEmitter<string>();
    const accepted = new vscode.EventEmitter<void>();
    const hidden = new vscode.EventEmitter<void>();
    const box = {
      value: '',
      validationMessage: undefined as string | undefined,
      onDidChangeValue: changed.event,
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      show: () => accept('nothing/*.csv'),
      hide: () => hidden.fire(),
      dispose: () => undefined,
    };
    const shown: (string | undefined)[] = [];
    const accept = (value: string) => {
      box.value = value;
      changed.fire(value);
      accepted.fire();
    };
    const putBack = replaceInWindow({
      showQuickPick: (items: readonly { readonly label: string }[]) =>
        Promise.resolve(items.find(({ label }) => label.includes('Pattern'))),
      createInputBox: () => box,
    });
    try {
      const done = vscode.commands.executeCommand('dataConnections.uploadToThisConnection', { entityId });
      for (const next of ['../*.csv', 'exports/ledger-*.csv']) {
        await eventually(() => box.validationMessage !== undefined, 'The pattern is refused');
        shown.push(box.validationMessage);
        accept(next);
      }
      await done;
    } finally {
      putBack();
    }
    assert.deepEqual(shown, ['No file matches this pattern.', 'Enter a pattern that matches files in an open folder.']);
    assert.match(messages.modal[1]?.text ?? '', /^Upload 2 files to “/);
    assert.deepEqual(await sent(), ['first.csv', 'ledger-1.csv', 'ledger-2.csv']);
  });

  it('names files of the same name with their folders, and content that is sent twice', async () => {
    await write({ 'old/a.csv': 'id\n1\n', 'new/a.csv': 'id\n2\n', 'new/copy.csv': 'id\n1\n' });
    const uris = ['old/a.csv', 'new/a.csv', 'new/copy.csv'].map((path) => vscode.Uri.joinPath(folder, path));
    await vscode.commands.executeCommand('dataConnections.uploadFile', ...uris, { entityId });
    const lines = (messages.modal[0]?.detail ?? '').split('\n').slice(-3);
    assert.match(lines[0] ?? '', /^copy\.csv → .+ · Same content as “a\.csv” in this upload\.$/);
    assert.match(lines[1] ?? '', /^a\.csv \(exports\/old\) → /);
    assert.match(lines[2] ?? '', /^a\.csv \(exports\/new\) → /);
    assert.deepEqual(await sent(), ['a.csv', 'a.csv', 'copy.csv']);
  });

  it('may be one that is dropped on a row', async () => {
    await write({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' });
    const transfer = new vscode.DataTransfer();
    transfer.set('text/uri-list', new vscode.DataTransferItem(folder.toString()));
    await (await extensionApi()).dropFiles({ kind: 'connection', connection: { entityId } }, transfer);
    assert.match(messages.modal[0]?.text ?? '', /^Upload 2 files to “/);
    assert.deepEqual(await sent(), ['a.csv', 'b.csv']);
  });

  it('ends with exactly the files that were sent before it is cancelled', async () => {
    await write({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n', 'c.csv': 'id\n3\n' });
    await service.addFault({ path: '/dataloader/upload', skip: 1, times: 1, action: { kind: 'hang' } });
    const putBack = replaceInWindow({
      withProgress: (
        { title }: vscode.ProgressOptions,
        task: Parameters<typeof vscode.window.withProgress>[1],
      ): unknown => {
        const cancel = new vscode.CancellationTokenSource();
        return task(
          {
            report: ({ message = '' }) => {
              if ((title ?? '').includes('Uploading') && /“b\.csv” \(2 of 3\) · .*sent, waiting/.test(message)) {
                cancel.cancel();
              }
            },
          },
          cancel.token,
        );
      },
    });
    try {
      await upload(folder);
    } finally {
      putBack();
    }
    const summary = await messages.including(/^1 of 3 files was accepted\. b\.csv/);
    // What the service may have is not repeated with the others.
    assert.deepEqual(summary.buttons, ['Retry Failed…', 'Show Summary']);
    assert.deepEqual(await sent(), ['a.csv']);
  });
});
