import assert from 'node:assert/strict';
import { firstFormattedNumber } from '../../../../src/data/check/formattedNumbers.ts';
import { checkText, totalsOf } from './checkText.ts';

describe('Numbers that are written for people', () => {
  it('are found in the notations of exports', () => {
    for (const cell of [
      '1\u00A0234,50',
      '1\u202F234',
      '12\u202F345\u202F678,90',
      '1\u2009234.50',
      "1'234.50",
      '1’234’567',
      '12.50-',
      '1.234,50-',
      '\u221212.50',
      '(12.50)',
      '(1,234.50)',
      '₹ 1,23,456.50',
      '(12,34,567)',
      '€ 12,50',
      '12,50 €',
      '12,50\u00A0€',
      '1\u00A0234,50\u00A0€',
      '-12,50 €',
      '$1,234.50',
      '-$5',
      '$-5.00',
      '($1,234.50)',
      '£5',
      'EUR 12,00',
      '1.234,00 EUR',
      "CHF 1'234.50",
      '-USD 12.50',
      '1,234.50 Cr',
      '1,14,914.80 Dr.',
      '59.50DR',
      '1.234,50 S',
      '12,50\u00A0H',
      '12 %',
      '12.5%',
      ' 12,50 € ',
      '-',
      '\u2013',
      '- €',
      '€ -',
      'n/a',
      'NA',
      'n.a.',
      'k. A.',
      'n.d.',
      'Null',
      'None',
      'NaN',
      '#Missing',
      '#Mi',
      '--',
      '$(1,234.50)',
      '$ (1,234.50)',
      '€ (12,50)',
      '(12,50) €',
      '( 12.50 )',
      'USD (1,234.50)',
      '(1,234.50) EUR',
      '$-',
      '1,5E+03',
      '-1,5e3',
      '1 234',
      '-12 345 678',
      '1 234.50',
      '1 234 €',
      '1 234,50 €',
      '1234\u00A0',
      '\u00A012.50',
      '\t12.50',
      '12\u3000',
      '12\u200B',
      '\uFEFF12',
      '\u00A0',
      '\u3000\t',
    ]) {
      assert.equal(firstFormattedNumber(['', '12', cell, '2.5', '1,5']), cell.replaceAll(/^ +| +$/g, ''), cell);
    }
  });

  it('have spaces between thousands if others are amounts', () => {
    for (const amounts of [['3,25'], ['€ 2'], ['1 234 €'], ['1 234.50'], ['1.234.567'], ['12,50-']]) {
      assert.equal(firstFormattedNumber(['2 000', ...amounts]), '2 000', amounts.join(' '));
      assert.notEqual(firstFormattedNumber([...amounts, '2 000']), undefined, amounts.join(' '));
    }
    for (const others of [['3 000'], ['3.25'], ['12'], ['12.50-'], ['n/a'], ['€', '2'], ['3,25', 'open']]) {
      assert.equal(firstFormattedNumber(['2 000', ...others]), undefined, others.join(' '));
    }
  });

  it('are not what only looks like one', () => {
    for (const cell of [
      '',
      '12',
      '1,234.50',
      '1 234',
      '01 234,5 678',
      '2026-01-31\u00A0',
      '\u00A0',
      'x\u00A0',
      '$(12',
      '(-5)-',
      '1,5E',
      '2026-01-31',
      '2026-01-31-',
      '09:30',
      'x',
      '€',
      '%',
      '()',
      'TOP 100',
      'ALL 5',
      'ABC 12.50',
      '12.50 kg',
      '12 H',
      '1.5 H',
      '12.50 HR',
      'Cr 12.50',
      '030-12345',
      '(030) 12345',
      '+49 30 12345',
      "5'11",
      "1'23",
      'A-1',
      '1-2-',
      '1/2',
      '§ 12',
      `1\u00A0234${'\u00A0234'.repeat(20)}`,
    ]) {
      assert.equal(firstFormattedNumber([cell]), undefined, cell);
    }
    assert.equal(firstFormattedNumber(['12.50-', 'open']), undefined, 'not all are numbers');
    assert.equal(firstFormattedNumber(['-', '', '-']), undefined, 'none is a number');
    assert.equal(firstFormattedNumber(['n/a', '#DIV/0!']), undefined, 'none is a number');
    assert.equal(firstFormattedNumber(['1', '#DIV/0!', '2']), undefined, 'an error value is another problem');
    assert.equal(firstFormattedNumber(['1', '#N/A', '€ 2']), '€ 2');
    assert.equal(firstFormattedNumber(['12.50', '---']), undefined);
    assert.equal(firstFormattedNumber(['192.168.100.101', 'n/a']), undefined, 'an IP address');
    assert.equal(firstFormattedNumber(['150.250.125.100', '(1.500.000)']), '(1.500.000)', 'no IP address');
    assert.equal(firstFormattedNumber(['1', ' '.repeat(300), `${'\u00A0'.repeat(300)}x`]), undefined);
    assert.equal(firstFormattedNumber(['1', '\u00A0', 'x']), undefined, 'not all are numbers');
    assert.equal(firstFormattedNumber(['\u00A0']), undefined, 'none is a number');
    assert.equal(firstFormattedNumber([]), undefined);
  });

  for (const [cells, found] of [
    [['"1,234.50"', '12.50'], '1,234.50'],
    [['950', '"2,500"'], '2,500'],
    [[...Array<string>(30).fill('950'), '"1,234,567"', '"2,345,678"'], '1,234,567'],
    // Nothing shows that this is a thousand.
    [[...Array<string>(30).fill('950'), '"2,500"'], undefined],
    // The columns with decimal commas are a problem of their own.
    [['"12,5"', '"2,500"'], undefined],
    [[...Array<string>(30).fill('31.01.2026'), '"1,234.50"'], undefined],
  ] as const) {
    it(`have commas between thousands: ${cells.slice(-2).join(' ')}`, () => {
      const problems = checkText(
        'csv',
        `id,price\n${cells.map((cell, index) => `${index},${cell}\n`).join('')}`,
      ).problems;
      const formatted = problems.flatMap((problem) => (problem.code === 'formattedNumbers' ? [problem.found] : []));
      assert.deepEqual(formatted, found === undefined ? [] : [found]);
    });
  }

  it('have commas between thousands in a column of its own, not in that of the decimal commas', () => {
    const { problems } = checkText('csv', 'net;units;gross\n12,5;2,500;1\n1,25;950;"1,234.50"\n');
    assert.deepEqual(
      problems.map((problem) => [problem.code, 'name' in problem && problem.name]),
      [
        ['otherDelimiter', false],
        ['decimalComma', 'net'],
        ['formattedNumbers', 'gross'],
      ],
    );
  });

  for (const [title, cells] of [
    ['in accounting formats', [' $1,234.50 ', ' $(1,234.50)', ' $-   ']],
    ['with a no-break space after them', ['1234\u00A0', '12.50\u00A0']],
    ['beside a cell that is blank but for a no-break space', ['1234', '\u00A0', '5']],
    ['with a tab before them', ['\t1234', '5']],
    ['with spaces between thousands', ['1 234,50', '2 000', '3,25']],
    ['with an exponent after a decimal comma', ['1,5E+03', '2']],
    ['after the first rows are blank', [...Array<string>(30).fill(''), '5.00-', '7.00-']],
    ['after a few plain numbers', [...Array<string>(15).fill('12.50'), ...Array<string>(15).fill(''), '5.00-', '']],
  ] as const) {
    it(`are a problem ${title}`, () => {
      const text = `id,credit\n${cells.map((cell, index) => `${index},"${cell}"\n`).join('')}`;
      assert.deepEqual(
        checkText('csv', text).problems.map(({ code }) => code),
        ['formattedNumbers'],
      );
    });
  }

  it('are a problem at the first of them', () => {
    const positions = (text: string): readonly string[] =>
      checkText('csv', text).problems.flatMap(({ code, line, column }) =>
        code === 'formattedNumbers' ? [`${line}:${column}`] : [],
      );
    const titled = 'Report 1,,\n\nid,note,net\n1,"😀\né",5\n\n2,"😀\né", 12.50- \n3,x,7-\n';
    assert.deepEqual(positions(titled), ['8:4']);
    assert.deepEqual(positions('id,net\n1,5\n2,\u00A0\n3,\u00A07\n'), ['3:3']);
    const blanks = '1,\n'.repeat(30);
    assert.deepEqual(positions(`id,net\n${blanks}2,5.00-\n3,6.00-\n`), ['32:3'], 'below the first rows');
    assert.deepEqual(positions(`id,net\n${'1,5.5\n'.repeat(30)}2,"1,234,567"\n`), ['32:3'], 'among other numbers');
    assert.deepEqual(positions('id,net\n1,"1,234"\n2,"1,234,567"\n'), ['3:3'], 'certainly between thousands');
    assert.deepEqual(positions('id,net\n1,"1,234"\n2,5\n'), ['2:3']);
    const names = Array.from({ length: 150 }, (_, index) => `c${index}`).join(',');
    const rows = [...Array<string>(30).fill(''), '5-'].map((cell) => `${Array<string>(150).fill(cell).join(',')}\n`);
    assert.deepEqual(positions(`${names}\n${rows.join('')}`).slice(-2), ['32:295', '32:298']);
  });

  it('are a problem of their column, which has no totals', () => {
    const text = 'day,net,note,"a ""b"""\n2026-01-31,"1’234,50",12.50- or so,(5)\n2026-02-01,"850,00",,5\n';
    assert.deepEqual(checkText('csv', text).problems, [
      {
        code: 'formattedNumbers',
        severity: 'warning',
        line: 2,
        column: 12,
        name: 'net',
        columnNumber: 2,
        found: '1’234,50',
      },
      {
        code: 'formattedNumbers',
        severity: 'warning',
        line: 2,
        column: 36,
        name: 'a "b"',
        columnNumber: 4,
        found: '(5)',
      },
    ]);
    assert.deepEqual(
      totalsOf('csv', text).map(({ type, sum }) => [type, sum]),
      [
        ['date', undefined],
        ['text', undefined],
        ['text', undefined],
        ['text', undefined],
      ],
    );
    const numbers = Array.from({ length: 25 }, (_, index) => `${index}.50\n`).join('');
    const codes = checkText('csv', `net\n${numbers}12.50-\n`).problems.map(({ code }) => code);
    assert.deepEqual(codes, ['typeChange'], 'a column of numbers');
  });

  it('are known by their column if they can be written as plain ones', () => {
    const columnsIn = (text: string) => checkText('csv', text).formattedNumbers;
    const rows = (row: string) => `${row}\n`.repeat(30);
    assert.deepEqual(columnsIn('id;net;note;tax\na;1.234,50;x-;5\nb;"234,50- ";;\nc;1;;6-\n'), {
      delimiter: ';',
      columns: [1, 3],
    });
    assert.deepEqual(columnsIn(`id,net\n${rows('a,5')}b,12.50-\n`)?.columns, [1], 'after many rows');
    assert.deepEqual(columnsIn(`id,net\n${rows('a,5')}b,n/a\nc,12.50-\n`)?.columns, [1], 'after another value');
    assert.deepEqual(columnsIn('id,net\na,12.50-\nb,-3\n')?.columns, [1], 'in the first row');
    assert.deepEqual(columnsIn('id,net\na,1\nb,(12.50)\nc,12 %\n')?.columns, [1], 'beside a percentage');
    assert.deepEqual(columnsIn('id,net\na,$12\nb,$5\n')?.columns, [1], 'with a currency');
    assert.deepEqual(columnsIn('id,net\na,12 %\nb,$5\n')?.columns, [1], 'after a value with another format');
    assert.equal(columnsIn('id,net\na,$12\nb,€5\n'), undefined, 'with several currencies');
    assert.equal(columnsIn('id,rate\na,12 %\nb,n/a\nc,59.50 Dr\n'), undefined, 'which others can not');
    for (const text of ['id,code\na,12-\nb,x\n', 'id,net\na,-12\nb,3\n', 'id,day\na,2026-01-31\nb,\n', 'id,net\n']) {
      assert.equal(columnsIn(text), undefined, text);
    }
  });
});
