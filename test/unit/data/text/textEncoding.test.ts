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

  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

  for (const text of [
    '名前,金額\r\n田中,100\r\n',
    '№,x\r\n1,100\r\n',
    '会社名,住所,電話番号,メールアドレス,担当者名,金額\r\n',
    '一覧,金額\r\n一,100\r\n',
    'Имя;Сумма\r\nИван;100\r\n',
    '이름,금액\n',
    '"名前","金額"\n',
    '{"名前":"田中"}',
    '“a”,b\n',
  ]) {
    it(`without a mark is UTF-16 also if it begins with ${JSON.stringify(text.slice(0, 6))}`, () => {
      assert.equal(sniffEncoding(utf16(text)).encoding, 'utf-16le');
      assert.equal(sniffEncoding(utf16(text).swap16()).encoding, 'utf-16be');
      assert.equal(sniffEncoding(Buffer.concat([utf16(text), Buffer.of(0x61)])).encoding, 'utf-16le', 'cut in a unit');
      assert.equal(sniffEncoding(Buffer.from(text)).encoding, 'utf-8');
    });
  }

  it('is not UTF-16 where text has NULs, even if all are at odd or at even offsets', () => {
    for (const text of [
      'id,name\n1,A\0nn\n2,\0\n',
      'id|name|note\n1|\0|x|\0\n22|\0|y|\0\n',
      'id,\0ame\n1,\0\n',
      'Größe,Maß,\0,\0\nÄ,Ö,\0,\0\n',
      '名前,\0,金額,\0,住所\n',
      `a\0${'b'.repeat(61)}\0`,
      `ab,cd\n\0\0\0\0${'x,'.repeat(30)}`,
    ]) {
      for (const bytes of [Buffer.from(text), Buffer.from(` ${text}`)]) {
        assert.equal(sniffEncoding(bytes).encoding, 'utf-8', JSON.stringify(text));
      }
    }
    const latin = Buffer.from('Gr\xf6\xdfe,Ma\xdf,Tag,Name,\0,a\0', 'latin1');
    assert.equal(sniffEncoding(latin).encoding, 'utf-8');
  });

  it('is told by its first 64 bytes', () => {
    const text = Buffer.from('a'.repeat(64));
    assert.equal(sniffEncoding(Buffer.concat([text, utf16('名前,1\r\n'.repeat(9))])).encoding, 'utf-8');
  });

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
