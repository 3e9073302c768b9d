import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { errorCode, isMissingFile } from '../../../src/base/errorCode.ts';

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

describe('A missing file', () => {
  for (const [what, path] of [
    ['whose name no file has', 'none'],
    ['whose path goes through a file', 'package.json/inner.csv'],
    ['whose name is too long', `${'x'.repeat(300)}.csv`],
  ] as const) {
    it(`is one ${what}`, async () => {
      assert.equal(isMissingFile(await stat(path).catch((error: unknown) => error)), true);
    });
  }

  it('is not a folder, or a file that may not be read', async () => {
    assert.equal(isMissingFile(await readFile('src').catch((error: unknown) => error)), false);
    assert.equal(isMissingFile(Object.assign(new Error('a'), { code: 'EACCES' })), false);
  });
});
