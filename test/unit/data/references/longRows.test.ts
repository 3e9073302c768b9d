import assert from 'node:assert/strict';
import { JsonSearch } from '../../../../src/data/references/jsonSearch.ts';
import { ReferenceResolver } from '../../../../src/data/references/referenceResolver.ts';
import { readReferences } from '../../../../src/data/references/readReferences.ts';
import { rangesIn } from './findProblems.ts';

describe('The range of a message in JSON', () => {
  const json = { kind: 'json' } as const;

  it('is nowhere in a row that is too long to be read', () => {
    const rows = [{ a: 'x'.repeat(6_000_000), b: 'abc' }, { b: 'y' }, { b: 'bad' }];
    const text = JSON.stringify(rows);
    const BAD = '1:6000036-1:6000041 "bad"';
    assert.deepEqual(rangesIn(text, "Row 1, column b: 'abc' is not allowed", json), []);
    assert.deepEqual(rangesIn(text, "Row 3, column b: 'bad' is not allowed", json), [BAD]);
    assert.deepEqual(rangesIn(text, "Column b: value 'bad' is not allowed", json), []);
    const short = `${JSON.stringify({ a: 'x'.repeat(60_000) })}\n`.repeat(100);
    for (const message of ["Line 101: 'bad' is not allowed", "Column b: value 'bad' is not allowed"]) {
      assert.deepEqual(rangesIn(`${short}{"b":"bad"}`, message, json), ['101:6-101:11 "bad"']);
    }
  });

  it('is looked for only in rows whose number or line is near', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ n: `v${index}` }));
    const compared = (text: string, message: string): number => {
      const resolver = new ReferenceResolver(readReferences(message));
      let records = 0;
      const addRecord = resolver.addRecord.bind(resolver);
      resolver.addRecord = (...args) => {
        records++;
        addRecord(...args);
      };
      new JsonSearch(resolver, { conversion: {} }).push(Buffer.from(text));
      return records;
    };
    // The number as an index, from 1, and with a header; in an indented text, also that of a line, from 0 and from 1.
    assert.equal(compared(JSON.stringify(rows), "Row 900: 'x' is bad"), 3);
    const indented = JSON.stringify(rows, undefined, 2);
    assert.equal(compared(indented, "Row 901: 'x' is bad"), 5);
    assert.equal(compared(indented, "Row 9000: 'x' is bad"), 0);
    assert.equal(compared(indented, "Line 2998: 'x' is bad"), 2);
  });
});
