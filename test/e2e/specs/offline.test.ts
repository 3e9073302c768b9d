import assert from 'node:assert/strict';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('While the service does not answer', () => {
  const stage = useStage();

  it('the view keeps its rows, shows since when the service is unreachable, and recovers automatically', async () => {
    await stage().changeSettings({ 'dataConnections.refreshInterval': 1 });
    const workbench = await stage().openWindow();
    const { connections } = workbench;
    await signIn(workbench, stage().service);
    const namesShown = async (): Promise<string[]> => (await connections.rows()).map(({ name }) => name);
    const names = await namesShown();

    await stage().withoutService(async () => {
      await connections.message.filter({ hasText: /Unreachable since .+\. Showing data from / }).waitFor();
      assert.deepEqual(await namesShown(), names, 'no row went away');
    });
    await connections.message.filter({ hasText: 'Unreachable' }).waitFor({ state: 'hidden' });
    assert.deepEqual((await namesShown()).sort(), names.sort());
  });
});
