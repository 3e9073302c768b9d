import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { FEATURES } from '../../e2e/features.ts';
import { endToEndRun, findLongSpecs, findSpecs, inParts, onlyFeatures } from '../../vscode/endToEndTests.ts';

describe('The end-to-end tests', () => {
  const ci = process.env['CI'];
  afterEach(() => {
    if (ci === undefined) {
      delete process.env['CI'];
    } else {
      process.env['CI'] = ci;
    }
  });

  it('are each in one part of a run', () => {
    const files = globSync('test/e2e/specs/**/*.test.ts').sort();
    assert.deepEqual([...findSpecs()].sort(), files);
    assert.deepEqual(inParts(findSpecs(), 4).flat().sort(), files);
  });

  it('are either in parts of npm test or run by npm run test:long alone', () => {
    const long = globSync('test/e2e/long/**/*.test.ts').sort();
    assert.deepEqual([...findLongSpecs()].sort(), long);
    assert.deepEqual(globSync('test/e2e/**/*.test.ts').sort(), [...findSpecs(), ...long].sort());
    assert.ok(readFileSync('test/vscode/testLong.ts', 'utf8').includes('...findLongSpecs()'));
  });

  it('are in parts that take about as long by the recorded times, and count as average without one', () => {
    const seconds = { 'a.test.ts': 50, 'b.test.ts': 30, 'c.test.ts': 25, 'd.test.ts': 15 };
    assert.deepEqual(inParts(['d.test.ts', 'c.test.ts', 'b.test.ts', 'a.test.ts'], 2, seconds), [
      ['a.test.ts', 'd.test.ts'],
      ['b.test.ts', 'c.test.ts'],
    ]);
    assert.deepEqual(inParts(['d.test.ts', 'new.test.ts', 'a.test.ts'], 2, seconds), [
      ['a.test.ts'],
      ['new.test.ts', 'd.test.ts'],
    ]);
  });

  it('of each feature are there', () => {
    const { command } = endToEndRun('1.110.0', findSpecs(), [...onlyFeatures(), '--dry-run', '--reporter', 'json']);
    const [program, ...args] = command;
    const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
    const { tests } = JSON.parse(stdout) as { readonly tests: readonly { readonly fullTitle: string }[] };
    assert.deepEqual(tests.map(({ fullTitle }) => fullTitle).sort(), Object.values(FEATURES).sort());
  });

  it('are tried twice in continuous integration, and not elsewhere', () => {
    const retries = (): readonly string[] => {
      const { command } = endToEndRun('1.110.0', []);
      return command.slice(2);
    };
    process.env['CI'] = 'true';
    assert.deepEqual(retries(), ['--retries', '1']);
    delete process.env['CI'];
    assert.deepEqual(retries(), []);
  });
});
