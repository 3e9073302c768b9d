import assert from 'node:assert/strict';
import { markupFormat, textFormat } from '../../../../src/data/check/fileFormat.ts';
import { checkBytes } from './checkText.ts';

const PARTS_OF_PAGES = [
  '<body onload="go()">Please wait</body>',
  '<BODY>\r\n\t<h1>Forbidden</h1>',
  '<title>403, Forbidden</title>',
  '<h1>Not found</h1>',
  '<h1>Not found</h1>\n<p>Sorry, it is gone.</p>\n',
  '<meta charset="utf-8">\n<title>Sign in</title>',
  '<script>\nlocation = "/login", 1;\n</script>\n',
  '<script src=login.js></script>',
  '<style>\nbody { margin: 0; }\n</style>',
  '<table border=1><tr><td>id</td></tr></table>',
  '<table>\r\n\t<tr>\r\n\t\t<td>id</td>',
  '<center><h1>502 Bad Gateway</h1></center>',
  '<p>Your session, alas, has ended.</p>',
  '<div class="error">Your session has ended.</div>',
  '<!-- cached -->\n<div><p>Moved</p></div>',
  '<br />\n<b>Fatal error</b>: out of memory',
];

const OTHER_FORMATS = [
  ['MT940', ':20:STARTUMS\r\n:25:10010010/1\r\n:28C:0\r\n:61:2601020102DR10,00N033NONREF\r\n'],
  ['MT940', '{1:F01BANKDEFFXXXX0000000000}{2:I940}{4:\n:20:1\n'],
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n<TRNAMT>-1,00\n'],
  ['QIF', '!Type:Bank\nD01/02/2026\nT-10,00\n^\n'],
  ['iCalendar', '\nBEGIN:VCALENDAR\r\nSUMMARY:Meet, again\r\n'],
  ['vCard', 'BEGIN:VCARD\nN:Lee;Ann\nEND:VCARD\n'],
  ['SQL', "INSERT INTO orders (id, name) VALUES (1, 'a');\n"],
  ['SQL', "-- A dump\n\nSET names = 'utf8';\n/* , */\ninsert into `orders` values (1,'a'),(2,'b');\n"],
  ['SQL', 'CREATE TABLE orders (\n  id int,\n  name text\n);\n'],
  ['SQL', '-- A dump\nCOPY public.orders (id, name) FROM stdin;\n1\ta\n\\.\n'],
] as const;

const NOT_OTHER_FORMATS = [
  ':20:,:25:\n1,2\n',
  '!Type,n\n1,2\n',
  'BEGIN:VCARD,n\n1,2\n',
  'Insert into,Table\n1,2\n',
  'create table,rows\na,1\n',
  'start,statement\n1,INSERT INTO a VALUES (1)\n',
  'id,statement\n1,"x\nINSERT INTO a (b) VALUES (1)"\n',
];

const DATA = [
  '<b>,<i>\n1,2\n',
  '<b>\n<i>\n',
  '<title>,<body>\n1,2\n',
  '<title>\t<name>\n1\t2\n',
  '<title>;<p>\n<p>a</p>;2\n',
  '<title>\nMoby-Dick\n',
  '<p>a</p>,1\n<p>b</p>,2\n',
  '<div>,x\n1,2\n',
  '<header>,<table2>\n1,2\n',
  '<table,<p\n1,2\n',
  '<p value>,x\n1,2\n',
  '"<h1>Name</h1>",x\n1,2\n',
  '"<table border=1>"\n1\n',
  '<',
  '<p>',
];

describe('A binary format', () => {
  for (const [name, format, start] of [
    ['7z', 'compressed', '377abcaf271c0004'],
    ['RAR', 'compressed', '526172211a070100'],
    ['xz', 'compressed', 'fd377a585a000004'],
    ['Zstandard', 'compressed', '28b52ffd04588100'],
    ['bzip2', 'compressed', '425a68393141592653597d02'],
    ['SQLite', 'database', Buffer.from('SQLite format 3\0\x10\0').toString('hex')],
    ['Parquet', 'database', '5041523115041500'],
  ] as const) {
    it(`is ${name}, in any chunks`, () => {
      const bytes = Buffer.from(start, 'hex');
      for (const chunks of [[bytes], Array.from(bytes, (byte) => Buffer.of(byte))]) {
        const { problems } = checkBytes('csv', ...chunks);
        assert.deepEqual(problems, [{ code: 'notText', format, severity: 'blocking', line: 1, column: 1 }]);
      }
    });
  }

  it('is not what may begin a text', () => {
    for (const text of [
      'PAR1,PAR2\n1,2\n',
      'Rar!,x\n1,2\n',
      'BZh9,x\n1,2\n',
      'SQLite format 3\n1\n',
      'BZh',
      '7z,x\n1,2\n',
    ]) {
      assert.ok(!checkBytes('csv', Buffer.from(text)).problems.some(({ code }) => code === 'notText'), text);
    }
  });
});

describe('Another text format', () => {
  const formatsIn = (...chunks: readonly Uint8Array[]) =>
    checkBytes('csv', ...chunks).problems.flatMap((problem) => (problem.code === 'notCsv' ? [problem.format] : []));
  for (const [format, text] of OTHER_FORMATS) {
    it(`is ${format}: ${JSON.stringify(text)}`, () => {
      const bytes = Buffer.from(text);
      assert.deepEqual(formatsIn(bytes), [format]);
      assert.deepEqual(formatsIn(...Array.from(bytes, (byte) => Buffer.of(byte))), [format]);
      assert.deepEqual(formatsIn(Buffer.from(`\uFEFF${text}`)), [format]);
    });
  }
  for (const text of NOT_OTHER_FORMATS) {
    it(`is not ${JSON.stringify(text)}`, () => assert.deepEqual(formatsIn(Buffer.from(text)), []));
  }

  it('is looked for without going back over line breaks and parentheses', function () {
    // In quadratic time, each of these takes a second.
    this.timeout(10_000);
    for (const text of [`--${'\n'.repeat(16_000)}`, `--\ncopy a${'('.repeat(8_000)}${')'.repeat(8_000)}`]) {
      for (let run = 0; run < 20; run++) {
        assert.equal(textFormat(Buffer.from(text)), undefined);
      }
    }
  });
});

describe('Markup', () => {
  for (const [texts, format] of [
    [PARTS_OF_PAGES, 'html'],
    [DATA, undefined],
  ] as const) {
    for (const text of texts) {
      it(`${format === undefined ? 'is not' : 'is'} ${JSON.stringify(text)}`, () => {
        const bytes = Buffer.from(text);
        assert.equal(markupFormat(text), format);
        for (const chunks of [[bytes], Array.from(bytes, (byte) => Buffer.of(byte))]) {
          const found = checkBytes('csv', ...chunks).problems.find(({ code }) => code === 'markup');
          assert.deepEqual(found, format && { code: 'markup', line: 1, column: 1, severity: 'blocking', format });
        }
      });
    }
  }

  it('is detected by the beginning of a long text, in any chunks', () => {
    const page = Buffer.from(`<script>${' x;'.repeat(4000)}</script>${' '.repeat(20_000)}`);
    for (const length of [page.length, 1000, 7]) {
      const chunks = Array.from({ length: Math.ceil(page.length / length) }, (_, index) =>
        page.subarray(index * length, (index + 1) * length),
      );
      assert.deepEqual(
        checkBytes('csv', ...chunks).problems.map(({ code }) => code),
        ['markup'],
      );
    }
  });
});
