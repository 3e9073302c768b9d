import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from '../../bench/generate.ts';
import type { VsCodeServer } from '../../vscode/server.ts';
import { ROOT } from '../../vscode/versions.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const MEGABYTES = 500;
const TYPED = 'typed while the check runs';

/** A sample of the probe: a tenth of a second, or longer if its host was blocked. */
interface Look {
  readonly at: number;
  readonly pauseMs: number;
  readonly computedMs: number;
}

describe(`The check of a file of ${MEGABYTES} MB`, () => {
  const stage = useStage({ takesPayload: true });

  it('finds every row while the user types, and never blocks the extension host', async () => {
    const { folder, server } = stage();
    const pausesFile = join(folder, 'pauses.jsonl');
    const rows = writeCsv(join(folder, 'large.csv'), MEGABYTES * 1_000_000);
    await writeFile(join(folder, 'small.csv'), 'a,b\n1,2\n');
    await writeFile(join(folder, 'notes.txt'), '');
    const workbench = await openProbed(server, pausesFile);
    const { page, editor, notifications } = workbench;
    // So that the start of the extension and of its worker isn't measured.
    await workbench.openFile('small.csv');
    await workbench.runCommand('Data Connections: Check Active Editor');
    await notifications.awaitMessage(/small\.csv.*1 row, 2 columns/);
    await workbench.openFile('notes.txt');
    await workbench.openFile('large.csv');
    const begun = Date.now();
    await workbench.runCommand('Data Connections: Check Active Editor');
    await notifications.awaitMessage(/large\.csv/);
    await editor.tab('notes.txt').click();
    await editor.text('notes.txt').click();
    await page.keyboard.type(TYPED);
    await page.locator('.view-line', { hasText: TYPED }).waitFor();
    await notifications.awaitMessage(new RegExp(`large\\.csv.*${rows.toLocaleString('en')} rows, 10 columns`));
    const ended = Date.now();

    const looks = (await readFile(pausesFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Look)
      .filter(({ at }) => at > begun && at <= ended + 100);
    assert.ok(looks.length > 0, 'the extension host was watched');
    const longestMs = Math.max(...looks.map(({ pauseMs }) => pauseMs));
    const mostMs = Math.max(...looks.map(({ computedMs }) => computedMs));
    console.log(
      `      ${MEGABYTES} MB from command to answer: ${ended - begun} ms; the extension host’s longest pause: ` +
        `${longestMs.toFixed(1)} ms; the most that it computed between two looks: ${mostMs.toFixed(1)} ms`,
    );
    // On the thread of the host, the check would be a single pause.
    assert.ok(longestMs < (ended - begun) / 2);
    assert.ok(mostMs < (ended - begun) / 2);
  });

  async function openProbed(server: VsCodeServer, pausesFile: string): Promise<Workbench> {
    return stage().openWindow({
      payload: [
        ['extensionDevelopmentPath', server.remoteUri(join(ROOT, 'test', 'e2e', 'probe'))],
        ['extensionEnvironment', JSON.stringify({ DATA_CONNECTIONS_PAUSES: pausesFile })],
      ],
    });
  }
});
