import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from '../../bench/generate.ts';
import type { VsCodeServer } from '../../vscode/server.ts';
import { ROOT } from '../../vscode/versions.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../stage.ts';

/** 500 by `RESPONSIVE_MB=500`; less where every run of the suite writes and reads it. */
const MEGABYTES = Number(process.env['RESPONSIVE_MB'] ?? 200);
const TYPED = 'typed while the check runs';

describe(`The check of a file of ${MEGABYTES} MB`, () => {
  const stage = useStage();

  it('finds every row while somebody types, and never holds up the extension host', async function () {
    this.timeout(300_000);
    const { folder, server } = stage();
    const pausesFile = join(folder, 'pauses.jsonl');
    const rows = writeCsv(join(folder, 'large.csv'), MEGABYTES * 1_000_000);
    await writeFile(join(folder, 'notes.txt'), '');
    const workbench = await openProbed(server, pausesFile);
    const { page, editor, notifications } = workbench;
    await workbench.openFile('notes.txt');
    await workbench.openFile('large.csv');
    const begun = Date.now();
    await workbench.runCommand('Data Connections: Check Active Editor');
    await notifications.awaitMessage(/large\.csv/);
    await editor.tab('notes.txt').click();
    await page.locator('.editor-instance .monaco-editor').first().click();
    await page.keyboard.type(TYPED);
    await page.locator('.view-line', { hasText: TYPED }).waitFor();
    await notifications.awaitMessage(new RegExp(`large\\.csv.*${rows.toLocaleString('en')} rows, 10 columns`));
    const ended = Date.now();

    const pauses = (await readFile(pausesFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly at: number; readonly pauseMs: number })
      .filter(({ at }) => at > begun && at <= ended + 100);
    assert.ok(pauses.length > 0, 'the extension host was watched');
    const longestMs = Math.max(...pauses.map(({ pauseMs }) => pauseMs));
    console.log(
      `      ${MEGABYTES} MB from command to answer: ${ended - begun} ms; the extension host’s longest pause: ${longestMs.toFixed(1)} ms`,
    );
    // On the host's own thread the check would be one pause.
    assert.ok(longestMs < (ended - begun) / 2);
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
