import assert from 'node:assert/strict';
import { isSupportedApiVersion } from '../../../src/model/responseMeta.ts';

describe('isSupportedApiVersion', () => {
  it('accepts every version with major part 1, and a missing version', () => {
    for (const version of ['1', '1.0', '1.12.3', 'v1', 'V1.2-preview', ' 1.0', '', '  ', undefined]) {
      assert.equal(isSupportedApiVersion(version), true, version);
    }
    for (const version of ['2', '2.1', '0.9', '10', '11.1', 'preview', '-1']) {
      assert.equal(isSupportedApiVersion(version), false, version);
    }
  });
});
