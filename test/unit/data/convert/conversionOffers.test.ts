import assert from 'node:assert/strict';
import { changesValues, isNoOp, resolves } from '../../../../src/data/convert/conversionEffects.ts';
import {
  chosenConversion,
  fullConversion,
  neededConversion,
  offersWithin,
  withOneAlternative,
} from '../../../../src/data/convert/chosenConversion.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { createTransform } from '../../../../src/data/convert/conversion.ts';
import { blockingProblems } from '../../../../src/data/convert/remainingProblems.ts';
import type { Finding } from '../../../../src/data/check/dataProblem.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';
import { checkText, checkWithTotals } from '../check/checkText.ts';
import { encodeAs } from '../text/encodings.ts';

function offersFor(bytes: Uint8Array | string, kind: UploadKind = 'csv') {
  return conversionOffers(checkWithTotals(kind, bytes));
}

describe('Conversion offers', () => {
  it('are empty for plain CSV and JSON', () => {
    assert.deepEqual(offersFor('id,name\n1,Zoë\n'), []);
    assert.deepEqual(offersFor('[{"id": 1}]', 'json'), []);
  });

  it('include the required encoding and the alternative', () => {
    const offers = offersFor(Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['fromEncoding', true],
        ['otherEncoding', false],
        ['fromDelimiter', false],
      ],
    );
    assert.deepEqual(chosenConversion(offers, new Set(['fromEncoding', 'fromDelimiter'])), {
      fromEncoding: 'windows-1252',
      fromDelimiter: ';',
    });
    assert.deepEqual(chosenConversion(offers, new Set(['otherEncoding'])), { fromEncoding: 'iso-8859-1' });
    assert.deepEqual(chosenConversion(offers, new Set(['otherEncoding', 'fromEncoding'])), {
      fromEncoding: 'windows-1252',
    });
    assert.ok(isNoOp(chosenConversion(offers, new Set())));
  });

  it('include no required encoding for UTF-8 with some bad bytes', () => {
    const offers = offersFor(Buffer.concat([Buffer.from('name\nMüller\nGröß'), Buffer.of(0xfc)]));
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['fromEncoding', false],
        ['otherEncoding', false],
      ],
    );
  });

  it('decompress what is compressed, which is needed', () => {
    const result = checkWithTotals('csv', 'id,name\n1,Zoë\n');
    const compressed = { code: 'compressed', severity: 'blocking', line: 1, column: 1 } as const;
    assert.deepEqual(conversionOffers({ ...result, problems: [compressed] }), [
      { id: 'fromGzip', isNeeded: true, conversion: { fromGzip: true } },
    ]);
  });

  it('include no required encoding for text that is hardly in a Western one, and ISO-8859-1 first if it has more bytes of it', () => {
    const offers = offersFor(Buffer.from('id,town\n1,Z\x81rich\n', 'latin1'));
    assert.deepEqual(offers, [
      { id: 'fromEncoding', isNeeded: false, conversion: { fromEncoding: 'iso-8859-1' } },
      { id: 'otherEncoding', isNeeded: false, conversion: { fromEncoding: 'windows-1252' } },
    ]);
    const cyrillic = offersFor(encodeAs('windows-1251', 'имя\nИван\n'));
    assert.deepEqual(
      cyrillic.map(({ isNeeded, conversion }) => [isNeeded, conversion.fromEncoding]),
      [
        [false, 'windows-1252'],
        [false, 'iso-8859-1'],
      ],
    );
  });

  it('require UTF-8 instead of UTF-16', () => {
    const utf16 = offersFor(Buffer.from('\uFEFFid,town\n1,2\n', 'utf16le'));
    assert.deepEqual(utf16, [{ id: 'fromEncoding', isNeeded: true, conversion: { fromEncoding: 'utf-16le' } }]);
  });

  it('remove a byte order mark, which the service may take, and a sep= line, which it takes for the header', () => {
    assert.deepEqual(offersFor('\uFEFFsep=,\nid,net\n1,2\n'), [
      { id: 'withoutByteOrderMark', isNeeded: false, conversion: { withoutByteOrderMark: true } },
      { id: 'withoutSepLine', isNeeded: true, conversion: { withoutSepLine: true } },
    ]);
    assert.deepEqual(neededConversion(checkWithTotals('csv', 'sep=;\nid;net\n1;2\n')), { withoutSepLine: true });
    assert.deepEqual(neededConversion(checkWithTotals('tsv', 'sep=\t\nid\tnet\n1\t2\n')), { withoutSepLine: true });
    assert.deepEqual(neededConversion(checkWithTotals('tsv', 'sep=;\nid;net\n1;2\n')), {}, 'only the line shows it');
  });

  it('require JSON without a byte order mark', () => {
    const withoutByteOrderMark = true;
    for (const [text, conversion] of [
      ['[{"id":1}]', { withoutByteOrderMark }],
      ['{"id":1}\n{"id":2}\n', { withoutByteOrderMark, toArray: true }],
      ['{"data":[{"id":1}]}', { withoutByteOrderMark, fromMember: 'data' }],
    ] as const) {
      assert.deepEqual(neededConversion(checkWithTotals('json', `\uFEFF${text}`)), conversion, text);
    }
    assert.deepEqual(neededConversion(checkWithTotals('csv', '\uFEFFid\n1\n')), {});
  });

  it('change values or only how these are written', () => {
    assert.ok(changesValues({ toFlatRows: true }) && changesValues({ fromMember: 'data' }));
    assert.ok(changesValues({ fromDecimalCommas: { delimiter: ';', columns: [1], pointColumns: [] } }));
    assert.ok(changesValues({ withoutTrailingDelimiters: ';' }));
    assert.ok(changesValues({ withoutThousandsCommas: { delimiter: ';', columns: [1] } }));
    // The check has read only what is below them.
    assert.ok(!changesValues({ withoutTitleLines: 2 }));
    assert.ok(!changesValues({ fromDelimiter: ';', fromEncoding: 'windows-1252', toArray: true }));
  });

  it('remove the sep= line together with the delimiter', () => {
    const offers = offersFor('\uFEFFsep=;\nid;net\n1;2\n');
    assert.deepEqual(
      offers.map(({ id }) => id),
      ['withoutByteOrderMark', 'withoutSepLine', 'fromDelimiter'],
    );
    assert.deepEqual(chosenConversion(offers, new Set(['fromDelimiter'])), {
      fromDelimiter: ';',
      withoutSepLine: true,
    });
  });

  it('require rows without trailing delimiters if each row has one', () => {
    const offers = offersFor('id;net\n1;2,5;\n2;3;\n');
    const conversion = { withoutTrailingDelimiters: ';' };
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['withoutTrailingDelimiters', true],
        ['fromDelimiter', false],
        ['fromDecimalCommas', false],
      ],
    );
    assert.deepEqual(offers[0]?.conversion, conversion);
    assert.deepEqual(offersFor('id,net\n1,2,\n2,3\n'), []);
    assert.deepEqual([...offersWithin(offersFor('id;net\n1;2\n'), conversion)], []);
  });

  it('require rows without empty columns at the right', () => {
    const text = 'id;net;;\n1;2;;\n2;;;\n';
    const offers = offersFor(text);
    const conversion = { withoutTrailingColumns: { delimiter: ';', columnsKept: 2 } };
    assert.deepEqual(offers[0], { id: 'withoutTrailingColumns', isNeeded: true, conversion });
    assert.deepEqual(offersFor('id,net,\n1,2,\n2,3,x\n'), [], 'a value has no name');
    // The next sheet may have more of them.
    const before = { withoutTrailingColumns: { delimiter: ';', columnsKept: 9 } };
    assert.ok(offersWithin(offers, before).has('withoutTrailingColumns'));
    const problem = checkWithTotals('csv', text).problems.find(({ code }) => code === 'trailingEmptyColumns');
    assert.ok(problem && resolves(conversion, problem) && !resolves({}, problem));
  });

  it('quote the values of a single column if its delimiter is omitted', () => {
    for (const text of ['net;\n1,5;\n13,25;\n', 'sep=;\nnet\n1,5\n13,25\n']) {
      const check = checkWithTotals('csv', text);
      const [offer] = conversionOffers(check);
      const transform = createTransform(offer?.conversion ?? {});
      const sent = Buffer.concat([Buffer.from(transform.push(Buffer.from(text))), transform.end()]);
      assert.equal(sent.toString(), 'net\n"1,5"\n"13,25"\n');
      const [net] = checkWithTotals('csv', sent).totals ?? [];
      assert.deepEqual([check.totals?.[0]?.sum, net?.sum], ['14.75', '14.75']);
    }
    const conversion = { withoutTrailingColumns: { delimiter: '\t', columnsKept: 1 } };
    assert.deepEqual(conversionOffers(checkWithTotals('tsv', 'net\t\n1,5\t\n'))[0]?.conversion, conversion);
  });

  it('require rows without those of only delimiters at the end', () => {
    const text = 'id;net\n1;2\n\n;\n\n;""\n';
    const offers = offersFor(text);
    assert.deepEqual(offers[0], {
      id: 'withoutTrailingLines',
      isNeeded: true,
      conversion: { withoutTrailingLines: { linesKept: 2, count: 2 } },
    });
    assert.deepEqual(offersFor('id,net\n1,2\n\n\n'), [], 'blank lines are not sent as rows');
    assert.deepEqual(offersFor('id,net\n,\n,\n'), [], 'no row would be left');
    for (const table of ['id\n1\n""\n', 'id,\n1,\n,\n']) {
      const offer = offersFor(table).find(({ id }) => id === 'withoutTrailingLines');
      assert.equal(offer?.isNeeded, false, 'a value may be missing');
    }
    // The next sheet may have more rows.
    assert.ok(offersWithin(offers, { withoutTrailingLines: { linesKept: 9, count: 1 } }).has('withoutTrailingLines'));
    assert.ok(changesValues({ withoutTrailingLines: { linesKept: 2, count: 2 } }));
  });

  it('require rows without the lines below the table, if none of them may be a row', () => {
    const text = 'id;name;net\n1;a;2\n;;\nTotal rows: 1\n;;\n';
    assert.deepEqual(offersFor(text)[0], {
      id: 'withoutTrailingLines',
      isNeeded: true,
      conversion: { withoutTrailingLines: { linesKept: 2, count: 1 } },
    });
    const [uncertain] = offersFor('id;name;net;day;town\n1;a;2;3;x\n2;b;4;5;y\n;;;;\n3;c;;;\n');
    assert.deepEqual([uncertain?.id, uncertain?.isNeeded], ['withoutTrailingLines', false], 'it may be a row');
  });

  it('include rows without those of totals, but do not require them', () => {
    const text = 'id,net\na,10.50\nb,1000.25\nc,3.05\nTotal,1013.80\n';
    assert.deepEqual(offersFor(text), [{ id: 'withoutTotalRow', isNeeded: false, conversion: { withoutTotalRow: 4 } }]);
    assert.ok(offersWithin(offersFor(text), { withoutTotalRow: 9 }).has('withoutTotalRow'), 'more rows');
    assert.ok(changesValues({ withoutTotalRow: 5 }));
  });

  it('may be of several total rows, and is then not the same as that of one', () => {
    const total = 'Total,1013.80\n';
    const offers = offersFor(`id,net\na,10.50\nb,1000.25\nc,3.05\n${total}${total}`);
    const conversion = { withoutTotalRow: 4, totalRows: 2 };
    assert.deepEqual(offers, [{ id: 'withoutTotalRow', isNeeded: false, conversion }]);
    assert.ok(offersWithin(offers, { withoutTotalRow: 9, totalRows: 3 }).has('withoutTotalRow'));
    assert.ok(!offersWithin(offers, { withoutTotalRow: 9 }).has('withoutTotalRow'), 'one row');
  });

  it('include plain numbers, and never leave commas in some numbers of a column', () => {
    const toPlainNumbers = { delimiter: ';', columns: [1] };
    const text = 'id;net;tax\na;1.234,50;0,5\nb;234,50-;1,5\n';
    const fromDecimalCommas = { delimiter: ';', columns: [2], pointColumns: [2] };
    assert.deepEqual(offersFor(text).slice(1), [
      { id: 'toPlainNumbers', isNeeded: false, conversion: { toPlainNumbers } },
      { id: 'fromDecimalCommas', isNeeded: false, conversion: { toPlainNumbers, fromDecimalCommas } },
    ]);
    const thousands = offersFor('id,net,tax\na,1,"1,234.50"\nb,2-,2\n').at(-1);
    assert.deepEqual(thousands?.conversion, {
      toPlainNumbers: { delimiter: ',', columns: [1] },
      withoutThousandsCommas: { delimiter: ',', columns: [2] },
    });
    const earlier = { toPlainNumbers: { delimiter: ';', columns: [4] } };
    assert.deepEqual([...offersWithin(offersFor(text), earlier)], ['toPlainNumbers'], 'other columns');
    assert.ok(changesValues({ toPlainNumbers }));
  });

  it('require rows without title lines', () => {
    const offers = offersFor('Report;;\n\nid;net;x\n1;2,5;a\n2;3;b\n');
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['withoutTitleLines', true],
        ['fromDelimiter', false],
        ['fromDecimalCommas', false],
      ],
    );
    assert.deepEqual(offers[0]?.conversion, { withoutTitleLines: 2 });
    assert.deepEqual(offersFor('Report,a,b\nnote\n'), []);
    // The next report may have more of them.
    assert.deepEqual([...offersWithin(offers, { withoutTitleLines: 5 })], ['withoutTitleLines']);
    assert.deepEqual([...offersWithin(offers, {})], []);
  });

  it('include the empty rows between others, unless there is only one column', () => {
    const text = 'id,net\n,\n1,2\n,\n\n"",\n3,4\n,\n';
    const check = checkText('csv', text);
    assert.deepEqual(
      check.problems.flatMap((problem) => (problem.code === 'emptyRows' ? [[problem.line, problem.rows]] : [])),
      [
        [2, 1],
        [4, 2],
      ],
    );
    const conversion = { withoutEmptyRows: ',' };
    const offer = conversionOffers(check).find(({ id }) => id === 'withoutEmptyRows');
    assert.deepEqual(offer, { id: 'withoutEmptyRows', isNeeded: false, conversion });
    assert.ok(changesValues(conversion));
    assert.ok(resolves(conversion, { code: 'emptyRows', rows: 1 }));
    assert.ok(resolves(conversion, { code: 'trailingEmptyRows', rows: 1 }));
    assert.deepEqual(offersFor('id\n1\n""\n2\n'), []);
  });

  it('require rows that do not repeat the header', () => {
    const offers = offersFor('id,net\n1,2\nid,net\n');
    const conversion = { withoutRepeatedHeaders: ',' };
    assert.deepEqual(offers, [{ id: 'withoutRepeatedHeaders', isNeeded: true, conversion }]);
    const ofTexts = offersFor('name,city\nMiller,Bern\nname,city\n');
    assert.deepEqual(ofTexts, [{ id: 'withoutRepeatedHeaders', isNeeded: false, conversion }], 'it may be a row');
    assert.ok(changesValues(conversion));
    const problem = { code: 'repeatedHeader', isCertain: true } as const;
    assert.ok(resolves(conversion, problem) && !resolves({ withoutTitleLines: 1 }, problem));
  });

  it('require plain text instead of formulas unless there are others', () => {
    const offersOf = (code: string) => offersFor(`id;code\n1;="0012"\n2;${code}\n`);
    const conversion = { withoutFormulas: ';' };
    const formulas = (isNeeded: boolean) => ({ id: 'withoutFormulas', isNeeded, conversion });
    for (const code of ['="0013"', '', '0013', '"=""a;b"""', '=""']) {
      assert.deepEqual(offersOf(code)[1], formulas(true), code);
    }
    for (const code of ['=A1', '="a"&"b"', '="', '=']) {
      assert.deepEqual(offersOf(code)[1], formulas(false), code);
    }
    assert.deepEqual(
      offersFor('id;code\n1;0012\n=A1;b\n').map(({ id }) => id),
      ['fromDelimiter'],
    );
    assert.ok(changesValues(conversion));
    const problem = { code: 'formulaText', name: 'code', found: '="0012"', isCertain: true } as const;
    assert.ok(resolves(conversion, problem) && !resolves({ withoutTitleLines: 1 }, problem));
  });

  it('include empty cells in place of texts such as NULL', () => {
    const conversion = { withoutNullTexts: ',' };
    assert.deepEqual(offersFor('id,name\n1,a\n2,NULL\n'), [{ id: 'withoutNullTexts', isNeeded: false, conversion }]);
    assert.deepEqual(offersFor('id,name\n1,a\n2,Null\n'), []);
    assert.ok(changesValues(conversion));
    const problem = { code: 'nullText', name: 'name', found: 'NULL' } as const;
    assert.ok(resolves(conversion, problem) && !resolves({ withoutFormulas: ',' }, problem));
  });

  it('include rows under keys, whose column has a name of its own', () => {
    const offerOf = (text: string) => conversionOffers(checkText('json', text)).find(({ id }) => id === 'fromKeys');
    const offer = { id: 'fromKeys', isNeeded: false, conversion: { fromKeys: 'key' } } as const;
    assert.deepEqual(offerOf('{"u1":{"name":"a"},"u2":{"name":"b"}}'), offer);
    const text = '{"u1":{"name":"a","key":1},"u2":{"name":"b","key_2":2}}';
    assert.deepEqual(offerOf(text)?.conversion, { fromKeys: 'key_3' });
    const check = checkText('json', text);
    const chosen = chosenConversion(conversionOffers(check), new Set(['fromKeys', 'oneRow']));
    assert.deepEqual(chosen, { fromKeys: 'key_3' });
    assert.ok(changesValues(chosen));
    assert.deepEqual(blockingProblems({ check, conversion: chosen }), []);
    assert.deepEqual([...offersWithin([offer], { fromKeys: 'key_2' })], ['fromKeys']);
  });

  it('require an array for JSON Lines and for a single object', () => {
    for (const text of ['{"id": 1}\n{"id": 2}\n', '{"id": 1}']) {
      assert.deepEqual(offersFor(text, 'json'), [{ id: 'toArray', isNeeded: true, conversion: { toArray: true } }]);
    }
  });

  it('require only the rows of an object around them, and offer it as one row instead', () => {
    const ids = (text: string) => offersFor(text, 'json').map(({ id, isNeeded }) => [id, isNeeded]);
    const oneRow = ['oneRow', false];
    assert.deepEqual(ids('{"n":1,"data":[{"id":1}]}'), [['fromMember', true], ['toFlatRows', false], oneRow]);
    assert.deepEqual(ids('{"n":1,"data":[{"id":{"a":1}}]}'), [['fromMember', true], ['toFlatRows', true], oneRow]);
    const several = '{"a":[{"id":1}],"b":[{"id":1}]}';
    const further = '{"d":{"results":[{"id":{"a":1}}]}}';
    assert.deepEqual(ids(several), [['fromMember:a', false], ['fromMember:b', false], ['toFlatRows', false], oneRow]);
    assert.deepEqual(ids(further), [['fromMember', false], ['toFlatRows', false], oneRow]);
    for (const text of [several, further]) {
      assert.deepEqual(neededConversion(checkWithTotals('json', text)), {}, 'not certain');
    }
    assert.deepEqual(ids('{"id":{"a":[1]}}'), [
      ['toFlatRows', true],
      ['toArray', true],
    ]);
  });

  it('never send the rows of an object and the object itself', () => {
    const check = checkWithTotals('json', '{"n":1,"data":[{"id":{"a":1}}]}');
    assert.deepEqual(neededConversion(check), { fromMember: 'data', toFlatRows: true });
    assert.deepEqual(fullConversion(check), { fromMember: 'data', toFlatRows: true });
    const offers = conversionOffers(check);
    assert.deepEqual(chosenConversion(offers, new Set(['oneRow', 'toFlatRows'])), { toFlatRows: true, toArray: true });
    assert.deepEqual(chosenConversion(offers, new Set(['fromMember', 'oneRow'])), { fromMember: 'data' });
    const uncertain = offersFor('{"a":[{"id":1}],"b":[{"id":1}]}', 'json');
    assert.deepEqual(chosenConversion(uncertain, new Set(['fromMember', 'oneRow'])), { toArray: true });
    assert.deepEqual(chosenConversion(uncertain, new Set(['oneRow', 'fromMember:b'])), { fromMember: 'b' });
    assert.deepEqual(chosenConversion(uncertain, new Set(['fromMember:a', 'fromMember:b'])), { fromMember: 'a' });
  });

  it('are restored for the rows in one of several members', () => {
    const offers = offersFor('{"a":[{"id":1}],"b":[{"id":1}]}', 'json');
    assert.deepEqual([...offersWithin(offers, { fromMember: 'b' })], ['fromMember:b']);
    assert.deepEqual([...offersWithin(offers, { fromMember: 'c' })], []);
  });

  it('resolve the problem of an object with several members that may have the rows', () => {
    const check = checkWithTotals('json', '{"a":[{"id":1}],"b":[{"id":1}]}');
    assert.deepEqual(blockingProblems({ check, conversion: { fromMember: 'b' } }), []);
    assert.notDeepEqual(blockingProblems({ check, conversion: { fromMember: 'c' } }), []);
  });

  it('are restored from an earlier choice if they still apply', () => {
    const earlier = { fromEncoding: 'windows-1252', fromDelimiter: ';' } as const;
    assert.deepEqual([...offersWithin(offersFor('id;town\n1;Zürich\n'), earlier)], ['fromDelimiter']);
    assert.deepEqual([...offersWithin(offersFor('id,town\n1,Zürich\n'), earlier)], []);
  });

  it('are restored for other columns that have decimal commas by now', () => {
    const offers = offersFor('id;net;tax\n1;1,5;2,25\n');
    const fromDecimalCommas = { delimiter: ';', columns: [1], pointColumns: [] };
    assert.deepEqual([...offersWithin(offers, { fromDecimalCommas })], ['fromDecimalCommas']);
    assert.deepEqual([...offersWithin(offers, { fromDelimiter: ';' })], ['fromDelimiter']);
    assert.deepEqual(chosenConversion(offers, new Set(['fromDecimalCommas'])).fromDecimalCommas?.columns, [1, 2]);
  });

  it('resolve their problem and no other', () => {
    const ofCode = (conversion: Conversion, code: string) => resolves(conversion, { code } as Finding);
    assert.ok(ofCode({ fromGzip: true }, 'compressed') && !ofCode({ toArray: true }, 'compressed'));
    assert.ok(!ofCode({ toArray: true }, 'byteOrderMark') && !ofCode({ toArray: true }, 'otherDelimiter'));
    assert.ok(ofCode({ fromEncoding: 'windows-1252' }, 'notUtf8'));
    assert.ok(ofCode({ toArray: true }, 'jsonLines') && ofCode({ toArray: true }, 'oneObject'));
    assert.ok(!ofCode({ toArray: true }, 'notUtf8') && !ofCode({ fromEncoding: 'utf-16le' }, 'oneObject'));
    assert.ok(ofCode({ fromDelimiter: ';' }, 'otherDelimiter') && ofCode({ withoutSepLine: true }, 'sepLine'));
    assert.ok(ofCode({ withoutByteOrderMark: true }, 'byteOrderMark'));
    assert.ok(ofCode({ withoutTitleLines: 1 }, 'titleLines') && !ofCode({ withoutSepLine: true }, 'titleLines'));
    assert.ok(ofCode({ withoutTrailingDelimiters: ';' }, 'trailingDelimiters'));
    assert.ok(!ofCode({ fromDelimiter: ';' }, 'trailingDelimiters'));
    assert.ok(!ofCode({ fromDelimiter: ';' }, 'unterminatedQuote') && !ofCode({ toArray: true }, 'sepLine'));
    assert.ok(ofCode({ fromMember: 'data' }, 'rowsInObject') && ofCode({ toArray: true }, 'rowsInObject'));
    assert.ok(!ofCode({ toFlatRows: true }, 'rowsInObject') && !ofCode({ fromMember: 'data' }, 'oneObject'));
    for (const code of ['nestedValue', 'rowsInPages', 'duplicateKey', 'differentKeys', 'impreciseNumber']) {
      assert.ok(ofCode({ fromMember: 'data' }, code) && ofCode({ fromKeys: 'key' }, code), code);
      assert.ok(!ofCode({ toArray: true }, code) && !ofCode({ fromDelimiter: ';' }, code), code);
    }
    assert.ok(ofCode({ toFlatRows: true }, 'nestedValue') && ofCode({ toFlatRows: true }, 'rowsInPages'));
    assert.ok(!ofCode({ toFlatRows: true }, 'duplicateKey'));
    for (const code of ['errorResponse', 'rowsByKey', 'rowsInColumns']) {
      for (const chosen of [{ toArray: true }, { toFlatRows: true }, { fromMember: 'data' }, { fromKeys: 'key' }]) {
        assert.ok(ofCode(chosen, code), code);
      }
      assert.ok(!ofCode({}, code) && !ofCode({ toArray: false, toFlatRows: false }, code), code);
    }
    assert.ok(ofCode({ withoutActions: true }, 'bulkActions') && ofCode({ toFlatRows: true }, 'bulkActions'));
    assert.ok(!ofCode({ toArray: true }, 'bulkActions'));
    assert.ok(!ofCode({}, 'decimalComma') && !ofCode({}, 'formattedNumbers'));
    assert.ok(!ofCode({ fromMember: 'data', fromDelimiter: ';', toArray: true }, 'unterminatedQuote'));
  });

  it('include decimal points for the columns in which every comma is a decimal comma', () => {
    const text = 'id;net;mixed;note;rate\n1;1.234,5;1,5;1,5;0,5\n2;2,5;1,234.5;see 2;1,085\n3;;;;1.5\n';
    const [, decimalCommas] = offersFor(text);
    const fromDecimalCommas = { delimiter: ';', columns: [1, 4], pointColumns: [1] };
    assert.deepEqual(decimalCommas, {
      id: 'fromDecimalCommas',
      isNeeded: false,
      conversion: { fromDecimalCommas },
    });
    const inColumn = (columnNumber: number) =>
      resolves({ fromDecimalCommas }, { code: 'decimalComma', name: '', columnNumber });
    assert.deepEqual([1, 2, 3, 4, 5].map(inColumn), [false, true, false, false, true]);
    assert.ok(offersWithin(offersFor(text), { fromDecimalCommas }).has('fromDecimalCommas'));
  });

  it('remove the commas between thousands, also in other columns than before', () => {
    const text = 'id,net,note\n1,"1,234.50",x\n2,0.5,\n';
    const withoutThousandsCommas = { delimiter: ',', columns: [1] };
    const offers = offersFor(text);
    assert.deepEqual(offers, [
      { id: 'withoutThousandsCommas', isNeeded: false, conversion: { withoutThousandsCommas } },
    ]);
    const inColumn = (columnNumber: number) =>
      resolves({ withoutThousandsCommas }, { code: 'formattedNumbers', name: '', columnNumber, found: '1,234.50' });
    assert.deepEqual([1, 2, 3].map(inColumn), [false, true, false]);
    const earlier = { withoutThousandsCommas: { delimiter: ',', columns: [0, 2] } };
    assert.deepEqual([...offersWithin(offers, earlier)], ['withoutThousandsCommas']);
    assert.deepEqual([...offersWithin(offers, {})], []);
  });

  it('change commas in one of two ways if only semicolons show that they are decimal commas', () => {
    const text = 'id;rate\n1;1,085\n2;1,500\n';
    const fromDecimalCommas = { delimiter: ';', columns: [1], pointColumns: [1] };
    const withoutThousandsCommas = { delimiter: ';', columns: [1] };
    const offers = offersFor(text).filter(({ id }) => id !== 'fromDelimiter');
    assert.deepEqual(offers, [
      { id: 'fromDecimalCommas', isNeeded: false, conversion: { fromDecimalCommas } },
      { id: 'withoutThousandsCommas', isNeeded: false, conversion: { withoutThousandsCommas } },
    ]);
    const both = new Set(['fromDecimalCommas', 'withoutThousandsCommas'] as const);
    assert.deepEqual(chosenConversion(offers, both), { fromDecimalCommas });
    const problem = { code: 'decimalComma', name: 'rate', columnNumber: 2 } as const;
    for (const conversion of [{ fromDecimalCommas }, { withoutThousandsCommas }]) {
      assert.ok(resolves(conversion, problem));
      assert.ok(!resolves(conversion, { ...problem, columnNumber: 1 }));
    }
    assert.deepEqual([...offersWithin(offers, { withoutThousandsCommas })], ['withoutThousandsCommas']);
  });

  it('require flat rows for nested values, also in JSON Lines', () => {
    const ids = (text: string) => offersFor(text, 'json').map(({ id, isNeeded }) => [id, isNeeded]);
    assert.deepEqual(ids('[{"a": {"b": 1}}]'), [['toFlatRows', true]]);
    assert.deepEqual(ids('{"a": [1]}\n{"a": 2}\n'), [
      ['toFlatRows', true],
      ['toArray', true],
    ]);
  });

  it('allow only one encoding, and only the rows or the object around them: what was selected last', () => {
    const both = new Set(['fromEncoding', 'otherEncoding', 'fromDelimiter'] as const);
    for (const [before, after] of [
      ['fromEncoding', 'otherEncoding'],
      ['otherEncoding', 'fromEncoding'],
    ] as const) {
      assert.deepEqual([...withOneAlternative(both, new Set([before, 'fromDelimiter']))], [after, 'fromDelimiter']);
      assert.deepEqual([...withOneAlternative(both, new Set([before]))], [before, 'fromDelimiter'], 'all at once');
    }
    assert.deepEqual([...withOneAlternative(new Set(['fromDelimiter']), both)], ['fromDelimiter']);
    const rows = new Set(['fromMember', 'toFlatRows', 'oneRow'] as const);
    assert.deepEqual([...withOneAlternative(rows, new Set(['fromMember', 'toFlatRows']))], ['toFlatRows', 'oneRow']);
    assert.deepEqual([...withOneAlternative(rows, new Set(['toFlatRows', 'oneRow']))], ['fromMember', 'toFlatRows']);
    const members = new Set(['fromMember:a', 'fromMember:b', 'toFlatRows'] as const);
    for (const [before, after] of [
      ['fromMember:a', 'fromMember:b'],
      ['fromMember:b', 'fromMember:a'],
    ] as const) {
      assert.deepEqual([...withOneAlternative(members, new Set([before, 'toFlatRows']))], [after, 'toFlatRows']);
      assert.deepEqual([...withOneAlternative(members, new Set([before]))], [before, 'toFlatRows'], 'all at once');
    }
    assert.deepEqual([...withOneAlternative(members, new Set())], ['fromMember:a', 'toFlatRows']);
    const object = new Set(['fromMember:a', 'oneRow'] as const);
    assert.deepEqual([...withOneAlternative(object, new Set(['oneRow']))], ['fromMember:a']);
    // All are selected at once.
    assert.deepEqual([...withOneAlternative(both, new Set())], ['fromEncoding', 'fromDelimiter']);
  });
});
