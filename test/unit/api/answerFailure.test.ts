import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeProblem } from '../../../src/api/answerFailure.ts';

const read = (members: unknown) => decodeProblem(JSON.stringify(members));

describe('decodeProblem', () => {
  it('reads what is there and leaves out what has another type', () => {
    assert.deepEqual(read({ title: 'No', detail: 7, type: null, requestId: ['r'], status: '400', errors: 'none' }), {
      type: undefined,
      title: 'No',
      detail: undefined,
      requestId: undefined,
      correlationId: undefined,
      fieldErrors: new Map(),
    });
  });

  it('takes the message of a gateway for the detail where there is none', () => {
    assert.equal(read({ message: 'Forbidden' })?.detail, 'Forbidden');
    assert.equal(read({ message: 'Forbidden', detail: 'Because.' })?.detail, 'Because.');
  });

  it('reads a problem that consists of field errors alone, and not more than fifty', () => {
    assert.deepEqual(read({ errors: { data: ['Too long.'] } })?.fieldErrors, new Map([['data', ['Too long.']]]));
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field${i}`, ['Wrong.']]));
    assert.equal(read({ errors: many })?.fieldErrors.size, 50);
  });

  it('finds no problem in what says nothing', () => {
    for (const text of ['', '<html></html>', '{"requestId":"r"}', '{"title":" "}', '[]', 'null', '"title"', '{']) {
      assert.equal(decodeProblem(text), undefined, text);
    }
  });

  it('reads anything at all without failing', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeProblem(text)));
    const members = fc.record(
      { title: fc.jsonValue(), detail: fc.jsonValue(), errors: fc.jsonValue(), message: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(members, (value) => void read(value)));
  });
});
