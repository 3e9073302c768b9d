import assert from 'node:assert/strict';
import { rememberPastRuns } from '../pastRuns.ts';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

const HOUR_MS = 3_600_000;

describe('The row of a connection', () => {
  const stage = useStage();

  it('expands to its latest jobs, and stays expanded after refreshes and new jobs', async () => {
    const { service } = stage();
    await service.freeze(true);
    await rememberPastRuns(
      stage(),
      'Customers',
      [6, 5, 4, 3, 2, 1].map((hours) => ({ agoMs: hours * HOUR_MS, durationMs: 20_000 + hours, rows: 3_100 + hours })),
    );
    const workbench = await stage().openWindow();
    const { connections, jobs } = workbench;
    await signIn(workbench, service);
    await connections.expand('Customers');
    // The last sync of the service was not started here. It is looked up.
    await connections.row('Sync').filter({ hasText: '3,180' }).waitFor();
    assert.deepEqual(await rowsUnder(), ['3,180', '3,101', '3,102', '3,103', '3,104'], 'the latest five');
    const expanded = connections.row('Customers').and(connections.root.locator('[aria-expanded="true"]'));

    await service.nextJob({ durationMs: 20_000 });
    await connections.act('Customers', 'Start Sync');
    await connections.rowSaying(/^Sync, running/).waitFor();
    await expanded.waitFor();
    await service.advance(30_000);
    await connections.rowSaying(/^Customers, .*Succeeded/).waitFor();
    await jobs.rowSaying(/^Customers, completed.*3,180/).waitFor();
    await workbench.runCommand('Data Connections: Refresh');
    await connections.row('Sync').filter({ hasText: '3,180' }).waitFor();
    assert.deepEqual(await rowsUnder(), ['3,180', '3,101', '3,102', '3,103', '3,104'], 'the new one first');
    await expanded.waitFor();

    await connections.collapse('Customers');
    await connections.row('Sync').first().waitFor({ state: 'detached' });
    await workbench.runCommand('Data Connections: Refresh');
    await connections.rowSaying(/^Customers, .*Succeeded/).waitFor();
    assert.equal(await connections.row('Sync').count(), 0, 'what was closed stays closed');

    /** The row counts of its syncs. */
    async function rowsUnder(): Promise<(string | undefined)[]> {
      const rows = await connections.rows();
      const under = rows.filter(({ name }) => name === 'Sync');
      assert.ok(under.every(({ level }) => level === 2));
      return under.map(({ spoken }) => /Load (\d{1,3}(,\d{3})*)/.exec(spoken)?.[1]);
    }
  });
});
