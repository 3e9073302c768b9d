import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ExtensionTestApi } from '../../src/extension.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, uploadTargets } from './extensionUnderTest.ts';
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

  it('stops an upload in progress, as its question says, and nothing is loaded', async () => {
    await service.reset();
    await signInAfresh(service);
    const [entityId] = await uploadTargets(service);
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'delay', ms: 10_000 } });
    const [workspaceFolder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspaceFolder);
    const uri = vscode.Uri.joinPath(workspaceFolder.uri, 'stopped.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`id,note\n${'1,a longer note\n'.repeat(2_000_000)}`));
    const messages = new ShownMessages(agree);
    const upload = vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
    const isBeingSent = async () => (await service.requests()).some(({ path }) => path.endsWith('/dataloader/upload'));
    await eventually(isBeingSent, 'The upload is being sent');
    messages.dispose();
    await tryDemo();
    assert.equal(await upload, undefined);
    assert.deepEqual(await service.uploads(), []);
    await service.clearFaults();
    await vscode.workspace.fs.delete(uri);
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
