import assert from 'node:assert/strict';
import { SingleByteGuess } from '../../../../src/data/text/singleByteGuess.ts';
import { encodeAs } from './encodings.ts';

function guess(...chunks: readonly Uint8Array[]): SingleByteGuess {
  const guessed = new SingleByteGuess();
  chunks.forEach((chunk) => guessed.add(chunk));
  return guessed;
}

describe('The guess of an encoding', () => {
  for (const [language, text] of [
    ['Danish', 'navn,by\nSøren Ærø,Århus\nØrsted,Rødøre\n'],
    ['Finnish', 'nimi,määrä\nHämäläinen,päätös täällä\nYlönen,työ öljyä\n'],
    ['French', 'société,ville\n1,Orléans\n2,«\u00A0déjà créée à l’œuvre…\u00A0»\n'],
    ['German', 'id;Größe;Straße\n1;Müller;„Fußgänger“ – süß\n2;ÜBERGRÖSSE;5 €\n'],
    ['Icelandic', 'nafn\nÞórður Æðarsson\nBjörk Guðmundsdóttir\n'],
    ['Portuguese', 'ação,descrição\n1,coração não são\n'],
    ['Spanish', 'año,razón\n2024,"¿Qué pasó? Niñez"\n2025,España\n'],
  ] as const) {
    it(`is Windows-1252 for ${language}`, () => {
      const { encoding, isLikely } = guess(encodeAs('windows-1252', text));
      assert.deepEqual([encoding, isLikely], ['windows-1252', true]);
    });
  }

  for (const [encoding, text] of [
    ['shift_jis', 'コード,氏名,金額\n1,山田太郎,1200\n2,データ,300\n'],
    ['shift_jis', 'id,name\n1,ソニー\n'],
    ['shift_jis', '品名\nりんご\nみかん\n'],
    ['euc-jp', 'コード,氏名\n1,山田太郎\n'],
    ['gbk', '编号,姓名\n1,张三\n2,北京\n'],
    ['big5', '編號,姓名,城市\n1,陳大文,台北\n2,王小明,高雄\n'],
    ['euc-kr', '번호,이름\n1,김철수\n2,서울\n'],
    ['windows-1251', 'Номер,Имя\n1,Иван\n'],
    ['koi8-r', 'Номер,Имя\n1,Иван\n'],
    ['ibm866', 'Номер,Имя\n1,Иван\n'],
    ['windows-1253', 'Αριθμός,Όνομα\n1,Γιώργος\n'],
    ['windows-1255', 'שם\nדוד\n'],
    ['windows-1256', 'اسم\nمحمد\n'],
    ['windows-874', 'ชื่อ\nสมชาย\n'],
    ['macintosh', 'id;Name\n1;Müller\n2;été à côté, où\n'],
  ] as const) {
    it(`is not certain for ${encoding}: ${JSON.stringify(text)}`, () => {
      const bytes = encodeAs(encoding, text);
      assert.equal(new TextDecoder(encoding).decode(bytes), text);
      assert.ok(!guess(bytes).isLikely);
    });
  }

  it('is not certain for a byte that Windows-1252 does not define, such as ü in DOS, which is a character in ISO-8859-1', () => {
    const decoder = new TextDecoder('windows-1252');
    const guesses = Array.from({ length: 128 }, (_, index) => guess(Buffer.of(0x61, 0x80 + index, 0x62)));
    const unused = guesses.flatMap(({ isLikely }, index) => (isLikely ? [] : [0x80 + index]));
    // The web’s decoder reads them as the control characters with the same numbers.
    const asControls = Array.from({ length: 32 }, (_, index) => 0x80 + index).filter(
      (byte) => decoder.decode(Buffer.of(byte)) === String.fromCharCode(byte),
    );
    assert.deepEqual(unused, asControls);
    assert.deepEqual(unused, [0x81, 0x8d, 0x8f, 0x90, 0x9d]);
    for (const [index, { encoding }] of guesses.entries()) {
      assert.equal(encoding, unused.includes(0x80 + index) ? 'iso-8859-1' : 'windows-1252');
    }
  });

  it('counts the bytes outside ASCII in runs of three or more, cut anywhere, up to 1,000 bytes', () => {
    const isLikely = (text: string) => {
      const bytes = Buffer.from(text, 'latin1');
      const whole = guess(bytes).isLikely;
      for (let at = 1; at < Math.min(bytes.length, 50); at++) {
        assert.equal(guess(bytes.subarray(0, at), bytes.subarray(at)).isLikely, whole, `${text} cut at ${at}`);
      }
      return whole;
    };
    assert.ok(isLikely('éé éé'));
    assert.ok(!isLikely('ééé'));
    assert.ok(isLikely('ééé é é é'), 'half of them');
    assert.ok(!isLikely('éééé é é é'));
    assert.ok(isLikely('é '.repeat(1_000) + 'é'.repeat(2_000)));
    assert.ok(!isLikely('é '.repeat(490) + 'é'.repeat(2_000)));
    const late = guess(Buffer.from('é '.repeat(2_000), 'latin1'), Buffer.of(0x81, 0x61));
    assert.deepEqual([late.isLikely, late.encoding], [false, 'iso-8859-1']);
    assert.ok(guess().isLikely);
  });
});
