import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { MutantResult } from '@stryker-mutator/api/core';
import { compareSurvivors, describeSurvivor, scoreOf } from '../../mutation/verdict.ts';
import type { ExplainedSurvivor } from '../../mutation/verdict.ts';

function mutant(status: MutantResult['status'], replacement = ''): MutantResult {
  const location = { start: { line: 2, column: 10 }, end: { line: 2, column: 15 } };
  return { id: '1', fileName: 'a.ts', mutatorName: 'm', replacement, location, status };
}

describe('The verdict of a mutation test', () => {
  it('counts what was noticed, also by not ending, and leaves out what could not be loaded', () => {
    const results = (['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'] as const).map(
      (status) => mutant(status),
    );
    assert.deepEqual(scoreOf(results), { noticed: 2, mutants: 4, percent: 50 });
    assert.equal(scoreOf([]).percent, 100);
  });

  it('describes a survivor by its line and its change, in one line and a limited length', () => {
    const source = 'first\n  return a + b;\nlast\n';
    assert.deepEqual(describeSurvivor(mutant('Survived', 'a - b'), 'a.ts', source), {
      file: 'a.ts',
      line: 'return a + b;',
      change: 'a + b → a - b',
    });
    const long = describeSurvivor(mutant('Survived', `{\n  ${'x'.repeat(200)}`), 'a.ts', source);
    assert.equal(long.change, `a + b → { ${'x'.repeat(77)}…`);
    const block = {
      ...mutant('Survived', '{}'),
      location: { start: { line: 1, column: 3 }, end: { line: 3, column: 3 } },
    };
    assert.equal(describeSurvivor(block, 'a.ts', source).change, 'rst return a + b; la → {}');
  });

  it('finds survivors without a reason, and reasons without a survivor', () => {
    const [one, other] = ['x', 'y'].map((change) => ({ file: 'a.ts', line: 'l', change, reason: 'r' }));
    assert.ok(one && other);
    const same = { ...one, at: 7 };
    assert.deepEqual(compareSurvivors([same], [one]), { unexplained: [], outdated: [] });
    assert.deepEqual(compareSurvivors([same], [other]), { unexplained: [same], outdated: [other] });
  });

  it('explains only survivors in lines that still exist', () => {
    const explained = JSON.parse(readFileSync('test/mutation/survivors.json', 'utf8')) as readonly ExplainedSurvivor[];
    for (const { file, line, reason } of explained) {
      assert.ok(readFileSync(file, 'utf8').includes(line), `${file}: ${line}`);
      assert.ok(reason.endsWith('.'), reason);
    }
  });
});
