import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../../eventually.ts';
import { openProbed } from '../openProbed.ts';
import { signIn } from '../pages/signIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { latestSync } from '../statusRequests.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';
/** The ids of the sample data are the same at every start. */
const ENTITY_ID = createHash('sha256').update(`entity Data Loader ${TARGET}`).digest('hex').slice(0, 40);

/** Names that try to be markup, HTML that hides what follows, an icon, and an instruction. */
const HOSTILE_FILE = 'a <!-- [x](command:b) $(bug) **d**.csv';
const HOSTILE_NAME = '<script>x</script> **Budget** [y](https://evil.example) &amp; `z`';
const HOSTILE_COLUMN = '<b>c</b> <!-- ](command:d)';

// In this order in one window, in which the folder stays trusted.
describe('A folder', () => {
  const stage = useStage({
    asksForTrust: true,
    takesPayload: true,
    settings: {
      'dataConnections.upload.onSave': true,
      'dataConnections.upload.targets': { 'saved.csv': ENTITY_ID },
    },
  });

  describe('that is not trusted', () => {
    it('runs no task: VS Code asks for trust', async () => {
      await writeSettings('tasks.json', {
        version: '2.0.0',
        tasks: [{ label: 'Sync it', type: 'dataConnections', command: 'sync', entityId: ENTITY_ID }],
      });
      const workbench = await openSignedIn();
      const { notifications, panel, quickInput, restrictedMode } = workbench;
      await restrictedMode.waitFor();
      await stage().service.clearRequests();
      await quickInput.accept('F1', '>workbench.action.tasks.runTask', 'Tasks: Run Task');
      await notifications.dialog.filter({ hasText: /running tasks requires/ }).waitFor();
      await notifications.answerDialog('Cancel');
      await notifications.dialog.waitFor({ state: 'hidden' });
      assert.equal(await panel.terminal.count(), 0);
      assert.deepEqual(await posts(), []);
    });

    it('can be used with the demo', async () => {
      const workbench = await openProbed(stage());
      const { connections, jobs, restrictedMode } = workbench;
      await restrictedMode.waitFor();
      await workbench.runCommand('Data Connections: Try It Without an Account');
      await connections.act('FX Rates', 'Start Sync');
      await jobs.rowSaying(/^FX Rates/).waitFor();
      assert.deepEqual(await stage().service.requests(), []);
      await workbench.runCommand('Data Connections: Leave Demo');
      await connections.welcome.getByRole('button', { name: /^Sign In/ }).waitFor();
    });

    it('is used by no tool, each of which says why', async () => {
      const workbench = await openSignedIn();
      await workbench.restrictedMode.waitFor();
      await stage().service.clearRequests();
      for (const name of ['dataConnections_listConnections', 'dataConnections_startSync']) {
        await invoke(workbench, name, { entityId: ENTITY_ID });
        const { error, message } = await returned();
        assert.equal(error, 'untrusted', String(message));
        assert.match(String(message), /can’t be used before the user trusts the workspace/);
      }
      assert.deepEqual(await posts(), []);
    });
  });

  describe('that becomes trusted', () => {
    it('names targets and uploads on save from then on, and not before', async () => {
      const { folder } = stage();
      await writeSettings('settings.json', {
        'dataConnections.upload.targets': { 'ledger-*.csv': ENTITY_ID },
        // Has no effect, whether the folder is trusted or not.
        'dataConnections.upload.confirm': 'never',
      });
      await writeFile(join(folder, 'ledger-10.csv'), 'id,name\n1,one\n');
      await writeFile(join(folder, 'saved.csv'), 'id,name\n');
      const workbench = await openSignedIn();
      const { page, quickInput, restrictedMode, review } = workbench;
      await restrictedMode.waitFor();
      await save(workbench, 'saved.csv', '1,one\n');
      await workbench.openFile('ledger-10.csv');
      await workbench.runCommand('Data Connections: Upload Active Editor');
      await quickInput.awaitStep(/connection to upload to/);
      await page.keyboard.press('Escape');

      await workbench.trustFolder();
      await workbench.openFile('ledger-10.csv');
      await workbench.runCommand('Data Connections: Upload Active Editor');
      await review.answer(/Upload “ledger-10.csv” to “Budget Upload”\?/, 'Upload');
      await workbench.notifications.awaitMessage(/“ledger-10\.csv”: .* loaded into “Budget Upload”/);
      assert.equal((await posts()).length, 1);
      await save(workbench, 'saved.csv', '2,two\n');
      await review.answer(/From now on, the file will be uploaded each time you save it\./, 'Upload');
      await workbench.notifications.awaitMessage(/“saved\.csv”: .* loaded into “Budget Upload”/);
      assert.equal((await posts()).length, 2);
    });
  });

  describe('that is trusted', () => {
    it('is used by a tool to upload once VS Code’s dialog, in which names are only text, is confirmed', async () => {
      const { folder, service } = stage();
      await service.putConnection({ entityId: ENTITY_ID, entityName: HOSTILE_NAME });
      await writeFile(join(folder, HOSTILE_FILE), `id,${HOSTILE_COLUMN}\n1,one\n`);
      const workbench = await openTrusted();
      const input = { file: HOSTILE_FILE, entityId: ENTITY_ID };
      await invoke(workbench, 'dataConnections_uploadFile', input);
      const detail = await confirmation(workbench, 'Upload a file to a connection?');
      const lines = (await detail.innerText()).split('\n');
      const { workspaceName } = (await service.state()).settings;
      assert.deepEqual(lines.slice(0, 8), [
        `File: ${HOSTILE_FILE}`,
        `Connection: ${HOSTILE_NAME}`,
        `Entity ID: ${ENTITY_ID}`,
        `Account: ${service.email}, ${workspaceName}`,
        `Service: ${new URL(service.baseUrl).host}`,
        'Type: CSV, sent as a file (multipart)',
        'Rows: 1',
        `Columns: 2 (id, ${HOSTILE_COLUMN})`,
      ]);
      assert.match(
        lines.join('\n'),
        /Digest of the content: [0-9a-f]{16}\s+You will review this upload once more before it is sent\.$/,
      );
      await workbench.notifications.answerDialog('Cancel');
      assert.deepEqual(await returned(), { thrown: 'Canceled' });
      assert.deepEqual(await posts(), []);

      await invoke(workbench, 'dataConnections_uploadFile', input);
      await confirmation(workbench, 'Upload a file to a connection?');
      await workbench.notifications.answerDialog('Yes');
      // The first upload to the connection.
      await workbench.review.answer(/Rows: 1/, 'Upload');
      const { started } = await returned();
      const { syncId } = await service.latestUpload();
      assert.deepEqual(started, { syncId, entityId: ENTITY_ID });
    });

    it('is used by a tool to sync once VS Code’s dialog and ours are confirmed', async () => {
      const { service } = stage();
      await service.putConnection({ entityId: ENTITY_ID, entityName: HOSTILE_NAME });
      const workbench = await openTrusted();
      await invoke(workbench, 'dataConnections_startSync', { entityId: ENTITY_ID });
      const detail = await confirmation(workbench, 'Start a sync?');
      const [connection, entityId] = (await detail.innerText()).split('\n');
      assert.deepEqual([connection, entityId], [`Connection: ${HOSTILE_NAME}`, `Entity ID: ${ENTITY_ID}`]);
      await workbench.notifications.answerDialog('Yes');
      await workbench.notifications.dialog
        .filter({ hasText: 'Start the sync requested by a language model?' })
        .waitFor();
      assert.deepEqual(await posts(), []);
      await workbench.notifications.answerDialog('Start Sync');
      const { started } = await returned();
      const syncId = await latestSync(service);
      assert.deepEqual(started, { syncId, entityId: ENTITY_ID });
    });
  });

  async function openSignedIn(): Promise<Workbench> {
    const workbench = await openProbed(stage());
    await signIn(workbench, stage().service);
    return workbench;
  }

  async function openTrusted(): Promise<Workbench> {
    const workbench = await openSignedIn();
    if (await workbench.restrictedMode.isVisible()) {
      await workbench.trustFolder();
    }
    return workbench;
  }

  async function writeSettings(name: string, content: object): Promise<void> {
    const settings = join(stage().folder, '.vscode');
    await mkdir(settings, { recursive: true });
    await writeFile(join(settings, name), JSON.stringify(content));
  }

  async function save(workbench: Workbench, name: string, line: string): Promise<void> {
    await workbench.openFile(name);
    await workbench.editor.append(name, line);
    await workbench.page.keyboard.press('ControlOrMeta+S');
    const saved = async () => (await readFile(join(stage().folder, name), 'utf8')).includes(line);
    await eventually(saved, `${name} is saved`);
  }

  /** What was started in the service. */
  async function posts(): Promise<readonly string[]> {
    return (await stage().service.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path);
  }

  async function invoke(workbench: Workbench, name: string, input: object): Promise<void> {
    const { folder } = stage();
    await rm(join(folder, 'tool-result.json'), { force: true });
    await writeFile(join(folder, 'tool.json'), JSON.stringify({ name, input }));
    await workbench.runCommand('Probe: Invoke Tool');
  }

  async function returned(): Promise<Readonly<Record<string, unknown>>> {
    const text = await eventually(
      () => readFile(join(stage().folder, 'tool-result.json'), 'utf8').catch(() => undefined),
      'The tool has returned',
    );
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** The message of VS Code's dialog that confirms a tool, in which nothing is rendered. */
  async function confirmation({ notifications }: Workbench, title: string): Promise<Locator> {
    const detail = notifications.dialog.filter({ hasText: title }).locator('.dialog-message-detail');
    await detail.waitFor();
    assert.equal(await detail.locator('*:not(br)').count(), 0);
    return detail;
  }
});
