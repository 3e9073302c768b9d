import assert from 'node:assert/strict';
import { cleanSecret, findSecretProblem, isEmail } from '../../../../src/ui/accounts/secretText.ts';

describe('A pasted secret', () => {
  it('loses the blanks and line breaks around it', () => {
    assert.equal(cleanSecret('  key\r\n'), 'key');
  });

  it('loses the word that tokens are shown with', () => {
    assert.equal(cleanSecret('Bearer abc'), 'abc');
    assert.equal(cleanSecret('bearerabc'), 'bearerabc');
  });

  it('is refused when nothing is left of it', () => {
    assert.deepEqual(findSecretProblem(cleanSecret(' \n ')), { kind: 'empty' });
  });

  it('is refused with a line break in it', () => {
    assert.deepEqual(findSecretProblem('a\nb'), { kind: 'lineBreak' });
    assert.deepEqual(findSecretProblem('a\rx-evil: 1'), { kind: 'lineBreak' });
  });

  it('is refused with a character that no header carries, which is named', () => {
    assert.deepEqual(findSecretProblem('a\u200Bb'), { kind: 'unsendable', codePoint: 'U+200B' });
    assert.deepEqual(findSecretProblem('a\u0000b'), { kind: 'unsendable', codePoint: 'U+0000' });
    assert.deepEqual(findSecretProblem('clé😀'), { kind: 'unsendable', codePoint: 'U+1F600' });
    assert.deepEqual(findSecretProblem('a\u00A0b'), { kind: 'unsendable', codePoint: 'U+00A0' });
  });

  it('is taken with anything a header carries', () => {
    assert.equal(findSecretProblem('eyJ.a-b_c/d+e== ~é'), undefined);
  });
});

describe('An e-mail address', () => {
  it('has one @ with something on both sides, and no colon or blank', () => {
    assert.ok(isEmail('jane@contoso.example'));
    for (const text of ['', 'jane', '@contoso', 'jane@', 'ja:ne@contoso', 'ja ne@contoso', 'a@b@c']) {
      assert.ok(!isEmail(text), text);
    }
  });
});
