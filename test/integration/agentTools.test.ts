import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { TOOL_NAMES } from '../../src/app/tools/toolNames.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { withMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';

/** A name that tries to be markup, HTML, a line of its own, and an instruction. */
const HOSTILE = '[net](command:workbench.action.quit) <!-- **x** `y` $(alert)';

type Result = Readonly<Record<string, unknown>> & { readonly error?: string };

describe('Tools for language models', () => {
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

  /** In tests, VS Code confirms without showing its dialog. */
  async function invoke(name: (typeof TOOL_NAMES)[number], input: object): Promise<Result> {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const [part] = content;
    assert.ok(content.length === 1 && part instanceof vscode.LanguageModelTextPart);
    return JSON.parse(part.value) as Result;
  }

  async function write(name: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    return uri;
  }

  const newRows = () => `id,"${HOSTILE}"\n${++written},one\n`;

  function uploads(): Promise<number> {
    return service.uploadRequestCount();
  }

  async function withSetting(section: string, value: unknown, act: () => Promise<void>): Promise<void> {
    const [, area = '', name = ''] = /^(\w+)\.(.+)$/.exec(section) ?? [];
    const update = (to: unknown) =>
      vscode.workspace.getConfiguration(area).update(name, to, vscode.ConfigurationTarget.Global);
    await update(value);
    try {
      await act();
    } finally {
      await update(undefined);
    }
  }

  it('are offered with a schema each', () => {
    const offered = vscode.lm.tools.filter(({ name }) => name.startsWith('dataConnections_'));
    assert.deepEqual(offered.map(({ name }) => name).sort(), [...TOOL_NAMES].sort());
    assert.ok(offered.every(({ description, inputSchema }) => description !== '' && inputSchema !== undefined));
  });

  it('list connections, and return one with its jobs', async () => {
    await service.putConnection({ entityId: 'hostile', entityName: HOSTILE });
    const listed = await invoke('dataConnections_listConnections', {
      filter: 'command:workbench.action.quit',
      limit: 1_000_000,
    });
    const [row] = listed['connections'] as { name: string; entityId: string }[];
    assert.deepEqual([row?.entityId, row?.name, listed['total']], ['hostile', HOSTILE, 1]);
    const { connection } = (await invoke('dataConnections_getConnection', { entityId: 'hostile' })) as unknown as {
      connection: { name: string };
    };
    assert.equal(connection.name, HOSTILE);
    await service.removeConnection('hostile');
    assert.equal((await invoke('dataConnections_getConnection', { entityId: '../me' })).error, 'connectionNotFound');
    assert.equal((await invoke('dataConnections_getJob', { syncId: '..' })).error !== undefined, true);
  });

  it('check a file with its unsaved changes, and send nothing', async () => {
    const uri = await write('tools/checked.csv', newRows());
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '"never closed\n'));
    await service.clearRequests();
    const result = await invoke('dataConnections_checkFile', { file: 'tools/checked.csv' });
    const [problem] = result['problems'] as { code: string; message: string }[];
    assert.deepEqual(
      [problem?.code, result['hasUnsavedChanges'], result['canBeUploaded']],
      ['unterminatedQuote', true, 'no'],
    );
    assert.deepEqual(result['columns'], ['id', HOSTILE]);
    assert.deepEqual(await service.requests(), []);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('use files of the workspace only, whatever the path is', async () => {
    await write('inside.csv', newRows());
    const leaving = ['leaving.csv', 'leaving'];
    for (const name of leaving) {
      // Its content isn't recognizable as CSV or JSON.
      await symlink('/etc/hostname', join(folder.fsPath, name)).catch(() => undefined);
    }
    const expected: Readonly<Record<string, string>> = {
      ...Object.fromEntries(leaving.map((name) => [name, 'outsideWorkspace'])),
      '../outside.csv': 'outsideWorkspace',
      '/etc/passwd': 'outsideWorkspace',
      'file:///etc/passwd': 'invalidInput',
      'vscode-userdata:/User/settings.json': 'invalidInput',
      'in\u202eside.csv': 'invalidInput',
      '*.csv': 'fileNotFound',
      'missing.csv': 'fileNotFound',
      'inside.csv/inner.csv': 'fileNotFound',
      [`${'x'.repeat(300)}.csv`]: 'fileNotFound',
    };
    await withMessages(async (messages) => {
      for (const [file, error] of Object.entries(expected)) {
        assert.equal((await invoke('dataConnections_checkFile', { file })).error, error, file);
        assert.equal((await invoke('dataConnections_uploadFile', { file, entityId })).error, error, file);
      }
      assert.deepEqual(messages.all, []);
    });
    assert.equal(await uploads(), 0);
    assert.equal((await invoke('dataConnections_checkFile', { file: join(folder.fsPath, 'inside.csv') }))['rows'], 1);
    for (const name of leaving) {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name));
    }
  });

  it('start a sync that the user confirms the first time, and at once after that', async () => {
    const { connections } = await service.state();
    const target = connections.find(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing);
    assert.ok(target);
    const input = { entityId: target.entityId };
    await withMessages(async (messages) => {
      assert.equal((await invoke('dataConnections_startSync', input)).error, 'declined');
      const [{ detail } = assert.fail()] = messages.modal;
      assert.ok(detail.includes(target.entityName) && detail.includes(service.email), detail);
    });
    const agree = ({ buttons }: ShownMessage) => buttons.find((title) => title === 'Start Sync');
    const started = await withMessages(() => invoke('dataConnections_startSync', input), agree);
    const { syncId } = started['started'] as { syncId: string };
    const { job } = (await invoke('dataConnections_getJob', { syncId })) as unknown as { job: { state: string } };
    assert.equal(job.state, 'running');
    await service.setJob(syncId, { outcome: 'complete' });
    await vscode.commands.executeCommand('dataConnections.refresh');
    await eventually(async () => {
      const { jobs } = (await invoke('dataConnections_listJobs', input)) as unknown as { jobs: { state: string }[] };
      return jobs[0]?.state === 'succeeded';
    }, 'The sync has ended');
    await withMessages(async (messages) => {
      assert.ok((await invoke('dataConnections_startSync', input))['started']);
      assert.deepEqual(messages.modal, []);
    });
  });

  it('upload a file that the user reviews the first time, and at once after that', async () => {
    await write('sent.csv', newRows());
    const input = { file: 'sent.csv', entityId };
    await withMessages(async (messages) => {
      assert.equal((await invoke('dataConnections_uploadFile', input)).error, 'declined');
      const [{ detail } = assert.fail()] = messages.modal;
      assert.ok(detail.includes('Columns: 2 (id, [net](command:'), detail);
    });
    assert.equal(await uploads(), 0);
    const upload = ({ buttons }: ShownMessage) => buttons.find((title) => title === 'Upload');
    const { started } = await withMessages(() => invoke('dataConnections_uploadFile', input), upload);
    const { syncId } = await service.latestUpload();
    assert.deepEqual(started, { syncId, entityId });

    const second = newRows();
    await write('sent.csv', second);
    await withMessages(async (messages) => {
      assert.ok((await invoke('dataConnections_uploadFile', input))['started']);
      assert.deepEqual(messages.modal, []);
    });
    assert.equal(await service.latestText(), second);

    await withSetting('dataConnections.upload.confirm', 'always', async () => {
      await write('sent.csv', newRows());
      await withMessages(async (messages) => {
        assert.equal((await invoke('dataConnections_uploadFile', input)).error, 'declined');
        assert.equal(messages.modal.length, 1);
      });
    });
    assert.equal(await uploads(), 2);
  });

  it('upload no data that the service would reject, and ask nothing', async () => {
    await write('broken.csv', 'id,name\n1,"never closed\n');
    await withMessages(async (messages) => {
      const { error, problems } = await invoke('dataConnections_uploadFile', { file: 'broken.csv', entityId });
      assert.equal(error, 'invalidData');
      assert.equal((problems as { code: string }[])[0]?.code, 'unterminatedQuote');
      assert.deepEqual(messages.all, []);
    });
    assert.equal(await uploads(), 0);
  });

  it('reject unknown properties, such as one that skips the confirmation', async () => {
    for (const more of [{ confirm: false }, { force: true }, { format: 'xml' }]) {
      const { error } = await invoke('dataConnections_uploadFile', { file: 'sent.csv', entityId, ...more });
      assert.equal(error, 'invalidInput');
    }
    assert.equal(await uploads(), 0);
  });

  it('do nothing while the user has switched them off', async () => {
    const offered = () => vscode.lm.tools.filter(({ name }) => name.startsWith('dataConnections_')).length;
    await withSetting('dataConnections.agentTools', 'off', async () => {
      assert.equal((await invoke('dataConnections_listConnections', {})).error, 'toolsOff');
      assert.equal((await invoke('dataConnections_startSync', { entityId })).error, 'toolsOff');
    });
    await withSetting('dataConnections.agentTools', 'readOnly', async () => {
      assert.equal((await invoke('dataConnections_startSync', { entityId })).error, 'readOnly');
      assert.ok((await invoke('dataConnections_listConnections', {}))['connections']);
    });
    for (const name of ['chat.extensionTools.enabled', 'chat.agent.enabled']) {
      await withSetting(name, false, async () => {
        assert.equal((await invoke('dataConnections_listConnections', {})).error, 'toolsOff', name);
      });
    }
    await eventually(() => offered() === TOOL_NAMES.length, 'They are offered again');
  });
});
