import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { SEVERITIES } from '../../../../src/data/check/dataProblem.ts';
import type { ProblemCode } from '../../../../src/data/check/dataProblem.ts';
import { fixOf } from '../../../../src/data/fix/fixId.ts';
import { fixText } from '../../../../src/data/fix/fixText.ts';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';
import { checkText } from '../check/checkText.ts';

const CORPUS = new URL('../../../fixtures/corpus/', import.meta.url);

describe('Fixes', () => {
  it('remove their problem from every file of the corpus that has it', () => {
    const tried = new Set<ProblemCode>();
    for (const name of readdirSync(CORPUS).filter((file) => !file.endsWith('.tsv'))) {
      const kind = name.endsWith('.json') ? 'json' : 'csv';
      const text = readFileSync(new URL(name, CORPUS), 'utf8');
      for (const code of new Set(checkText(kind, text).problems.map((problem) => problem.code))) {
        const fix = fixOf(code);
        if (fix !== undefined) {
          tried.add(code);
          const fixed = applyEdits(text, fixText(fix, text, kind));
          const left = checkText(kind, fixed).problems.map((problem) => problem.code);
          assert.ok(!left.includes(code), `${name}: ${code} is gone`);
        }
      }
    }
    const fixable = Object.keys(SEVERITIES).filter((code) => fixOf(code as ProblemCode) !== undefined);
    assert.deepEqual([...tried].sort(), fixable.sort());
    assert.deepEqual([...new Set(fixable.map((code) => fixOf(code as ProblemCode)))].sort(), [
      'delimiterToComma',
      'emptyNullTexts',
      'flattenNested',
      'formulasToText',
      'linesToArray',
      'makeColumnNamesUnique',
      'removeByteOrderMark',
      'removeEmptyRows',
      'removeRepeatedHeaders',
      'removeSepLine',
      'removeTitleLines',
      'removeTrailingDelimiters',
      'removeTrailingEmptyRows',
      'useMemberRows',
    ]);
  });

  it('are merged into one edit when there would be too many for an editor', () => {
    const text = `id;name\n${'1;"a,b"\n'.repeat(2_000)}`;
    const edits = fixText('delimiterToComma', text, 'csv');
    assert.equal(edits.length, 1);
    assert.equal(applyEdits(text, edits), text.replaceAll(';', ','));
    assert.equal(fixText('delimiterToComma', 'a;b\n'.repeat(500), 'csv').length, 500, 'few enough');
    assert.equal(fixText('delimiterToComma', 'a;b\n'.repeat(501), 'csv').length, 1);
  });

  it('change nothing where there is nothing to fix', () => {
    assert.deepEqual(fixText('delimiterToComma', 'id,name\n1,a\n', 'csv'), []);
    assert.deepEqual(fixText('removeSepLine', 'id,name\n1,a\n', 'csv'), []);
    assert.deepEqual(fixText('removeTitleLines', 'id,name\n1,a\n', 'csv'), []);
    assert.deepEqual(fixText('removeTrailingEmptyRows', 'id,name\n1,a\n', 'csv'), []);
    assert.deepEqual(fixText('makeColumnNamesUnique', 'id, , ,,\n1,2,3,4,5\n', 'csv'), [], 'blank names stay');
  });
});
