import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LedgerWatch } from '../../../../src/jobs/database/ledgerWatch.ts';
import { eventually } from '../../../eventually.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';

describe('The watch of the ledger’s folder', () => {
  let folder: LedgerFolder;
  let watch: LedgerWatch;
  let reports: number;

  beforeEach(() => {
    folder = new LedgerFolder();
    reports = 0;
    watch = watchOf(folder.path);
  });

  afterEach(() => {
    watch.dispose();
    folder.remove();
  });

  function watchOf(path: string): LedgerWatch {
    return new LedgerWatch({ folder: path, log: folder.log, onDidWrite: () => (reports += 1) });
  }

  it('reports writes that follow each other closely once, and later ones again', async () => {
    watch.start();
    // As when the database is opened again.
    watch.start();
    for (const expected of [1, 2]) {
      for (let write = 0; write < 5; write += 1) {
        writeFileSync(folder.file, String(write));
      }
      await eventually(() => reports === expected, `report ${expected}`);
    }
    assert.deepEqual(folder.said, []);
  });

  it('reports nothing after it has ended', async () => {
    const other = watchOf(folder.path);
    watch.start();
    writeFileSync(folder.file, '');
    await turn();
    watch.dispose();
    other.start();
    writeFileSync(folder.file, '');
    await eventually(() => reports > 0, 'the other reports');
    await turn();
    assert.equal(reports, 1);
    other.dispose();
  });

  it('is given up, and logged, where the folder can’t be watched', () => {
    watch = watchOf(join(folder.path, 'missing'));
    watch.start();
    assert.equal(folder.said.length, 1);
    assert.match(
      folder.said[0] ?? '',
      /^info: Changes of other windows are shown with a delay, because the folder can't be watched: Error: ENOENT/,
    );
  });
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
