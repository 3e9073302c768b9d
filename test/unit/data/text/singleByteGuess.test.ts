import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { SingleByteGuess } from '../../../../src/data/text/singleByteGuess.ts';
import { encodeAs } from './encodings.ts';

/** Names and words of Windows-1252, some with letters that it has among its symbols. */
const OF_WINDOWS_1252: Readonly<Record<string, readonly string[]>> = {
  Czech: ['Škoda', 'Dušan', 'Tomáš', 'Aleš', 'Božena', 'Žižka', 'Košice', 'Miloš', 'Krško', 'Hašek', 'ŠKODA', 'Mšeno'],
  English: [
    'don’t',
    'café–bar',
    '“naïve”',
    '‘quoted’',
    'yes—no',
    'wait…',
    'and…so',
    'Acme™',
    '£5',
    '5 €',
    '(€ 5)',
    '€/t',
    '50 ‰',
  ],
  Finnish: ['Hämäläinen', 'päätös', 'šakki', 'garaaž', 'Ylönen', '”lainaus”', 'öljyä', 'Šostakovitš'],
  French: [
    'société',
    'cœur',
    'Œuvres',
    'L’Haÿ',
    'L’HAŸ-LES-ROSES',
    'à',
    'été',
    'VŒUX',
    'fœtus',
    '«\u00A0Orléans\u00A0»',
    '1\u00A0234,50\u00A0€',
    'n°',
  ],
  German: [
    'Größe',
    'Straße',
    '„Straßen“',
    '‚Öl‘',
    'GRÖSSE',
    'Müller',
    'Berlin–Köln',
    'm²',
    'm³',
    '§ 5',
    '°C',
    '† 1950',
    'µm',
    'anzahlÄnderungen',
  ],
  Slovak: ['Matúš', 'Špano', 'Žilina', 'Juraj Šebo', 'Dobrovodský', 'Petržalka'],
  Spanish: ['año', '¿Qué?', '¡Sí!', 'razón', 'Nº', 'NºFactura', 'Mª José', 'MªJosé', '1ª', 'Núñez', 'col·legi', 'Díaz'],
};

/** Names and words that are not in Windows-1252 but in an encoding that has other bytes for some of their letters. */
const OF_OTHERS: readonly (readonly [encoding: string, language: string, words: readonly string[]])[] = [
  ['macintosh', 'Danish', ['Sørensen', 'Århus råd', 'rødgrød', 'Læsø']],
  ['macintosh', 'English', ['don’t', 'it’s', 'we’ll']],
  ['macintosh', 'French', ['Société Générale', 'SOCIÉTÉ', 'château', 'André', 'été', 'à la carte']],
  [
    'macintosh',
    'German',
    ['Müller', 'Köln', 'Größe', 'Straße', 'Jäger', 'März', 'für', 'schön', 'Übergröße', 'MÜLLER'],
  ],
  ['macintosh', 'Italian', ['città', 'perché', 'però']],
  ['macintosh', 'Portuguese', ['São Paulo', 'não', 'João']],
  ['macintosh', 'Spanish', ['Málaga', 'Pérez', 'está aquí', 'Nuñez y Pérez']],
  ['macintosh', 'Swedish', ['Malmö', 'Göteborg', 'Jönköping', 'Västerås', 'Håkan']],
  ['cp850', 'Danish', ['Sørensen', 'råd', 'rødgrød']],
  ['cp850', 'French', ['Société Générale', 'château', 'André', 'fête', 'Noël', 'français', 'FRANÇAIS']],
  ['cp850', 'German', ['Söhne', 'Köln', 'Größe', 'Straße', 'März', 'groß und schön', 'außer', 'KÖLN', 'Jäger']],
  ['cp850', 'Italian', ['perché', 'può']],
  ['cp850', 'Portuguese', ['João', 'ação', 'não']],
  ['cp850', 'Spanish', ['España', 'razón', 'María', 'José Pérez', 'año']],
  ['cp437', 'French', ['Société Générale', 'château', 'André', 'fête', 'Noël', 'français']],
  ['cp437', 'German', ['Söhne', 'Köln', 'Größe', 'Straße', 'März', 'schön']],
  ['cp437', 'Spanish', ['España', 'razón', 'María', 'año']],
  ['windows-1250', 'Polish', ['Pawłowski', 'mąka', 'złoty', 'może']],
];

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

  for (const [language, words] of Object.entries(OF_WINDOWS_1252)) {
    it(`is certain for each word in Windows-1252: ${language}`, () => {
      for (const word of words) {
        assert.ok(guess(encodeAs('windows-1252', `id;name\n1;${word}\n2;${word}`)).isLikely, word);
      }
    });
  }

  for (const [encoding, language, words] of OF_OTHERS) {
    it(`is not certain for each word in ${encoding}: ${language}`, () => {
      for (const word of words) {
        assert.ok(!guess(encodeAs(encoding, `id;name\n1;${word}\n2;${word}`)).isLikely, word);
      }
    });
  }

  it('is certain for ISO-8859-15, which has eight other characters', () => {
    const text = 'société;ville;prix\n1;Orléans;5 €\n2;cœur de bœuf à l’étuvée;7 €\n'.replace('’', "'");
    assert.ok(guess(encodeAs('iso-8859-15', text)).isLikely);
  });

  it('depends on the words, not on their order, nor on how the text is cut', () => {
    const isLikely = (encoding: string, words: readonly string[], at: number) => {
      const bytes = encodeAs(encoding, words.join(';'));
      const cut = Math.floor(at * bytes.length);
      const whole = guess(bytes).isLikely;
      assert.equal(guess(bytes.subarray(0, cut), bytes.subarray(cut)).isLikely, whole, words.join(';'));
      return whole;
    };
    const position = fc.double({ min: 0, max: 1, noNaN: true });
    const manyOf = (words: readonly string[]) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(manyOf(Object.values(OF_WINDOWS_1252).flat()), position, (words, at) => {
        assert.ok(isLikely('windows-1252', words, at), words.join(';'));
      }),
      { numRuns: runs(200) },
    );
    const other = fc
      .constantFrom(...OF_OTHERS)
      .chain(([encoding, , words]) => fc.tuple(fc.constant(encoding), manyOf(words)));
    fc.assert(
      fc.property(other, position, ([encoding, words], at) => {
        assert.ok(!isLikely(encoding, words, at), `${encoding}: ${words.join(';')}`);
      }),
      { numRuns: runs(200) },
    );
  });

  it('knows the letter before the first byte that is not UTF-8', () => {
    const [before, rest] = [Buffer.from('id;K'), encodeAs('macintosh', 'öln\n')];
    const likely = guess(rest);
    const unlikely = new SingleByteGuess();
    unlikely.skip(before);
    unlikely.skip(Buffer.alloc(0));
    unlikely.add(rest);
    assert.deepEqual([likely.isLikely, unlikely.isLikely], [true, false]);
    const afterUtf8 = new SingleByteGuess();
    afterUtf8.skip(Buffer.from('é'));
    afterUtf8.add(rest);
    assert.ok(afterUtf8.isLikely);
  });

  it('is certain if at least two letters outside ASCII are in words for each byte out of place', () => {
    const isLikely = (text: string) => guess(encodeAs('windows-1252', text)).isLikely;
    assert.ok(isLikely('cinéma;été;foo“bar'));
    assert.ok(!isLikely('cinéma;foo“bar'));
    assert.ok(isLikely('é;'.repeat(2) + 'né;'.repeat(1_000) + 'foo“bar;'.repeat(3_000)), 'up to 1,000 bytes');
  });

  it('is not certain for a byte that Windows-1252 does not define, such as ü in DOS, which is a character in ISO-8859-1', () => {
    const decoder = new TextDecoder('windows-1252');
    const guesses = Array.from({ length: 128 }, (_, index) =>
      guess(Buffer.from('né né ', 'latin1'), Buffer.of(0x80 + index, 0x20)),
    );
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
