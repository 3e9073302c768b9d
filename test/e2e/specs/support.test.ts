import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { LocalService } from '../../service/localService.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

/** How long a diagnosis may take before it is started again, and for how long it is. */
const [DIAGNOSING_MS, TRYING_MS] = [15_000, 80_000];

describe('Support', () => {
  const stage = useStage();

  it('diagnoses a window without an account, and one that is signed in', async () => {
    const workbench = await stage().openWindow();
    await workbench.runCommand('Data Connections: Diagnose');
    await workbench.editor.line(1, 'Secret storage: A test value was stored').waitFor();
    await workbench.editor.line(1, 'No base URL is known').waitFor();
    await signIn(workbench, stage().service);
    await eventually(
      async () => {
        await workbench.connections.chooseFromTitle('Diagnose');
        await workbench.editor.line(1, 'Account: The service accepts the key').waitFor({ timeout: DIAGNOSING_MS });
        return true;
      },
      'The account is diagnosed from the menu, which closes without an effect if the list arrives at the wrong moment',
      TRYING_MS,
    );
    await workbench.editor.line(1, 'm…@brookfield-mills.example').waitFor();
    await workbench.editor.line(1, 'Certificate: The base URL uses http').waitFor();
  });

  it('copies requests as cURL commands and support information from the menus of rows', async () => {
    const { service } = stage();
    await service.freeze(true);
    const { connections, jobs, page } = await openSignedIn(stage());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (words: RegExp): Promise<string> =>
      eventually(async () => {
        const text = await page.evaluate<string>('navigator.clipboard.readText()');
        assert.match(text, words);
        return text;
      }, `${words} is copied`);

    await connections.choose(connections.row('Customers'), 'Copy as cURL');
    const sync = await copied(/\/connections\/sync'/);
    await service.nextJob({ durationMs: 20_000 });
    await connections.act('Customers', 'Start Sync');
    await service.advance(1000);
    const job = jobs.rowSaying(/^Customers, running/);
    await connections.choose(job, 'Copy as cURL');
    const status = await copied(/\/status'/);
    await connections.choose(job, 'Copy Support Info');
    const info = await copied(/^Correlation ID: /m);
    assert.ok(![sync, status, info].some((text) => text.includes(service.apiKey)));
  });

  it('opens a link to a connection that was copied from its row', async () => {
    const workbench = await openSignedIn(stage());
    const { connections, notifications, page, quickInput } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await connections.choose(connections.row('FX Rates'), 'Copy Link');
    const link = await eventually(async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(text, /^[\w-]+:\/\/data-connections\.data-connections\/connection\?service=/);
      return text;
    }, 'The link is copied');
    await connections.row('Customers').click();
    await workbench.runCommand('Open URL');
    await quickInput.input.fill(link);
    await quickInput.input.press('Enter');
    // VS Code's own question, whether the extension may open links.
    await notifications.answerDialog('Open');
    await connections.row('FX Rates').and(page.locator('[aria-selected="true"]')).waitFor();
  });

  it('compares the connections of two accounts in the diff editor', async () => {
    const other = await LocalService.start({ seed: 'demo' });
    try {
      await other.setSettings({ workspaceIdentifier: 'northern', workspaceName: 'Northern' });
      await other.putConnection({ entityId: 'extra', entityName: 'Only in Northern', sourceSystem: 'ERP' });
      const workbench = await openSignedIn(stage());
      await signIn(workbench, other);
      await workbench.runCommand('Data Connections: Compare Accounts');
      const diff = workbench.page.locator('.monaco-diff-editor');
      await diff.locator('.original .view-line', { hasText: 'Only in Northern' }).waitFor();
      assert.equal(await diff.locator('.modified .view-line', { hasText: 'Only in Northern' }).count(), 0);
      await workbench.editor.tab('only on the left').waitFor();
      for (const account of ['Northern', undefined]) {
        await workbench.runCommand('Data Connections: Sign Out');
        if (account !== undefined) {
          await workbench.quickInput.choose(/Select an account/, account);
        }
        await workbench.notifications.answerDialog('Sign Out');
        await workbench.notifications.dialog.waitFor({ state: 'hidden' });
      }
    } finally {
      await other.stop();
    }
  });
});
