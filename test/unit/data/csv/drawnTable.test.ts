import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { DIALECT_BYTES } from '../../../../src/data/csv/dialect.ts';
import { findDrawnTable } from '../../../../src/data/csv/drawnTable.ts';
import { csvStyle, writeTable } from '../check/csvTables.ts';
import { DRAWN_TABLES, SAP_LIST } from './drawnTables.ts';

function lineOfTable(text: string): number | undefined {
  return findDrawnTable(Buffer.from(text))?.line;
}

const PSQL = ' id | name\n----+------\n  1 | Anna\n';

/** Texts that are no drawn table, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'CSV with pipes': 'id|name\n1|Anna\n2|Ben\n',
  'CSV with pipes and a cell of dashes': 'id|name\n1|---\n---|Ben\n',
  'CSV with pipes and a row of dashes': 'id|name\n---|---\n1|Ben\n',
  'CSV with pipes and a row of dashes that are as long as the names': 'abc|def\n---|---\n1|Ben\n',
  'CSV with pipes around each row': '|id|name|\n|1|Anna|\n|2|Ben|\n',
  'CSV with pipes around each row and a dash for each missing value': '|id|name|\n|-|-|\n|2|Ben|\n',
  'CSV with pipes around each row and a cell of dashes': '|id|name|\n|---|Anna|\n|2|---|\n',
  'CSV with commas and bars': 'id,a|b\n-----,--\n1,|x|\n',
  'CSV with commas and a row of single dashes': 'a,b\n-,-\n1,2\n',
  'CSV with commas and a row of dashes that are fewer than the letters of a name': 'id,name\n---,---\n1,Anna\n',
  'CSV with commas and a row of dashes that has more cells': 'id,name\n---,----,---\n1,Anna\n',
  'CSV with quotes and a row of dashes': '"id",name\n----,----\n1,Anna\n',
  'CSV with semicolons and a row of dashes without one of the names': 'id;\n---;---\n1;Anna\n',
  'CSV with commas and a rule': 'id,name\n-------\n1,Anna\n',
  'CSV with a drawn table in a quoted cell': `id,note\n1,"\n| a | b |\n|---|---|\n| 1 | 2 |\n${'| 3 | 4 |\n'.repeat(9)}"\n`,
  'TSV with a rule': 'id\tname\n--\t----\n1\tAnna\n',
  'a header without rows': '| id | name |\n|----|------|\n',
  'a header that is only rules': '|----|----|\n|----|----|\n| 1  | 2  |\n',
  'a header without letters': '| 1  | 2  |\n|----|----|\n| 3  | 4  |\n',
  'one column': '+------+\n| name |\n+------+\n| Anna |\n+------+\n',
  'a rule of other columns': '| id | name |\n+---+-------+\n| 1  | Anna |\n',
  'a Markdown rule of more columns': '| id | name |\n|---|---|---|\n| 1  | Anna |\n',
  'a rule that is much shorter than the header': '| id | name |\n------\n| 1  | Anna |\n',
  'a header that lacks a bar at its end': '| id | name\n+----+-----+\n| 1  | Anna |\n',
  'a rule without bars below a header without a frame': 'id | name\n---------\n 1 | Anna\n',
  'a header of two lines': PSQL.replace('\n', '\n    | long\n'),
  'a header of two lines in a frame':
    '+----+-----+\n| id | net |\n|    | EUR |\n+----+-----+\n| 1  | 2   |\n+----+-----+\n',
  'rows that are others': `${PSQL}${'1 | 2 | 3\n'.repeat(2)}`,
  'a text with a table in it': `${PSQL}${'Then it goes on.\n'.repeat(4)}`,
  'a table far below the beginning': `${'x\n'.repeat(29)}${PSQL}`,
  'a single long line': '|'.repeat(DIALECT_BYTES),
  nothing: '',
};

describe('A drawn table', () => {
  for (const [name, { text, line }] of Object.entries(DRAWN_TABLES)) {
    it(`is recognized in ${name}`, () => {
      assert.equal(lineOfTable(text), line);
      assert.equal(lineOfTable(text.replaceAll('\n', '\r\n')), line);
      assert.equal(lineOfTable(text.trimEnd().replaceAll(/^/gm, '  ')), line, 'indented, without a last line break');
    });
  }

  for (const [name, text] of Object.entries(OTHERS)) {
    it(`is not recognized in ${name}`, () => {
      assert.equal(lineOfTable(text), undefined);
    });
  }

  it('is recognized if its rule is in the first 30 lines, and the sample ends in a line or in a character', () => {
    assert.equal(lineOfTable(`${'x\n'.repeat(28)}${PSQL}${'  2 | Ben\n'.repeat(30)}`), 29);
    const long = SAP_LIST.replaceAll('Hotel', 'Hôtel'.padEnd(DIALECT_BYTES, '€'));
    for (const shift of ['', 'x', 'xx']) {
      assert.equal(lineOfTable(shift + long), 3);
    }
    assert.equal(findDrawnTable(Buffer.from(SAP_LIST.replace('Office', 'Büro'), 'latin1'))?.line, 3);
  });

  it('is recognized by most of its rows, whatever else is above and below it', () => {
    assert.equal(lineOfTable(PSQL.trimEnd()), 1);
    assert.equal(lineOfTable(`List "A" and "B"\n${PSQL}`), 2);
    assert.equal(lineOfTable(`${PSQL}${'    \n'.repeat(9)}`), 1);
    assert.equal(lineOfTable('| 1 | name |\n+---+------+\n| 2 | Anna |\n'), 1);
    assert.equal(lineOfTable(`${PSQL}  2 | Ben\n  3 | a | b\n`.replace('3 |', '3|')), 1, 'two of three');
    assert.equal(lineOfTable(`${PSQL}(1 row)\n`), 1, 'one of two lines');
  });

  it('has types below its names only if all of them are types', () => {
    const typed = (...types: readonly string[]) =>
      [['id', 'at'], ...types.map((type) => ['int8', type]), [], ['1', 'x']]
        .map(([id, at = '']) =>
          id === undefined ? `├──────┼${'─'.repeat(26)}┤\n` : `│ ${id.padEnd(4)} │ ${at.padEnd(24)} │\n`,
        )
        .join('');
    for (const type of [
      'timestamp',
      'timestamp with time zone',
      'varchar[]',
      'decimal(18,2)',
      'int32[3][]',
      'struct(a integer)',
    ]) {
      assert.equal(lineOfTable(typed(type)), 1, type);
    }
    for (const type of ['', 'EUR', 'integers', 'xint8', 'decimal']) {
      assert.equal(lineOfTable(typed(type)), undefined, type);
    }
    assert.equal(lineOfTable(typed('date', 'date')), undefined, 'names of two lines');
  });

  it('has its columns where the bars of its header are', () => {
    const table = findDrawnTable(Buffer.from(`Title\n${PSQL}`));
    assert.deepEqual(table, {
      columns: { barCharacters: '|', bars: [4], isFramed: false, hasEscapes: false, areDelimited: false },
      names: ['id', 'name'],
      line: 2,
      linesAbove: 3,
    });
  });

  it('is never recognized in CSV of several columns, whatever its cells', () => {
    const units = fc.constantFrom('-', '---', '|', '|---|', '+', ':', ' ', 'a', '|a|b|', '"', '\n');
    const cell = fc.string({ unit: units, maxLength: 5 });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    fc.assert(
      fc.property(table, csvStyle, (rows, style) => {
        assert.equal(lineOfTable(writeTable(rows, style)), undefined);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
