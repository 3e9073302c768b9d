import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeProblem } from '../../../src/api/answerFailure.ts';

const read = (members: unknown) => decodeProblem(JSON.stringify(members));

describe('decodeProblem', () => {
  it('decodes the members and ignores those of other types', () => {
    assert.deepEqual(read({ title: 'No', detail: 7, type: null, requestId: ['r'], status: '400', errors: 'none' }), {
      type: undefined,
      title: 'No',
      detail: undefined,
      requestId: undefined,
      correlationId: undefined,
      fieldErrors: new Map(),
    });
  });

  it('uses `message` if there is no `detail`', () => {
    assert.equal(read({ message: 'Forbidden' })?.detail, 'Forbidden');
    assert.equal(read({ message: 'Forbidden', detail: 'Because.' })?.detail, 'Because.');
  });

  it('decodes a problem with only field errors, and at most fifty', () => {
    assert.deepEqual(read({ errors: { data: ['Too long.'] } })?.fieldErrors, new Map([['data', ['Too long.']]]));
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field${i}`, ['Wrong.']]));
    assert.equal(read({ errors: many })?.fieldErrors.size, 50);
  });

  it('returns undefined without type, title, detail and field errors', () => {
    for (const text of ['', '<html></html>', '{"requestId":"r"}', '{"title":" "}', '[]', 'null', '"title"', '{']) {
      assert.equal(decodeProblem(text), undefined, text);
    }
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeProblem(text)));
    const members = fc.record(
      { title: fc.jsonValue(), detail: fc.jsonValue(), errors: fc.jsonValue(), message: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(members, (value) => void read(value)));
  });
});
