import assert from 'node:assert/strict';
import { FingerprintScan } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Fingerprint } from '../../../../src/data/fingerprint/fingerprintScan.ts';

describe('The fingerprint of many rows', () => {
  it('has no hashes above two million rows, but their number and sum', () => {
    const text = `a\n${'1\n'.repeat(2_000_001)}`;
    const { rows, sum, hashes } = fingerprintOf(text);
    assert.deepEqual([rows, hashes], [2_000_001, undefined]);
    assert.equal(fingerprintOf(text).sum, sum);
    assert.notEqual(fingerprintOf(`${text.slice(0, -2)}2\n`).sum, sum);
  }).timeout(60_000);
});

function fingerprintOf(text: string): Fingerprint {
  const secret = new Uint8Array(32).fill(7);
  const scan = new FingerprintScan({ kind: 'csv', conversion: {}, secret, columnsBefore: [], keyBefore: undefined });
  scan.push(Buffer.from(text));
  const fingerprint = scan.end();
  assert.ok(fingerprint);
  return fingerprint;
}
