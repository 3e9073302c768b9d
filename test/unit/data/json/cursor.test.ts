import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Cursor, Mark } from '../../../../src/data/json/cursor.ts';
import { runs } from '../../../scale.ts';

/** The position after a text, as editors count. */
function endOf(text: string) {
  const lines = text.split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Compares the positions of characters with those that editors show. Each chunk has the indexes of its characters. */
function assertPositions(chunks: readonly { readonly text: string; readonly indexes: readonly number[] }[]): void {
  const cursor = new Cursor();
  let before = '';
  for (const { text, indexes } of chunks) {
    cursor.beginChunk(Buffer.from(text));
    for (const index of indexes) {
      const start = text.slice(0, index);
      const at = Buffer.byteLength(start);
      assert.deepEqual(
        cursor.positionOf(at),
        endOf(before + start),
        `${JSON.stringify(text.slice(0, 200))} at ${index}`,
      );
      assert.equal(cursor.offsetOf(at), Buffer.byteLength(before + start));
    }
    cursor.endChunk();
    before += text;
    assert.deepEqual(cursor.positionOf(0), endOf(before));
    assert.equal(cursor.offsetOf(0), Buffer.byteLength(before));
  }
}

/** Where the characters of a text begin, and where it ends. */
function indexesOf(text: string): readonly number[] {
  let end = 0;
  return [0, ...Array.from(text, (character) => (end += character.length))];
}

describe('The position of a byte', () => {
  it('is that which editors show, in any order and in any chunks', () => {
    const unit = fc.constantFrom('\n', '\r\n', '\r', '\n', 'x', ',', 'é', '東', '😀');
    const part = fc.oneof(
      unit,
      fc.tuple(unit, fc.integer({ min: 1, max: 40 })).map(([text, times]) => text.repeat(times)),
      fc.constantFrom('y'.repeat(150), '"a":1,\n'.repeat(20), '\n\r'.repeat(9)),
    );
    const chunk = fc.record({
      text: fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 4 }), (chunks) => {
        assertPositions(
          chunks.map(({ text, shares }) => {
            const all = indexesOf(text);
            return { text, indexes: shares.map((share) => all[Math.floor(share * (all.length - 1))] ?? 0) };
          }),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('is right after thousands of line breaks, long lines, and characters of every length', () => {
    for (const unit of ['\n', '\r', '\r\n', 'ab\n', 'x\r\n', 'y\r', '\n\r', `${'z'.repeat(120)}\n`, 'é\n', '東京😀,']) {
      const text = unit.repeat(Math.ceil(10_000 / unit.length));
      const indexes = [0, 1, 2, 3, 15, 16, 17, 252, 253, 1_007, 1_008, 1_020, 1_021, 4_031, 4_032, 4_033, 9_999];
      const starts = new Set(indexesOf(text));
      const known = [...indexes, text.length - 1, text.length].filter((index) => starts.has(index));
      assertPositions([
        { text, indexes: known },
        { text, indexes: known.toReversed() },
      ]);
    }
  });

  it('counts a line break that two chunks share once', () => {
    assertPositions([
      { text: 'a\r', indexes: [2] },
      { text: '\nb', indexes: [0, 1, 2] },
      { text: '\r', indexes: [] },
      { text: '\r', indexes: [1] },
      { text: '', indexes: [0] },
      { text: '\n\n', indexes: [2, 1] },
    ]);
  });

  it('counts an invalid byte as a character, also at the start of a chunk', () => {
    const cursor = new Cursor();
    cursor.beginChunk(Buffer.from('a'));
    cursor.endChunk();
    cursor.beginChunk(Buffer.of(0x80, 0x62));
    assert.deepEqual(cursor.positionOf(1), { line: 1, column: 3 });
    cursor.beginChunk(Buffer.from('é').subarray(0, 1));
    cursor.endChunk();
    cursor.beginChunk(Buffer.from('éb').subarray(1));
    assert.deepEqual(cursor.positionOf(1), { line: 1, column: 3 });
  });
});

describe('A mark', () => {
  it('keeps its position in later chunks, until it is set again or cleared', () => {
    const cursor = new Cursor();
    const mark = new Mark(cursor);
    const next = (text: string) => {
      mark.endChunk();
      cursor.endChunk();
      cursor.beginChunk(Buffer.from(text));
    };
    cursor.beginChunk(Buffer.from('ab\ncd'));
    mark.set(4);
    assert.deepEqual([mark.at, mark.position()], [4, { line: 2, column: 2 }]);
    next('ef\n');
    assert.deepEqual([mark.at, mark.position()], [0, { line: 2, column: 2 }]);
    next('gh');
    assert.deepEqual([mark.at, mark.position()], [0, { line: 2, column: 2 }]);
    mark.set(1);
    assert.deepEqual([mark.at, mark.position()], [1, { line: 3, column: 2 }]);
    mark.clear();
    next('ij');
    assert.deepEqual([mark.at, mark.position()], [1, { line: 3, column: 4 }], 'a byte of the current chunk');
  });
});
