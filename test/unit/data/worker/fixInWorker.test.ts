import assert from 'node:assert/strict';
import { fixText } from '../../../../src/data/fix/fixText.ts';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { fixedSlices } from '../../../fixedText.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);

describe('A fix in a worker', () => {
  const { signal } = new AbortController();
  let workers: DataWorkers;
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  it('finds the same edits as on this thread', async () => {
    const request = { fix: 'flattenNested', text: '[{"at":{"x":1,"y":[2]}}]', kind: 'json' } as const;
    const edits = await workers.fix({ ...request, text: fixedSlices(request.text) }, signal);
    assert.deepEqual(edits, fixText(request.fix, request.text, request.kind));
    assert.equal(applyEdits(request.text, edits), '[{"at.x":1, "at.y.0":2}]');
  });

  it('gets a large text whole, including surrogate pairs and lone surrogates', async () => {
    const text = `{"a":"${'\u00e9\u{1F600}\uD83D'.repeat(1_000_000)}"}\n{"a":1}`;
    const edits = await workers.fix({ fix: 'linesToArray', text: fixedSlices(text), kind: 'json' }, signal);
    assert.equal(applyEdits(text, edits), `[${text.replace('\n', ',\n')}]`);
  });

  it('stops when cancelled, with the reason', async () => {
    const cancel = new AbortController();
    const reason = new Error('Enough.');
    const text = `a;b\n${'1;2\n'.repeat(1_000_000)}`;
    const fix = workers.fix({ fix: 'delimiterToComma', text: fixedSlices(text), kind: 'csv' }, cancel.signal);
    cancel.abort(reason);
    await assert.rejects(fix, reason);
    await assert.rejects(
      workers.fix({ fix: 'linesToArray', text: fixedSlices(text), kind: 'json' }, cancel.signal),
      reason,
    );
  });

  it('rejects when its worker dies', async () => {
    const request = { fix: 'linesToArray', kind: 'json' } as const;
    for (const [program, message] of [
      [new URL('nowhere.ts', import.meta.url), /nowhere/],
      [new URL('data:text/javascript,'), /ended/],
    ] as const) {
      const dying = new DataWorkers(program);
      await assert.rejects(dying.fix({ ...request, text: fixedSlices('') }, signal), message);
      dying.dispose();
    }
  });
});
