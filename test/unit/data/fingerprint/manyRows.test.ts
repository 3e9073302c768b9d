import assert from 'node:assert/strict';
import { FingerprintScan } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Fingerprint } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import { KeyColumns } from '../../../../src/data/fingerprint/keyColumns.ts';
import { SipHash } from '../../../../src/data/fingerprint/sipHash.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

describe('The fingerprint of many rows', () => {
  it('has no hashes above two million rows, but their number and sum', () => {
    const text = `a\n${'1\n'.repeat(2_000_001)}`;
    const { rows, sum, hashes } = fingerprintOf([text]);
    assert.deepEqual([rows, hashes], [2_000_001, undefined]);
    assert.equal(fingerprintOf([text]).sum, sum);
    assert.notEqual(fingerprintOf([`${text.slice(0, -2)}2\n`]).sum, sum);
  }).timeout(60_000);

  it('keeps no keys of them, which would grow with the file', () => {
    const keys = new KeyColumns(new SipHash(new Uint8Array(16)), 'id');
    const value = new Uint8Array(4);
    for (let row = 0; row < 2_000_001; row++) {
      assert.equal(keys.wanted[0], 1);
      new DataView(value.buffer).setUint32(0, row + 0x30_30_30_30);
      keys.add(0, value, 0, value.length);
      keys.endRow(['id']);
    }
    assert.equal(keys.wanted.includes(1), false);
    assert.deepEqual(keys.end(['id']), { key: undefined, keyBefore: undefined });
  }).timeout(60_000);

  it('is also one of JSON that takes more than the longest row may', () => {
    const row = JSON.stringify({ a: 'x'.repeat(1_000_000) });
    assert.equal(fingerprintOf([`[${row}`, ...Array.from({ length: 9 }, () => `,${row}`), ']'], 'json').rows, 10);
  });
});

function fingerprintOf(pieces: readonly string[], kind: UploadKind = 'csv'): Fingerprint {
  const secret = new Uint8Array(32).fill(7);
  const scan = new FingerprintScan({ kind, conversion: {}, secret, columnsBefore: [], keyBefore: undefined });
  pieces.forEach((piece) => scan.push(Buffer.from(piece)));
  const fingerprint = scan.end();
  assert.ok(fingerprint);
  return fingerprint;
}
