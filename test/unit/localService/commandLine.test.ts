import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(process.cwd(), 'out', 'localService.cjs');

describe('The command line of the local service', function () {
  this.timeout(30_000);

  function run(...args: readonly string[]): {
    readonly status: number | null;
    readonly out: string;
    readonly err: string;
  } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  }

  it('lists its options with --help', () => {
    const { status, out, err } = run('--help');
    assert.deepEqual([status, err], [0, '']);
    assert.match(out, /^Usage: npm run service -- \[options\]\n/);
    for (const option of ['--port', '--control-port', '--seed', '--time-rate', '--validate', '--exit-with-stdin']) {
      assert.ok(out.includes(`  ${option}`), option);
    }
  });

  it('says in one line what is wrong with an option', () => {
    for (const [args, reason] of [
      [['--bogus'], /^Unknown option '--bogus'[^\n]*\n$/],
      [['extra'], /^Unexpected argument 'extra'[^\n]*\n$/],
      [['--seed', 'full'], /^--seed is demo, standard or empty, not "full"\.[^\n]*\n$/],
    ] as const) {
      const { status, out, err } = run(...args);
      assert.deepEqual([status, out], [2, '']);
      assert.match(err, reason);
    }
  });
});
