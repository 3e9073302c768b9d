import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonTokenizer } from '../../../src/localService/jsonTokens.ts';

describe('JSON tokens', () => {
  it('are the same however the text is cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(60), { maxLength: 20 }), (text, cuts) => {
        assert.equal(written(pieces(text, cuts)), JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('keep numbers as they were written', () => {
    assert.equal(written(['[1234567890', '1234567890, 1.50,', '-0.0e', '-7]']), '[12345678901234567890,1.50,-0.0e-7]');
  });

  it('are refused where they are not JSON', () => {
    for (const text of ['"open', '"\\x"', '01', '+1', 'nul', '"a\nb"', "'a'"]) {
      assert.throws(() => written([text]), SyntaxError, text);
    }
  });
});

/** The text again, put together from its tokens. */
function written(texts: readonly string[]): string {
  let result = '';
  const tokenizer = new JsonTokenizer(({ kind, text }) => (result += kind === 'string' ? JSON.stringify(text) : text));
  for (const text of texts) {
    tokenizer.write(text);
  }
  tokenizer.end();
  return result;
}

function pieces(text: string, lengths: readonly number[]): readonly string[] {
  const cut: string[] = [];
  let at = 0;
  for (const length of lengths) {
    cut.push(text.slice(at, at + length));
    at += length;
  }
  return [...cut, text.slice(at)];
}
