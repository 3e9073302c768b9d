import assert from 'node:assert/strict';
import { guessDelimiter } from '../../../../src/data/csv/dialect.ts';

describe('Delimiter guess', () => {
  for (const [name, sample, delimiter] of [
    ['commas', 'a,b\n1,2\n', ','],
    ['semicolons before decimal commas', 'name;price\nx;1,5\ny;2,5\n', ';'],
    [
      'semicolons before as many decimal commas',
      'Datum;Betrag, EUR;Saldo, EUR\n2026-01-01;1,50;2,50\n2026-01-02;1,50;2,50\n',
      ';',
    ],
    ['semicolons before as many commas in names', 'Name, Vorname;Betrag\nMüller, Hans;12\nMeier, Eva;13\n', ';'],
    ['tabs before as many commas', 'a, b\tc\n1, 2\t3\n', '\t'],
    ['pipes before as many commas', 'a, b|c\n1, 2|3\n', '|'],
    ['semicolons despite one comma in the header', 'a, b;c;d\n1, 5;2;3\n', ';'],
    ['tabs', 'a\tb\n1,5\t2,5\n', '\t'],
    ['pipes', 'a|b|c\n1|2|3\n', '|'],
    ['tildes', 'a~b\n1~x\n', '~'],
    ['carets', 'a^b\n1^x\n', '^'],
    ['commas around quoted semicolons', 'a,b\n"1;2;3",4\n"5;6;7",8\n', ','],
    ['semicolons around quoted line breaks', 'a;b\n"1,\n2,\n3";4\n', ';'],
    ['the candidate that fits more rows', 'a,b;c\n1;2\n3;4\n5,6;7\n', ';'],
    ['commas around quoted texts with semicolons', 'id,"a;b;c"\n1,"x;y;z"\n2,"u;v;w"\n', ','],
    [
      'commas around quoted texts that end with a semicolon',
      'id,"&lt;a&gt;&amp;","&lt;a&gt;&amp;"\n1,"&lt;b&gt;&amp;",2\n2,"&lt;b&gt;&amp;",3\n',
      ',',
    ],
    ['commas although a row is too short', 'id,"&lt;a&gt;&amp;","&lt;a&gt;&amp;"\n1,"&lt;b&gt;&amp;",2\n2\n', ','],
    ['semicolons although the only other candidate makes a quote unclosed', 'a, b;"c, d";e\n1;2,"x";3\n', ';'],
    ['semicolons with a quote in each row', 'size;note\n5";a\n6";b\n', ';'],
    ['semicolons at the ends of rows, before as many commas', 'Text, lang;Betrag\nx;1,5;\ny;2,5;\n', ';'],
    ['one line', 'a;b;c', ';'],
    ['a last line cut off', 'a,b,c\n1,2,3\n4,', ','],
  ] as const) {
    it(`takes ${name}`, () => assert.equal(guessDelimiter(Buffer.from(sample))?.delimiter, delimiter));
  }

  it('is undefined if there is no delimiter', () => {
    assert.equal(guessDelimiter(Buffer.from('a\n1\n2\n')), undefined);
    assert.equal(guessDelimiter(Buffer.alloc(0)), undefined);
  });

  it('finds rows alike that end with a delimiter, unlike the header', () => {
    const guess = guessDelimiter(Buffer.from('a;b\n1;2;\n3;4\n5;6;7\n8;9;;\n'));
    assert.deepEqual(guess, { delimiter: ';', records: 5, alike: 0.6 });
  });

  it('does not count blank lines', () => {
    assert.deepEqual(guessDelimiter(Buffer.from('\na,b\n\n1,2\n')), { delimiter: ',', records: 2, alike: 1 });
  });
});
