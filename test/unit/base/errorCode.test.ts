import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../src/base/errorCode.ts';

describe('The code of an error', () => {
  it('is that of Node', async () => {
    assert.equal(errorCode(await readFile('none').catch((error: unknown) => error)), 'ENOENT');
  });

  it('is undefined for anything else', () => {
    for (const thrown of [new Error('a'), Object.assign(new Error('a'), { code: 7 }), { code: 'A' }, 'A', undefined]) {
      assert.equal(errorCode(thrown), undefined);
    }
  });
});
