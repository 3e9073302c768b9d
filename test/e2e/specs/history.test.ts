import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../../eventually.ts';
import { rememberPastRuns } from '../pastRuns.ts';
import { signIn } from '../pages/signIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { THEMES } from '../themes.ts';
import { useStage } from '../useStage.ts';

const NAME = 'Customers';
const LATE = 'Late Ledger';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Ten syncs, of which two failed. */
const PAST_RUNS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((hours) => ({
  agoMs: hours * HOUR_MS,
  durationMs: 20_000 + hours * 1000,
  rows: 3_100 + hours,
  ...(hours === 4 || hours === 7 ? { failure: 'The source was closed.' } : {}),
}));

describe('The history of a connection', () => {
  const stage = useStage();

  async function openWithHistory(): Promise<Workbench> {
    const { service } = stage();
    await service.freeze(true);
    const nextScheduledSyncAt = Date.now() - 2.5 * HOUR_MS;
    await service.putConnection({ entityId: 'late-ledger', entityName: LATE, isActive: true, nextScheduledSyncAt });
    await rememberPastRuns(stage(), NAME, PAST_RUNS);
    const workbench = await stage().openWindow();
    await signIn(workbench, service);
    await workbench.jobs.rowSaying(/^Customers, completed/).waitFor();
    return workbench;
  }

  it('is a strip in the tooltip, in shapes and in words, and a connection that is late needs attention', async () => {
    const workbench = await openWithHistory();
    const { connections, page } = workbench;
    await connections.rowSaying(new RegExp(`^${LATE}, .*late by 2 hours`)).waitFor();
    const rows = await connections.rows();
    assert.equal(rows.find(({ name }) => name === LATE)?.description, 'never synced · late by 2 h');
    const failed = rows.filter(({ spoken }) => spoken.includes(', Failed, ')).length;
    assert.equal(
      rows.findIndex(({ name }) => name === LATE),
      failed,
      'it comes after those that failed, before all others',
    );
    await page
      .getByRole('tab', { name: new RegExp(`Data Connections.* ${failed + 1} connections need attention`) })
      .waitFor();
    for (const theme of THEMES) {
      await stage().changeSettings({ 'workbench.colorTheme': theme });
      await workbench.themed(theme).waitFor();
      const strip = page.locator('.monaco-hover').getByRole('img', { name: '8 of the last 10 completed' });
      // A change of colors closes it.
      await eventually(async () => {
        await page.mouse.move(0, 0);
        await connections.row(NAME).hover();
        await strip.waitFor({ timeout: 5000 });
        return true;
      }, 'The tooltip is shown');
      assert.equal((await strip.boundingBox())?.width, 180);
      const isDrawn = await strip.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
      assert.equal(isDrawn, true);
      await stage().takeSamples(`history-tooltip-${theme}`.replaceAll(' ', '-'));
    }
  });

  it('opens with a double click, which leaves the row as it was, and with the keyboard', async () => {
    const { connections, jobPage, page } = await openWithHistory();
    const expanded = connections.row(NAME).and(connections.root.locator('[aria-expanded="true"]'));
    await connections.row(NAME).click();
    await expanded.waitFor();
    assert.equal(await jobPage.tabs.count(), 0, 'a click only expands the row');
    await connections.row(NAME).dblclick();
    await jobPage.title.filter({ hasText: NAME }).waitFor();
    await expanded.waitFor();
    assert.equal(await jobPage.tabs.count(), 1);

    await connections.row(LATE).click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await jobPage.title.filter({ hasText: LATE }).waitFor();
    await jobPage.frame.getByText('No job of this connection is known.').waitFor();

    await connections.choose(connections.row('Vendor Ledger Entries'), 'Open Connection');
    await jobPage.title.filter({ hasText: 'Vendor Ledger Entries' }).waitFor();
    await jobPage.frame.getByText(/^Failed 2 hours ago: .* answered 503/).waitFor();
    assert.deepEqual(await jobPage.frame.locator('.head .status').count(), 0, 'the state is not shown twice');
    assert.equal(
      await jobPage.frame
        .getByRole('status')
        .filter({ hasText: /^Failed$/ })
        .count(),
      1,
      'it is announced',
    );
  });

  it('has its runs, its usual duration with the sync that runs, and its events, which lead to their jobs', async () => {
    const { service } = stage();
    const workbench = await openWithHistory();
    const { connections, jobPage, page, quickInput } = workbench;
    await connections.choose(connections.row(NAME), 'Open Connection');
    // The last sync of the service was not followed. It is looked up.
    await jobPage.frame.getByText('9 of the last 11 completed (82%)').waitFor();
    await jobPage.picture(/^The usual duration as a band/).waitFor();
    assert.deepEqual(
      (await jobPage.rowsOf('Usual duration')).map(([share]) => share),
      ['10th percentile', 'Median', '90th percentile'],
    );
    await jobPage.frame.getByText('Show as Table: Syncs').press('Enter');
    assert.equal((await jobPage.rowsOf('Syncs')).length, 11);

    await service.nextJob({ durationMs: 60_000 });
    await jobPage.button('Start Sync').press('Enter');
    await jobPage.frame.getByRole('status').filter({ hasText: 'Syncing' }).waitFor();
    await jobPage
      .table('Usual duration')
      .getByRole('row', { name: /^Running now \d+ s/ })
      .waitFor();
    assert.equal(await jobPage.button('Start Sync').count(), 0);
    assert.equal(
      await jobPage.frame.locator('section.head:focus').count(),
      1,
      'the focus stays near the button that is gone',
    );
    const started = jobPage.button(/^Open job: Sync started/).first();
    await started.focus();
    await service.advance(90_000);
    await jobPage.button('Start Sync').waitFor();
    await jobPage
      .button(/^Open job: Sync ended/)
      .first()
      .waitFor();
    assert.equal(await started.and(jobPage.frame.locator(':focus')).count(), 1, 'the focus stays while events arrive');
    await jobPage.frame.getByText('9 of the last 11 completed (82%)').waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const synced = (await service.state()).connections.find(({ entityName }) => entityName === NAME);
    assert.ok(synced);
    for (const [button, id] of [
      ['Copy Entity ID', synced.entityId],
      ['Copy Last Sync ID', synced.lastSyncId],
    ] as const) {
      await jobPage.button(button).press('Enter');
      await eventually(
        async () => (await page.evaluate<string>('navigator.clipboard.readText()')) === id,
        `${button} has copied ${id}`,
      );
    }
    await jobPage.button('Upload File…').press('Enter');
    await quickInput.root.locator('.quick-input-title', { hasText: `Upload Files to “${NAME}”` }).waitFor();
    await page.keyboard.press('Escape');
    const [latest] = await jobPage.rowsOf('Events');
    assert.match(latest?.join(' ') ?? '', /Sync ended completed · /);
    await jobPage
      .button(/^Open job: Sync ended/)
      .first()
      .press('Enter');
    await eventually(async () => (await jobPage.tabs.count()) === 2, 'The job has a tab of its own');
    await jobPage.table('Steps').waitFor();
  });

  it('is open again after a reload, and the hidden overview of all connections has one tab', async () => {
    const workbench = await openWithHistory();
    const { connections, jobPage, page } = workbench;
    const overviews = jobPage.tabs.filter({ hasText: 'Overview' });
    await workbench.runCommand('Data Connections: Show Overview');
    await jobPage.title.filter({ hasText: 'Overview' }).waitFor();
    await connections.choose(connections.row(NAME), 'Open Connection');
    await jobPage.title.filter({ hasText: NAME }).waitFor();
    const loaded = page.waitForEvent('load');
    await workbench.runCommand('Developer: Reload Window');
    await loaded;
    await jobPage.frame.getByText(/of the last 11 completed/).waitFor();
    assert.equal(await overviews.count(), 1);
    await workbench.runCommand('Data Connections: Show Overview');
    await jobPage.title.filter({ hasText: 'Overview' }).waitFor();
    assert.equal(await overviews.count(), 1);
  });

  it('of all connections is an overview of 24 hours, filtered and grouped as the view, for the keyboard and as a table', async () => {
    const { service } = stage();
    const { connections } = await service.state();
    const { entityId = '' } = connections.find(({ entityName }) => entityName === NAME) ?? {};
    await service.putConnection({ entityId, nextScheduledSyncAt: Date.now() + HOUR_MS });
    const workbench = await openWithHistory();
    const { jobPage, page, quickInput } = workbench;
    await workbench.runCommand('Data Connections: Show Overview');
    const lanes = jobPage.frame.getByRole('option');
    const lane = jobPage.frame.getByRole('option', { name: /^Customers, .*11 jobs, 2 failed$/ });
    await lane.waitFor();
    await jobPage.picture(/^Concurrent jobs in the last 24 hours/).waitFor();
    const widthsOf = async (part: Locator): Promise<readonly number[]> => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
      return [x, width].map(Math.round);
    };
    assert.deepEqual(
      await widthsOf(jobPage.picture(/^Concurrent jobs in the last 24 hours/)),
      await widthsOf(lane.locator('.lane')),
      'the times are in the same places',
    );
    await stage().takeSamples('history-overview');
    assert.equal(await lane.locator('.next-mark').count(), 1, 'what is scheduled next is in the picture, too');

    const border = await jobPage.quietBorder();
    assert.equal(border.shown, border.ofTheme, 'that of a secondary button');

    const all = await lanes.count();
    await jobPage.button('Filter…').press('Enter');
    await quickInput.awaitStep(/state, such as “failed”/);
    await quickInput.input.fill('customers');
    await eventually(async () => (await lanes.count()) === 1, 'The lanes are filtered while typing');
    await quickInput.input.press('Enter');
    // It moves the focus to the rows of the view, which the next key must not go to.
    await workbench.connections.focusedList.waitFor();
    await jobPage.button('Show All').press('Enter');
    await eventually(async () => (await lanes.count()) === all, 'All lanes are back');

    const groupBy = async (grouping: string): Promise<void> => {
      await jobPage.button('Group By…').press('Enter');
      await quickInput.root.locator('.quick-input-title', { hasText: 'Group connections by' }).waitFor();
      await quickInput.option(grouping).click();
    };
    await groupBy('State');
    await jobPage.frame.getByRole('option', { name: 'Succeeded', exact: true }).waitFor();
    await groupBy('Not grouped');
    await eventually(async () => (await lanes.count()) === all, 'The headings are gone');

    await jobPage.frame.getByText('Show as Table: Connections').press('Enter');
    await jobPage.table('Connections that ran in the last 24 hours').waitFor();
    const rows = await jobPage.rowsOf('Connections that ran in the last 24 hours');
    assert.equal(rows.length, all);
    assert.ok(rows.some(([name, , runs]) => name === NAME && runs === '11 jobs, 2 failed'));
    await jobPage.frame.getByText('Show as Table: Concurrent Jobs').press('Enter');
    await jobPage.table('Concurrent jobs').waitFor();
    assert.equal((await jobPage.rowsOf('Concurrent jobs')).length, 24);

    const chosen = jobPage.frame.getByRole('option', { selected: true });
    await jobPage.frame.getByRole('listbox').focus();
    const nameOf = async (): Promise<string> => chosen.locator('.name').innerText();
    const first = await nameOf();
    await page.keyboard.press('ArrowDown');
    const second = await nameOf();
    assert.notEqual(second, first);
    await page.keyboard.press('Enter');
    await jobPage.title.filter({ hasText: second }).waitFor();
  });

  it('of a thousand connections has only the lanes in sight', async () => {
    const { service } = stage();
    const names = Array.from({ length: 1000 }, (_, index) => `Ledger ${String(index).padStart(4, '0')}`);
    const lastSyncAt = Date.now() - HOUR_MS;
    await service.putConnection(
      ...names.map((entityName) => ({
        entityId: entityName.replace(' ', '-'),
        entityName,
        isActive: true,
        lastSyncAt,
      })),
    );
    const workbench = await openWithHistory();
    const { jobPage, page } = workbench;
    await workbench.runCommand('Data Connections: Show Overview');
    const lanes = jobPage.frame.getByRole('option');
    await lanes.first().waitFor();
    assert.equal(await lanes.first().getAttribute('aria-setsize'), '1000');
    await jobPage.frame.getByText(/Showing the first 1,000 of 1,\d+ connections/).waitFor();
    assert.ok((await lanes.count()) < 100);
    await jobPage.frame.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await jobPage.frame.locator('[aria-posinset="1000"][aria-selected="true"]').waitFor();
    assert.ok((await lanes.count()) < 100);
    assert.equal(await lanes.first().count(), 1);

    // The list has no focus, and another lane is chosen than those in sight.
    await jobPage.title.click();
    await jobPage.frame.getByRole('listbox').hover();
    const inSight = jobPage.frame.locator('[aria-posinset="800"]');
    while ((await inSight.count()) === 0) {
      await page.mouse.wheel(0, -200);
    }
    const name = await inSight.locator('.name').innerText();
    assert.match(name, /^Ledger \d{4}$/);
    await inSight.click();
    await jobPage.title.filter({ hasText: name }).waitFor();
  });
});
