import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { NextJob } from '../../src/localService/workspace.ts';
import type { Account } from '../../src/model/account.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { agree, ShownMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';

/** Undefined instead of an empty list. */
const nonEmpty = <T>(list: T[]) => (list.length === 0 ? undefined : list);

type TaskJson = Readonly<Record<string, unknown>>;

describe('Tasks', () => {
  let service: LocalService;
  let account: Account;
  let entityId: string;
  let folder: vscode.Uri;
  let messages: ShownMessages;
  let answer: (message: ShownMessage) => string | undefined;

  before(async () => {
    service = connectService();
    await service.reset();
    // So that the jobs are short.
    await service.setTimeRate(10);
    [entityId] = await service.uploadTargets();
    folder = workspaceFolder().uri;
  });

  after(() => service.setTimeRate(1));

  beforeEach(async () => {
    await service.clearTraffic();
    account = await signInAfresh(service);
    answer = (message) => agree(message) ?? message.buttons.find((title) => title === 'Start Sync');
    messages = new ShownMessages((message) => answer(message));
  });

  afterEach(async () => {
    messages.dispose();
    await remove('.vscode');
    await remove('tasks-data');
    await eventually(
      async () => !(await vscode.tasks.fetchTasks()).some(({ source }) => source === 'Workspace'),
      'The tasks of the folder are gone',
    );
  });

  const at = (...path: string[]) => vscode.Uri.joinPath(folder, ...path);

  async function remove(name: string): Promise<void> {
    await vscode.workspace.fs.delete(at(name), { recursive: true }).then(
      () => undefined,
      () => undefined,
    );
  }

  async function write(name: string, content: string): Promise<vscode.Uri> {
    const uri = at('tasks-data', name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    return uri;
  }

  const ours = () => vscode.tasks.fetchTasks({ type: 'dataConnections' });

  /** Writes `tasks.json`, and waits until VS Code has read it. */
  async function writeTasks(...tasks: readonly TaskJson[]): Promise<void> {
    const json = { version: '2.0.0', tasks: tasks.map((task) => ({ type: 'dataConnections', ...task })) };
    await vscode.workspace.fs.writeFile(at('.vscode', 'tasks.json'), Buffer.from(JSON.stringify(json)));
    await Promise.all(tasks.map(({ label }) => taskNamed(String(label))));
  }

  function taskNamed(name: string): Promise<vscode.Task> {
    return eventually(
      async () => (await vscode.tasks.fetchTasks()).find((task) => task.name === name),
      `There is a task “${name}”`,
    );
  }

  /**
   * Runs a task. Resolves to the exit codes of all tasks that ended until it has ended.
   * @param jobs what the service does with each job that the task starts.
   */
  async function run(name: string, ...jobs: readonly NextJob[]): Promise<Readonly<Record<string, number | undefined>>> {
    for (const job of jobs) {
      await service.nextJob(job);
    }
    const codes: Record<string, number | undefined> = {};
    const task = await taskNamed(name);
    const subscriptions: vscode.Disposable[] = [];
    const ended = new Promise<void>((resolve) => {
      subscriptions.push(
        vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => (codes[execution.task.name] = exitCode)),
        vscode.tasks.onDidEndTask(({ execution }) => execution.task.name === name && resolve()),
      );
    });
    try {
      await vscode.tasks.executeTask(task);
      await ended;
    } finally {
      subscriptions.forEach((subscription) => void subscription.dispose());
    }
    return codes;
  }

  async function posts(path: string): Promise<number> {
    return (await service.requests()).filter((request) => request.method === 'POST' && request.path.endsWith(path))
      .length;
  }

  it('sync a connection and end as the job does, after a question about each connection', async () => {
    await writeTasks({ label: 'Sync it', command: 'sync', entityId });
    answer = () => undefined;
    assert.deepEqual(await run('Sync it'), { 'Sync it': 2 });
    assert.equal(await posts('/connections/sync'), 0);
    const name = (await service.state()).connections.find((known) => known.entityId === entityId)?.entityName ?? '';
    const [question] = messages.modal;
    assert.equal(question?.text, `Start a sync of “${name}”?`);
    for (const fact of ['A task specifies this connection.', service.email, entityId]) {
      assert.ok(question.detail.includes(fact), question.detail);
    }
    answer = ({ buttons }) => buttons.find((title) => title === 'Start Sync');
    assert.deepEqual(await run('Sync it'), { 'Sync it': 0 });
    assert.deepEqual(await run('Sync it', { outcome: 'fail' }), { 'Sync it': 1 });
    assert.deepEqual([messages.modal.length, await posts('/connections/sync')], [2, 2]);
  });

  it('start nothing for an ID that no connection has, which the review of an upload says', async () => {
    await write('one.csv', 'id,name\n1,one\n');
    const mistyped = { entityId: 'mistyped' };
    await writeTasks(
      { label: 'Sync it', command: 'sync', ...mistyped },
      { label: 'Load it', command: 'upload', file: 'tasks-data/one.csv', ...mistyped },
    );
    answer = () => undefined;
    assert.deepEqual([await run('Sync it'), messages.modal], [{ 'Sync it': 2 }, []]);
    assert.deepEqual(await run('Load it'), { 'Load it': 2 });
    assert.match(messages.modal[0]?.detail ?? '', /The account has no connection with the entity ID “mistyped”\./u);
  });

  it('offer to sign in', async () => {
    await writeTasks({ label: 'Sync it', command: 'sync', entityId });
    answer = ({ buttons }) => buttons.find((title) => title === 'Sign Out');
    await vscode.commands.executeCommand('dataConnections.signOut', account.id);
    assert.deepEqual(await run('Sync it'), { 'Sync it': 2 });
    const last = messages.modal.at(-1);
    assert.deepEqual([last?.text, last?.buttons], ['Sign in to run this task.', ['Sign In…']]);
  });

  it('run again for the account of the window after the demo was left', async () => {
    answer = ({ buttons }) => buttons.find((title) => title === 'Start Sync' || title === 'Show Demo');
    await writeTasks({ label: 'Sync again', command: 'sync', entityId });
    assert.deepEqual(await run('Sync again'), { 'Sync again': 0 });
    await vscode.commands.executeCommand('dataConnections.tryDemo');
    await vscode.commands.executeCommand('dataConnections.leaveDemo');
    await vscode.commands.executeCommand('workbench.action.tasks.reRunTask');
    await eventually(async () => (await posts('/connections/sync')) === 2, 'The sync is started again');
    await eventually(() => vscode.tasks.taskExecutions.length === 0, 'The task has ended');
  });

  it('upload the files of a glob to a connection that is reviewed once, whatever the settings of the folder say', async () => {
    await vscode.workspace.fs.writeFile(
      at('.vscode', 'settings.json'),
      Buffer.from(JSON.stringify({ 'dataConnections.upload.confirm': 'never' })),
    );
    await write('one.csv', 'id,name\n1,one\n');
    await writeTasks({ label: 'Load it', command: 'upload', file: 'tasks-data/*.csv', entityId });
    assert.deepEqual(await run('Load it'), { 'Load it': 0 });
    assert.match(messages.modal[0]?.detail ?? '', /A task specifies this connection\./);
    await write('one.csv', 'id,name\n2,two\n');
    assert.deepEqual(await run('Load it'), { 'Load it': 0 });
    assert.deepEqual([messages.modal.length, await posts('/dataloader/upload')], [1, 2]);
    assert.equal(await service.latestText(), 'id,name\n2,two\n');
  });

  it('put problems of closed files into the Problems view, and send nothing', async () => {
    const uri = await write('bad.csv', 'id,name\n1,one\n2,two,more\n3,"never closed\n');
    await writeTasks(
      { label: 'Check it', command: 'check', file: 'tasks-data/bad.csv', problemMatcher: '$dataConnections-check' },
      // VS Code knows tasks by their definitions, so that of this one has to be another.
      { label: 'Check by default', command: 'check', file: './tasks-data/bad.csv' },
      { label: 'Load it', command: 'upload', file: 'tasks-data/bad.csv', entityId },
    );
    for (const name of ['Check it', 'Check by default', 'Load it']) {
      assert.deepEqual(await run(name), { [name]: 1 });
      const found = await eventually(() => {
        const diagnostics = vscode.languages.getDiagnostics(uri);
        return diagnostics.length === 2 && diagnostics;
      }, 'Both problems are shown');
      assert.deepEqual(
        found.map(({ range, severity, source, code }) => [
          range.start.line + 1,
          range.start.character + 1,
          severity,
          source,
          code,
        ]),
        [
          [3, 1, vscode.DiagnosticSeverity.Warning, 'Data Connections', 'raggedRow'],
          [4, 3, vscode.DiagnosticSeverity.Error, 'Data Connections', 'unterminatedQuote'],
        ],
      );
    }
    assert.equal(await posts('/dataloader/upload'), 0);
  });

  it('leave the problems of an open file, which a variable may name, to the check of the extension', async () => {
    const uri = await write('open.csv', 'id,name\n1,"never closed\n');
    await vscode.window.showTextDocument(uri);
    const shown = () => eventually(() => nonEmpty(vscode.languages.getDiagnostics(uri)), 'The problem is shown');
    await shown();
    await writeTasks({ label: 'Check it', command: 'check', file: '${file}' });
    assert.deepEqual(await run('Check it'), { 'Check it': 1 });
    const [problem, ...others] = await shown();
    assert.deepEqual(others, []);
    // Only the extension's own problems link to an explanation.
    assert.equal(typeof problem?.code === 'object' && problem.code.value, 'unterminatedQuote');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('run one after another in a compound, which stops at the first that fails', async () => {
    await write('good.csv', 'id,name\n3,three\n');
    await write('bad.csv', 'id,name\n3,"never closed\n');
    // VS Code heeds `dependsOrder` only in tasks without a type of an extension.
    const sequence = { type: undefined, dependsOrder: 'sequence' };
    const load = { command: 'upload', file: '${workspaceFolder}/tasks-data/good.csv', entityId };
    await writeTasks(
      { label: 'Check good', command: 'check', file: 'tasks-data/good.csv' },
      { label: 'Check bad', command: 'check', file: 'tasks-data/bad.csv' },
      { label: 'Load good', ...load },
      { label: 'Load after bad', ...load, dependsOn: 'Check bad', timeout: 600 },
      { label: 'All', ...sequence, dependsOn: ['Check good', 'Load good'] },
      { label: 'None', ...sequence, dependsOn: ['Check bad', 'Load good'] },
    );
    assert.deepEqual(await run('All'), { 'Check good': 0, 'Load good': 0 });
    assert.equal(await posts('/dataloader/upload'), 1);
    assert.deepEqual(await run('None'), { 'Check bad': 1 });
    assert.deepEqual(await run('Load after bad'), { 'Check bad': 1 });
    assert.equal(await posts('/dataloader/upload'), 1);
  });

  it('with a type run side by side what they depend on, as VS Code ignores their order', async () => {
    await write('good.csv', 'id,name\n3,three\n');
    const check = { command: 'check', file: 'tasks-data/good.csv' };
    await writeTasks(
      { label: 'Sync it', command: 'sync', entityId },
      { label: 'Check good', ...check },
      {
        label: 'Check after both',
        ...check,
        file: './tasks-data/good.csv',
        dependsOrder: 'sequence',
        dependsOn: ['Sync it', 'Check good'],
      },
    );
    await service.freeze(true);
    const checked = vscode.tasks.onDidEndTaskProcess(({ execution }) => {
      if (execution.task.name === 'Check good') {
        void service.freeze(false);
      }
    });
    // The sync ends only because the check that follows it has ended.
    assert.deepEqual(await run('Check after both'), { 'Sync it': 0, 'Check good': 0, 'Check after both': 0 });
    checked.dispose();
  });

  it('run before a debug session, which starts only if they succeed', async () => {
    const debugging = vscode.workspace.getConfiguration('debug');
    await debugging.update('onTaskErrors', 'abort', vscode.ConfigurationTarget.Global);
    const program = await write('program.js', '');
    await write('good.csv', 'id,name\n3,three\n');
    await write('bad.csv', 'id,name\n3,"never closed\n');
    await writeTasks(
      { label: 'Check good', command: 'check', file: 'tasks-data/good.csv' },
      { label: 'Check bad', command: 'check', file: 'tasks-data/bad.csv' },
    );
    const launch = (preLaunchTask: string) =>
      vscode.debug.startDebugging(workspaceFolder(), {
        type: 'node',
        request: 'launch',
        name: 'Program',
        program: program.fsPath,
        preLaunchTask,
      });
    assert.equal(await launch('Check bad'), false);
    assert.equal(await launch('Check good'), true);
    await vscode.debug.stopDebugging();
    await debugging.update('onTaskErrors', undefined, vscode.ConfigurationTarget.Global);
  });

  it('stop waiting when they are terminated', async () => {
    await service.freeze(true);
    await writeTasks({ label: 'Sync it', command: 'sync', entityId });
    const execution = await vscode.tasks.executeTask(await taskNamed('Sync it'));
    await eventually(async () => (await posts('/connections/sync')) === 1, 'The sync is started');
    const ended = new Promise<void>((resolve) => {
      const subscription = vscode.tasks.onDidEndTask(() => {
        subscription.dispose();
        resolve();
      });
    });
    execution.terminate();
    await ended;
    await service.freeze(false);
  });

  it('have an unknown end if the service no longer accepts the key while they wait', async () => {
    const { apiKey } = service;
    // The previous test leaves a sync of the first connection running.
    const [, otherId] = await service.uploadTargets();
    await service.freeze(true);
    await writeTasks({ label: 'Sync it', command: 'sync', entityId: otherId });
    const ended = run('Sync it');
    try {
      await eventually(async () => {
        const { jobs } = await service.state();
        const syncId = jobs.findLast((job) => job.entityId === otherId)?.syncId;
        return syncId && (await service.requests()).some(({ path }) => path.endsWith(`/${syncId}/status`));
      }, 'The status of the job is requested');
      await service.setKey('another-key');
      assert.deepEqual(await ended, { 'Sync it': 4 });
    } finally {
      await service.setKey(apiKey);
      await service.freeze(false);
    }
  });

  it('are offered for what was uploaded from this workspace', async () => {
    const uri = await write('offered.csv', 'id,name\n4,four\n');
    assert.deepEqual(await ours(), []);
    await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
    const name = (await service.state()).connections.find((known) => known.entityId === entityId)?.entityName ?? '';
    assert.deepEqual(
      (await ours()).map(({ name: shown, definition }) => [
        shown,
        String(definition['command']),
        String(definition['file']),
      ]),
      [
        [`Upload tasks-data/offered.csv to ${name}`, 'upload', 'tasks-data/offered.csv'],
        ['Check tasks-data/offered.csv', 'check', 'tasks-data/offered.csv'],
      ],
    );
    assert.deepEqual(await run('Check tasks-data/offered.csv'), { 'Check tasks-data/offered.csv': 0 });
  });

  it('complete entity IDs with the names of the connections', async () => {
    const { connections } = await service.state();
    const text = '{ "tasks": [ { "type": "dataConnections", "entityId": "" }, { "type": "shell", "entityId": "" } ] }';
    await vscode.workspace.fs.writeFile(at('.vscode', 'tasks.json'), Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(at('.vscode', 'tasks.json'));
    const completionsAt = async (offset: number): Promise<readonly vscode.CompletionItem[]> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(offset),
      );
      const { items } = list as { readonly items: readonly vscode.CompletionItem[] };
      return items.filter(({ label }) => typeof label === 'object');
    };
    const first = text.indexOf('""') + 1;
    const items = await completionsAt(first);
    assert.deepEqual(
      items.map(({ label, insertText }) => [typeof label === 'object' && label.label, insertText]).sort(),
      connections.map((known) => [known.entityName, JSON.stringify(known.entityId)]).sort(),
    );
    const [{ range } = {}] = items;
    assert.ok(range instanceof vscode.Range);
    assert.equal(document.getText(range), '""');
    assert.deepEqual(await completionsAt(text.lastIndexOf('""') + 1), []);
  });
});
