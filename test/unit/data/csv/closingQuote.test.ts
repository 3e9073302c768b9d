import assert from 'node:assert/strict';
import { ClosingQuote, QUOTE_ROLE } from '../../../../src/data/csv/closingQuote.ts';

/** What a quote is, by the bytes after it: the last answer. */
function roleBefore(text: string | Uint8Array): number | undefined {
  const quote = new ClosingQuote(','.charCodeAt(0));
  quote.begin(0, 1, 0);
  return Array.from(Buffer.from(text), (byte) => quote.classify(byte)).at(-1);
}

describe('A quote in a quoted cell', () => {
  it('closes the cell before a delimiter or a line break, with any white space between', () => {
    for (const end of [',', '\n', '\r']) {
      for (const space of ['', ' ', '\t', '\u00A0\u3000 ', '\v\f']) {
        assert.equal(roleBefore(space + end), QUOTE_ROLE.closing, JSON.stringify(space + end));
      }
    }
  });

  it('may have after it what JavaScript trims, and no other character', () => {
    for (let code = 1; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      if (!/[",\n\r\uD800-\uDFFF]/.test(character)) {
        const expected = character.trim() === '' ? QUOTE_ROLE.open : QUOTE_ROLE.stray;
        assert.equal(roleBefore(character), expected, code.toString(16));
      }
    }
    assert.equal(roleBefore('😀'), QUOTE_ROLE.stray);
  });

  it('is escaped by another one at once, but not after white space', () => {
    assert.equal(roleBefore('"'), QUOTE_ROLE.doubled);
    assert.equal(roleBefore(' "'), QUOTE_ROLE.strayBeforeQuote);
    assert.equal(roleBefore('x'), QUOTE_ROLE.stray);
  });

  it('is a stray one before bytes that are no character', () => {
    assert.equal(roleBefore(Uint8Array.of(0xc2, 0x2c)), QUOTE_ROLE.stray);
    assert.equal(roleBefore(Uint8Array.of(0xe3, 0x80, 0x2c)), QUOTE_ROLE.stray);
  });

  it('begins anew with each quote', () => {
    const quote = new ClosingQuote(';'.charCodeAt(0));
    quote.begin(0, 1, 0);
    assert.equal(quote.classify(0x20), QUOTE_ROLE.open);
    assert.equal(quote.classify(0xc2), QUOTE_ROLE.open);
    quote.begin(3, 1, 0);
    assert.equal(quote.classify(0x22), QUOTE_ROLE.doubled);
    quote.begin(3, 1, 0);
    assert.equal(quote.classify(0x3b), QUOTE_ROLE.closing);
  });
});
