import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

const NAME = 'Customers';

describe('A sync', () => {
  const stage = useStage();

  it('started from its row goes through running to done in the row, the Jobs view and the status bar', async () => {
    const { service } = stage();
    await service.freeze(true);
    const { connections, jobs, notifications, statusBar } = await openSignedIn(stage());
    await service.nextJob({ durationMs: 20_000 });
    await connections.act(NAME, 'Start Sync');

    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    await jobs.rowSaying(/^Customers, running/).waitFor();
    await statusBar.item.filter({ hasText: /Customers: Extract/ }).waitFor();
    await jobs.rowSaying(/^Extract.*running/).waitFor();

    await service.advance(15_000);
    await statusBar.item.filter({ hasText: /Customers: Load/ }).waitFor();
    await jobs.rowSaying(/^Extract.*completed/).waitFor();
    await jobs.rowSaying(/^Load.*running/).waitFor();

    await service.advance(10_000);
    await connections.rowSaying(/^Customers, .*Succeeded/).waitFor();
    await jobs.rowSaying(/^Customers, completed/).waitFor();
    assert.equal(await jobs.row(NAME).getAttribute('aria-expanded'), 'false', 'a finished job is collapsed');
    await notifications.awaitMessage(/Sync of “Customers” completed \(Load [\d,]+\)\./);
    const { settings } = await service.state();
    await statusBar.item.filter({ hasText: settings.workspaceName }).waitFor();
    const starts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.equal(starts.length, 1, 'the sync was started once');
  });

  it('that fails shows the message of the service and stays in the status bar until it was seen', async () => {
    const { service } = stage();
    await service.freeze(true);
    const { connections, notifications, statusBar } = await openSignedIn(stage());
    await service.nextJob({ outcome: 'fail', message: 'The warehouse refused the connection.' });
    await connections.act('Cases', 'Start Sync');
    await connections.rowSaying(/^Cases, .*Syncing/).waitFor();
    await service.advance(60_000);
    await connections.rowSaying(/^Cases, .*Failed/).waitFor();
    const message = /Sync of “Cases” failed.*The warehouse refused the connection\./;
    await notifications.awaitMessage(message);
    await statusBar.item.filter({ hasText: 'Cases failed' }).waitFor();
    await notifications.act(message, 'Open Job');
    await statusBar.item.filter({ hasNotText: 'failed' }).waitFor();
  });

  it('that fails is retried from its notification, and then not a second time', async () => {
    const { service } = stage();
    await service.freeze(true);
    const { connections, jobs, jobPage, notifications } = await openSignedIn(stage());
    await service.nextJob({ outcome: 'fail', message: 'The warehouse refused the connection.' });
    await connections.act('Cases', 'Start Sync');
    await jobs.rowSaying(/^Cases, running/).waitFor();
    await service.advance(60_000);
    await notifications.awaitMessage(/Sync of “Cases” failed/);
    const failed = jobs.rowSaying(/^Cases, failed/);
    await jobs.awaitAction(failed, 'Retry Sync');
    await service.clearRequests();
    await notifications.act(/Sync of “Cases” failed/, 'Retry Sync');
    await jobs.rowSaying(/^Cases, running/).waitFor();
    await jobs.awaitAction(failed, 'Open Job');
    await failed.getByRole('button', { name: 'Retry Sync' }).waitFor({ state: 'detached' });
    await jobs.act(failed, 'Open Job');
    await jobPage.frame.getByText('The warehouse refused the connection.').first().waitFor();
    assert.equal(await jobPage.button('Retry Sync').count(), 0);
    assert.equal((await service.requests()).filter(({ method }) => method === 'POST').length, 1);
  });
});
