import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runs } from '../../../scale.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import { ACCOUNT_ID, sampleLease } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';
import { LONG_NAME } from './longName.ts';

/** Each in a ledger of its own, whose jobs all fit into memory. */
const ROUNDS = Math.max(1, runs(1));
const KILLS = 40;
const AT_ONCE = 4;
const LEASES = 2000;

describe('The job ledger, written by several processes', function () {
  this.timeout(runs(300_000));

  let program: string;
  before(async () => {
    // One file of JavaScript, because loading the sources takes these many processes longer than their work.
    program = join(mkdtempSync(join(tmpdir(), 'ledger-writer-')), 'ledgerWriter.mjs');
    const source = fileURLToPath(new URL('./ledgerWriter.ts', import.meta.url));
    await build({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm' });
  });
  after(() => rmSync(dirname(program), { recursive: true }));

  let folder: LedgerFolder;
  beforeEach(() => (folder = new LedgerFolder()));
  afterEach(() => folder.remove());

  function start(...args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [program, folder.path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Starts a writer, kills it, and returns the jobs it said were in. Last comes '>' if it was writing another just then. */
  async function writeUntilKilled(index: number): Promise<string[]> {
    const child = start(`run${index}`);
    assert.ok(child.stdout);
    const lines: string[] = [];
    const reader = createInterface(child.stdout);
    reader.on('line', (line) => {
      lines.push(line);
      // Each time somewhere else in what it does then.
      if (lines.length === 1 + (index % 5)) {
        setTimeout(() => child.kill('SIGKILL'), (index % 7) * 0.3);
      }
    });
    await Promise.all([once(child, 'exit'), once(reader, 'close')]);
    return lines;
  }

  it('contains every job, intact, each time the process that writes is killed during a write', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await killWriters();
      folder.remove();
      folder = new LedgerFolder();
    }
  });

  async function killWriters(): Promise<void> {
    const said = new Set<string>();
    let killedWhileWriting = 0;
    for (let index = 0; killedWhileWriting < KILLS; index += AT_ONCE) {
      assert.ok(index < 5 * KILLS, `${killedWhileWriting} of ${index} were killed while they wrote`);
      const runs = Array.from({ length: AT_ONCE }, (_, offset) => writeUntilKilled(index + offset));
      for (const lines of await Promise.all(runs)) {
        killedWhileWriting += Number(lines.at(-1) === '>');
        lines.filter((line) => line !== '>').forEach((syncId) => said.add(syncId));
      }
      const ledger = folder.open();
      const store = ledger.jobs;
      const kept = new Map(store.jobs(ACCOUNT_ID).all.map((job) => [job.syncId, job]));
      assert.deepEqual([...said].filter((syncId) => !kept.has(syncId)).join(), '');
      for (const { syncId, source } of kept.values()) {
        assert.equal(source?.name.length, LONG_NAME.length);
        assert.equal(store.history(ACCOUNT_ID, syncId).length, 1, `${syncId} and the first state it was seen in`);
      }
      ledger.dispose();
    }
    assert.ok(said.size >= KILLS);
    assert.deepEqual(folder.said, []);
    const database = new DatabaseSync(folder.file);
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    database.close();
  }

  it('gives each lease to exactly one of two processes', async () => {
    const ledger = folder.open();
    const store = ledger.jobs;
    store.updateLease(ACCOUNT_ID, () => sampleLease({ until: asMonotonic(0) }));
    const taken = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const child = start(name, String(LEASES));
        assert.ok(child.stdout);
        let said = '';
        child.stdout.on('data', (text: Buffer) => (said += text.toString()));
        await once(child, 'close');
        return Number(said);
      }),
    );
    const leases = store.lease(ACCOUNT_ID)?.until ?? 0;
    ledger.dispose();
    assert.equal((taken[0] ?? 0) + (taken[1] ?? 0), leases);
    assert.ok(leases >= LEASES);
  });
});
