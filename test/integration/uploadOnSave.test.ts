import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { agree, ShownMessages } from './shownMessages.ts';

describe('An upload on save', () => {
  let service: LocalService;
  let entityId: string;
  let uri: vscode.Uri;
  let messages: ShownMessages;
  // Off in the windows of tests, on by default in a browser.
  const autoSave = vscode.workspace.getConfiguration('files').inspect('autoSave')?.globalValue;

  before(async () => {
    service = connectService();
    await service.reset();
    [entityId] = await service.uploadTargets();
    uri = vscode.Uri.joinPath(workspaceFolder().uri, 'saved.csv');
  });

  beforeEach(async () => {
    await service.clearTraffic();
    await signInAfresh(service);
    messages = new ShownMessages(agree);
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n'));
    await set('upload.targets', { 'saved.csv': entityId });
  });

  afterEach(async () => {
    messages.dispose();
    for (const name of ['upload.targets', 'upload.onSave', 'upload.syncAfter']) {
      await set(name, undefined);
    }
    await set('autoSave', autoSave, 'files');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(uri);
  });

  async function set(name: string, value: unknown, section = 'dataConnections'): Promise<void> {
    await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
  }

  async function type(line: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(document.lineCount, 0), line));
    return document;
  }

  async function uploaded(count: number): Promise<void> {
    await eventually(async () => (await service.uploads()).length === count, `${count} uploads have arrived`);
  }

  it('says that the file was not uploaded if the key is refused', async () => {
    await set('upload.onSave', true);
    await service.addFault({
      path: '/dataloader/upload',
      times: 1,
      action: { kind: 'response', status: 401, body: '{}' },
    });
    await (await type('1,one\n')).save();
    const { text, buttons } = await messages.including(/was not uploaded/);
    assert.match(
      text.replaceAll('\u2060', ''),
      /^“saved\.csv” was not uploaded to “[^”]+”\. The service did not accept the key or token\. Sign in again/,
    );
    assert.deepEqual(buttons, ['Sign In…']);
    const reasons = messages.all.filter((message) => message.text.includes('did not accept the key or token'));
    assert.equal(reasons.length, 1);
  });

  it('happens if the user has set it, after one review, and not for Auto Save', async () => {
    const before = (await service.uploads()).length;
    await (await type('1,one\n')).save();
    await set('upload.onSave', true);
    await (await type('2,two\n')).save();
    await uploaded(before + 1);
    const [review] = messages.modal;
    assert.match(review?.detail ?? '', /From now on, the file will be uploaded each time you save it\./);
    await (await type('3,three\n')).save();
    await uploaded(before + 2);
    assert.equal(messages.modal.length, 1);

    await set('autoSave', 'afterDelay', 'files');
    const document = await type('4,four\n');
    await eventually(() => !document.isDirty, 'The document is saved');
    await set('autoSave', 'off', 'files');
    await (await type('5,five\n')).save();
    await uploaded(before + 3);
    assert.equal(await service.latestText(), 'id,name\n1,one\n2,two\n3,three\n4,four\n5,five\n');
  });

  it('of a file with errors is not sent, and a notification says so once', async () => {
    const before = (await service.uploads()).length;
    await set('upload.onSave', true);
    await (await type('1,"never closed\n')).save();
    await messages.including(/“saved.csv” was saved but not uploaded\. Line 2: This quote is never closed\./);
    await (await type('2,two\n')).save();
    await (await type('"\n')).save();
    await uploaded(before + 1);
    assert.equal(messages.all.filter(({ text }) => text.includes('but not uploaded')).length, 1);
  });

  it('to an entity ID that the account does not have is not sent, and a notification says so once', async () => {
    await set('upload.onSave', true);
    await set('upload.targets', { 'saved.csv': 'mistyped' });
    await (await type('1,one\n')).save();
    await messages.including(
      /“saved.csv” was saved but not uploaded: .* no connection with the entity ID “mistyped”\./,
    );
    await (await type('2,two\n')).save();
    await set('upload.targets', { 'saved.csv': entityId });
    const before = (await service.uploads()).length;
    await (await type('3,three\n')).save();
    await uploaded(before + 1);
    assert.equal(messages.all.filter(({ text }) => text.includes('mistyped')).length, 1);
  });

  it('is followed by a sync of the connection once the job has completed, if the user has set that', async () => {
    await set('upload.onSave', true);
    await set('upload.syncAfter', true);
    await service.clearRequests();
    await (await type('1,one\n')).save();
    const requests = await eventually(async () => {
      const sent = (await service.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path);
      return sent.length === 2 && sent;
    }, 'The upload and the sync are requested');
    assert.deepEqual(
      requests.map((path) => path.replace(/.*\/v1/, '')),
      ['/dataloader/upload', '/connections/sync'],
    );
  });

  it('is followed by another sync after the one that runs when its job has completed', async () => {
    await set('upload.onSave', true);
    await set('upload.syncAfter', true);
    const syncs = async () => (await service.state()).jobs.filter(({ kind }) => kind === 'sync');
    const before = (await syncs()).length;
    const uploads = (await service.uploads()).length;
    const startSync = async (count: number): Promise<string> =>
      eventually(async () => {
        const { [before + count - 1]: sync } = await syncs();
        return sync?.syncId;
      }, `${count} syncs have started`);
    await service.nextJob({ durationMs: 2_000 });
    await service.nextJob({ durationMs: 3_600_000 });
    await (await type('1,one\n')).save();
    const first = await startSync(1);
    await (await type('2,two\n')).save();
    await uploaded(uploads + 2);
    await eventually(async () => {
      const { jobs } = await service.state();
      return jobs.findLast(({ kind }) => kind !== 'sync')?.completedAt !== undefined;
    }, 'The second upload has completed');
    await service.setJob(first, { outcome: 'complete' });
    await startSync(2);
    assert.deepEqual(
      messages.all.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('is followed by no sync, and no error, if the account is signed out before', async () => {
    await set('upload.onSave', true);
    await set('upload.syncAfter', true);
    const { id } = await signInAfresh(service);
    await service.startElsewhere(entityId, { durationMs: 3_600_000 });
    await vscode.commands.executeCommand('dataConnections.refresh');
    await service.nextJob({ durationMs: 1_000 });
    await (await type('1,one\n')).save();
    await messages.including(/loaded into/);
    messages.dispose();
    messages = new ShownMessages(({ buttons }) => buttons.find((title) => title === 'Sign Out'));
    await vscode.commands.executeCommand('dataConnections.signOut', id);
    // Whatever Sign Out has caused is shown by then.
    await service.clearRequests();
    await signInAfresh(service);
    assert.deepEqual(
      messages.all.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.equal((await service.requests()).filter(({ method }) => method === 'POST').length, 0);
  });
});
