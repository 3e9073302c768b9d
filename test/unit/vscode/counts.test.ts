import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeRun, readCounts } from '../../vscode/counts.ts';

describe('A test run', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'counts-test-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('counts by its tests where it got to its end', () => {
    assert.deepEqual(judgeRun({ passed: 7, failed: 0 }, true), { passed: 7, failed: 0, complaint: undefined });
    assert.deepEqual(judgeRun({ passed: 7, failed: 2 }, false), { passed: 7, failed: 2, complaint: undefined });
  });

  it('has failed where it was cut off before it left its counts, even if it says that it ended well', () => {
    for (const hasEndedWell of [true, false]) {
      const { passed, failed, complaint } = judgeRun(readCounts(join(folder, 'none.json')), hasEndedWell);
      assert.deepEqual([passed, failed], [0, 1]);
      assert.match(complaint ?? '', /cut off/);
    }
  });

  it('has failed where it was cut off while it left its counts', () => {
    const file = join(folder, 'half.json');
    writeFileSync(file, '{"passed": 7');
    assert.equal(judgeRun(readCounts(file), true).failed, 1);
  });

  it('has failed where it had no tests', () => {
    assert.equal(judgeRun({ passed: 0, failed: 0 }, true).failed, 1);
  });

  it('has failed where it ended badly though no test did', () => {
    const { passed, failed, complaint } = judgeRun({ passed: 7, failed: 0 }, false);
    assert.deepEqual([passed, failed], [7, 1]);
    assert.match(complaint ?? '', /ended badly/);
  });
});
