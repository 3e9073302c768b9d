import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from '../../vscode/counts.ts';
import { isCutOff, judgeRun, judgeSecondTry, readCounts, sumOf } from '../../vscode/counts.ts';

describe('A test run', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'counts-test-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('counts by its tests where it got to its end', () => {
    const [good, bad] = [counts(7, 0), { ...counts(7, 2, 'two', 'three'), secondTries: ['one'] }];
    assert.deepEqual(judgeRun(good, true), { ...good, complaint: undefined });
    assert.deepEqual(judgeRun(bad, false), { ...bad, complaint: undefined });
  });

  it('has failed where it was cut off before it left its counts, even if it says that it ended well', () => {
    for (const hasEndedWell of [true, false]) {
      const verdict = judgeRun(readCounts(join(folder, 'none.json')), hasEndedWell);
      assert.deepEqual([verdict.passed, verdict.failed], [0, 1]);
      assert.match(verdict.complaint ?? '', /cut off/);
      assert.ok(isCutOff(verdict));
    }
    for (const judged of [judgeRun(counts(7, 2), false), judgeRun(counts(0, 0), true), judgeRun(counts(7, 0), false)]) {
      assert.ok(!isCutOff(judged), judged.complaint);
    }
  });

  it('has failed where it was cut off while it left its counts', () => {
    const file = join(folder, 'half.json');
    writeFileSync(file, '{"passed": 7');
    assert.equal(judgeRun(readCounts(file), true).failed, 1);
  });

  it('has failed where it had no tests', () => {
    assert.equal(judgeRun(counts(0, 0), true).failed, 1);
  });

  it('has failed where it ended badly though no test did', () => {
    const { passed, failed, complaint } = judgeRun(counts(7, 0), false);
    assert.deepEqual([passed, failed], [7, 1]);
    assert.match(complaint ?? '', /ended badly/);
  });
});

describe('A test run whose failed tests were run once more', () => {
  const first = judgeRun(counts(7, 2, 'one', 'two'), false);

  it('counts each test once, and names those that passed then', () => {
    const both = judgeSecondTry(first, judgeRun(counts(2, 0), true));
    assert.deepEqual(both, { ...counts(9, 0), secondTries: ['one', 'two'], complaint: undefined });
    const one = judgeSecondTry(first, judgeRun(counts(1, 1, 'two'), false));
    assert.deepEqual(one, { ...counts(8, 1, 'two'), secondTries: ['one'], complaint: undefined });
  });

  it('has failed as before if the second run had other tests, or did not end well', () => {
    for (const [second, hasEndedWell] of [
      [counts(1, 0), true],
      [counts(3, 0), true],
      [counts(2, 0), false],
      [counts(0, 0), true],
      [undefined, false],
    ] as const) {
      assert.deepEqual(judgeSecondTry(first, judgeRun(second, hasEndedWell)), first);
    }
  });
});

it('The counts of several test runs are added up', () => {
  const [one, other] = [
    { ...counts(1, 1, 'a'), secondTries: ['b'] },
    { ...counts(2, 0), secondTries: ['c'] },
  ];
  assert.deepEqual(sumOf([one, other]), { ...counts(3, 1, 'a'), secondTries: ['b', 'c'] });
});

function counts(passed: number, failed: number, ...failedTests: readonly string[]): Counts {
  return { passed, failed, failedTests, secondTries: [] };
}
