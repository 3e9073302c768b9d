import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FingerprintScan } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Fingerprint } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import { compareLoads } from '../../../../src/data/fingerprint/loadChange.ts';
import type { StoredLoad } from '../../../../src/data/fingerprint/storedLoad.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

function scan(text: string, keyBefore?: string, kind: UploadKind = 'csv'): Fingerprint {
  const of = new FingerprintScan({
    kind,
    conversion: {},
    secret: new Uint8Array(32),
    columnsBefore: [],
    keyBefore,
  });
  of.push(Buffer.from(text));
  const fingerprint = of.end();
  assert.ok(fingerprint);
  return fingerprint;
}

function keyOf(text: string, kind?: UploadKind): string | undefined {
  return scan(text, undefined, kind).key?.name;
}

/** A table with so many rows. */
function rows(count: number, header: string, row: (index: number) => string): string {
  return `${header}\n${Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('')}`;
}

function summaryOf({ rows, sum, columns, key }: Fingerprint): Omit<StoredLoad, 'hashes' | 'keys'> {
  return { syncId: '1', at: 0, summary: { isJson: false, rows, sum, columns, key: key?.name }, history: [] };
}

describe('The key of rows', () => {
  it('is a column without blanks in which all values are different', () => {
    assert.equal(keyOf('name,id\na,1\na,2\n'), 'id');
    assert.equal(keyOf('name,id\na,1\nb,1\n'), 'name');
    assert.equal(keyOf('name,id\na,1\nb,\n'), 'name', 'blank');
    assert.equal(keyOf('name,id\na,1\nb,"  "\n'), 'name', 'only spaces');
    assert.equal(keyOf('name,town\na,x     y\na,  \n'), undefined, 'only spaces after a longer value');
    assert.equal(keyOf('name,id\na,1\nb\n'), 'name', 'missing');
    assert.equal(keyOf('name,id\n,1\na,1\n'), undefined);
    assert.equal(keyOf('name,id\n'), undefined, 'without rows');
    assert.equal(keyOf('name\n"a"\na\n'), undefined, 'the same value in quotes');
  });

  it('is one that is named like a key, else the one furthest to the left', () => {
    assert.equal(keyOf('name,town,id,no\na,b,c,d\nb,c,d,e\n'), 'id');
    assert.equal(keyOf('name,town,street\na,b,c\nb,c,d\n'), 'name');
    const two = '\n1,1\n2,2\n';
    for (const name of [
      'id',
      'ID',
      'Invoice No',
      'invoice_number',
      'customerId',
      'Belegnr.',
      'Beleg-Nr',
      '商品コード',
      '商品番号',
      'id.',
      'Key',
      'postal code',
      'Schlüssel',
      'N° clé',
      'row-uuid',
      'orderID',
      'orderKey',
      'orderCode',
      'orderNo',
      'orderNr',
      'orderNum',
      'orderNumber',
    ]) {
      assert.equal(keyOf(`name,${name}${two}`), name === 'Belegnr.' ? 'name' : name);
    }
    for (const name of [
      'paid',
      'Valid',
      'note',
      'casino',
      'monkey',
      'ids',
      'code name',
      'IDea',
      'orderid',
      'ORDERId',
      'idNote',
    ]) {
      assert.equal(keyOf(`name,${name}${two}`), 'name', name);
    }
  });

  it('is among the first 200 columns', () => {
    const table = (at: number) => {
      const cells = (value: (column: number) => string) =>
        Array.from({ length: 210 }, (_, column) => value(column)).join(',');
      const row = (index: number) => cells((column) => (column === at ? String(index) : 'x'));
      return `${cells((column) => `c${column}`)}\n${row(1)}\n${row(2)}\n`;
    };
    assert.equal(keyOf(table(199)), 'c199');
    assert.equal(keyOf(table(200)), undefined);
  });

  it('is found in many rows, too', () => {
    const text = rows(5_000, 'name,town,id', (index) => `n${index},t${index % 4_000},${index}`);
    assert.equal(keyOf(text), 'id');
    assert.equal(keyOf(`${text}n,t,4999\n`), undefined, 'only the likeliest is considered');
    assert.equal(keyOf(`${text}n,t,\n`), undefined);
    assert.equal(keyOf(`${text}n,t,5000\n`), 'id');
  });

  it('is also considered if it was the key of the last load', () => {
    const text = rows(5_000, 'id,name', (index) => `${index},n${index}`);
    const { key, keyBefore } = scan(text, 'name');
    assert.deepEqual([key?.name, keyBefore?.name], ['id', 'name']);
    assert.equal(scan(`${text}5000,n1\n`, 'name').keyBefore, undefined);
    assert.equal(scan(text, 'other').keyBefore, undefined);
    const withBlank = text.replace('7,n7', '7,');
    assert.equal(scan(withBlank, 'name').keyBefore, undefined, 'a blank in it');
    const small = scan('id,name\n1,a\n2,b\n', 'name');
    assert.deepEqual([small.key?.name, small.keyBefore?.name], ['id', 'name']);
  });

  it('tells rows that have changed from those that were added and removed, in any table', () => {
    const table = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6'), fc.constantFrom('a', 'b', 'c'), {
      minKeys: 1,
      noNullPrototype: true,
    });
    const written = (of: Readonly<Record<string, string>>): string =>
      `id,x\n${Object.entries(of)
        .map(([id, value]) => `${id},${value}\n`)
        .join('')}`;
    fc.assert(
      fc.property(table, table, (before, now) => {
        const first = scan(written(before));
        const second = scan(written(now), 'id');
        assert.ok(first.hashes && first.key);
        const stored = { ...summaryOf(first), hashes: first.hashes.pack(), keys: first.key.hashes.pack() };
        const hashes = { hashes: second.hashes, keys: second.keyBefore?.hashes };
        const { difference } = compareLoads(stored, summaryOf(second).summary, hashes);
        const common = Object.keys(now).filter((id) => id in before);
        const same = common.filter((id) => now[id] === before[id]).length;
        assert.deepEqual(difference, {
          added: Object.keys(now).length - common.length,
          removed: Object.keys(before).length - common.length,
          same,
          changed: { count: common.length - same, key: 'id' },
        });
      }),
      { numRuns: 200 },
    );
  });

  it('is the same in JSON, where keys come in any order', () => {
    const json = (count: number, row: (index: number) => object): string =>
      JSON.stringify(Array.from({ length: count }, (_, index) => row(index)));
    const inTurn = (index: number): object =>
      index % 2 === 0 ? { id: index, 'é"': `n${index % 7}` } : { 'é"': `n${index % 7}`, id: index };
    for (const count of [3, 5_000]) {
      assert.equal(keyOf(json(count, inTurn), 'json'), 'id');
    }
    const withNull = json(3, (index) => ({ id: index === 2 ? null : index, name: `n${index}` }));
    assert.equal(keyOf(withNull, 'json'), 'name');
    assert.equal(keyOf('[{"id":1},{"name":"a"}]', 'json'), undefined, 'missing');
    assert.equal(keyOf('[{"id":1},{"id":1.0}]', 'json'), undefined, 'the same number');
    assert.equal(keyOf('[{"id":"a"},{"id":" "}]', 'json'), undefined, 'blank');
    assert.equal(keyOf('[{"aa":1,"bb":2},{"bb":3,"aa":1}]', 'json'), 'bb', 'keys of the same length');
    const sparse = json(3_000, (index) => (index < 500 ? { id: index, x: 1 } : { x: 1, name: index }));
    assert.equal(keyOf(sparse, 'json'), undefined, 'in some rows only');
  });
});
