import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import { rememberPastRuns } from '../pastRuns.ts';
import { startLongSync } from '../startLongSync.ts';
import { useStage } from '../useStage.ts';

const HOUR_MS = 3_600_000;

describe('The Jobs view', () => {
  const stage = useStage();

  it('is filtered as the user types, restored by Escape, and opens a job on a double click', async () => {
    const { service } = stage();
    await rememberPastRuns(stage(), 'Customers', [{ agoMs: 60_000, durationMs: 20_000, rows: 3_180 }]);
    await rememberPastRuns(stage(), 'Cases', [
      { agoMs: 30_000, durationMs: 10_000, rows: 1, failure: 'The vault is shut.' },
    ]);
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { jobPage, jobs, page, quickInput } = workbench;
    await jobs.row('Customers').waitFor();
    await workbench.runCommand('Data Connections: Filter Jobs');
    await quickInput.awaitStep(/part of a name/);
    await quickInput.input.fill('VAULT');
    await jobs.row('Customers').waitFor({ state: 'detached' });
    await jobs.row('Cases').waitFor();
    await jobs.description.filter({ hasText: '1 of 2 · VAULT' }).waitFor();
    await page.keyboard.press('Escape');
    await jobs.row('Customers').waitFor();

    await workbench.runCommand('Data Connections: Filter Jobs');
    await quickInput.awaitStep(/part of a name/);
    await quickInput.input.fill('no such word');
    await page.keyboard.press('Enter');
    await jobs.welcome.filter({ hasText: /filter/i }).waitFor();
    await workbench.runCommand('Data Connections: Clear Job Filter');
    await jobs.row('Customers').waitFor();
    await jobs.row('Cases').waitFor();
    await jobs.row('Cases').dblclick();
    await jobPage.title.filter({ hasText: 'Cases' }).waitFor();
    assert.deepEqual(await service.violations(), []);
  });

  it('opens a job without steps on a double click and with the keyboard, whether it runs or has ended', async () => {
    const { service } = stage();
    const run = { agoMs: 60_000, durationMs: 20_000, rows: 3_180, hasSteps: false };
    await rememberPastRuns(stage(), 'Customers', [run]);
    await rememberPastRuns(stage(), 'FX Rates', [run]);
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { jobPage, jobs, page } = workbench;
    await service.addFault({ path: 'status$', action: { kind: 'hang' } });
    await startLongSync(stage(), workbench, 'Accounts');
    for (const name of ['Accounts', 'Customers']) {
      await jobs.row(name).dblclick();
      await jobPage.title.filter({ hasText: name }).waitFor();
    }
    await jobs.row('FX Rates').click();
    await jobs.row('No steps').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await jobPage.title.filter({ hasText: 'FX Rates' }).waitFor();
  });

  it('clears finished jobs, which come back with Undo, and keeps running ones', async () => {
    const { service } = stage();
    await rememberPastRuns(stage(), 'FX Rates', [{ agoMs: HOUR_MS, durationMs: 20_000, rows: 31 }]);
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { jobs, notifications } = workbench;
    await startLongSync(stage(), workbench, 'Accounts');
    await jobs.rowSaying(/^FX Rates, completed/).waitFor();
    await workbench.runCommand('Data Connections: Clear Finished Jobs');
    await notifications.awaitMessage(/Cleared 1 finished job/);
    await jobs.row('FX Rates').waitFor({ state: 'detached' });
    await notifications.act(/Cleared 1 finished job/, 'Undo');
    await jobs.row('FX Rates').waitFor();
    await workbench.runCommand('Data Connections: Clear Finished Jobs');
    await notifications.awaitMessage(/Cleared 1 finished job/);
    await jobs.row('FX Rates').waitFor({ state: 'detached' });
    assert.equal(await jobs.rowSaying(/^Today/).count(), 0);
    await jobs.rowSaying(/^Accounts, running/).waitFor();
    await service.advance(2 * HOUR_MS);
    await jobs.rowSaying(/^Accounts, completed/).waitFor();
  });
});
