import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { asSteady } from '../../../../src/base/steadyTime.ts';
import { openLedger } from '../../../../src/jobs/ledger/openLedger.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const KILLS = 100;
const CLAIMS = 2000;

describe('The ledger of jobs, written by several processes', function () {
  this.timeout(120_000);

  let folder: LedgerFolder;
  beforeEach(() => (folder = new LedgerFolder()));
  afterEach(() => folder.remove());

  function start(...args: readonly string[]): ChildProcess {
    const program = fileURLToPath(new URL('./ledgerWriter.ts', import.meta.url));
    return spawn(process.execPath, [program, folder.path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  it('opens with every job in it after the writing process was killed a hundred times', async () => {
    const said: string[] = [];
    const run = async (index: number): Promise<void> => {
      const child = start(`run${index}`);
      assert.ok(child.stdout);
      const lines = createInterface(child.stdout);
      const exited = once(child, 'exit');
      let count = 0;
      lines.on('line', (line) => {
        said.push(line);
        // In the midst of whatever it writes next, and each time somewhere else.
        count += 1;
        if (count === 1 + (index % 3)) {
          setTimeout(() => child.kill('SIGKILL'), (index % 7) * 0.3);
        }
      });
      await Promise.all([exited, once(lines, 'close')]);
    };
    for (let index = 0; index < KILLS; index += 4) {
      await Promise.all([run(index), run(index + 1), run(index + 2), run(index + 3)]);
    }
    assert.ok(said.length >= KILLS);
    const store = openLedger({ folder: folder.path, log: folder.log });
    const kept = new Set(store.list(ACCOUNT_ID).map(({ syncId }) => syncId));
    store.dispose();
    // The last 500 are kept; whatever was said among them is there.
    const lost = said.filter((syncId) => !kept.has(syncId));
    assert.ok(kept.size === 500 || lost.length === 0, `${kept.size} kept, lost ${lost.join()}`);
    assert.deepEqual(folder.said, []);
    const database = new DatabaseSync(folder.file);
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    database.close();
  });

  it('gives each question to exactly one of two processes', async () => {
    const store = openLedger({ folder: folder.path, log: folder.log });
    store.put(sampleJob({ syncId: 'shared', nextCheckAt: asSteady(0) }));
    const claimed = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const child = start(name, String(CLAIMS));
        assert.ok(child.stdout);
        let said = '';
        child.stdout.on('data', (text: Buffer) => (said += text.toString()));
        await once(child, 'close');
        return Number(said);
      }),
    );
    const questions = store.find(ACCOUNT_ID, 'shared')?.nextCheckAt ?? 0;
    store.dispose();
    assert.equal((claimed[0] ?? 0) + (claimed[1] ?? 0), questions);
    assert.ok(questions >= CLAIMS / 2);
  });
});
