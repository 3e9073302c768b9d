import assert from 'node:assert/strict';
import { CASES } from './cases.ts';
import type { FaultCase } from './cases.ts';
import { caseTable } from './caseTable.ts';
import { runCase } from './faultCase.ts';
import { trusted } from './otherPlaces.ts';

describe('A fault', () => {
  const passed: FaultCase[] = [];
  after(() => console.log(`${caseTable(passed).join('\n')}\n\n${passed.length} of ${CASES.length} cases`));

  for (const faultCase of CASES) {
    it(faultCase.title, async () => {
      await runCase(faultCase);
      passed.push(faultCase);
    });
  }

  it('of a certificate is its only difference from one that is trusted', async () => {
    const place = await trusted();
    const response = await place.fetch?.(`${place.baseUrl}/api/public/v1/me`, {});
    assert.equal(response?.status, 200);
    assert.deepEqual(place.requests, ['GET /me']);
    await place.stop();
  });
});
