import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/apiError.ts';
import type { Failure } from '../../../src/model/failure.ts';

/** The error that a call rejects with. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('The call was expected to reject.'),
    (error: unknown) => error,
  );
}

export async function apiErrorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await thrownBy(call);
  if (!(error instanceof ApiError)) {
    throw new Error('Expected an ApiError.', { cause: error });
  }
  return error;
}

/** The failure that a call rejects with. Asserts its kind. */
export async function failureOf<K extends Failure['kind']>(
  call: Promise<unknown>,
  kind: K,
): Promise<Extract<Failure, { kind: K }>> {
  const { failure } = await apiErrorOf(call);
  assert.equal(failure.kind, kind);
  return failure as Extract<Failure, { kind: K }>;
}
