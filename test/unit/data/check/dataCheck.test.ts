import assert from 'node:assert/strict';
import { guessedEncoding } from '../../../../src/data/check/checkResult.ts';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { encodeAs } from '../text/encodings.ts';
import { checkBytes, checkText, checkWithTotals, problemLines } from './checkText.ts';

describe('Check', () => {
  it('keeps 100 problems of a code, counts the rest by severity, and keeps other codes', () => {
    const result = checkText('csv', `a,b\n${'1\n'.repeat(150)}"`);
    assert.equal(result.problems.length, 101);
    assert.deepEqual(result.problemsOmitted, { blocking: 0, warning: 50 });
    assert.deepEqual(problemLines(result).slice(-1), ['152:1 unterminatedQuote']);
    const nested = checkText('json', `[${'{"a":[]},'.repeat(120)}{}]`);
    assert.deepEqual(nested.problemsOmitted, { blocking: 20, warning: 0 });
  });

  it('reports trailing delimiters once, instead of a ragged row each, if all rows have one', () => {
    const many = '1,2,\n'.repeat(300);
    const all = checkText('csv', `a,b\n\n${many}\n1,"x\n",\n,,\n`);
    assert.deepEqual(problemLines(all), [
      '2:1 blankLines',
      '3:4 trailingDelimiters',
      '303:1 blankLines',
      '304:3 typeChange',
      '306:1 trailingEmptyRows',
    ]);
    assert.deepEqual([all.rows, all.problemsOmitted.warning], [302, 0]);
    assert.deepEqual(problemLines(checkText('csv', 'a,b\n1,2,')), ['2:4 trailingDelimiters']);
    for (const other of ['1,2', '1', '1,2,3', '1,2,,', '1,2,""', '1,2, ']) {
      for (const text of [`a,b\n${many}${other}\n`, `a,b\n${other}\n${many}`]) {
        const { problems, problemsOmitted } = checkText('csv', text);
        const ragged = other === '1,2' ? 300 : 301;
        assert.deepEqual([problems.length, problemsOmitted.warning], [100, ragged - 100], other);
        assert.ok(problems.every(({ code }) => code === 'raggedRow'));
      }
    }
  });

  it('reports empty columns at the end of the header once, instead of a ragged row each, if the rows lack only these', () => {
    const problemsOf = (rows: string) => problemLines(checkText('csv', `id,name,note,\n${rows}`));
    const empty = '1:14 trailingEmptyColumns';
    assert.deepEqual(problemsOf('1,a,x\n2,b,y\n'), [empty]);
    assert.deepEqual(problemsOf('1,a,x\n2,b,y,\n'), [empty]);
    assert.deepEqual(problemsOf('1,a,x\n\nTotal\n'), [empty, '3:1 footerLines']);
    assert.deepEqual(problemsOf('1,a,x\n2,b\n'), [empty, '2:1 raggedRow', '3:1 raggedRow']);
    assert.deepEqual(problemsOf('1,a,x\n2,b,y,z\n'), ['1:14 emptyColumnName', '2:1 raggedRow']);
    assert.deepEqual(problemLines(checkText('csv', 'id,name,note\n1,a\n')), ['2:1 raggedRow']);
  });

  it('counts the other problems beyond the limit if the rows have trailing delimiters', () => {
    const { problems, problemsOmitted } = checkText('csv', `a,b\n${'x"y,"z"z",\n'.repeat(150)}`);
    assert.deepEqual(
      problems.filter(({ code }) => code !== 'strayQuote').map(({ code }) => code),
      ['trailingDelimiters'],
    );
    assert.deepEqual(problemsOmitted, { blocking: 0, warning: 200 });
  });

  it('reports each row that repeats the header, instead of its values of another type', () => {
    const page = '1,2.5\n'.repeat(30);
    const text = `id,net\n${page}id,net\n${page}id,"net"\n${page}id,net\n${'x,1\n'.repeat(25)}id,net\n`;
    const expected = ['32:1 repeatedHeader', '63:1 typeChange', '63:4 typeChange', '94:1 repeatedHeader'];
    const result = checkText('csv', text);
    assert.deepEqual(problemLines(result), [...expected, '120:1 repeatedHeader']);
    assert.equal(result.rows, 119);
    assert.deepEqual(checkText('csv', ...Array.from(text)), result);
    assert.deepEqual(problemLines(checkText('csv', `id,net\n${page}id,net\n${page}id,x\n`)), [
      '32:1 repeatedHeader',
      '63:1 typeChange',
      '63:4 typeChange',
    ]);
    assert.deepEqual(problemLines(checkText('csv', 'a,b\na,b\n1,2')), ['2:1 repeatedHeader']);
    assert.deepEqual(problemLines(checkText('csv', '"a\nb"\n1\n"a\nb"')), ['4:1 repeatedHeader']);
    assert.deepEqual(problemLines(checkText('csv', '2025,2026\nx,y\n2025,2026\n')), [], 'no header for certain');
  });

  it('reports no repeated header if the first line may be a row that occurs again', () => {
    const rowsWithoutHeader = ['1000,Foo,12.50,2024-01-02', '1001,Bar,13.00,2024-01-03', '1000,Foo,12.50,2024-01-02'];
    const withoutHeader = checkText('csv', `1000,Foo,12.50,2024-01-02\n${rowsWithoutHeader.join('\n')}`);
    assert.deepEqual(problemLines(withoutHeader), ['1:1 headerLooksLikeData']);
    assert.deepEqual(problemLines(checkText('csv', 'Smith\nMiller\nSmith\nJones\nSmith')), []);
    const certainties = (text: string) =>
      checkText('csv', text).problems.map((problem) => problem.code === 'repeatedHeader' && problem.isCertain);
    assert.deepEqual(certainties('DE,EUR\nFR,EUR\nDE,EUR\n'), [false]);
    assert.deepEqual(certainties('land,net\nFR,1\nland,net\nDE,\nIT,3\n'), [true]);
    assert.deepEqual(certainties('land,day\nFR,2026-01-31\nland,day\nDE,n/a\n'), [false]);
  });

  it('reports trailing delimiters also between repeated headers, which have none', () => {
    const page = `id,net\n${'1,2,\n'.repeat(30)}`;
    assert.deepEqual(problemLines(checkText('csv', page.repeat(3))), [
      '2:4 trailingDelimiters',
      '32:1 repeatedHeader',
      '63:1 repeatedHeader',
    ]);
  });

  it('reports title lines once, and reads everything below them as without them', () => {
    const page = `id;net;day\n${'1;2,5;2026-01-31;\n'.repeat(30)}`;
    for (const table of [page, page.repeat(2), `${page}x;y;z;\n\n;;\n`]) {
      const titles = '"Report\n""x""";;\nPage 1 of "2"\0;;\n\n';
      const plain = checkWithTotals('csv', table);
      const titled = checkWithTotals('csv', titles + table);
      const moved = plain.problems.map((problem) => ({ ...problem, line: problem.line + 4 }));
      const own = { code: 'titleLines', lines: 4, severity: 'warning', line: 1, column: 1 } as const;
      assert.deepEqual(titled.problems, [own, ...moved]);
      const { byteLength, digest } = titled;
      assert.deepEqual({ ...titled, problems: plain.problems }, { ...plain, byteLength, digest });
    }
  });

  it('gives the position of a byte that is not UTF-8 also in title lines, and below them', () => {
    for (const before of ['Umsatz', 'Umsatz;;\n\na;b;c\n1;2;3\n']) {
      const text = `${before}ü;;\n\na;b;c\n1;2;3\n`;
      const { problems } = checkBytes('csv', Buffer.from(text, 'latin1'));
      const bad = problems.find(({ code }) => code === 'notUtf8');
      assert.deepEqual([bad?.line, bad?.column], before === 'Umsatz' ? [1, 7] : [5, 1]);
      assert.ok(problems.some(({ code, line }) => code === 'titleLines' && line === 1));
    }
  });

  it('counts the values before one of another type, but no empty cells, blank lines, and ends of short rows', () => {
    const rows = ['1,2,3\n'.repeat(25), '1,,3\n'.repeat(4), '1\n', '\n\n', '1,""," "\n', ',2\n', '\n', '1,2,3\n'];
    for (const order of [rows, rows.toReversed()]) {
      const { problems } = checkText('csv', `a,b,c\n${order.join('')}x,y,z\n`);
      const counts = problems.flatMap((problem) =>
        problem.code === 'typeChange' ? `${problem.name} ${problem.rows}` : [],
      );
      assert.deepEqual(counts, ['a 32', 'b 27', 'c 30']);
    }
  });

  it('takes 20 values of one type for the type of their column, and reports only the first of another type', () => {
    const changes = (value: string, values: number) =>
      problemLines(checkText('csv', `a\n${`${value}\n`.repeat(values)}one\ntwo\n`));
    for (const value of ['5', '2026-01-31']) {
      assert.deepEqual(changes(value, 19), [], value);
      assert.deepEqual(changes(value, 20), ['22:1 typeChange'], value);
    }
  });

  it('finds what is far from the start of a file that arrives in chunks', () => {
    const csv = `id,name\n${'1,two\n'.repeat(30_000)}2\n`;
    const json = `[${'{"id":1},\n'.repeat(20_000)}{"id":NaN}]`;
    for (const [kind, text, problem] of [
      ['csv', csv, '30002:1 raggedRow'],
      ['json', json, '20001:7 notJson'],
    ] as const) {
      const chunks = Array.from({ length: Math.ceil(text.length / 50_000) }, (_, at) =>
        text.slice(at * 50_000, (at + 1) * 50_000),
      );
      const result = checkText(kind, ...chunks);
      assert.deepEqual(problemLines(result), [problem]);
      assert.deepEqual(result, checkText(kind, text));
    }
  });

  it('shows only rows that begin in the first 64 KiB', () => {
    const long = 'x'.repeat(30_000);
    assert.equal(checkText('csv', `a\n${`${long}\n`.repeat(9)}`).firstRows.length, 3);
    assert.equal(checkText('json', `[${`{"a":"${long}"},`.repeat(9)}{"a":1}]`).firstRows.length, 2);
    const keys = Array.from({ length: 1_200 }, (_, index) => `"k${index}":1`).join(',');
    assert.equal(checkText('json', `[{${keys}}]`).firstRows[0]?.length, 1_000);
  });

  it('shows a long row without the character that is cut off at its end', () => {
    for (const start of ['', 'x']) {
      const { firstRows } = checkText('csv', `a,b\nMüller,${start}${'ä'.repeat(40_000)}\n`);
      assert.deepEqual(firstRows, [['Müller', `${start}${'ä'.repeat(200 - start.length)}`]]);
    }
  });

  it('tells in which columns every comma is a decimal comma', () => {
    const text = 'id;net;mixed;note;rate;none\n1;1.234,5;1,5;1,5;0,5;1\n2;2.5;1,234.5;see 2;1,085;2\n3;;;;1.5;\n';
    const { decimalCommas } = checkWithTotals('csv', text);
    assert.deepEqual(decimalCommas, { delimiter: ';', columns: [1, 4], pointColumns: [1] });
    assert.equal(checkWithTotals('csv', 'id;net\n1;2.5\n').decimalCommas, undefined);
    assert.equal(checkText('csv', text).decimalCommas, undefined, 'without totals');
  });

  it('tells in which columns every comma is between thousands', () => {
    const columnsOf = (...rows: readonly string[]) =>
      checkWithTotals('csv', `id;net;x\n${rows.join('\n')}\n`).thousandsCommas?.columns;
    assert.deepEqual(columnsOf('1;1,234.50;1', '2;0.5;2'), [1]);
    assert.deepEqual(columnsOf('1;"1,234,567";1,000', '2;;-2,500'), [1, 2]);
    // It means the same in the control totals.
    assert.deepEqual(columnsOf('1;2,500;1', '2;3;2'), [1]);
    assert.deepEqual(columnsOf('1;1,000;1,5', '2;;2'), undefined, 'beside decimal commas');
    assert.deepEqual(columnsOf('1;1,234.50;1,5', '2;;2'), undefined, 'one conversion of commas at a time');
    assert.deepEqual(columnsOf('1;1,234.50;1', '2;12,5;2'), undefined, 'a column with both');
    assert.deepEqual(columnsOf('1;1,234.50;1', '2;n/a;2'), undefined, 'a column of text');
    assert.deepEqual(columnsOf('1;1234.50;1'), undefined);
    const withNote = (note: string) => columnsOf(...Array.from({ length: 25 }, () => '1;1,234.50;1'), `2;${note};2`);
    assert.deepEqual([withNote('Total'), withNote('(1,234.50)')], [[1], undefined]);
    const { thousandsCommas, decimalCommas } = checkWithTotals('csv', 'a\tb\n1,234.50\t1\n');
    assert.deepEqual([thousandsCommas, decimalCommas], [{ delimiter: '\t', columns: [0] }, undefined]);
    assert.equal(checkText('csv', 'a\tb\n1,234.50\t1\n').thousandsCommas, undefined, 'without totals');
  });

  it('takes points for thousands separators beside decimal commas, unless one can only be a decimal point', () => {
    const pointColumns = (...values: readonly string[]) =>
      checkWithTotals('csv', `id;net\n${values.map((value, index) => `${index};${value}\n`).join('')}`).decimalCommas
        ?.pointColumns;
    for (const value of ['1.500', '-12.345', '"1.500"', '1.234,5', '7', '']) {
      assert.deepEqual(pointColumns('12,50', value), [1], value);
      assert.deepEqual(pointColumns(value, '12,50'), [1], value);
    }
    for (const value of ['1.5', '0.500', '1234.500', '.500', '1.', '"2.25"', ' 2.25', '1.5e3', '1.23456789012345678']) {
      assert.deepEqual(pointColumns('1.500', '12,50', value), [], value);
      assert.deepEqual(pointColumns(value, '1.500', '12,50'), [], value);
      assert.deepEqual(pointColumns(value, '1.234,50', '1.500'), [1], value);
    }
    const numbers = Array.from({ length: 25 }, (_, index) => `${index},50`);
    assert.deepEqual(pointColumns(...numbers, '1.500', 'Total'), [1], 'a note does not change how numbers are written');
    assert.deepEqual(pointColumns(...numbers, 'Total', '1.500'), [1]);
    assert.deepEqual(pointColumns(...numbers, 'Total', '1.500', '2.5'), []);
  });

  it('reads numbers that may have decimal commas or not as the other columns are written', () => {
    const commas = (row: string, ...others: readonly string[]) => {
      const { decimalCommas } = checkWithTotals('csv', `quantity;net;x\n${[row, ...others].join('\n')}\n`);
      return decimalCommas && [decimalCommas.columns, decimalCommas.pointColumns];
    };
    assert.deepEqual(commas('1,000;12,50;1'), [
      [0, 1],
      [0, 1],
    ]);
    assert.deepEqual(commas('1.000;12,50;1'), [
      [0, 1],
      [0, 1],
    ]);
    assert.deepEqual(commas('1.000;1.234.567;1'), [
      [0, 1],
      [0, 1],
    ]);
    assert.deepEqual(
      commas('1,000;12,50;1', ';;x'),
      [
        [0, 1],
        [0, 1],
      ],
      'a column of text',
    );
    // In one of the others, a comma or a point means something else, or nothing shows what it means.
    assert.deepEqual(commas('1,000;12,50;2.5'), [[1], [1]]);
    assert.deepEqual(commas('1,000;12,50;1,234.5'), [[1], [1]]);
    assert.equal(commas('1,000;12.50;1'), undefined);
    assert.equal(commas('1,000;1,234,567;1'), undefined);
    assert.equal(commas('1,000;12,50;1', ';x;', '12;;'), undefined, 'nor does a column of text');
  });

  it('reads numbers that may have decimal commas or not as semicolons show, if no number does', () => {
    const commas = (text: string) => {
      const { decimalCommas, thousandsCommas, problems } = checkWithTotals('csv', text);
      const codes = problems.map(({ code }) => code).filter((code) => code !== 'otherDelimiter');
      return { decimal: decimalCommas?.columns, thousands: thousandsCommas?.columns, codes };
    };
    const decimal = { decimal: [1], thousands: [1], codes: ['decimalComma'] };
    assert.deepEqual(commas('id;rate\n1;1,085\n2;-1,500\n3;\n'), decimal);
    const thousands = { decimal: undefined, thousands: [1], codes: ['formattedNumbers'] };
    assert.deepEqual(commas('id;rate\n1;1,085\n2;12\n'), thousands, 'a number without a comma');
    assert.deepEqual(commas('id\trate\n1\t1,085\n2\t1,500\n'), thousands);
    assert.deepEqual(commas('id,rate\n1,"1,085"\n2,"1,500"\n'), thousands);
    assert.deepEqual(commas('id;rate\n1.5;1,085\n2;1,500\n'), thousands, 'a decimal point');
    assert.deepEqual(commas('id;rate;net\n1;1,085;1.500\n'), {
      decimal: [1, 2],
      thousands: [1],
      codes: ['decimalComma', 'decimalComma'],
    });
    // One column with `12` is enough: the others are written in the same way.
    assert.deepEqual(commas('id;rate;net\n1;1,085;12\n2;1,500;2,500\n').decimal, undefined);
    const rates = Array.from({ length: 25 }, (_, row) => `${row};1,085;1,500\n`).join('');
    assert.deepEqual(commas(`id;rate;net\n${rates}25;Total;\n`), {
      decimal: [1, 2],
      thousands: [1, 2],
      codes: ['decimalComma', 'decimalComma', 'typeChange'],
    });
    // A note does not count.
    assert.deepEqual(commas(`id;rate\n${rates.replaceAll(';1,500', '')}25;Total\n`).decimal, undefined);
  });

  it('reports such a column at its name, because no single number shows how it is written', () => {
    const result = checkWithTotals('csv', 'quantity;net;x\n1,000;12,50;1\n2,500;3;1\n');
    assert.deepEqual(problemLines(result), ['1:1 decimalComma', '1:9 otherDelimiter', '2:7 decimalComma']);
  });

  it('takes an IP address for text, and other numbers with points between thousands for numbers', () => {
    const typeOf = (value: string) => checkWithTotals('csv', `net;x\n${value};1\n`).totals?.[0]?.type;
    for (const value of [
      '1.234.567',
      '-1.234.567',
      '"12.345.678"',
      '1.234.567.890',
      '1.000.000.000',
      '5.250.000.000',
      '192.168.100.256',
      '256.100.100.100',
      '100.000.000.000',
      '150.250.000.000',
      '-150.250.125.100',
    ]) {
      assert.equal(typeOf(value), 'number', value);
    }
    for (const value of [
      '192.168.100.101',
      '192.168.001.010',
      '0.123.456',
      '1234.567.890',
      '1.234.56',
      '1.234.5678',
      '1.234..567',
      '1.2.3',
    ]) {
      assert.equal(typeOf(value), 'text', value);
    }
  });

  describe('takes what may be an IP address', () => {
    const columnOf = (...values: readonly string[]) => {
      const result = checkWithTotals('csv', `net;x\n${values.map((value) => `${value};a\n`).join('')}`);
      const [net] = result.totals ?? [];
      return [net?.type, net?.sum, net?.isUnique, result.decimalCommas?.columns, problemLines(result).slice(1)];
    };

    it('for an amount in a column with other amounts that have points or decimal commas', () => {
      for (const [amounts, sum] of [
        [['150.250.125.100', '1.500.000'], '150251625100'],
        [['1.500.000', '150.250.125.100'], '150251625100'],
        [['150.250.125.100', '12,50'], '150250125112.50'],
        [['150.250.125.100', '100.000.000.000'], '250250125100'],
        [['150.250.125.100', '-150.250.125.101'], '-1'],
      ] as const) {
        const position = amounts[0] === '150.250.125.100' ? '3:1' : '2:1';
        assert.deepEqual(
          columnOf(...amounts),
          ['number', sum, true, [0], [`${position} decimalComma`]],
          amounts.join(' '),
        );
      }
      const rows = Array.from({ length: 25 }, (_, index) => `${index + 1}.000.000`);
      assert.deepEqual(columnOf(...rows, '150.250.125.100'), [
        'number',
        '150575125100',
        true,
        [0],
        ['2:1 decimalComma'],
      ]);
    });

    it('for an address otherwise', () => {
      const text = (isUnique: boolean | undefined, problems: readonly string[] = []) => [
        'text',
        undefined,
        isUnique,
        undefined,
        problems,
      ];
      const addresses = Array.from(
        { length: 1_200 },
        (_, index) => `192.168.${100 + Math.floor(index / 100)}.${100 + (index % 100)}`,
      );
      assert.deepEqual(columnOf('192.168.100.101', '192.168.100.101'), text(false));
      assert.deepEqual(columnOf('192.168.100.101', '12', 'x'), text(true));
      assert.deepEqual(columnOf('12', '192.168.100.101', '2.5'), text(true));
      assert.deepEqual(columnOf('2026-01-31', '192.168.100.101'), text(true));
      assert.deepEqual(columnOf(...addresses), text(true), 'also if they ascend');
      assert.deepEqual(columnOf(...addresses, '10.0.0.1', '1.2.3.4'), text(true), 'no change of type');
      const numbers = Array.from({ length: 25 }, (_, index) => `${index}`);
      assert.deepEqual(columnOf(...numbers, '192.168.100.101'), text(true, ['27:1 typeChange']));
      assert.deepEqual(columnOf(...numbers, 'x', '192.168.100.101'), text(true, ['27:1 typeChange']));
      const [mixed] = checkWithTotals('csv', 'net;x\n12,5;a\n12.5;a\n150.250.125.100;a\n').totals ?? [];
      assert.equal(mixed?.type, 'text', 'a decimal point beside it, so that no point is between thousands');
    });

    it('for neither where the notation of the other columns is looked for', () => {
      const rows = Array.from({ length: 30 }, (_, index) => `${index},5;1.${100 + index}\n`).join('');
      const { decimalCommas } = checkWithTotals('csv', `rate;amount\n${rows}7,5;150.250.125.100\n`);
      assert.deepEqual(decimalCommas, {
        delimiter: ';',
        columns: [0, 1],
        pointColumns: [0, 1],
        addressColumns: [1],
      });
    });
  });

  it('tells no column in which a value with a digit and a comma is not a number, as it would have two notations', () => {
    const offered = (value: string): boolean => {
      const rows = Array.from({ length: 25 }, (_, index) => `${index},50\n`).join('');
      const result = checkWithTotals('csv', `a;b\n${rows.replaceAll('\n', ';x\n')}${value};x\n1,5;x\n`);
      assert.deepEqual(problemLines(result), ['1:2 otherDelimiter', '2:1 decimalComma', '27:1 typeChange']);
      return result.decimalCommas !== undefined;
    };
    for (const value of ['1’234,56', '12,00-', '(12,00)', '"EUR 12,00"']) {
      assert.ok(!offered(value), value);
    }
    for (const value of ['Total', 'Total 2', 'see, below', `${'x'.repeat(46)}1,5`]) {
      assert.ok(offered(value), value);
    }
  });

  it('reports no decimal commas in columns of text', () => {
    assert.deepEqual(problemLines(checkText('csv', 'note;x\nhello;1\n12,5;2\n')), ['1:5 otherDelimiter']);
    assert.deepEqual(problemLines(checkText('csv', 'note;x\n12,5;2\nhello;1\n')), ['1:5 otherDelimiter']);
  });

  it('keeps no decimal comma whose position is unknown because columns before it became text', () => {
    const row = (value: string): string => `${Array.from({ length: 120 }, () => value).join(';')}\n`;
    const names = `${Array.from({ length: 120 }, (_, index) => `n${index}`).join(';')}\n`;
    const text = `${names}${row('1,5')}${row('1,5').replaceAll(/^(1,5;){10}/g, 'x;'.repeat(10))}`;
    const { problems, problemsOmitted } = checkText('csv', text);
    const found = problems.filter(({ code }) => code === 'decimalComma');
    assert.deepEqual([found.length, problemsOmitted.warning], [90, 20]);
    assert.deepEqual([found[0]?.line, found[0]?.column], [2, 41]);
  });

  it('takes names that are years, months or days for names, and other numbers for data', () => {
    const looksLikeData = (header: string) =>
      checkText('csv', `${header}\n1,2\n3,4\n`).problems.some(({ code }) => code === 'headerLooksLikeData');
    for (const names of [
      '2024,2025',
      '1999-01,1999-12',
      '2024/1,2024/2',
      '2024.09,2024.10',
      '1,31',
      '10,29',
      ' 1 , 2 ',
    ]) {
      assert.ok(!looksLikeData(names), names);
    }
    for (const numbers of ['2024,2024', '1800,1801', '2024.13,2024.01', '0,1', '31,32', '100,200', '1.5,2.5', '-1,1']) {
      assert.ok(looksLikeData(numbers), numbers);
    }
    assert.ok(!looksLikeData('2024,total') && !looksLikeData('a,b'));
  });

  it('takes dates in a header for data if their columns have nothing else', () => {
    const dates = '2026-01-31\n'.repeat(25);
    assert.deepEqual(problemLines(checkText('csv', dates)), ['1:1 headerLooksLikeData']);
    assert.deepEqual(problemLines(checkText('csv', `${dates}end\n`)), ['26:1 typeChange']);
  });

  it('reports a value that is no date in a column of dates with AM and PM', () => {
    const dates = '10/31/2026 9:30 AM\n"10/31/2026, 1:05:00 pm"\n'.repeat(10);
    assert.deepEqual(problemLines(checkText('csv', `day\n${dates}end\n`)), ['22:1 typeChange']);
  });

  it('reports no other values below dates with the names of months, which may be dates in another language', () => {
    const result = checkWithTotals('csv', `day,n\n${'1 Apr 2026,1\n'.repeat(25)}1 Mai 2026,1\n`);
    assert.deepEqual([problemLines(result), result.totals?.[0]?.type], [[], 'text']);
  });

  it('reports the name of a month in columns of numbers, or of dates without one', () => {
    for (const value of ['7', '2026-10-31']) {
      const text = `day\n${`${value}\n`.repeat(20)}31 Oct 2026\n`;
      assert.deepEqual(problemLines(checkText('csv', text)), ['22:1 typeChange'], value);
    }
  });

  it('takes dates above numbers for names', () => {
    for (const header of ['account,31/12/2025,31/12/2026', 'account,2026-10-30,2026-10-31', 'account,9:30,10:00']) {
      assert.deepEqual(problemLines(checkText('csv', `${header}\n4000,1,2\n5000,3,4\n`)), [], header);
    }
    const row = '2026-10-29,2026-10-28,1\n';
    assert.deepEqual(problemLines(checkText('csv', `2026-10-31,2026-10-30,2026-10-29\n${row}`)), []);
    assert.deepEqual(problemLines(checkText('csv', `2026-10-31,7,9\n${row}`)), []);
    assert.deepEqual(problemLines(checkText('csv', `2026-10-31,2026-10-30,9\n${row}`)), ['1:1 headerLooksLikeData']);
  });

  it('takes a first row without all values for data if it has a date above dates', () => {
    const rows = '10/29/2026,2345.67,,Payroll\n10/28/2026,-85.20,1234,Check\n';
    const expected = ['1:1 headerLooksLikeData', '1:19 emptyColumnName'];
    assert.deepEqual(problemLines(checkText('csv', `10/30/2026,-12.50,,Purchase\n${rows}`)), expected);
    for (const header of ['Date,-12.50,,Memo', '10/30/2026,Amount,,Memo', ',0.5,1.5,']) {
      const { problems } = checkText('csv', `${header}\n${rows}`);
      assert.ok(!problems.some(({ code }) => code === 'headerLooksLikeData'), header);
    }
  });

  it('computes the digest of the content', () => {
    const content = new ContentDigest();
    content.update(Buffer.from('a,b\n1,é\n'));
    assert.equal(checkText('csv', 'a,b\n', '1,é\n').digest, content.digest());
  });

  it('counts the bytes of the file, not of its text in UTF-8', () => {
    const { byteLength, rows } = checkBytes('csv', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'));
    assert.deepEqual([byteLength, rows], [18, 1]);
  });

  it('returns at most 20 rows, and only the beginning of long cells', () => {
    const { firstRows } = checkText('csv', `a,b\n${`1,${'x'.repeat(300)}\n`.repeat(30)}`);
    assert.deepEqual(
      firstRows,
      Array.from({ length: 20 }, () => ['1', 'x'.repeat(200)]),
    );
    assert.deepEqual(checkText('json', '[{"a":"x"},{"b":{"c":1.50}}]').firstRows, [
      ['x', ''],
      ['', '{"c":1.50}'],
    ]);
  });

  it('reports 32,000 levels of nesting in the first row as a problem', () => {
    const value = '['.repeat(32_000) + ']'.repeat(32_000);
    const result = checkText('json', `[{"a":1,"b":${value}}]`);
    assert.deepEqual(problemLines(result), ['1:13 nestedValue']);
    assert.deepEqual(result.firstRows, [['1', value.slice(0, 200)]]);
  });

  it('gives the position of what is not UTF-8 also after a fault in JSON', () => {
    const text = Buffer.from('[{"a":x}\n,{"b":"¬"}\n]').map((byte) => (byte === 0xc2 ? 0xff : byte));
    assert.deepEqual(problemLines(checkBytes('json', text)), ['1:7 notJson', '2:8 notUtf8']);
  });

  it('finds the same in text that is not UTF-8, cut anywhere', () => {
    // The bytes of the first row that Windows-1252 doesn't define are before the first one that is not UTF-8.
    const csv = [Buffer.from('é|東京|😀\n'), Buffer.of(0xff, 0x22, 0x0a)];
    const json = Buffer.from('"]\x83]\x83a\r\n\x83"\xe9\x83""\x83"', 'latin1');
    for (const [kind, bytes] of [
      ['csv', Buffer.concat(csv)],
      ['json', json],
    ] as const) {
      const whole = checkBytes(kind, bytes);
      assert.ok(whole.problems.some(({ code }) => code === 'notUtf8'));
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes(kind, bytes.subarray(0, at), bytes.subarray(at)), whole, `${kind} cut at ${at}`);
      }
    }
  });

  it('reports UTF-8 with some bad bytes as such, cut anywhere', () => {
    const rows = Buffer.from('name,amount\nMüller,1\nGrößé,2\nAb');
    const texts = [
      Buffer.concat([rows, Buffer.from('\xfcc,3\n', 'latin1')]),
      Buffer.from('name\n東京 🙂').subarray(0, -1),
    ];
    for (const bytes of texts) {
      const whole = checkBytes('csv', bytes);
      assert.deepEqual(
        whole.problems.map((problem) => problem.code === 'notUtf8' && problem.encoding),
        ['utf-8'],
      );
      assert.equal(whole.encoding, 'windows-1252');
      assert.equal(guessedEncoding(whole), 'utf-8');
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes('csv', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
      }
    }
    assert.equal(guessedEncoding(checkBytes('csv', Buffer.from('name\nM\xfcller\n', 'latin1'))), 'windows-1252');
    assert.equal(guessedEncoding(checkText('csv', 'name\nMüller\n')), undefined);
  });

  it('does not guess an encoding of text that is hardly Windows-1252, cut anywhere', () => {
    for (const [encoding, text, readable] of [
      ['shift_jis', '氏名,部門\n山田,データ\n', 'iso-8859-1'],
      ['gbk', '姓名\n张三\n', 'windows-1252'],
      ['macintosh', 'id;name\n1;Köln\n', 'windows-1252'],
    ] as const) {
      const bytes = encodeAs(encoding, text);
      const whole = checkBytes('csv', bytes);
      assert.deepEqual([guessedEncoding(whole), whole.encoding], ['unknown', readable]);
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes('csv', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
      }
    }
  });

  it('reads UTF-16 without a byte order mark that begins with other letters, cut anywhere', () => {
    for (const text of ['名前,金額\r\n田中,100\r\n', '№,x\r\n1,100\r\n']) {
      const bytes = Buffer.from(text, 'utf16le');
      const whole = checkBytes('csv', bytes);
      assert.deepEqual([whole.encoding, whole.rows, whole.columns], ['utf-16le', 1, text.split('\r\n')[0]?.split(',')]);
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes('csv', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
      }
    }
  });

  it('finds the same in a number joined with a word, cut anywhere', () => {
    const text = '[{"a":1},{"a":1Infinity}]';
    for (let at = 1; at < text.length; at++) {
      const { problems } = checkText('json', text.slice(0, at), text.slice(at));
      assert.deepEqual(problems, checkText('json', text).problems, `cut at ${at}`);
    }
  });

  it('reads a key with escapes that is longer than what is kept of a token', () => {
    const key = 'x'.repeat(65_530);
    const text = `[{"${key}\\u0041\\u0041":NaN}]`;
    const result = checkText('json', text.slice(0, -12), text.slice(-12));
    assert.deepEqual(problemLines(result), [`1:${text.indexOf('NaN') + 1} notJson`]);
  });
});
