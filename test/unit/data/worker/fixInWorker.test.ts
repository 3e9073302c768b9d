import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { severityOf } from '../../../../src/data/check/dataProblem.ts';
import type { ProblemCode } from '../../../../src/data/check/dataProblem.ts';
import { fixOf } from '../../../../src/data/fix/fixId.ts';
import { fixInWorker } from '../../../../src/data/worker/fixInWorker.ts';
import { fixText } from '../../../../src/data/fix/fixText.ts';
import { applyEdits } from '../../../../src/data/fix/textEdit.ts';
import { checkText } from '../check/checkText.ts';

const PROGRAM = new URL('../../../../src/data/worker/fixWorker.ts', import.meta.url);
const CORPUS = new URL('../../../fixtures/corpus/', import.meta.url);

describe('Fixes by their problems', () => {
  it('take their problem away from every file of the corpus that has it', () => {
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
    const fixable = Object.keys(severityOf).filter((code) => fixOf(code as ProblemCode) !== undefined);
    assert.deepEqual([...tried].sort(), fixable.sort());
  });

  it('are one edit where there would be too many for an editor, with the same outcome', () => {
    const text = `id;name\n${'1;"a,b"\n'.repeat(2_000)}`;
    const edits = fixText('delimiterToComma', text, 'csv');
    assert.equal(edits.length, 1);
    assert.equal(applyEdits(text, edits), text.replaceAll(';', ','));
  });
});

describe('A fix in a worker', () => {
  it('finds what it finds on this thread', async () => {
    const request = { fix: 'flattenNested', text: '[{"at":{"x":1,"y":[2]}}]', kind: 'json' } as const;
    const edits = await fixInWorker(PROGRAM, request, new AbortController().signal);
    assert.deepEqual(edits, fixText(request.fix, request.text, request.kind));
    assert.equal(applyEdits(request.text, edits), '[{"at.x":1, "at.y.0":2}]');
  });

  it('is handed a large text whole, surrogate pairs and lone halves included', async () => {
    const text = `{"a":"${'\u00e9\u{1F600}\uD83D'.repeat(1_000_000)}"}\n{"a":1}`;
    const edits = await fixInWorker(PROGRAM, { fix: 'linesToArray', text, kind: 'json' }, new AbortController().signal);
    assert.equal(applyEdits(text, edits), `[${text.replace('\n', ',\n')}]`);
  });

  it('stops when cancelled, with the reason', async () => {
    const cancel = new AbortController();
    const reason = new Error('Enough.');
    const text = `a;b\n${'1;2\n'.repeat(1_000_000)}`;
    const fix = fixInWorker(PROGRAM, { fix: 'delimiterToComma', text, kind: 'csv' }, cancel.signal);
    cancel.abort(reason);
    await assert.rejects(fix, reason);
    await assert.rejects(fixInWorker(PROGRAM, { fix: 'linesToArray', text, kind: 'json' }, cancel.signal), reason);
  });

  it('rejects where its worker dies', async () => {
    const request = { fix: 'linesToArray', text: '', kind: 'json' } as const;
    const nowhere = new URL('nowhere.ts', import.meta.url);
    await assert.rejects(fixInWorker(nowhere, request, new AbortController().signal));
    const silent = new URL('data:text/javascript,');
    await assert.rejects(fixInWorker(silent, request, new AbortController().signal), /ended/);
  });
});
