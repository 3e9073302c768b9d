import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { eventually } from '../../eventually.ts';
import { browserStorageOf, filesUnder, tracesIn, tracesOf } from '../canaries.ts';
import { KEPT, placeOf } from '../keptContents.ts';
import type { Content } from '../keptContents.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';

describe('What a file contains', function () {
  this.timeout(600_000);
  const stage = useStage({
    logLevel: 'trace',
    settings: { 'dataConnections.upload.keepCopies': 10, 'dataConnections.upload.confirm': 'always' },
  });

  it('is kept only where SECURITY.md says, and nowhere after Sign Out', async () => {
    const contents = newContents();
    const name = `${contents['the name of the file']}.csv`;
    const column = contents['the name of a column'];
    const amount = contents['the name of a column of numbers'];
    const [first, second] = [contents['a cell'], contents['a number']];
    await stage().writeFile(name, `id,${column},${amount}\n1,${first},${second}\n2,b,1.5\n`);
    const workbench = await openSignedIn(stage());
    const { page, quickInput, review } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openFile(name);
    await workbench.runCommand('Data Connections: Check Active Editor');
    await workbench.notifications.awaitMessage(/2 rows, 3 columns/);
    await workbench.runCommand('Data Connections: Show Column Profile');
    await workbench.jobPage.table('Columns').waitFor();
    const tab = workbench.jobPage.tabs.and(page.locator(`[data-resource-name="${name}"]`));
    await tab.click();
    await workbench.uploadActiveEditor(TARGET);
    await review.answer(/Rows: 2/, 'Show First Rows');
    await quickInput.choose(/Review the rows/, 'Upload');
    await workbench.notifications.awaitMessage(/ loaded into “Budget Upload”/);
    // The header and the rows are compared with the last load.
    await tab.click();
    await workbench.editor.append(name, '3,c,2.5\n');
    await workbench.uploadActiveEditor(TARGET);
    await review.answer(/1 row added/, 'Upload');
    await eventually(async () => (await stage().service.uploads()).length === 2, 'Both are uploaded');
    await workbench.runCommand('Data Connections: Compare with Last Upload');
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.keyboard.press('ControlOrMeta+S');

    const kept = await eventually(async () => {
      const found = await whereKept(workbench, contents);
      // It is written after the response.
      return found['the copies of uploads']?.includes('a cell') === true ? found : undefined;
    }, 'The copies are written');
    for (const { place, contents: allowed } of KEPT) {
      const more = (kept[place] ?? []).filter((content) => !allowed.includes(content));
      assert.deepEqual(more, [], place);
    }
    for (const place of ['the database of jobs', 'the copies of uploads']) {
      assert.deepEqual(kept[place], KEPT.find((one) => one.place === place)?.contents, place);
    }

    await workbench.reset();
    const left = await whereKept(workbench, contents);
    for (const { place, isOurs } of KEPT) {
      if (isOurs) {
        assert.deepEqual(left[place] ?? [], [], `${place}, after Sign Out`);
      }
    }
  });

  /** What each place holds. */
  async function whereKept(
    { page }: Workbench,
    contents: Readonly<Record<Content, string>>,
  ): Promise<Readonly<Record<string, readonly Content[]>>> {
    const { dataDir } = stage().server;
    const found = new Map<string, Set<Content>>();
    const traces = (Object.entries(contents) as [Content, string][]).map(
      ([content, value]) => [content, tracesOf(content, value).filter(({ name }) => !name.includes('half'))] as const,
    );
    const look = (place: string, bytes: Buffer | string): void => {
      for (const [content, forms] of traces) {
        if (tracesIn(bytes, forms).length > 0) {
          found.set(place, (found.get(place) ?? new Set()).add(content));
        }
      }
    };
    for (const file of await filesUnder(dataDir)) {
      const path = relative(dataDir, file);
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      look(placeOf(path), path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes);
      look(placeOf(path), path);
    }
    look(placeOf(undefined), await browserStorageOf(page));
    const order = Object.keys(contents);
    return Object.fromEntries(
      [...found].map(([place, some]) => [place, [...some].sort((a, b) => order.indexOf(a) - order.indexOf(b))]),
    );
  }
});

function newContents(): Readonly<Record<Content, string>> {
  const word = (): string => `w${randomBytes(9).toString('hex')}`;
  return {
    'the name of the file': word(),
    'the name of a column': word(),
    'the name of a column of numbers': word(),
    'a cell': word(),
    'a number': `${randomInt(1e8, 1e9)}${randomInt(1e3, 1e4)}.25`,
  };
}
