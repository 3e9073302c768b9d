import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  countUnits,
  endPosition,
  LazyPosition,
  positionAt,
  shiftLineStart,
} from '../../../../src/data/text/textPosition.ts';

const UNITS = fc.constantFrom('a', 'é', '東', '😀', '\u{10FFFF}', '\uFFFF', '\x7f', '\x80');
const line = fc.string({ unit: UNITS, maxLength: 8 });

describe('A position in UTF-8', () => {
  it('counts columns as JavaScript counts the units of a string', () => {
    fc.assert(
      fc.property(line, line, line, (before, text, after) => {
        const bytes = Buffer.from(before + text + after);
        const from = Buffer.byteLength(before);
        const to = from + Buffer.byteLength(text);
        assert.equal(countUnits(bytes, from, to), text.length);
        assert.deepEqual(positionAt(bytes, 7, from, to), { line: 7, column: text.length + 1 });
      }),
    );
  });

  it('counts one column for a byte that is no UTF-8', () => {
    const cases: readonly [name: string, bytes: readonly number[], units: number][] = [
      ['the first byte of a character of two, then a letter', [0xc3, 0x61], 2],
      ['the first byte of a character of four, then a letter', [0xf0, 0x61], 2],
      ['the first byte of a character of four at the end', [0x61, 0xf0], 2],
      ['a continuation after a letter', [0x61, 0x80, 0x61], 3],
      ['the highest continuation after a letter', [0x61, 0xbf, 0x61], 3],
      ['0xFF', [0x61, 0xff, 0x61], 3],
    ];
    for (const [name, bytes, units] of cases) {
      assert.equal(countUnits(Uint8Array.from(bytes), 0, bytes.length), units, name);
    }
  });

  it('at the end of a text is after its last line break, of any kind', () => {
    const piece = fc.oneof(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\r', '\n\r'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\r|\n/);
        const column = (lines.at(-1) ?? '').length + 1;
        assert.deepEqual(endPosition(Buffer.from(text)), { line: lines.length, column });
      }),
    );
  });

  it('stays the same when the bytes before are removed, once and again', () => {
    fc.assert(
      fc.property(line, line, line, fc.nat(), fc.nat(), (before, start, rest, first, second) => {
        const bytes = Buffer.from(`${before}\n${start}${rest}`);
        const lineStart = Buffer.byteLength(before) + 1;
        const at = lineStart + Buffer.byteLength(start);
        const expected = { line: 2, column: start.length + 1 };
        const lazy = new LazyPosition();
        lazy.set(at, 2, lineStart);
        assert.deepEqual(lazy.positionIn(bytes), expected);
        const offsets = boundaries(bytes);
        const once = offsets[first % offsets.length] ?? 0;
        lazy.shift(bytes, once);
        assert.deepEqual(lazy.positionIn(bytes.subarray(once)), expected);
        const others = boundaries(bytes.subarray(once));
        const twice = others[second % others.length] ?? 0;
        lazy.shift(bytes.subarray(once), twice);
        assert.deepEqual(lazy.positionIn(bytes.subarray(once + twice)), expected);
      }),
    );
  });

  it('later in a line stays the same when the start of the line is removed', () => {
    const bytes = Buffer.from('id\né😀,東,x');
    const lineStart = 3;
    const at = bytes.indexOf('x');
    for (const by of boundaries(bytes)) {
      const shifted = shiftLineStart(bytes, lineStart, at, by);
      assert.equal(positionAt(bytes.subarray(by), 2, shifted, at - by).column, 7, `without ${by} bytes`);
    }
  });
});

/** The offsets of the characters, and the end. */
function boundaries(bytes: Uint8Array): readonly number[] {
  return [...bytes.keys(), bytes.length].filter((at) => ((bytes[at] ?? 0) & 0xc0) !== 0x80);
}
