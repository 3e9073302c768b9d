import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ExtensionTestApi } from '../../src/extension.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';

/** The ids of the sample data are the same at every start. */
const FX_RATES = createHash('sha256').update('entity Snowflake FX Rates').digest('hex').slice(0, 40);

describe('The demo', function () {
  this.timeout(120_000);

  let api: ExtensionTestApi;
  let service: LocalService;
  before(async () => {
    api = await extensionApi();
    service = connectService();
  });
  afterEach(() => vscode.commands.executeCommand('dataConnections.leaveDemo'));

  async function startSync(entityId: string): Promise<string | undefined> {
    const job = await vscode.commands.executeCommand<{ syncId: string } | undefined>('dataConnections.startSync', {
      entityId,
    });
    return job?.syncId;
  }

  /** `times`: how often at the same time. */
  async function tryDemo(times = 1): Promise<string> {
    // An account of another test is signed in: the demo asks first.
    const restore = replaceInWindow({
      showInformationMessage: (_message: string, _options: object, button: unknown) => Promise.resolve(button),
    });
    try {
      const tried = Array.from({ length: times }, () => vscode.commands.executeCommand('dataConnections.tryDemo'));
      await Promise.all(tried);
    } finally {
      restore();
    }
    return eventually(() => startSync(FX_RATES), 'A sync of the demo starts');
  }

  it('keeps no account, job or upload, and shows the earlier account when it is left', async () => {
    await signInAfresh(service);
    const syncId = await tryDemo();
    await service.putConnection({ entityId: 'only-in-the-service', entityName: 'Only in the service' });

    await vscode.commands.executeCommand('dataConnections.leaveDemo');
    assert.ok(await eventually(() => startSync('only-in-the-service'), 'The earlier account is back'));
    assert.deepEqual(await filesWith(api.storagePath, syncId), []);
    assert.deepEqual(await filesWith(api.storagePath, FX_RATES), []);
    await service.removeConnection('only-in-the-service');
  });

  it('completes, when it is left, the removal of an account, with the files of its uploads, as each start does', async () => {
    const accountId = randomUUID();
    const hashed = createHash('sha256').update(accountId).digest('hex').slice(0, 32);
    const files = [join('loads', accountId), join('copies', hashed)].map((folder) =>
      join(api.storagePath, folder, 'a'),
    );
    await tryDemo();
    for (const file of files) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, '');
    }
    await appendFile(join(api.storagePath, 'jobs.db.removals'), `${accountId}\n`);
    await vscode.commands.executeCommand('dataConnections.leaveDemo');
    await eventually(() => !files.some((file) => existsSync(dirname(file))), 'the files are removed');
    assert.equal(existsSync(join(api.storagePath, 'jobs.db.removals')), false);
  });

  it('removes, when it is left, the copies of uploads that the settings no longer allow, as each start does', async () => {
    const copy = join(api.storagePath, 'copies', 'account', 'a');
    await tryDemo();
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, '');
    await vscode.commands.executeCommand('dataConnections.leaveDemo');
    await eventually(() => !existsSync(copy), 'the copy is removed');
  });

  it('is nothing that a link can lead to', async () => {
    const syncId = await tryDemo();
    await vscode.env.clipboard.writeText('as before');
    await withMessages(async (messages) => {
      for (const target of [{ entityId: FX_RATES }, { syncId }]) {
        await vscode.commands.executeCommand('dataConnections.copyLink', target);
        assert.match(messages.all.at(-1)?.text ?? '', /^Links to the demo can’t be copied/);
      }
    });
    assert.equal(await vscode.env.clipboard.readText(), 'as before');
  });

  describe('with an upload in progress', () => {
    let entityId: string;
    let uri: vscode.Uri;
    /** The messages that are no questions, from the start of the demo on. */
    let messages: ShownMessages;
    const told = (): readonly string[] => messages.all.filter(({ isModal }) => !isModal).map(({ text }) => text);

    beforeEach(async () => {
      await service.reset();
      await signInAfresh(service);
      [entityId] = await service.uploadTargets();
      uri = vscode.Uri.joinPath(workspaceFolder().uri, 'stopped.csv');
      messages = new ShownMessages(
        (message) => message.buttons.find((title) => title === 'Show Demo') ?? agree(message),
      );
    });

    afterEach(async () => {
      messages.dispose();
      await service.clearFaults();
      await vscode.workspace.fs.delete(uri);
    });

    /** Begins an upload. Resolves once the service has its beginning. */
    async function begin(content: string): Promise<{ readonly job: Thenable<unknown> }> {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
      const job = vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
      const isBeingSent = async () =>
        (await service.requests()).some(({ path }) => path.endsWith('/dataloader/upload'));
      await eventually(isBeingSent, 'The upload is being sent');
      messages.all.length = 0;
      return { job };
    }

    /** Leaves the demo, and uploads the file once more. Resolves to the questions. */
    async function leaveAndUpload(): Promise<readonly string[]> {
      await vscode.commands.executeCommand('dataConnections.leaveDemo');
      await service.clearFaults();
      const before = messages.modal.length;
      assert.ok(await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId }));
      return messages.modal.slice(before).map(({ detail }) => detail);
    }

    it('stops it, as its question says, and nothing is loaded or said to be interrupted', async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'delay', ms: 10_000 } });
      const { job } = await begin(`id,note\n${'1,a longer note\n'.repeat(2_000_000)}`);
      await vscode.commands.executeCommand('dataConnections.tryDemo');
      assert.equal(await job, undefined);
      assert.deepEqual(await service.uploads(), []);
      assert.doesNotMatch(
        (await leaveAndUpload()).join(),
        /may have the data|may have been accepted|without a response/,
      );
      assert.deepEqual(told(), []);
    });

    it('says that the service may have it if all of it was sent, and nothing else later', async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
      const { job } = await begin('id,note\n1,all of it\n');
      await vscode.commands.executeCommand('dataConnections.tryDemo');
      await job;
      const expected =
        /^“stopped.csv” was sent to “.+” before the upload was stopped\. The service may have the data\. This window no longer uses the account, so the connection could not be checked\. /;
      const { buttons } = await messages.including(expected);
      assert.deepEqual(buttons, []);
      // The upload is asked about.
      assert.equal((await leaveAndUpload()).length, 1);
      assert.equal(told().length, 1, told().join(' | '));
    });
  });

  it('is left by Sign Out, without a question', async () => {
    await tryDemo();
    assert.equal(await vscode.commands.executeCommand('dataConnections.signOut'), true);
  });

  it('is left by Sign Out with the ID of another account, which is asked about then', async () => {
    const { id } = await signInAfresh(service);
    await tryDemo();
    await withMessages(async (messages) => {
      assert.equal(await vscode.commands.executeCommand('dataConnections.signOut', id), false);
      assert.match(messages.modal[0]?.text ?? '', /^Sign out of /);
    });
  });

  it('is started once if it is tried twice at the same time', async () => {
    assert.ok(await tryDemo(2));
  });

  it('can be started again, which only shows its view while it runs', async () => {
    const first = await tryDemo();
    await vscode.commands.executeCommand('dataConnections.tryDemo');
    // The first sync is still known, so it is the same demo.
    await vscode.commands.executeCommand('dataConnections.openJob', { syncId: first });
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'FX Rates',
      'The page of the job is shown',
    );
  });
});

describe('The sample file', () => {
  it('is a text that is not saved, with problems to fix', async () => {
    await vscode.commands.executeCommand('dataConnections.openSample');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled === true && document.fileName.endsWith('store-targets.csv'));
    const result = await vscode.commands.executeCommand<{ rows: number; blocking: number }>(
      'dataConnections.checkActiveEditor',
    );
    assert.deepEqual([result.rows, result.blocking], [25, 0]);
    const codes = vscode.languages
      .getDiagnostics(document.uri)
      .map(({ code }) => (typeof code === 'object' ? code.value : code));
    assert.deepEqual(codes.sort(), ['otherDelimiter', 'trailingEmptyRows']);
    // A second time, it is the same text.
    await vscode.commands.executeCommand('dataConnections.openSample');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

/** The files below a folder whose bytes contain a text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return files.filter((_file, index) => contents[index]?.includes(text) === true);
}
