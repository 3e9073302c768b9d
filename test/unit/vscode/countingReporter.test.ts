import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Counts } from '../../vscode/counts.ts';
import { COUNTS_FILE_VARIABLE, readCounts } from '../../vscode/counts.ts';

/** Tests that pass, that fail the first time, and that fail each time. */
const TESTS = `
  let tries = 0;
  describe('Tests', () => {
    it('that pass', () => {});
    it('that fail once', () => { tries += 1; if (tries === 1) { throw new Error('for the first time'); } });
    it('that fail each time', () => { throw new Error('once more'); });
  });
`;

describe('The reporter of test runs', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'reporter-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('counts a test that was tried twice once, names it, and prints why it failed at first', () => {
    const { counts, output, status } = run('--retries', '1');
    assert.deepEqual(counts, {
      passed: 2,
      failed: 1,
      failedTests: ['Tests that fail each time'],
      secondTries: ['Tests that fail once'],
    });
    assert.equal(status, 1);
    assert.match(output, /Tried again: that fail once\nError: for the first time\n/);
    assert.match(output, /Tried again: that fail each time\nError: once more\n/);
  });

  it('names none without a second try', () => {
    const { counts, output } = run();
    assert.deepEqual(counts, {
      passed: 1,
      failed: 2,
      failedTests: ['Tests that fail once', 'Tests that fail each time'],
      secondTries: [],
    });
    assert.doesNotMatch(output, /Tried again/);
  });

  it('leads to a summary that names what failed and what passed on the second try, and counts each once', () => {
    const file = writeTests();
    const suite = { name: 'both', counts: 'tests', command: [process.execPath, ...mocha(file, '--retries', '1')] };
    const suites = pathToFileURL('test/vscode/suites.ts').href;
    const script = `const { runSuites } = await import(${JSON.stringify(suites)}); await runSuites(${JSON.stringify([suite])});`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.ok(
      stdout.endsWith(
        [
          '',
          'Passed on the second try: Tests that fail once (both)',
          'Failed: Tests that fail each time (both)',
          '2 passed, 1 failed',
          '',
        ].join('\n'),
      ),
      stdout,
    );
  });

  function run(...options: readonly string[]): { counts: Counts | undefined; output: string; status: number | null } {
    const countsFile = join(folder, 'counts.json');
    const { stdout, status } = spawnSync(process.execPath, mocha(writeTests(), ...options), {
      encoding: 'utf8',
      env: { ...process.env, [COUNTS_FILE_VARIABLE]: countsFile },
    });
    return { counts: readCounts(countsFile), output: stdout, status };
  }

  function writeTests(): string {
    const file = join(folder, 'tests.cjs');
    writeFileSync(file, TESTS);
    return file;
  }

  function mocha(file: string, ...options: readonly string[]): string[] {
    return ['node_modules/mocha/bin/mocha.js', '--no-color', ...options, file];
  }
});
