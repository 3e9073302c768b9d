import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { ShownMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';

const UPLOAD = '/dataloader/upload';
/** More than any body here: the connection is cut once all of it was read. */
const WHOLE_BODY = 1_000_000;

describe('The record of an upload', () => {
  let service: LocalService;
  let accountId: string;
  let entityId: string;
  let opened = 0;

  before(async () => {
    service = connectService();
    await service.reset();
  });

  beforeEach(async () => {
    await service.clearTraffic();
    accountId = (await signInAfresh(service)).id;
    [entityId] = await service.uploadTargets();
  });

  afterEach(async () => {
    await service.clearFaults();
    await vscode.workspace
      .getConfiguration('dataConnections')
      .update('upload.confirm', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  async function open(content: string): Promise<string> {
    opened += 1;
    const name = `payroll-of-october-${opened}.csv`;
    const uri = vscode.Uri.joinPath(workspaceFolder().uri, name).with({ scheme: 'untitled' });
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
    return name;
  }

  /** Uploads the active editor as a caller that requests no review. Resolves to the job and the reviews that were shown. */
  async function upload(button?: string): Promise<{ job: unknown; questions: readonly ShownMessage[] }> {
    const messages = new ShownMessages(({ isModal }) => (isModal ? button : undefined));
    try {
      const job = await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', {
        entityId,
        confirm: false,
      });
      return { job, questions: messages.modal };
    } finally {
      messages.dispose();
    }
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  async function signOut(): Promise<void> {
    const messages = new ShownMessages(() => 'Sign Out');
    try {
      assert.equal(await vscode.commands.executeCommand('dataConnections.signOut', accountId), true);
    } finally {
      messages.dispose();
    }
  }

  /** The files and settings that contain any of the texts. */
  async function kept(texts: readonly string[]): Promise<readonly string[]> {
    const { storagePath, workspaceState } = await extensionApi();
    const files = await readdir(storagePath, { recursive: true, withFileTypes: true });
    const places = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async ({ parentPath, name }) => ({ place: name, bytes: await bytesOf(join(parentPath, name)) })),
    );
    const state = workspaceState.keys().map((key) => ({
      place: key,
      bytes: Buffer.from(JSON.stringify(workspaceState.get(key))),
    }));
    return [...places, ...state].flatMap(({ place, bytes }) =>
      texts.filter((text) => bytes.includes(text)).map((text) => `${place}: ${text}`),
    );
  }

  /** Nothing of a temporary file that was renamed since. */
  async function bytesOf(path: string): Promise<Buffer> {
    return readFile(path).catch((error: unknown) => {
      assert.match(String(error), /ENOENT/);
      return Buffer.alloc(0);
    });
  }

  it('forces a review that says so if its answer was lost, regardless of the caller and the settings', async () => {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    await configuration.update('upload.confirm', 'never', vscode.ConfigurationTarget.Global);
    await open('id,name\n1,lost\n');
    await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'cut', afterBytes: WHOLE_BODY } });
    assert.deepEqual(await upload(), { job: undefined, questions: [] });

    const dismissed = await upload();
    assert.equal(dismissed.job, undefined);
    assert.equal(dismissed.questions.length, 1);
    assert.match(
      dismissed.questions[0]?.detail ?? '',
      /An upload of this file to “.+” was started less than a minute ago and may have been accepted\. The service may already have the data\./,
    );
    assert.equal(await uploadRequests(), 1);

    const agreed = await upload('Upload');
    assert.ok(agreed.job !== undefined);
    assert.equal(agreed.questions.length, 1);
    const next = await upload('Upload');
    assert.ok(next.questions.every(({ detail }) => !detail.includes('may have been accepted')));
  });

  it('shows the job that the service lists since', async () => {
    await open('id,name\n2,lost\n');
    await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'loseResponse' } });
    await upload('Upload');
    const job = (await service.state()).jobs.at(-1);
    const { questions } = await upload();
    const said = `The connection shows a new job, “${job?.syncId}”: the service probably has the data already.`;
    assert.ok(questions[0]?.detail.includes(said), questions[0]?.detail);
  });

  it('is removed everywhere by Sign Out', async () => {
    const texts = [await open('iban_of_employee,net\n1,2\n'), 'iban_of_employee'];
    assert.ok((await upload('Upload')).job !== undefined);
    assert.notDeepEqual(await kept(texts), []);
    await signOut();
    assert.deepEqual(await kept(texts), []);
  });

  it('is not restored by an upload that Sign Out stops', async () => {
    const texts = [await open('iban_of_employee,net\n1,2\n'), 'iban_of_employee'];
    await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'delayResponse', ms: 1_500 } });
    const uploading = upload('Upload');
    await eventually(async () => (await uploadRequests()) > 0, 'The upload is sent');
    await signOut();
    assert.equal((await uploading).job, undefined, 'it was stopped');
    assert.deepEqual(await kept(texts), []);
  });
});
