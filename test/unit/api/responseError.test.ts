import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeProblem, responseError } from '../../../src/api/responseError.ts';

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

  it('keeps only the texts among the errors of a field, which may be one text, and only fields with texts', () => {
    const errors = { data: ['Too long.', 7, 'Too wide.'], entityId: 'Unknown.', rows: 3, name: [null] };
    assert.deepEqual(
      read({ errors })?.fieldErrors,
      new Map([
        ['data', ['Too long.', 'Too wide.']],
        ['entityId', ['Unknown.']],
      ]),
    );
  });

  it('returns a problem with only a type, a title or a detail, with the ids of the request', () => {
    const ids = { requestId: 'r', correlationId: 'c' };
    const nothing = { type: undefined, title: undefined, detail: undefined, fieldErrors: new Map(), ...ids };
    for (const member of ['type', 'title', 'detail']) {
      assert.deepEqual(read({ [member]: 'It broke.', ...ids }), { ...nothing, [member]: 'It broke.' });
    }
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

describe('responseError', () => {
  const problem = JSON.stringify({ title: 'It broke', detail: 'Not this time.' });
  const errorOf = (status: number, body: string | undefined = problem, method: 'GET' | 'POST' = 'GET') =>
    responseError(new Response(null, { status, headers: { 'retry-after': '3' } }), body, method);

  for (const [status, kind] of [
    [301, 'redirected'],
    [399, 'redirected'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'rejected'],
    [404, 'notFound'],
    [407, 'rejected'],
    [408, 'unavailable'],
    [409, 'rejected'],
    [429, 'rateLimited'],
    [498, 'rejected'],
    [499, 'unavailable'],
    [500, 'unavailable'],
    [501, 'unavailable'],
    [599, 'unavailable'],
  ] as const) {
    it(`is ${kind} for ${status}, and in doubt only as a POST that the service may have processed`, () => {
      assert.equal(errorOf(status).failure.kind, kind);
      const isUnknown = kind === 'redirected' || (kind === 'unavailable' && status !== 501);
      assert.equal(errorOf(status, problem, 'POST').mayHaveArrived, isUnknown);
      assert.equal(errorOf(status, problem, 'GET').mayHaveArrived, false);
    });
  }

  it('has what the service said: the problem, the status, and how long to wait', () => {
    const said = decodeProblem(problem);
    assert.deepEqual(errorOf(401).failure, { kind: 'unauthorized', problem: said });
    assert.deepEqual(errorOf(404).failure, { kind: 'notFound', problem: said });
    assert.deepEqual(errorOf(429).failure, { kind: 'rateLimited', retryAfterMs: 3000 });
    assert.deepEqual(errorOf(503).failure, { kind: 'unavailable', status: 503, retryAfterMs: 3000, problem: said });
    const rejected = { kind: 'rejected', reason: 'byService', status: 422 };
    assert.deepEqual(errorOf(422).failure, { ...rejected, message: 'Not this time.', problem: said });
    const title = JSON.stringify({ title: 'It broke' });
    assert.deepEqual(errorOf(422, title).failure, { ...rejected, message: 'It broke', problem: decodeProblem(title) });
    assert.deepEqual(errorOf(422, '').failure, { ...rejected, message: '', problem: undefined });
  });

  it('needs no body', () => {
    assert.deepEqual(responseError(new Response(null, { status: 404 }), undefined, 'GET').failure, {
      kind: 'notFound',
      problem: undefined,
    });
  });
});
