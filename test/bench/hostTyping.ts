import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeCsv, writeJson } from './generate.ts';
import type { HostProbe } from './hostProbe.ts';
import { EXTENSION } from './hostWindows.ts';
import type { HostWindows } from './hostWindows.ts';
import { rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';

/** The largest table that is checked automatically has 10 MB. */
const TEXT_BYTES = 9_990_000;
const KEYSTROKES = 20;
const BETWEEN_KEYSTROKES_MS = 100;
/** Longer than the pause in typing before a check of a large text, and the check. */
const CHECKED_MS = 5000;
const KEYSTROKE_GOAL_MS = 16;
const PAUSE_GOAL_MS = 50;

/** A table is checked automatically, JSON again after its first check. */
const TEXTS = [
  { file: 'large.csv', title: 'CSV', write: writeCsv },
  { file: 'large.json', title: 'JSON', write: writeJson },
] as const;

/**
 * Typing into texts of 10 MB, and the check after it. Only the time of the extension counts: the host itself and the extensions of
 * VS Code pause for longer, also in texts that are not checked.
 */
export async function measureTyping(windows: HostWindows, name: string): Promise<readonly Measurement[]> {
  return windows.use(async ({ workbench, host }) => {
    await host.release();
    const rows: Measurement[] = [];
    for (const { file, title, write } of TEXTS) {
      const path = join(windows.folder, file);
      write(path, TEXT_BYTES);
      await workbench.openFile(file);
      await host.run('dataConnections.checkActiveEditor');
      await host.quiet();
      const typed = await host.timesOf(EXTENSION, () => type(host));
      const checked = await host.timesOf(EXTENSION, () => host.pause(CHECKED_MS));
      await host.run('workbench.action.revertAndCloseActiveEditor');
      rmSync(path);
      const row = (what: string, value: number, atMost?: number): Measurement => ({
        name: `${name} of ${title}: ${what}`,
        value: rounded(value),
        unit: 'ms',
        goal: atMost === undefined ? undefined : { atMost },
      });
      rows.push(
        row('longest time for a keystroke', typed.longestMs, KEYSTROKE_GOAL_MS),
        row(`${KEYSTROKES} keystrokes`, typed.totalMs),
        row('longest pause for the check that follows', checked.longestMs, PAUSE_GOAL_MS),
        row('the check that follows, on the thread of the host', checked.totalMs),
      );
    }
    return rows;
  });
}

async function type(host: HostProbe): Promise<void> {
  for (let count = 0; count < KEYSTROKES; count += 1) {
    await host.run('type', { text: 'x' });
    await host.pause(BETWEEN_KEYSTROKES_MS);
  }
}
