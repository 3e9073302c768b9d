import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { TreeView } from '../pages/treeView.ts';
import { useStage } from '../useStage.ts';

const FAILED = 'Vendor Ledger Entries';
const REASON = /"Production-EU" answered 503 Service Unavailable after 3 attempts/;

describe('The rows of connections', () => {
  const stage = useStage();

  async function statusRequests(): Promise<number> {
    return (await stage().service.requests()).filter(({ path }) => path.endsWith('/status')).length;
  }

  function namesOf(connections: TreeView): Promise<readonly string[]> {
    return connections.rows().then((rows) => rows.map(({ name }) => name));
  }

  function count({ root }: TreeView): Promise<number> {
    return root.getByRole('treeitem').count();
  }

  it('say why a sync failed that was started elsewhere: in the tooltip, in the row and on its page', async () => {
    const { connections, jobPage, page } = await openSignedIn(stage(), { isFrozen: true });
    const before = await statusRequests();
    const tooltip = await connections.awaitTooltip(FAILED, REASON);
    assert.match(await tooltip.innerText(), /Failed 2 hours ago: The environment .* attempts\. Next sync in /);
    await connections.row('Cases').hover();
    await connections.rowSaying(new RegExp(`^${FAILED}, .*Failed, 2 hours ago, .*${REASON.source}`)).waitFor();
    await page.mouse.move(0, 0);
    await connections.awaitTooltip(FAILED, REASON);
    assert.equal((await statusRequests()) - before, 1, 'the service is asked once');

    // If an earlier test has selected several rows, the menu is that for several until another one is selected, even if they are gone.
    await connections.row(FAILED).click();
    await connections.choose(connections.row(FAILED), 'Open Last Job');
    await jobPage.frame.getByText(REASON).first().waitFor();
    await connections.row(FAILED).click();
    await page.keyboard.press('ArrowRight');
    await connections.rowSaying(/^Sync, failed/).waitFor();
    assert.equal((await statusRequests()) - before, 1);
  });

  it('have one indentation, and say why there is nothing under them', async () => {
    const { connections } = await openSignedIn(stage(), { isFrozen: true });
    const never = connections.row('Store Targets');
    const left = async (): Promise<number | undefined> => (await never.locator('.label-name').boundingBox())?.x;
    const before = await left();
    await connections.expand('Store Targets');
    await connections.row('Not synced yet').waitFor();
    await connections.act('Customers', 'Start Sync');
    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    assert.equal(await left(), before);
  });

  it('keep their positions while the view is used, and move when the user works elsewhere', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections } = workbench;
    const place = async (): Promise<number> => (await namesOf(connections)).indexOf(FAILED);
    const before = await place();
    await service.nextJob({ durationMs: 20_000 });
    await connections.act(FAILED, 'Start Sync');
    await connections.rowSaying(new RegExp(`^${FAILED}, .*Syncing`)).waitFor();
    await service.advance(30_000);
    await connections.rowSaying(new RegExp(`^${FAILED}, .*Succeeded`)).waitFor();
    assert.equal(await place(), before);
    await workbench.openFile('bank-statement.csv');
    await eventually(async () => (await place()) > before, 'The row has moved');
  });

  it('are narrowed while a state is typed, restored by Escape, and reduced to those that fail', async () => {
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections, quickInput } = workbench;
    const all = await count(connections);
    await connections.root.locator('.pane-header').hover();
    await connections.root.getByRole('button', { name: 'Filter Connections…' }).click();
    await quickInput.awaitStep(/state, such as “failed”/);
    await quickInput.input.fill('failed snowflake');
    await connections.rowSaying(/^Inventory Valuation/).waitFor();
    await eventually(async () => (await count(connections)) === 1, 'One row is left');
    await quickInput.input.press('Escape');
    await eventually(async () => (await count(connections)) === all, 'All rows are back');

    await connections.root.locator('.pane-header').hover();
    await connections.root.getByRole('button', { name: 'Show Failing Connections Only' }).click();
    await eventually(async () => (await count(connections)) < all, 'Fewer rows are left');
    const failing = await connections.rows();
    assert.ok(failing.length > 1 && failing.every(({ spoken }) => spoken.includes(', Failed, ')));
    await connections.root.locator('.pane-header').hover();
    await connections.root.getByRole('button', { name: 'Show All Connections' }).click();
    await eventually(async () => (await count(connections)) === all, 'All rows are back');
  });

  it('are found by name in Start Sync, which starts the one that matches', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections, quickInput } = workbench;
    await workbench.runCommand('Data Connections: Start Sync');
    await quickInput.awaitStep(/Select connections to sync/);
    await quickInput.input.fill('customers');
    await quickInput.focusedOption.filter({ hasText: 'Customers' }).waitFor();
    await quickInput.input.press('Enter');
    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    const starts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.equal(starts.length, 1);
  });

  it('are favorites at the top, until they are removed from them', async () => {
    const { connections } = await openSignedIn(stage(), { isFrozen: true });
    const first = async (): Promise<string | undefined> => (await namesOf(connections))[0];
    await connections.choose(connections.row('Web Traffic by Channel'), 'Add to Favorites');
    await eventually(async () => (await first()) === 'Web Traffic by Channel', 'The favorite is at the top');
    await connections.rowSaying(/^Web Traffic by Channel, .*, favorite$/).waitFor();
    await connections.choose(connections.row('Web Traffic by Channel'), 'Remove from Favorites');
    await eventually(async () => (await first()) !== 'Web Traffic by Channel', 'It is no longer at the top');
  });

  it('offer no sync while they are inactive, and Start Sync takes several others', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections, quickInput } = workbench;
    await connections.awaitAction('Fixed Assets', 'Open Last Job');
    assert.equal(await connections.row('Fixed Assets').getByRole('button', { name: 'Start Sync' }).count(), 0);

    await workbench.runCommand('Data Connections: Start Sync');
    await quickInput.awaitStep(/Select connections to sync/);
    for (const name of ['Customers', 'Cases']) {
      await quickInput.input.fill(name);
      await quickInput.option(name).click();
    }
    await quickInput.input.fill('Fixed Assets');
    await eventually(async () => (await quickInput.option('Fixed Assets').count()) === 0, 'It is not offered');
    await quickInput.input.press('Enter');
    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    await connections.rowSaying(/^Cases, .*Syncing/).waitFor();
    const starts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.equal(starts.length, 2);
  });
});
