import assert from 'node:assert/strict';
import fc from 'fast-check';
import { literalMarkdown } from '../../../src/base/literalMarkdown.ts';

describe('Literal markdown', () => {
  it('leaves letters, digits and single blanks alone', () => {
    assert.equal(literalMarkdown('Größe 48 210 日本'), 'Größe 48 210 日本');
  });

  it('disarms links, addresses, emphasis, HTML, entities, icons and lists', () => {
    assert.equal(literalMarkdown('[a](command:x)'), '\\[a\\]\\(command\\:x\\)');
    assert.equal(literalMarkdown('https://a.example'), 'https\\:\\/\\/a\\.example');
    assert.equal(literalMarkdown('www.a.example'), 'www\\.a\\.example');
    assert.equal(literalMarkdown('a@b.example'), 'a\\@b\\.example');
    assert.equal(literalMarkdown('**x** _y_ `z`'), '\\*\\*x\\*\\* \\_y\\_ \\`z\\`');
    assert.equal(literalMarkdown('<b>&lt;'), '\\<b\\>\\&lt\\;');
    assert.equal(literalMarkdown('$(bug)'), '\\$\\(bug\\)');
    assert.equal(literalMarkdown('1. x'), '1\\. x');
  });

  it('begins no new line', () => {
    assert.equal(literalMarkdown('a\r\n\n# b'), 'a \\# b');
  });

  it('escapes every character that markdown could take for its own, and no other', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const literal = literalMarkdown(text);
        assert.equal(literal.replace(/\\(.)/g, '$1'), text.replace(/\s+/g, ' '));
        assert.doesNotMatch(literal.replace(/\\./g, ''), /[!-/:-@[-`{-~]/);
      }),
    );
  });
});
