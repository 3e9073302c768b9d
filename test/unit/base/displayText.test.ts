import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainLine, plainText, plainValue } from '../../../src/base/displayText.ts';

const hostile = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom(...Array.from('[]()\n\r\t\0\u202e\u200b\u061c\u3164\u{E0041} 😀'), '$(', ']('),
  ),
  maxLength: 2000,
});

describe('plainText', () => {
  it('does not change ordinary text', () => {
    assert.equal(plainText('Zoë loaded 1,234 rows: done 😀'), 'Zoë loaded 1,234 rows: done 😀');
    assert.equal(plainText(''), '');
    assert.equal(plainText('x'), 'x');
    assert.equal(plainText('a b'), 'a b');
    assert.equal(plainText('x'.repeat(200)), 'x'.repeat(200));
  });

  it('replaces a lone surrogate', () => {
    assert.equal(plainText('a\ud83db\ude00'), 'a\ufffdb\ufffd');
  });

  it('joins lines', () => {
    assert.equal(plainText(' a'), 'a');
    assert.equal(plainText('a '), 'a');
    assert.equal(plainText('a  b'), 'a b');
    assert.equal(plainText('a\nb'), 'a b');
    assert.equal(plainText('a b\tc'), 'a b c');
    assert.equal(plainText('  a\r\n\tb\u2028c\0d  '), 'a b c d');
  });

  it('removes characters that reorder or hide text', () => {
    assert.equal(plainText('safe\u202egpj.exe\u2066\u200b\ufeff\u061c'), 'safegpj.exe');
    assert.equal(plainText('Sales\u{E0041}\u{E0042}\u3164\u00ad\u{E0100}'), 'Sales');
    assert.equal(plainText('\u3164'), '');
    for (const text of ['❤\ufe0f', '👩\u200d👩\u200d👧', '👩🏽\u200d💻', '❤\ufe0f\u200d🔥', 'می\u200cخواهم']) {
      assert.equal(plainText(text), text);
    }
    assert.equal(plainText('👩\u200d \u200d👩a\u200db\u200cم\u200c\u200cن\u200d'), '👩 👩abمن');
  });

  it('truncates long text with an ellipsis, without splitting a character', () => {
    assert.equal(plainText('abcdef', 6), 'abcdef');
    assert.equal(plainText('abcdefg', 6), 'abcde…');
    assert.equal(plainText('abc defg', 5), 'abc…');
    assert.equal(plainText('abcde😀', 6), 'abcde😀');
    assert.equal(plainText('😀'.repeat(4), 4), '😀😀😀😀');
    assert.equal(plainText('😀'.repeat(10), 4), '😀😀😀…');
    // Of longer text, only four times as many characters are read.
    assert.equal(plainText(`${' '.repeat(14)}ab`, 4), 'ab');
    assert.equal(plainText(`${' '.repeat(14)}abc`, 4), 'ab…');
  });

  it('returns short text on one line without hidden characters, for any input', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 50 }), (text, maxLength) => {
        const shown = plainText(text, maxLength);
        assert.ok(Array.from(shown).length <= maxLength);
        assert.doesNotMatch(
          shown,
          /[\p{Cc}\u2028\u2029]|(?![\ufe0e\ufe0f\u200c\u200d])\p{Default_Ignorable_Code_Point}/u,
        );
      }),
    );
  });

  it('handles megabytes quickly', () => {
    assert.equal(Array.from(plainText('\n'.repeat(5_000_000) + 'x')).length, 1);
  });
});

describe('plainLine', () => {
  it('keeps tabs and spaces, and nothing else that is hidden', () => {
    assert.equal(plainLine('  a\t\tb  c\t ', 200), '  a\t\tb  c\t ');
    assert.equal(plainLine('a\0b\rc\u2028d\u2029e\x85', 200), 'a b c d e ');
    assert.equal(plainLine('a\u202eb\u200b\ufeffc\ud83d', 200), 'abc\ufffd');
  });

  it('is cut off with an ellipsis', () => {
    assert.equal(plainLine('abcd', 4), 'abcd');
    assert.equal(plainLine('abcde', 4), 'abc…');
    assert.equal(plainLine('😀'.repeat(5), 4), '😀😀😀…');
    // Of longer text, only four times as many characters are read.
    assert.equal(plainLine(`${'\u200b'.repeat(14)}ab`, 4), 'ab');
    assert.equal(plainLine(`${'\u200b'.repeat(14)}abc`, 4), 'ab…');
  });
});

describe('plainValue', () => {
  it('names the spaces and invisible characters at the ends of a text', () => {
    for (const [text, shown] of [
      ['1234\u00A0', '1234[U+00A0]'],
      ['\t1\u00A0234,50 \u200B', '[U+0009]1 234,50[U+0020][U+200B]'],
      ['\u3000', '[U+3000]'],
      ['\uFEFF12\u{E0001}', '[U+FEFF]12[U+E0001]'],
      [' 12  % ', '[U+0020]12 %[U+0020]'],
      ['a\u200Bb', 'ab'],
      ['', ''],
    ] as const) {
      assert.equal(plainValue(text, 40), shown);
    }
  });

  it('is as long as a plain text', () => {
    assert.equal(plainValue(' abcdef', 12), '[U+0020]abc…');
    assert.equal(plainValue(`a${' '.repeat(100_000)}b `, 4), 'a…');
  });
});
