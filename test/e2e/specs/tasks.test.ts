import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { withRetries } from '../pages/withRetries.ts';
import { useStage } from '../useStage.ts';

const NAME = 'Budget Upload';
/** How long to wait for a task before the list is requested again. */
const LISTING_MS = 5000;

describe('Tasks', () => {
  const stage = useStage();

  it('show the problems of a check and its exit code in a terminal, and the problems in their view', async () => {
    await stage().writeFile('broken.csv', 'id,name\n1,one\n2,"never closed\n');
    await writeTasks({ label: 'Check it', command: 'check', file: 'broken.csv' });
    const workbench = await stage().openWindow();
    const { page, panel } = workbench;
    await run(workbench, 'Check it');
    const terminal = panel.terminal.filter({
      hasText: 'broken.csv:3:3: error unterminatedQuote: This quote is never closed.',
    });
    await terminal.filter({ hasText: '“broken.csv”: 1 row, 2 columns; 1 blocking problem.' }).waitFor();
    await terminal.filter({ hasText: 'terminated with exit code: 1' }).waitFor();

    await page.keyboard.press('ControlOrMeta+Shift+M');
    const problem = panel.problem('This quote is never closed.');
    await problem.filter({ hasText: 'unterminatedQuote' }).filter({ hasText: '[Ln 3, Col 3]' }).waitFor();
  });

  it('ask for the format of a file that they check, and not as if it were uploaded', async () => {
    await stage().writeFile('list.txt', 'hello world');
    await writeTasks({ label: 'Check list', command: 'check', file: 'list.txt' });
    const workbench = await stage().openWindow();
    const { quickInput, panel } = workbench;
    await run(workbench, 'Check list');
    await quickInput.awaitStep(/Select the format of “list\.txt”/);
    assert.equal(await quickInput.title('').innerText(), 'Check');
    await quickInput.option('CSV').click();
    await panel.terminal.filter({ hasText: '“list.txt”: ' }).waitFor();
  });

  it('show the steps of a job in a terminal as they happen, after a question about the connection', async () => {
    const { service } = stage();
    await service.freeze(true);
    const entityId = await target();
    await writeTasks({ label: 'Sync it', command: 'sync', entityId });
    const workbench = await openSignedIn(stage());
    const { jobs, notifications, panel } = workbench;
    const { terminal } = panel;
    await service.nextJob({ durationMs: 20_000 });
    await run(workbench, 'Sync it');
    await notifications.dialog.filter({ hasText: `Start a sync of “${NAME}”?` }).waitFor();
    await notifications.answerDialog('Start Sync');
    await terminal.filter({ hasText: `${NAME} · Extract: running` }).waitFor();
    assert.doesNotMatch(await terminal.innerText(), /Load:/);

    await service.advance(15_000);
    await terminal
      .filter({ hasText: /Extract: completed/ })
      .filter({ hasText: /Load: running/ })
      .waitFor();
    await service.advance(10_000);
    await terminal
      .filter({ hasText: /Load: completed/ })
      .filter({ hasText: 'Terminal will be reused' })
      .waitFor();
    assert.doesNotMatch(await terminal.innerText(), /exit code/);

    // A second time, without a question.
    await run(workbench, 'Sync it');
    await jobs.rowSaying(/^Budget Upload, running/).waitFor();
    await panel.terminalInput.press('Control+C');
    await terminal
      .filter({ hasText: 'The task was stopped. Jobs that the service has accepted continue.' })
      .filter({ hasText: 'terminated with exit code: 130' })
      .waitFor();
    await jobs.rowSaying(/^Budget Upload, running/).waitFor();
  });

  it('complete the entity IDs of connections with their names in tasks.json', async () => {
    const entityId = await target();
    await writeTasks({ label: 'Sync it', command: 'sync', entityId: '' });
    const workbench = await openSignedIn(stage());
    const { editor, page } = workbench;
    await workbench.openFile('tasks.json');
    await editor.line(1, 'entityId').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('budg');
    await editor.acceptSuggestion(NAME);
    await editor.line(1, entityId).waitFor();
  });

  async function target(): Promise<string> {
    const { connections } = await stage().service.state();
    return connections.find(({ entityName }) => entityName === NAME)?.entityId ?? assert.fail();
  }

  /** Selects a task in the list of Tasks: Run Task. Begins again if VS Code has not read the tasks yet. */
  async function run({ page, quickInput }: Workbench, label: string): Promise<void> {
    // By its id, because other commands that match the title are listed before it.
    const list = () => quickInput.accept('F1', '>workbench.action.tasks.runTask', 'Tasks: Run Task');
    await list();
    await withRetries(
      () => quickInput.option(label).click({ timeout: LISTING_MS }),
      async () => {
        await page.keyboard.press('Escape');
        await list();
      },
    );
  }

  async function writeTasks(task: object): Promise<void> {
    await mkdir(join(stage().folder, '.vscode'), { recursive: true });
    await stage().writeFile(
      join('.vscode', 'tasks.json'),
      JSON.stringify({ version: '2.0.0', tasks: [{ type: 'dataConnections', ...task }] }, undefined, 2),
    );
  }
});
