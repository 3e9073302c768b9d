import assert from 'node:assert/strict';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('While the service does not answer', () => {
  const stage = useStage();

  it('the view and the pages keep what they show, say since when the service is unreachable, and recover automatically', async () => {
    await stage().changeSettings({ 'dataConnections.refreshInterval': 1 });
    const workbench = await stage().openWindow();
    const { connections, jobPage, jobs, page, statusBar } = workbench;
    await signIn(workbench, stage().service);
    const namesShown = async (): Promise<string[]> => (await connections.rows()).map(({ name }) => name);
    await connections.act('Accounts', 'Start Sync');
    await jobs.rowSaying(/^Accounts, running/).waitFor();
    const names = await namesShown();
    const outage = /^The service has been unreachable since .+\. Showing data from .+\.$/;
    const note = jobPage.frame.getByRole('status').filter({ hasText: outage });
    await connections.choose(connections.row('Customers'), 'Open Connection');
    await jobPage.title.filter({ hasText: 'Customers' }).waitFor();

    await stage().withoutService(async () => {
      await connections.message.filter({ hasText: outage }).waitFor();
      assert.deepEqual(await namesShown(), names, 'no row went away');
      await note.waitFor();
      await stage().takeSamples('outage-connection');
      await statusBar.item.filter({ hasText: 'Unreachable since' }).hover();
      await page.locator('.monaco-hover', { hasText: /The service has been unreachable since/ }).waitFor();
      await workbench.runCommand('Data Connections: Show Overview');
      await jobPage.title.filter({ hasText: 'Overview' }).waitFor();
      await note.waitFor();
      await stage().takeSamples('outage-overview');
    });
    await connections.message.filter({ hasText: 'unreachable' }).waitFor({ state: 'hidden' });
    await note.waitFor({ state: 'detached' });
    assert.deepEqual((await namesShown()).sort(), names.sort());
  });
});
