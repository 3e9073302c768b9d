import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import type { Conversion, UploadFile, UploadKind } from '../../../../src/model/upload.ts';
import { convertFile } from '../../../../src/data/worker/convertFile.ts';
import { createTransform, kindAfter, previewConversion } from '../../../../src/data/convert/conversion.ts';
import { neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { flattenNested } from '../../../../src/data/fix/jsonFixes.ts';
import { objectNames } from '../../../../src/data/json/objectNames.ts';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { checkBytes, checkText } from '../check/checkText.ts';
import { csvStyle, csvTable, encode, writeTable } from '../check/csvTables.ts';
import { titledTable } from '../check/titledTables.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const CASES: readonly (readonly [before: Uint8Array, conversion: Conversion, after: string])[] = [
  [Buffer.from('a;Müller\n1,5;€\n', 'latin1'), { fromEncoding: 'iso-8859-1' }, 'a;Müller\n1,5;\u00AC\n'],
  [Buffer.from([0x80, 0x3b, 0xe9]), { fromEncoding: 'windows-1252', fromDelimiter: ';' }, '€,é'],
  [Buffer.from('\uFEFFa\n', 'utf16le'), { fromEncoding: 'utf-16le' }, 'a\n'],
  [Buffer.from('\uFEFFa\n'), { withoutByteOrderMark: true }, 'a\n'],
  [Buffer.from('a'), { withoutByteOrderMark: true, withoutSepLine: true }, 'a'],
  [Buffer.from('sep=;\na;b\n1,5;"x""y"\n'), { withoutSepLine: true, fromDelimiter: ';' }, 'a,b\n"1,5","x""y"\n'],
  // Quotes in the middle of a cell become part of its value.
  [Buffer.from('a;b\n5" pipe, long;"x"y"\n'), { fromDelimiter: ';' }, 'a,b\n"5"" pipe, long","x""y"\n'],
  [Buffer.from('a;b\n1;"x;\n2,3'), { fromDelimiter: ';' }, 'a,b\n1,"x;\n2,3'],
  [Buffer.from('{"a":"é"}\r\n{"a":{"b":[]}}\r\n'), { toArray: true }, '[{"a":"é"}\r\n,{"a":{"b":[]}}\r\n]'],
  [Buffer.from('[{"a":1}]'), { toArray: true }, '[{"a":1}]'],
  // A byte order mark is no part of what follows it.
  [Buffer.from('\uFEFFAmount, EUR;x\n'), { fromDelimiter: ';' }, '\uFEFF"Amount, EUR",x\n'],
  [Buffer.from('\uFEFF"Amount, EUR";x\n'), { fromDelimiter: ';' }, '\uFEFF"Amount, EUR",x\n'],
  [Buffer.from('\uFEFF"Name; first";x\n'), { fromDelimiter: ';' }, '\uFEFF"Name; first",x\n'],
  [Buffer.from('\uFEFFsep=;\na;b\n'), { withoutSepLine: true, fromDelimiter: ';' }, '\uFEFFa,b\n'],
  [Buffer.from('\uFEFFsep=;\n'), { withoutByteOrderMark: true, withoutSepLine: true, fromDelimiter: ';' }, ''],
  [Buffer.from('\uFEFF"a, b";x'), { withoutByteOrderMark: true, fromDelimiter: ';' }, '"a, b",x'],
  [Buffer.from('\uFEFF{"a":1}\n{"a":2}'), { toArray: true }, '\uFEFF[{"a":1}\n,{"a":2}]'],
  [Buffer.from('\uFEFF{"a":1}'), { withoutByteOrderMark: true, toArray: true }, '[{"a":1}]'],
  [Buffer.from('\uFEFF'), { fromDelimiter: ';' }, '\uFEFF'],
  [Buffer.from('é'), { fromDelimiter: ';' }, 'é'],
  [Buffer.from('id;1,5\r\n1;1.234,50\r\n'), ofCommas(';', [1]), 'id;1,5\r\n1;1234.50\r\n'],
  [Buffer.from('\n\nid;net\n\n1;-0,5'), ofCommas(';', [1]), '\n\nid;net\n\n1;-0.5'],
  [
    Buffer.from(
      'id;net\n1;1\u00A0234,50\n2;"-1\u202F234\u2009567,5"\n3;1\u00A0234\n4;x\u00A0234,5\n5;12,5\u00A0\n6;1\u2003234,5\n',
    ),
    ofCommas(';', [1]),
    'id;net\n1;1234.50\n2;"-1234567.5"\n3;1\u00A0234\n4;x\u00A0234,5\n5;12,5\u00A0\n6;1\u2003234,5\n',
  ],
  [Buffer.from('id,net\n1,"12,5"\n2," 1 234,5 " \n'), ofCommas(',', [1]), 'id,net\n1,"12.5"\n2," 1234.5 " \n'],
  // In a column of decimal commas, the comma of 1,085 is one. A point is between thousands only where one is before a comma.
  [Buffer.from('a;b\n1,085;1.234\n'), ofCommas(';', [0]), 'a;b\n1.085;1.234\n'],
  [Buffer.from('a\n1.234\n1.234.567\n+2.5\n01.234\n'), ofCommas(';', [0], [0]), 'a\n1234\n1234567\n+2.5\n01.234\n'],
  [Buffer.from('a\n1.234.567\n192.168.100.101\n'), ofCommas(';', [0], [0]), 'a\n1234567\n192168100101\n'],
  [
    Buffer.from('a\n1.234\n192.168.100.101\n'),
    { fromDecimalCommas: { delimiter: ';', columns: [0], pointColumns: [0], addressColumns: [0] } },
    'a\n1234\n192.168.100.101\n',
  ],
  [
    Buffer.from('a;b\n1,234,567;1,5\n1,234.5;x 1,5\n2026-01-31;1,5 €'),
    ofCommas(';', [0, 1]),
    'a;b\n1,234,567;1.5\n1,234.5;x 1,5\n2026-01-31;1,5 €',
  ],
  [Buffer.from('sep=;\na;b\n1,5;2,5\n'), ofCommas(';', [1]), 'sep=;\na;b\n1,5;2.5\n'],
  [
    Buffer.from('sep=;\na;b\n1,5;2,5\n'),
    { ...ofCommas(';', [1]), withoutSepLine: true, fromDelimiter: ';' },
    'a,b\n"1,5",2.5\n',
  ],
  [
    Buffer.from('id;1,234\r\n1;1,234,567.50\r\n2,000;" -1,000 "\r\n'),
    withoutCommas(';', [1]),
    'id;1,234\r\n1;1234567.50\r\n2,000;" -1000 "\r\n',
  ],
  [
    Buffer.from('id,net\n1,"1,23,456.50"\n2,"-12,34,567"\n3,"1,23,45"\n'),
    withoutCommas(',', [1]),
    'id,net\n1,"123456.50"\n2,"-1234567"\n3,"1,23,45"\n',
  ],
  [
    Buffer.from('\nid,net\n1,"1,234.5"\n2,"1,2"\n3,"1,234 €"'),
    withoutCommas(',', [1]),
    '\nid,net\n1,"1234.5"\n2,"1,2"\n3,"1,234 €"',
  ],
  [
    Buffer.from('sep=;\na;b\n1,234.5;2,500\n'),
    { ...withoutCommas(';', [0]), withoutSepLine: true, fromDelimiter: ';' },
    'a,b\n1234.5,"2,500"\n',
  ],
  [
    Buffer.from('a;b\r\n1;"x;\r\n";\r\n\r\n;;\r\n3;;'),
    { withoutTrailingDelimiters: ';' },
    'a;b\r\n1;"x;\r\n"\r\n\r\n;\r\n3;',
  ],
  [Buffer.from('\n\na,b\r1,2,\r3,4,'), { withoutTrailingDelimiters: ',' }, '\n\na,b\r1,2\r3,4'],
  // Only an empty cell for which the header has no column is omitted, and no value that is written as `""`.
  [
    Buffer.from('a,b\n1,\n1,2,3\n1,2,,\n1,2,""\n'),
    { withoutTrailingDelimiters: ',' },
    'a,b\n1,\n1,2,3\n1,2,,\n1,2,""\n',
  ],
  [Buffer.from('a,b\n1,2,\n1,2,"x,\n'), { withoutTrailingDelimiters: ',' }, 'a,b\n1,2\n1,2,"x,\n'],
  [Buffer.from('sep=;\na\n1;\n'), { withoutTrailingDelimiters: ';' }, 'sep=;\na\n1\n'],
  [
    Buffer.from('\uFEFFsep=;\na;b\n1.234,5;"2,5";\n3;;\n'),
    { ...ofCommas(';', [0, 1]), withoutTrailingDelimiters: ';', withoutSepLine: true, fromDelimiter: ';' },
    '\uFEFFa,b\n1234.5,"2.5"\n3,\n',
  ],
  [
    Buffer.from('Größe;b\n1,234;€;\n', 'latin1'),
    {
      fromEncoding: 'windows-1252',
      withoutTrailingDelimiters: ';',
      ...withoutCommas(';', [0]),
      fromDelimiter: ';',
    },
    'Größe,b\n1234,\u00AC\n',
  ],
  [Buffer.from('Report;;\r\n\r\na;b;c\r\n1;2;x'), { withoutTitleLines: 2 }, 'a;b;c\r\n1;2;x'],
  [Buffer.from('Report\r\r\na,b\r\n'), { withoutTitleLines: 2 }, 'a,b\r\n'],
  [Buffer.from('Report\r\ra,b\r\n\n1,2'), { withoutTitleLines: 2 }, 'a,b\r\n\n1,2'],
  [Buffer.from('"a\nb"\n\n'), { withoutTitleLines: 3 }, ''],
  [Buffer.from('\uFEFFsep=;\nReport\na;b;c\n'), { withoutTitleLines: 1 }, '\uFEFFsep=;\na;b;c\n'],
  [
    Buffer.from('\uFEFFsep=;\nBericht 1,5\n\na;b;c\n1,5;2;"x,"\n'),
    {
      ...ofCommas(';', [0]),
      withoutByteOrderMark: true,
      withoutSepLine: true,
      withoutTitleLines: 2,
      fromDelimiter: ';',
    },
    'a,b,c\n1.5,2,"x,"\n',
  ],
  [
    Buffer.from('Größe;;\n\na;b\n1,234;€;\n2;3;\n', 'latin1'),
    { fromEncoding: 'windows-1252', withoutTitleLines: 2, withoutTrailingDelimiters: ';' },
    'a;b\n1,234;\u00AC\n2;3\n',
  ],
  [
    Buffer.from('\n\na;b\r\n1;2\r\na;b\r\n\r\na;b;\r\n"a";b\r\na;b'),
    { withoutRepeatedHeaders: ';' },
    '\n\na;b\r\n1;2\r\n\r\na;b;\r\n"a";b\r\n',
  ],
  [Buffer.from('a,"b\n"\ra,"b\n"\r1,2\ra,"b'), { withoutRepeatedHeaders: ',' }, 'a,"b\n"\r1,2\ra,"b'],
  [Buffer.from('1,2\n1,2\n'), { withoutRepeatedHeaders: ',' }, '1,2\n1,2\n'],
  [
    Buffer.from('Report;\n;\nid;n\n\n;\r\n"";""\n1;\n;2\nid;n\n ;\n;;\n;'),
    { withoutEmptyRows: ';', withoutRepeatedHeaders: ';', fromDelimiter: ';' },
    'Report,\n,\nid,n\n\n1,\n,2\n ,\n',
  ],
  [Buffer.from('\n,\nid,n\n1,2\n'), { withoutEmptyRows: ',' }, '\n,\nid,n\n1,2\n'],
  [Buffer.from('a,b\n,\n1,"2\n,\n'), { withoutEmptyRows: ',' }, 'a,b\n1,"2\n,\n'],
  [
    Buffer.from('sep=;\nReport 1;;\na;b;c\n1,5;2;x;\na;b;c\n2,5;3;y;\n'),
    {
      ...ofCommas(';', [0]),
      withoutTitleLines: 1,
      withoutRepeatedHeaders: ';',
      withoutTrailingDelimiters: ';',
      fromDelimiter: ';',
      withoutSepLine: true,
    },
    'a,b,c\n1.5,2,x\n2.5,3,y\n',
  ],
  [
    Buffer.from('Report 1;;\na;b;c\n1;2;x\na;b;c\n2;3;y\n'),
    { withoutRepeatedHeaders: ';' },
    'Report 1;;\na;b;c\n1;2;x\n2;3;y\n',
  ],
  [
    Buffer.from('="id";"code";net\n="0012";"=""1,5""" ;1,5\n=A1;="x""y";="1,5"\n"=""a;é\n""";=;""'),
    { ...ofCommas(';', [2]), withoutFormulas: ';' },
    '="id";"code";net\n0012;"1,5";1.5\n=A1;"x""y";1,5\n"a;é\n";=;""',
  ],
  [
    Buffer.from('sep=;\nReport;;\n="a";b;c\n="1,5";2;x\n="0012";3;y\n'),
    { withoutSepLine: true, withoutTitleLines: 1, withoutFormulas: ';', fromDelimiter: ';' },
    '="a",b,c\n"1,5",2,x\n0012,3,y\n',
  ],
  [
    Buffer.from('NULL;net;"\\N"\n1;NULL;x\n"NULL";2;" \\N"\n(null) ;;Null\nNULLS;2;"NULL" \n<NULL>'),
    { withoutNullTexts: ';' },
    'NULL;net;"\\N"\n1;;x\n;2;\n;;Null\nNULLS;2;\n""',
  ],
  [
    Buffer.from('sep=;\nReport;NULL;\na;b;c\n1,5;NULL;x\n2,5;3;NULL\n'),
    { ...ofCommas(';', [0]), withoutSepLine: true, withoutTitleLines: 1, withoutNullTexts: ';', fromDelimiter: ';' },
    'a,b,c\n1.5,,x\n2.5,3,\n',
  ],
  // Title lines that are sent are no header, and have no numbers to convert.
  [
    Buffer.from('sep=;\nReport;1,5\n\na;b;c\n1,5;2,5;x;\n1;2;y;\n'),
    { ...ofCommas(';', [0, 1]), withoutTrailingDelimiters: ';' },
    'sep=;\nReport;1,5\n\na;b;c\n1.5;2.5;x\n1;2;y\n',
  ],
  [
    Buffer.from('Report;"1,234"\n\na;b;c\n1;"1,234";x\n2;"2,000";y\n'),
    withoutCommas(';', [1]),
    'Report;"1,234"\n\na;b;c\n1;"1234";x\n2;"2000";y\n',
  ],
  [
    Buffer.from('[{"id":1.50,"a":{"b":[1e2,"é"]}},\n 7, {"a":{}}]'),
    { toFlatRows: true },
    '[{"id":1.50,"a.b.0":1e2, "a.b.1":"é"},\n 7, {"a":null}]',
  ],
  [
    Buffer.from('{"meta":{"n":[{}]},\n"data" :\n[ {"id":1.50,"é":"]"},\r\n{} ],"next":[{"id":3}]}\n'),
    { fromMember: 'data' },
    '[ {"id":1.50,"é":"]"},\r\n{} ]',
  ],
  [Buffer.from('{"d\\u0061ta\\"":[ {"a":1},[2]]}'), { fromMember: 'data"' }, '[ {"a":1},[2]]'],
  [Buffer.from('{"data":1,"x":{"data":[{}]},"data":[2],"data":[{"a":3}]}'), { fromMember: 'data' }, '[{"a":3}]'],
  [
    Buffer.from('{"x":[{"a":1}],"d":{"n":[[{}]],"e":[],"rows":[\r\n\t {"a":[{}]}, {"a":"é"} ],"z":[{"a":3}]}}'),
    { fromMember: 'd' },
    '[\r\n\t {"a":[{}]}, {"a":"é"} ]',
  ],
  // What begins with so many blanks is not kept in memory until the first element is known.
  [Buffer.from(`{"d":[${' '.repeat(70_000)}5]}`), { fromMember: 'd' }, `[${' '.repeat(70_000)}5]`],
  [Buffer.from('\uFEFF{"data":[{"id":1}]}'), { fromMember: 'data' }, '\uFEFF[{"id":1}]'],
  [
    Buffer.from('\uFEFF{"Größe":[{"id":1}]}', 'utf16le'),
    { fromEncoding: 'utf-16le', fromMember: 'Größe' },
    '[{"id":1}]',
  ],
  [
    Buffer.from('{"at":{"x":1},"data":[{"at":{"x":1}}, {"at":2}]}'),
    { fromMember: 'data', toFlatRows: true },
    '[{"at.x":1}, {"at":2}]',
  ],
  [Buffer.from('{"data":[{"id":1},'), { fromMember: 'data' }, '[{"id":1},'],
  [Buffer.from('{"data":{"id":[1]}}'), { fromMember: 'data' }, ''],
  // Pages.
  [
    Buffer.from('[{"page":1,"data":[{"id":1.50},\n{"a":[{}]} ]},\r\n\n {"data":[ {"id":2}],"n":[{}]}]\n'),
    { fromMember: 'data' },
    '[{"id":1.50},\n{"a":[{}]} \n\n, {"id":2}]',
  ],
  [
    Buffer.from('{"data":[],"page":1}\n{"data":[{"a":{"b":1}}],"x":{"data":[{}]}}\n{"data":[{"a":2}]}\n{"data":[]}\n'),
    { fromMember: 'data', toFlatRows: true },
    '[{"a.b":1}\n,{"a":2}]',
  ],
  [
    Buffer.from('[{"d":{"n":[1],"rows":[{"a":1}],"more":[{"a":2}]}}, {"d":{"rows":[{"a":3}]}}, {"d":[{"a":4}]}]'),
    { fromMember: 'd' },
    '[{"a":1},{"a":3},{"a":4}]',
  ],
  [
    Buffer.from('{"u1":{"id":1.50,"a":{"b":{}}},\n "é\\"," : \n{ },"u1":{"x":"}\\\\"}}\n'),
    { fromKeys: 'key' },
    '[{"key":"u1","id":1.50,"a":{"b":{}}},\n   \n{"key":"é\\"," },{"key":"u1","x":"}\\\\"}]\n',
  ],
  [
    Buffer.from('\uFEFF{"1":{"a":{"b":1}},"2":{"a":{"b":[2]}}}'),
    { fromKeys: '"n"', toFlatRows: true, withoutByteOrderMark: true },
    '[{"\\"n\\"":"1","a.b":1},{"\\"n\\"":"2","a.b.0":2}]',
  ],
  // What is no object stays one that is no row.
  [Buffer.from('{"a":1,"b":[{"c":{}}],"d":"e:","f":{}}'), { fromKeys: 'key' }, '[1,[{"c":{}}],"e:",{"key":"f"}]'],
  [Buffer.from('[{"a":{"b":1}},"c",{"d":2}]'), { fromKeys: 'key' }, '[{"a":{"b":1}},"c",{"d":2}]'],
  [Buffer.from('{"a":{"b":1},"c'), { fromKeys: 'key' }, '[{"key":"a","b":1},'],
  [Buffer.from('[{"data":[{"a":1}]},{"data":[{"a":2},'), { fromMember: 'data' }, '[{"a":1},{"a":2},'],
  [Buffer.from('[{"data":[{"a":1}],"data":[{"a":2}]},5]'), { fromMember: 'data' }, '[{"a":1}]'],
  [Buffer.from('{"data":['), { fromMember: 'data' }, ''],
  [
    Buffer.from('sep=;\r\nid;"a;b";;\r\n"1\n";2;;""\r\n3;;;\n\n4'),
    { withoutTrailingColumns: { delimiter: ';', columnsKept: 2 } },
    'sep=;\r\nid;"a;b"\r\n"1\n";2\r\n3;\n\n4',
  ],
  [
    Buffer.from('sep=;\r\nReport;\r\nid;"a\r\rb"\r\n1;2\r\n;\r\n;\r\n'),
    {
      withoutTrailingLines: { linesKept: 6, count: 2 },
      withoutTitleLines: 1,
      fromDelimiter: ';',
      withoutSepLine: true,
    },
    'id,"a\r\rb"\r\n1,2\r\n',
  ],
  [Buffer.from('\uFEFFid\r1\r\n\r\n""\r'), { withoutTrailingLines: { linesKept: 3, count: 1 } }, '\uFEFFid\r1\r\n\r\n'],
  [
    Buffer.from('12-;5-;6-\n12,50-;1- ;x-\n"1.234,50-" ;.5 -;7-\nx-;2026-10-31;(1)\n'),
    { toPlainNumbers: { delimiter: ';', columns: [0, 1] } },
    '12-;5-;6-\n-12,50;-1;x-\n"-1.234,50";-.5;7-\nx-;2026-10-31;(1)\n',
  ],
  [
    Buffer.from('a,b\n" $1,234.50 ",€1\n" $(2.50)",$ 2\n $-   ,€ (3)\n12.5%,4\n'),
    { toPlainNumbers: { delimiter: ',', columns: [0, 1] } },
    'a,b\n"1,234.50",1\n"-2.50",$ 2\n0,-3\n12.5%,4\n',
  ],
  [
    Buffer.from('id;net\na;1.234,50-\nb;"-2,5"\n'),
    {
      toPlainNumbers: { delimiter: ';', columns: [1] },
      fromDecimalCommas: { delimiter: ';', columns: [1], pointColumns: [1] },
      fromDelimiter: ';',
    },
    'id,net\na,-1234.50\nb,"-2.5"\n',
  ],
  [Buffer.from('id,net\n"a\nb",1\nTotal,1\n'), { withoutTotalRow: 3 }, 'id,net\n"a\nb",1\n'],
  [
    Buffer.from('id,net\na,1\nTotal,1\n\nPrinted\n'),
    { withoutTotalRow: 2, withoutTrailingLines: { linesKept: 3, count: 1 } },
    'id,net\na,1\n',
  ],
  [
    Buffer.from('Report;;\n\nid;;\n1;;\n'),
    { withoutTitleLines: 2, withoutTrailingColumns: { delimiter: ';', columnsKept: 1 }, fromDelimiter: ';' },
    'id\n1\n',
  ],
  [Buffer.from('[{"data":[1]}]'), { fromMember: 'data' }, ''],
  [
    Buffer.from('\uFEFF{"index":{"_id":"é"}}\r\n{"a":"}{é","b":{"c":1}}\r\n\n {"index":{}}\r\n{"a":2}\r\n'),
    { withoutActions: true, toFlatRows: true, toArray: true },
    '\uFEFF\r\n[{"a":"}{é","b.c":1}\r\n\n \r\n,{"a":2}\r\n]',
  ],
  [Buffer.from('{"index":{}}\n{"a":1}\n{"index":{}'), { withoutActions: true }, '\n{"a":1}\n'],
  [Buffer.from('{"a":{"b":1}}\n{"a":2}\n'), { toFlatRows: true, toArray: true }, '[{"a.b":1}\n,{"a":2}\n]'],
  [Buffer.from('\uFEFF[{"a":[true]}]'), { toFlatRows: true }, '\uFEFF[{"a.0":true}]'],
  [Buffer.from('[{"a":{"b":1}}, oops {"a":{}}'), { toFlatRows: true }, '[{"a.b":1}, oops {"a":{}}'],
  [
    Buffer.from('[{"id":1,"a":null,"c":null},\n{"id":"null" },{"a":{"b":{"x":1}}},{"a":{"b":null,"c":{}}, "id":2}]'),
    { toFlatRows: true, withoutNulls: ['a', 'a.b'] },
    '[{"id":1,"c":null},\n{"id":"null" },{"a.b.x":1},{"a.c":null, "id":2}]',
  ],
];

function ofCommas(delimiter: string, columns: readonly number[], pointColumns: readonly number[] = []): Conversion {
  return { fromDecimalCommas: { delimiter, columns, pointColumns } };
}

function withoutCommas(delimiter: string, columns: readonly number[]): Conversion {
  return { withoutThousandsCommas: { delimiter, columns } };
}

/** Single bytes, or more at once where these would be many pieces. */
function smallPieces(bytes: Uint8Array): readonly Uint8Array[] {
  const size = Math.ceil(bytes.length / 1000);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

describe('Conversions', () => {
  // Of files as small as these, none is converted there.
  const workers = new DataWorkers('');

  for (const [before, conversion, after] of CASES) {
    it(`make ${JSON.stringify(after)} by ${JSON.stringify(conversion)}`, async () => {
      for (const pieces of [[before], smallPieces(before)]) {
        const converted = await convertFile(fileOf('csv', pieces), conversion, workers);
        assert.equal((await bytesOf(converted)).toString(), after);
        assert.equal(converted.byteLength, Buffer.byteLength(after));
      }
    });
  }

  it('turn any table into comma-separated UTF-8 with the same cells, whatever the chunks', async () => {
    const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1');
    await fc.assert(
      fc.asyncProperty(
        csvTable([]),
        csvStyle,
        encoding,
        fc.boolean(),
        fc.boolean(),
        cuts,
        async (rows, style, name, isMarked, isKept, places) => {
          const bytes = encode(writeTable(rows, style), name, isMarked);
          const { delimiter } = style;
          const file = fileOf(delimiter === '\t' ? 'tsv' : 'csv', cutBytes(bytes, places));
          const conversion = {
            ...(name === 'utf-8' ? { withoutByteOrderMark: !isKept } : { fromEncoding: name }),
            ...(delimiter === ',' ? {} : { fromDelimiter: delimiter }),
          };
          const converted = await convertFile(file, conversion, workers);
          const result = checkBytes(converted.kind, await bytesOf(converted));
          assert.equal(converted.kind, 'csv');
          assert.equal(converted.byteLength, result.byteLength);
          assert.deepEqual([result.columns, ...result.firstRows], rows);
          const hasMark = name === 'utf-8' && isMarked && isKept;
          assert.deepEqual([result.encoding, result.hasByteOrderMark, result.delimiter], ['utf-8', hasMark, ',']);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('omit the delimiter at the end of each row, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(csvTable(), csvStyle, fc.boolean(), cuts, async (rows, style, hasCommas, places) => {
        const { delimiter } = style;
        const bytes = Buffer.from(writeTable(rows, style, delimiter));
        const kind = delimiter === '\t' ? 'tsv' : 'csv';
        const conversion = { withoutTrailingDelimiters: delimiter, ...(hasCommas ? { fromDelimiter: delimiter } : {}) };
        const sent = await bytesOf(await convertFile(fileOf(kind, cutBytes(bytes, places)), conversion, workers));
        if (!hasCommas) {
          assert.equal(sent.toString(), writeTable(rows, style));
        }
        const { columns, firstRows, problems } = checkBytes(kindAfter(kind, conversion), sent);
        assert.deepEqual([columns, ...firstRows], rows);
        assert.ok(problems.every(({ code }) => code !== 'trailingDelimiters' && code !== 'raggedRow'));
      }),
      { numRuns: runs(100) },
    );
  });

  it('omit the title lines and keep every byte after them, whatever the chunks', async () => {
    const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be');
    await fc.assert(
      fc.asyncProperty(
        titledTable,
        encoding,
        fc.boolean(),
        cuts,
        async ({ titles, table, style }, name, isMarked, places) => {
          const kind = style.delimiter === '\t' ? 'tsv' : 'csv';
          // Few characters do not show that UTF-16 is none of the other encodings.
          const bytes = encode(titles + table, name, isMarked || name !== 'utf-8');
          const check = checkBytes(kind, bytes);
          const file = fileOf(kind, cutBytes(bytes, places));
          const sent = await bytesOf(await convertFile(file, neededConversion(check), workers));
          const mark = name === 'utf-8' && isMarked ? '\uFEFF' : '';
          assert.equal(sent.toString(), mark + table);
          const { columns, rows, firstRows, problems } = checkBytes(kind, sent);
          assert.deepEqual([columns, rows, firstRows], [check.columns, check.rows, check.firstRows]);
          assert.ok(problems.every(({ code }) => code !== 'titleLines'));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('omit the rows that repeat the header and keep every other byte, whatever the chunks', async () => {
    const after = fc.array(fc.nat(11), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(csvTable(), csvStyle, after, cuts, async (rows, style, indexes, places) => {
        const kind = style.delimiter === '\t' ? 'tsv' : 'csv';
        const [header = [], ...others] = rows;
        const repeated = others.flatMap((row, index) => (indexes.includes(index) ? [row, header] : [row]));
        const bytes = Buffer.from(writeTable([header, ...repeated], { ...style, endsInBreak: true }));
        const conversion = { withoutRepeatedHeaders: style.delimiter };
        const sent = await bytesOf(await convertFile(fileOf(kind, cutBytes(bytes, places)), conversion, workers));
        assert.equal(sent.toString(), writeTable(rows, { ...style, endsInBreak: true }));
      }),
      { numRuns: runs(100) },
    );
  });

  it('omit the empty rows and keep every other byte, whatever the chunks', async () => {
    const after = fc.array(fc.nat(11), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(csvTable(), csvStyle, after, cuts, async (rows, style, indexes, places) => {
        const kind = style.delimiter === '\t' ? 'tsv' : 'csv';
        const [header = [], ...others] = rows.filter((row, index) => index === 0 || row.some((cell) => cell !== ''));
        const empty = header.map(() => '');
        const withEmpty = others.flatMap((row, index) => (indexes.includes(index) ? [empty, row] : [row]));
        const bytes = Buffer.from(writeTable([header, ...withEmpty], { ...style, endsInBreak: true }));
        const conversion = { withoutEmptyRows: style.delimiter };
        const sent = await bytesOf(await convertFile(fileOf(kind, cutBytes(bytes, places)), conversion, workers));
        assert.equal(sent.toString(), writeTable([header, ...others], { ...style, endsInBreak: true }));
      }),
      { numRuns: runs(100) },
    );
  });

  it('keep a long record, whatever the header, and in constant memory', () => {
    const transform = createTransform({ withoutRepeatedHeaders: ',' });
    const long = 'x'.repeat(3_000_000);
    const text = `a,b\n"${long}\n${long}",1\na,b\n2,"${long}`;
    const sent: Buffer[] = [];
    for (let at = 0; at < text.length; at += 100_000) {
      const chunk = transform.push(Buffer.from(text.slice(at, at + 100_000)));
      assert.ok(chunk.length >= 99_990 || at === 0 || text.length - at < 100_000);
      sent.push(Buffer.from(chunk));
    }
    sent.push(Buffer.from(transform.end()));
    assert.ok(Buffer.concat(sent).equals(Buffer.from(text.replace('\na,b\n', '\n'))));
  });

  it('turn JSON Lines into an array, whatever the chunks', async () => {
    const row = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), cuts, async (rows, places) => {
        const bytes = Buffer.from(rows.map((object) => JSON.stringify(object)).join('\n'));
        const converted = await convertFile(fileOf('json', cutBytes(bytes, places)), { toArray: true }, workers);
        assert.deepEqual(JSON.parse((await bytesOf(converted)).toString()), JSON.parse(JSON.stringify(rows)));
      }),
    );
  });

  it('keep exactly the bytes of the rows in an object, whatever the chunks', async () => {
    const members = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    const rows = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1 });
    const name = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(
        members,
        name,
        rows,
        members,
        fc.boolean(),
        cuts,
        async (before, member, table, after, isFurther, places) => {
          const mayHaveRows = (value: unknown): boolean => JSON.stringify(value).includes('[{');
          const around = [before, after].map((object) =>
            Object.entries(object).flatMap(([key, value]) =>
              key === member || (isFurther && mayHaveRows(value))
                ? []
                : `${JSON.stringify(key)}:${JSON.stringify(value)}`,
            ),
          );
          const array = JSON.stringify(table, undefined, 1);
          const text = [...(around[0] ?? []), `${JSON.stringify(member)}: ${array}`, ...(around[1] ?? [])].join(',\n');
          const object = isFurther ? `{"n":[1],${JSON.stringify(member)}:{${text}}}` : `{${text}}`;
          const file = fileOf('json', cutBytes(Buffer.from(object), places));
          const converted = await convertFile(file, { fromMember: member }, workers);
          assert.equal((await bytesOf(converted)).toString(), array);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('join the rows of pages, whatever the chunks', async () => {
    const row = fc.dictionary(fc.constantFrom('a', 'data', 'é'), fc.jsonValue({ maxDepth: 3 }));
    const page = fc.record({ data: fc.array(row), next: fc.oneof(fc.string({ unit: 'binary' }), fc.constant([{}])) });
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(page), fc.boolean(), lineBreak, cuts, async (pages, areLines, between, places) => {
        const texts = pages.map((one) => JSON.stringify(one, undefined, areLines ? 0 : 1).replaceAll('\n', between));
        const text = areLines ? texts.join(between) : `[${texts.join(',')}]`;
        const file = fileOf('json', cutBytes(Buffer.from(text), places));
        const sent = (await bytesOf(await convertFile(file, { fromMember: 'data' }, workers))).toString();
        const filled = pages.filter(({ data }) => data.length > 0);
        assert.deepEqual(
          sent === '' ? [] : JSON.parse(sent),
          JSON.parse(JSON.stringify(filled.flatMap(({ data }) => data))),
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it('write numbers with commas as these numbers, and leave all other cells, whatever the chunks', async () => {
    const digits = fc.integer({ min: 0, max: 999_999 });
    const number = fc.record({ whole: digits, part: fc.integer({ min: 10, max: 99 }), isGrouped: fc.boolean() });
    const other = fc.constantFrom('', 'x', '1;5', '"1,5"', '12', '1,5 €', 'a\nb', '2026-01-31');
    const row = fc.tuple(other, number, other);
    const table = fc.array(row, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), csvStyle, cuts, async (rows, isDecimal, style, places) => {
        const { delimiter } = style;
        const [thousands, decimal] = isDecimal ? ['.', ','] : [',', '.'];
        const written = rows.map(([first, { whole, part, isGrouped }, last]) => {
          const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, thousands);
          return [first, `${isGrouped ? grouped : whole}${decimal}${part}`, last];
        });
        const header = ['a', 'net', 'b'];
        const bytes = Buffer.from(writeTable([header, ...written], style));
        const kind = delimiter === '\t' ? 'tsv' : 'csv';
        const conversion = isDecimal ? ofCommas(delimiter, [1], [1]) : withoutCommas(delimiter, [1]);
        const converted = await convertFile(fileOf(kind, cutBytes(bytes, places)), conversion, workers);
        const expected = rows.map(([first, { whole, part }, last]) => [first, `${whole}.${part}`, last]);
        const text = (await bytesOf(converted)).toString();
        assert.deepEqual(parse(text, { delimiter, record_delimiter: style.lineBreak }), [header, ...expected]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('flatten rows as the quick fix does, whatever the chunks', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const rows = fc.array(fc.oneof(fc.dictionary(fc.constantFrom('a', 'é', 'a.b', '0'), value), value));
    const separator = fc.constantFrom(undefined, 1, '\n');
    await fc.assert(
      fc.asyncProperty(rows, separator, cuts, async (table, layout, places) => {
        const lines = table.map((row) => JSON.stringify(row)).join('\n');
        const text = layout === '\n' ? lines : JSON.stringify(table, undefined, layout);
        const file = fileOf('json', cutBytes(Buffer.from(text), places));
        const flat = await convertFile(file, { toFlatRows: true }, workers);
        const [before, after] = [text, (await bytesOf(flat)).toString()].map((json) => checkText('json', json).columns);
        const withoutNulls = objectNames(after ?? [], before ?? []);
        const converted = await convertFile(file, { toFlatRows: true, withoutNulls }, workers);
        const expected = checkText('json', text).problems.some(({ code }) => code === 'notJson')
          ? undefined
          : applyEdits(text, flattenNested(text));
        const sent = (await bytesOf(converted)).toString();
        assert.equal(sent, expected ?? sent);
        assert.equal(converted.byteLength, Buffer.byteLength(sent));
      }),
      { numRuns: runs(200) },
    );
  });

  it('make CSV of TSV if tabs become commas', () => {
    assert.equal(kindAfter('tsv', { fromDelimiter: '\t' }), 'csv');
    assert.equal(kindAfter('tsv', { fromEncoding: 'utf-16le' }), 'tsv');
    assert.equal(kindAfter('json', { toArray: true }), 'json');
    assert.equal(kindAfter('csv', { fromDelimiter: ';' }), 'csv');
  });

  it('leave a row of more than 4 MB nested, and hold no more of it in memory', () => {
    const long = `{"a":{"b":1},"c":"${'x'.repeat(5_000_000)}"}`;
    const bytes = Buffer.from(`[{"a":{"b":1}},${long},{"a":{"b":1}}]`);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    const transform = createTransform({ toFlatRows: true });
    let held = 0;
    let most = 0;
    const out = pieces.map((piece) => {
      const output = Buffer.from(transform.push(piece));
      held += piece.length - output.length;
      most = Math.max(most, held);
      return output;
    });
    const text = Buffer.concat([...out, transform.end()]).toString();
    assert.equal(text, `[{"a.b":1},${long},{"a.b":1}]`);
    assert.ok(most < 4_300_000, `${most} bytes were held`);
  });

  it('preview the first lines before and after, without reading further', async () => {
    const file = endlessFile('', 'M\xfcller;1\n');
    const { before, after } = await previewConversion(file, { fromEncoding: 'windows-1252', fromDelimiter: ';' });
    const lines = (line: string): readonly string[] => Array.from({ length: 30 }, () => line);
    assert.deepEqual({ before, after }, { before: lines('M\uFFFDller;1'), after: lines('Müller,1') });
    assert.ok(file.readBytes < 70_000, `${file.readBytes} bytes were read`);
  });

  it('preview only the beginning of a huge first cell', async () => {
    const file = endlessFile('"', '1;5\n');
    const { before, after } = await previewConversion(file, { fromDelimiter: ';' });
    assert.deepEqual(
      [before, after].map((lines) => lines.slice(0, 2)),
      [
        ['"1;5', '1;5'],
        ['"1;5', '1;5'],
      ],
    );
    assert.ok(file.readBytes < 70_000, `${file.readBytes} bytes were read`);
  });

  it('preview an array without its end if that was not read', async () => {
    const file = endlessFile('', `{"a":"${'x'.repeat(60_000)}"}\n`);
    const { after } = await previewConversion(file, { toArray: true });
    assert.deepEqual(
      after.map((line) => [line.slice(0, 3), line.includes(']')]),
      [
        ['[{"', false],
        [',{"', false],
      ],
    );
  });

  it('reject with the reason when cancelled', async () => {
    const reason = new Error('Enough.');
    const file = fileOf('csv', [Buffer.from('a')]);
    await assert.rejects(convertFile(file, { toArray: true }, workers, AbortSignal.abort(reason)), reason);
  });
});

/** A file that goes on for ever. */
function endlessFile(start: string, rest: string): UploadFile & { readBytes: number } {
  const file = {
    name: 'data.csv',
    kind: 'csv' as const,
    byteLength: Infinity,
    readBytes: 0,
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, these are at hand
    async *chunks() {
      for (let piece = start; ; piece = rest) {
        const bytes = Buffer.from(piece, 'latin1');
        file.readBytes += bytes.length;
        // 100 MB: what reads on would do so for ever, and could not be interrupted.
        assert.ok(file.readBytes < 100_000_000, 'no end was found');
        yield bytes;
      }
    },
  };
  return file;
}

function fileOf(kind: UploadKind, pieces: readonly Uint8Array[]): UploadFile {
  return {
    name: `data.${kind}`,
    kind,
    byteLength: pieces.reduce((sum, piece) => sum + piece.length, 0),
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, these are at hand
    async *chunks() {
      yield* pieces;
    },
  };
}

async function bytesOf(file: UploadFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
