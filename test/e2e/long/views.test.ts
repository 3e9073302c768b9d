import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { THEMES } from '../themes.ts';
import { useStage } from '../useStage.ts';

const CONNECTION = 'Customers';
const MAX_NAME_LENGTH = 24;

describe('The views', () => {
  const stage = useStage();

  it('have no violation found by axe in any theme, and rows, icons and the status bar have labels that read well', async () => {
    const { service } = stage();
    await service.freeze(true);
    const empty = await stage().openWindow();
    await empty.showViews();
    await empty.connections.welcome.waitFor();
    assert.deepEqual(await empty.accessProblems('.part.sidebar .welcome-view'), []);

    const workbench = await openSignedIn(stage());
    const { connections, jobs, page, statusBar } = workbench;
    await service.nextJob({ outcome: 'fail', message: 'The warehouse refused the connection.' });
    await connections.act('Cases', 'Start Sync');
    await jobs.rowSaying(/^Cases, running/).waitFor();
    await service.advance(60_000);
    await jobs.rowSaying(/^Cases, failed/).waitFor();
    await service.nextJob({ durationMs: 60_000 });
    await connections.act(CONNECTION, 'Start Sync');
    await jobs.rowSaying(/^Customers, running/).waitFor();

    const rows = [...(await connections.rows()), ...(await jobs.rows())];
    assert.ok(rows.length > 10);
    for (const { name, spoken } of rows) {
      assert.ok(spoken.startsWith(name) && spoken.length > name.length, `${name}: ${spoken}`);
      assert.doesNotMatch(spoken, /\$\(|undefined|null|[·→]|\d (s|min|hr\.|h)\b/);
    }
    const icons = await page.locator('.part.sidebar .actions-container .action-label').all();
    assert.ok(icons.length > 3);
    for (const icon of icons) {
      assert.match((await icon.getAttribute('aria-label')) ?? '', /\w/);
    }
    assert.match(
      (await statusBar.item.getAttribute('aria-label')) ?? '',
      /^Data Connections, Cases failed, 1 running$/,
    );

    const size = page.viewportSize() ?? { width: 1400, height: 1600 };
    try {
      for (const theme of THEMES) {
        await stage().changeSettings({ 'workbench.colorTheme': theme });
        await workbench.themed(theme).waitFor();
        await stage().takeSamples(`views-${theme}`.replaceAll(' ', '-'));
        assert.deepEqual(await workbench.accessProblems('.part.sidebar .monaco-list'), [], theme);
      }
      // At 200 %, half as many pixels are left for the same text.
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
      await eventually(async () => (await cutOff(workbench)).length === 0, 'The names of rows are readable');
      await stage().takeSamples('views-zoomed');
    } finally {
      await page.setViewportSize(size);
    }
  });
});

/** The names that don't fit into their row, without those that are too long for any view. */
async function cutOff({ connections, jobs }: Workbench): Promise<readonly string[]> {
  const cut: string[] = [];
  for (const view of [connections, jobs]) {
    const list = await view.root.locator('.monaco-list').boundingBox();
    for (const name of await view.root.locator('.label-name').all()) {
      const [text, box] = [await name.innerText(), await name.boundingBox()];
      if (text.length <= MAX_NAME_LENGTH && (!list || !box || box.x + box.width > list.x + list.width)) {
        cut.push(text);
      }
    }
  }
  return cut;
}
