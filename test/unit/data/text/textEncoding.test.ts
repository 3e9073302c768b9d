import assert from 'node:assert/strict';
import { createDecoder, sniffEncoding } from '../../../../src/data/text/textEncoding.ts';

describe('The encoding of a text', () => {
  const cases: readonly [name: string, start: readonly number[], encoding: string, markLength: number][] = [
    ['the mark of UTF-8', [0xef, 0xbb, 0xbf, 0x61], 'utf-8', 3],
    ['nothing but the mark of UTF-8', [0xef, 0xbb, 0xbf], 'utf-8', 3],
    ['another character that begins as the mark', [0xef, 0xbb, 0xbe, 0x61], 'utf-8', 0],
    ['another character with the first byte of the mark', [0xef, 0xbc, 0xbf, 0x61], 'utf-8', 0],
    ['the end of the mark', [0x61, 0xbb, 0xbf, 0x61], 'utf-8', 0],
    ['the mark of UTF-16, little end first', [0xff, 0xfe, 0x61, 0x00], 'utf-16le', 2],
    ['the mark of UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61], 'utf-16be', 2],
    ['half of a mark', [0xff], 'utf-8', 0],
    ['half of the other mark', [0xfe], 'utf-8', 0],
    ['half of a mark, and a letter', [0xff, 0x61, 0x62, 0x63], 'utf-8', 0],
    ['half of the other mark, and a letter', [0xfe, 0x61, 0x62, 0x63], 'utf-8', 0],
    ['a letter and the end of a mark', [0x61, 0xfe, 0x62, 0x63], 'utf-8', 0],
    ['a letter and the end of the other mark', [0x61, 0xff, 0x62, 0x63], 'utf-8', 0],
    ['letters with zeros after them', [0x61, 0x00, 0x62, 0x00], 'utf-16le', 0],
    ['letters with zeros before them', [0x00, 0x61, 0x00, 0x62], 'utf-16be', 0],
    ['one letter with a zero after it', [0x61, 0x00], 'utf-8', 0],
    ['one letter with a zero before it', [0x00, 0x61], 'utf-8', 0],
    ['zeros', [0x00, 0x00, 0x00, 0x00], 'utf-8', 0],
    ['a letter and zeros', [0x61, 0x00, 0x00, 0x00], 'utf-8', 0],
    ['zeros and a letter', [0x00, 0x00, 0x00, 0x61], 'utf-8', 0],
    ['a letter between zeros', [0x00, 0x61, 0x00, 0x00], 'utf-8', 0],
    ['letters and one zero', [0x61, 0x00, 0x62, 0x63], 'utf-8', 0],
    ['one zero and letters', [0x00, 0x61, 0x62, 0x63], 'utf-8', 0],
    ['letters before a zero', [0x61, 0x62, 0x63, 0x00], 'utf-8', 0],
    ['a zero after a letter and before another', [0x61, 0x00, 0x00, 0x62], 'utf-8', 0],
    ['letters around a zero', [0x61, 0x62, 0x00, 0x63], 'utf-8', 0],
    ['two zeros, a letter and a zero', [0x00, 0x00, 0x61, 0x00], 'utf-8', 0],
    ['one letter between zeros, and nothing else', [0x00, 0x61, 0x00], 'utf-8', 0],
    ['letters', [0x61, 0x62, 0x63, 0x64], 'utf-8', 0],
    ['nothing', [], 'utf-8', 0],
  ];
  for (const [name, start, encoding, byteOrderMarkLength] of cases) {
    it(`that begins with ${name} is ${encoding}`, () =>
      assert.deepEqual(sniffEncoding(Uint8Array.from(start)), { encoding, byteOrderMarkLength }));
  }

  it('decides what its bytes mean, however they are cut', () => {
    const texts = [
      ['utf-8', Buffer.from('\uFEFFé東😀'), 'é東😀'],
      ['utf-16le', Buffer.from('\uFEFFé東😀', 'utf16le'), 'é東😀'],
      ['utf-16be', Buffer.from('\uFEFFé東😀', 'utf16le').swap16(), 'é東😀'],
      ['windows-1252', Buffer.of(0x80, 0xe9), '€é'],
      ['iso-8859-1', Buffer.of(0x80, 0xe9), '\x80é'],
      ['utf-8', Buffer.of(0x61, 0xe9, 0x61), 'a\uFFFDa'],
      ['utf-8', Buffer.of(0x61, 0xe9), 'a\uFFFD'],
    ] as const;
    for (const [encoding, bytes, text] of texts) {
      for (let at = 0; at <= bytes.length; at++) {
        const decoder = createDecoder(encoding);
        const decoded = decoder.decode(bytes.subarray(0, at)) + decoder.decode(bytes.subarray(at)) + decoder.end();
        assert.equal(decoded, text, `${encoding} cut at ${at}`);
      }
    }
  });
});
