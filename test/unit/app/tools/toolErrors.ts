import assert from 'node:assert/strict';
import { ToolError } from '../../../../src/app/tools/toolError.ts';

/** The error that a function throws, or that a promise rejects with. */
export async function toolErrorOf(act: () => unknown): Promise<ToolError> {
  try {
    await act();
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error;
  }
  assert.fail('nothing was thrown');
}

/** Its code. */
export async function codeOf(act: () => unknown): Promise<string> {
  return (await toolErrorOf(act)).code;
}
