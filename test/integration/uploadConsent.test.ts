import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSettings } from '../../src/ui/settings.ts';
import { eventually } from '../eventually.ts';
import { allSettings } from '../manifest.ts';
import type { Manifest } from '../manifest.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';

describe('Consent to an upload', () => {
  let service: LocalService;
  let entityId: string;
  let folder: vscode.Uri;
  let written = 0;

  before(async () => {
    service = connectService();
    await service.reset();
    [entityId] = await service.uploadTargets();
    folder = workspaceFolder().uri;
  });

  beforeEach(async () => {
    await service.clearRequests();
    await signInAfresh(service);
  });

  afterEach(async () => {
    await setConfirm(undefined);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, '.vscode'), { recursive: true }).then(
      () => undefined,
      () => undefined,
    );
    await eventually(() => proposedTargets() === undefined, 'The settings of the workspace are gone');
  });

  const configuration = () => vscode.workspace.getConfiguration('dataConnections');
  const proposedTargets = () => configuration().inspect('upload.targets')?.workspaceValue;

  async function setConfirm(value: string | undefined): Promise<void> {
    await configuration().update('upload.confirm', value, vscode.ConfigurationTarget.Global);
  }

  /** Writes the settings file directly, because VS Code refuses to write some settings to a workspace. */
  async function writeWorkspaceSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(settings)));
    await eventually(() => proposedTargets() !== undefined, 'The settings of the workspace are read');
  }

  /** Uploads a new file, and resolves to the reviews that were shown. */
  async function upload(
    argument: unknown,
    choose?: ConstructorParameters<typeof ShownMessages>[0],
  ): Promise<ShownMessages['modal']> {
    written += 1;
    const uri = vscode.Uri.joinPath(folder, `consent-${written}.csv`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`id,name\n${written},one\n`));
    const messages = new ShownMessages(choose);
    try {
      await vscode.commands.executeCommand('dataConnections.uploadFile', uri, argument);
    } finally {
      messages.dispose();
      await vscode.workspace.fs.delete(uri);
    }
    return messages.modal;
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  it('is requested with file, target, account, host, rows, columns, size and problems', async () => {
    const uri = vscode.Uri.joinPath(folder, 'reviewed.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,one\n2\n'));
    await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
      const { settings, connections } = await service.state();
      const target = connections.find((connection) => connection.entityId === entityId)?.entityName;
      const [review, ...others] = messages.modal;
      assert.deepEqual([review?.text, others], [`Upload “reviewed.csv” to “${target}”?`, []]);
      const detail = review?.detail ?? '';
      for (const fact of [settings.workspaceName, service.email, new URL(service.baseUrl).host]) {
        assert.ok(detail.includes(fact), `${fact}: ${detail}`);
      }
      assert.match(
        detail,
        /^Account: .+\nService: .+\n\nLine 3: .+\n\nType: .+\nRows: 2\b[^]*Columns: 2 \(id, name\)[^]*Size: 16\b/,
      );
    });
    await vscode.workspace.fs.delete(uri);
  });

  it('is not given by a caller for a connection that the user has not confirmed, and is once the user has', async () => {
    const argument = { entityId, confirm: false };
    assert.equal((await upload(argument)).length, 1);
    assert.equal(await uploadRequests(), 0, 'the user has dismissed the review');
    assert.equal((await upload(argument, agree)).length, 1);
    assert.equal(await uploadRequests(), 1);
    assert.deepEqual(await upload(argument), []);
    assert.equal(await uploadRequests(), 2);
    await signInAfresh(service);
    assert.equal((await upload(argument)).length, 1, 'another account has agreed to nothing');
  });

  it('is never given by a caller if the user has set "always"', async () => {
    await upload({ entityId }, agree);
    await setConfirm('always');
    assert.equal((await upload({ entityId, confirm: false })).length, 1);
    assert.equal(await uploadRequests(), 1);
  });

  it('is not given by the settings of a folder, even if the user has set "never"', async () => {
    await writeWorkspaceSettings({
      'dataConnections.upload.compareLoads': false,
      'dataConnections.upload.confirm': 'never',
      'dataConnections.upload.targets': { 'consent-*.csv': entityId },
      '[csv]': { 'dataConnections.upload.confirm': 'never' },
    });
    for (const confirm of [undefined, 'never']) {
      await setConfirm(confirm);
      for (const argument of [{}, { confirm: false }]) {
        const [review] = await upload(argument);
        assert.match(review?.detail ?? '', /The workspace settings specify this connection\./);
      }
    }
    assert.equal(await uploadRequests(), 0);
    await upload({}, agree);
    assert.deepEqual(await upload({}), [], 'the user has agreed to the connection');
    assert.equal(await uploadRequests(), 2);
  });

  it('is read from the setting levels of VS Code, like every other setting, and from no language-specific value', async () => {
    const values = {
      'dataConnections.defaultBaseUrl': 'https://folder.example',
      'dataConnections.refreshInterval': 77,
      'dataConnections.notifications': 'failures',
      'dataConnections.upload.format': 'json',
      'dataConnections.upload.compareLoads': false,
      'dataConnections.upload.confirm': 'never',
      'dataConnections.upload.keepCopies': 77,
      'dataConnections.upload.onSave': true,
      'dataConnections.upload.showInEditorTitle': 'off',
      'dataConnections.upload.syncAfter': true,
      'dataConnections.upload.targets': { '*.none': 'none' },
      'dataConnections.check.automatic': 'off',
      'dataConnections.requestTimeout': 77,
      'dataConnections.agentTools': 'off',
    };
    const ids = Object.keys(values);
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.deepEqual(ids.sort(), Object.keys(allSettings(extension?.packageJSON as Manifest)).sort());
    const other = { 'dataConnections.notifications': 'off', 'dataConnections.requestTimeout': 99 };
    await writeWorkspaceSettings({ ...values, '[csv]': { ...values, ...other } });
    const trusted = {
      defaultBaseUrl: '',
      refreshIntervalMs: 77_000,
      notifications: 'failures',
      uploadFormat: 'json',
      uploadConfirm: 'newTarget',
      uploadIcon: 'off',
      uploadOnSave: false,
      compareLoads: true,
      keptCopiesBytes: 0,
      syncAfterUpload: false,
      checkAutomatic: 'off',
      requestTimeoutMs: 77_000,
      agentTools: 'all',
    };
    const untrusted = {
      ...trusted,
      refreshIntervalMs: 60_000,
      notifications: 'all',
      uploadFormat: 'auto',
      uploadIcon: 'all',
      checkAutomatic: 'csv',
      requestTimeoutMs: 30_000,
    };
    for (const read of [configuration(), vscode.workspace.getConfiguration('dataConnections', { languageId: 'csv' })]) {
      assert.deepEqual(readSettings(read, true), trusted);
      assert.deepEqual(readSettings(read, false), untrusted);
    }
  });
});
