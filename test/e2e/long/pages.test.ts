import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSignedIn } from '../openSignedIn.ts';
import { rememberPastRuns } from '../pastRuns.ts';
import type { Workbench } from '../pages/workbench.ts';
import type { Stage } from '../stage.ts';
import { THEMES } from '../themes.ts';
import { useStage } from '../useStage.ts';

const CONNECTION = 'Customers';
const FILE = 'ragged.csv';
const TARGET = 'Budget Upload';
const HOUR_MS = 3_600_000;
/** An editor group of about 300 pixels beside the side bar. */
const NARROW_WIDTH = 640;

interface PageCase {
  readonly name: string;
  /** Whether the page has no scripts. */
  readonly isPlain?: boolean;
  /** Shows the page in a window that is signed in, and waits for the last part of it. */
  readonly open: (workbench: Workbench, stage: Stage) => Promise<void>;
  /** What the Tab key reaches, among others. */
  readonly reaches: readonly string[];
}

const PAGES: readonly PageCase[] = [
  {
    name: 'of a running job',
    open: async (workbench, { service }) => {
      await service.nextJob({ durationMs: 60_000 });
      await startSync(workbench);
      await service.advance(30_000);
      await workbench.jobs.rowSaying(/^Customers, running.*Load/).waitFor();
      await workbench.openLatestJob(CONNECTION);
      await workbench.jobPage.frame.getByText('Show as Table').press('Enter');
      await workbench.jobPage.table('History').waitFor();
    },
    reaches: ['Copy Sync ID', 'Show as Table', 'Open job from'],
  },
  {
    name: 'of a failed job',
    open: async (workbench, { service }) => {
      await service.nextJob({ outcome: 'fail', message: `The role has no access to ${'SCHEMA_'.repeat(20)}.` });
      await startSync(workbench);
      await service.advance(60_000);
      await workbench.jobs.rowSaying(/^Customers, failed.*SCHEMA/).waitFor();
      await workbench.openLatestJob(CONNECTION);
      await workbench.jobPage.button('Retry Sync').waitFor();
    },
    reaches: ['Retry Sync', 'Copy Sync ID'],
  },
  {
    name: 'of a connection',
    open: async ({ connections, jobPage }) => {
      await connections.choose(connections.row(CONNECTION), 'Open Connection');
      await jobPage.frame.getByText(/of the last 5 completed/).waitFor();
      await jobPage.frame.getByText('Show as Table: Syncs').press('Enter');
      await jobPage.table('Syncs').waitFor();
    },
    reaches: ['Start Sync', 'Upload File…', 'Show as Table', 'Open job: Sync ended', 'Copy Entity ID'],
  },
  {
    name: 'of the overview',
    open: async (workbench) => {
      const { jobPage } = workbench;
      await workbench.runCommand('Data Connections: Show Overview');
      await jobPage.frame.getByRole('option', { name: /^Customers, / }).waitFor();
      await jobPage.frame.getByText('Show as Table: Concurrent Jobs').press('Enter');
      await jobPage.table('Concurrent jobs').waitFor();
    },
    reaches: ['Filter…', 'Group By…', 'Connections that ran', 'Show as Table: Connections'],
  },
  {
    name: 'of all problems',
    isPlain: true,
    open: async (workbench) => {
      await workbench.runCommand('Data Connections: Explain Problem');
      await workbench.jobPage.title.filter({ hasText: 'Problems' }).waitFor();
    },
    reaches: ['raggedRow'],
  },
  {
    name: 'of the problem at the cursor',
    isPlain: true,
    open: async (workbench, { folder }) => {
      await writeFile(join(folder, FILE), 'id,name\n1\n');
      await workbench.openFile(FILE);
      await workbench.page.locator('.squiggly-warning').first().waitFor();
      // The command to go to the next problem.
      await workbench.page.keyboard.press('F8');
      await workbench.runCommand('Data Connections: Explain Problem');
      await workbench.jobPage.title.filter({ hasText: 'raggedRow' }).waitFor();
    },
    reaches: ['unterminatedQuote'],
  },
  {
    name: 'of the first rows of an upload',
    open: async (workbench, { folder }) => {
      await writeFile(join(folder, FILE), `id;net;${'a_long_name_'.repeat(8)}\n1;1.234,50;<img src=x>\n2;0,5\n`);
      await workbench.openFile(FILE);
      await workbench.uploadActiveEditor(TARGET);
      await workbench.review.answer(/Rows: 2/, 'Show First Rows');
      await workbench.quickInput.awaitStep(/Review the rows/);
      await workbench.jobPage.table(`First rows of “${FILE} → ${TARGET}”`).waitFor();
    },
    reaches: ['First rows of'],
  },
  {
    name: 'of a column profile',
    open: async (workbench, { folder }) => {
      const rows = Array.from(
        { length: 60 },
        (_, row) => `${row % 3 === 0 ? '<img src=x>' : 'b'};${(row * 37) % 91},5`,
      );
      await writeFile(join(folder, FILE), `${'a_long_name_'.repeat(8)};net\n${rows.join('\n')}\n`);
      await workbench.openFile(FILE);
      await workbench.runCommand('Data Connections: Show Column Profile');
      await workbench.jobPage.picture(/^Histogram of “net”/).waitFor();
      await workbench.jobPage.frame.getByText('Show as Table').press('Enter');
      await workbench.jobPage.table('Histogram of “net”').waitFor();
    },
    reaches: ['Columns', 'Most common values of', 'Show as Table', 'Histogram of “net”'],
  },
  {
    name: 'of the summary of an upload',
    open: async ({ explorer, jobPage, notifications, quickInput, review }, { folder }) => {
      await mkdir(join(folder, 'outcomes'));
      await writeFile(join(folder, 'outcomes', `${'a_long_name_'.repeat(8)}.csv`), 'id\n1\n');
      await writeFile(join(folder, 'outcomes', '<img src=x>.csv'), 'id\n"2\n');
      await explorer.show();
      await explorer.act('outcomes', 'Upload to Connection…');
      await quickInput.choose(/connection to upload/, TARGET);
      await review.answer(/“<img src=x>\.csv” is skipped/, 'Upload');
      const message = await notifications.awaitMessage(/1 of 2 files was accepted/);
      await message.getByRole('button', { name: 'Show Summary' }).click();
      await jobPage.button('Retry Failed…').waitFor();
    },
    reaches: ['Retry Failed…', 'Files', 'Open Job: a_long_name_'],
  },
];

describe('The page', () => {
  const stage = useStage();

  for (const { name, isPlain, open, reaches } of PAGES) {
    it(`${name} has no violation found by axe in any theme, and all of it is seen and reached, zoomed and in a narrow group`, async () => {
      await stage().service.freeze(true);
      await rememberPastRuns(stage(), CONNECTION, [
        { agoMs: 4 * HOUR_MS, durationMs: 20_000, rows: 3_120 },
        { agoMs: 3 * HOUR_MS, durationMs: 26_000, rows: 3_140 },
        { agoMs: 2 * HOUR_MS, durationMs: 24_000, rows: 3_160 },
        { agoMs: HOUR_MS, durationMs: 10_000, rows: 3_180, failure: 'The source was closed.' },
      ]);
      const workbench = await openSignedIn(stage());
      const { jobPage, page } = workbench;
      const problems = () => (isPlain === true ? jobPage.problemsOfCopy() : jobPage.problems());
      const size = page.viewportSize() ?? { width: 1400, height: 1600 };
      await page.emulateMedia({ reducedMotion: 'reduce' });
      try {
        await open(workbench, stage());
        for (const theme of THEMES) {
          await stage().changeSettings({ 'workbench.colorTheme': theme });
          await jobPage.themed(theme).waitFor();
          await stage().takeSamples(`page-${name}-${theme}`.replaceAll(' ', '-'));
          assert.deepEqual(await problems(), [], theme);
        }
        // At 200 %, half as many pixels are left for the same text.
        for (const width of [size.width / 2, NARROW_WIDTH]) {
          await page.setViewportSize({ width, height: size.height / 2 });
          await jobPage.awaitWidthBelow(width);
          await stage().takeSamples(`page-${name}-${width}`.replaceAll(' ', '-'));
          assert.equal(await jobPage.overflow(), 0, `nothing is cut off at the side of ${width} pixels`);
          assert.deepEqual(await problems(), [], `${width} pixels`);
        }
        assert.equal(await jobPage.animations(), 0);
        const reached = await jobPage.reachedByTab(reaches);
        for (const words of reaches) {
          assert.ok(
            reached.some((text) => text.includes(words)),
            `${words} among ${reached.join(', ')}`,
          );
        }
      } finally {
        await page.setViewportSize(size);
        await page.emulateMedia({ reducedMotion: null });
      }
    });
  }
});

async function startSync({ connections, jobs }: Workbench): Promise<void> {
  await connections.act(CONNECTION, 'Start Sync');
  await jobs.rowSaying(/^Customers, running/).waitFor();
}
