import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { isErrorValue } from '../../../../src/data/check/errorValues.ts';
import { checkBytes, checkText, checkWithTotals, problemLines } from './checkText.ts';
import { cutBytes, cuts } from './randomChunks.ts';

/** The columns with error values: where and which. */
function errorsIn(
  text: string | Uint8Array,
  shares: readonly number[] = [],
  kind: 'csv' | 'json' = 'csv',
): readonly string[] {
  const chunks = cutBytes(Buffer.from(text), shares);
  const { problems } = checkBytes(kind, ...chunks);
  assert.deepEqual(checkWithTotals(kind, ...chunks).problems, problems);
  return problems.flatMap((problem) =>
    problem.code === 'errorValue' ? `${problem.line}:${problem.column} ${problem.name} ${problem.found}` : [],
  );
}

function rows(count: number, rowOf: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${rowOf(index)}\n`).join('');
}

describe('Error values of spreadsheets', () => {
  it('are a problem of each column that has any, at the first of them', () => {
    assert.deepEqual(errorsIn('id,name,rate\n1,Acme,2\n2,#N/A,3\n3,#N/A,#DIV/0!\n4,x,#REF!\n'), [
      '3:3 name #N/A',
      '4:8 rate #DIV/0!',
    ]);
    const late = 'id,name\n' + rows(5_000, (index) => `${index},${index === 4_321 ? '#N/A' : `n${index}`}`);
    assert.deepEqual(errorsIn(late), ['4323:6 name #N/A']);
    assert.deepEqual(errorsIn('a,b\n#REF!,#REF!'), ['2:1 a #REF!', '2:7 b #REF!'], 'in all rows');
  });

  it('are found in quotes, between spaces, below cells with line breaks, and after characters of several bytes', () => {
    assert.deepEqual(errorsIn('a,b,c\n"x\ny","é😀""", #N/A \n'), ['3:12 c #N/A']);
    assert.deepEqual(errorsIn('a;b\r\n"1\r\n2";"#VALUE!"\r\n'), ['3:4 b #VALUE!']);
    assert.deepEqual(errorsIn(Buffer.from('\ufeffa\tb\nx\t#N/A\ny\tz\n', 'utf16le')), ['2:3 b #N/A']);
  });

  it('leave no value of another type without its position, in however many columns they are', () => {
    const columns = Array.from({ length: 101 }, (_, index) => `c${index}`).join();
    const errors = columns.replaceAll(/c\d+/g, '#N/A').replace(/#N\/A$/, 'abc');
    const text = `${columns}\n${rows(20, () => columns.replaceAll('c', ''))}${errors}\n`;
    const { problems, columnsOmitted } = checkText('csv', text);
    assert.deepEqual(
      problems.filter(({ code }) => code === 'typeChange'),
      [],
    );
    assert.deepEqual(columnsOmitted, { typeChange: 1 });
  });

  for (const value of [
    '#N/A',
    '#DIV/0!',
    '#NAME?',
    '#NULL!',
    '#NUM!',
    '#REF!',
    '#VALUE!',
    '#SPILL!',
    '#CALC!',
    '#ERROR!',
    '#N/A N/A',
    '#N/A Field Not Applicable',
    '#N/A Invalid Security',
    '#N/A Requesting Data...',
  ]) {
    it(`are known: ${value}`, () => {
      assert.deepEqual(errorsIn(`id,a\n1,x\n2,${value}\n`), [`3:3 a ${value}`]);
    });
  }

  for (const value of [
    '#NV',
    '#WERT!',
    '#BEZUG!',
    '#ÜBERLAUF!',
    '#REF !',
    '#VALEUR!',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#N/D',
    '#RIF!',
  ]) {
    it(`are known in other languages: ${value}`, () => {
      assert.ok(isErrorValue(value));
      assert.deepEqual(errorsIn(`id,a\n1,x\n2,${value}\n`), [`3:3 a ${value}`]);
    });
  }

  it('are no problem in a name of a column, as a part of a text, or in anything else that begins with a number sign', () => {
    for (const cell of [
      '#1001',
      '#N/Active',
      '#N/A here',
      '#NVIDIA',
      'see #REF! above',
      '#REF',
      '#',
      '##N/A',
      '#ff0000',
      'N/A',
    ]) {
      assert.deepEqual(errorsIn(`id,a\n1,x\n2,${cell}\n`), [], cell);
    }
    assert.deepEqual(errorsIn('id,#N/A\n1,x\n'), []);
    assert.deepEqual(errorsIn('id,#N/A\n#N/A,x\n'), ['2:1 id #N/A']);
    assert.deepEqual(errorsIn('id,a\n1,"#N/A, later"\n2,x\n'), []);
  });

  it('replace other problems of the same value', () => {
    assert.deepEqual(problemLines(checkText('csv', 'id,a\n1,2\n2,#N/A\n3,4\n')), ['3:3 errorValue']);
    const late = (cell: string): string => `id,a\n${rows(60, (index) => `${index},${index === 50 ? cell : index}`)}`;
    assert.deepEqual(problemLines(checkText('csv', late('#N/A'))), ['52:4 errorValue']);
    assert.deepEqual(problemLines(checkText('csv', late('none'))), ['52:4 typeChange']);
    const both = `${late('none')}61,#N/A\n`;
    assert.deepEqual(problemLines(checkText('csv', both)), ['52:4 typeChange', '62:4 errorValue']);
  });

  it('are found in tables of many columns, whose rows are cut', () => {
    const columns = 900;
    const row = (cell: string): string =>
      Array.from({ length: columns }, (_, index) => (index === 7 ? cell : 'x')).join();
    const names = Array.from({ length: columns }, (_, index) => `c${index}`).join();
    const text = `${names}\n${rows(40, (index) => row(index === 33 ? '#N/A' : 'y'))}`;
    assert.deepEqual(errorsIn(text, [0.2, 0.5, 0.84]), ['35:15 c7 #N/A']);
  });

  it('are found in any table in any chunks, as those that another parser reads', () => {
    const cell = fc.constantFrom(
      '#N/A',
      '#REF!',
      'x',
      '1',
      '',
      '"#N/A"',
      '"a\nb"',
      '"#REF! "',
      '#1',
      'é😀',
      '"""#N/A"',
    );
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), cuts, (records, lineBreak, shares) => {
        const text = ['a,b,c', ...records.map((record) => record.join())].join(lineBreak) + lineBreak;
        const read = parse(text, { relax_quotes: true, skip_empty_lines: true }).slice(1);
        const expected = ['a', 'b', 'c'].flatMap((name, column) => {
          const found = read.map((values) => values[column]?.trim() ?? '').find(isErrorValue);
          return found === undefined ? [] : `${name} ${found}`;
        });
        const errors = errorsIn(text, shares).map((error) => error.slice(error.indexOf(' ') + 1));
        assert.deepEqual([...errors].sort(), expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it('keep the positions of as many columns as other problems do', () => {
    const names = Array.from({ length: 150 }, (_, index) => `c${index}`);
    const { problems, problemsOmitted } = checkText('csv', `${names.join()}\n${names.map(() => '#N/A').join()}\n`);
    assert.equal(problems.filter(({ code }) => code === 'errorValue').length, 100);
    assert.equal(problemsOmitted.warning, 50);
  });

  it('are no longer looked for after many texts that begin with a number sign', () => {
    const orders = (count: number): string => `order,a\n${rows(count, (index) => `#${index},x`)}#0,#N/A\n`;
    assert.deepEqual(errorsIn(orders(50_000)), ['50002:4 a #N/A']);
    assert.deepEqual(errorsIn(orders(150_000)), []);
  });
});

describe('Error values in JSON', () => {
  const inJson = (text: string, shares: readonly number[] = []) => errorsIn(text, shares, 'json');

  it('are a problem of each column that has any, at the first of them', () => {
    const text = '[{"a":"#N/A","b":"x"},\n{"a":"#REF!","b":"#DIV\\/0!"},{"c":"#\\u00dcBERLAUF!"},{"a":"#N/A"}]';
    const expected = ['1:7 a #N/A', '2:18 b #DIV/0!', '2:35 c #ÜBERLAUF!'];
    fc.assert(
      fc.property(cuts, (shares) => {
        assert.deepEqual(inJson(text, shares), expected);
      }),
      { numRuns: runs(50) },
    );
    assert.deepEqual(inJson('{"a":"x"}\n{"a":"#N/A"}\n'), ['2:6 a #N/A']);
    const late = rows(5_000, (index) => `{"id":${index},"name":"${index === 4_321 ? '#N/A' : `#n${index}`}"}`);
    assert.deepEqual(inJson(late), ['4322:19 name #N/A']);
  });

  it('are not keys, other texts, or in nested values, and not those of a key that its row already has', () => {
    assert.deepEqual(inJson('[{"#N/A":"a #N/A","b":"#N/A b","c":["#N/A"],"d":{"e":"#N/A"},"f":"#1001"}]'), []);
    assert.deepEqual(inJson('[{"a":1,"a":"#N/A"}]'), []);
    assert.deepEqual(inJson(`[{"a":"#${'N/A'.repeat(30_000)}"}]`), []);
  });

  it('are no longer looked for after many texts that begin with a number sign', () => {
    const orders = (count: number): string => `${rows(count, (index) => `{"order":"#${index}"}`)}{"a":"#N/A"}\n`;
    assert.deepEqual(inJson(orders(50_000)), ['50001:6 a #N/A']);
    assert.deepEqual(inJson(orders(150_000)), []);
  });
});
