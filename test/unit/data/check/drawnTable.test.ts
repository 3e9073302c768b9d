import assert from 'node:assert/strict';
import { chosenConversion, fullConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { ConvertedCheck } from '../../../../src/data/convert/convertedCheck.ts';
import {
  blockingProblems,
  isBlocked,
  problemsOfConversion,
  remainingProblems,
} from '../../../../src/data/convert/remainingProblems.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';
import { DRAWN_TABLES, SAP_LIST } from '../csv/drawnTables.ts';
import { checkBytes, checkText, checkWithTotals, problemLines } from './checkText.ts';

const MARKDOWN = '| id | name |\n|----|------|\n| 1  | Anna |\n';

function checkConverted(text: string | Uint8Array, conversion: Conversion, kind: UploadKind = 'csv') {
  const check = new ConvertedCheck({ kind, conversion, totals: true });
  check.scan(Buffer.from(text));
  return check.end('');
}

describe('The check of a drawn table', () => {
  for (const [name, { text, line }] of Object.entries(DRAWN_TABLES)) {
    it(`reports only that it is one, in ${name}`, () => {
      for (const kind of ['csv', 'tsv'] as const) {
        const whole = checkText(kind, text);
        assert.deepEqual(problemLines(whole), [`${line}:1 drawnTable`]);
        const bytes = Array.from(Buffer.from(text), (byte) => Buffer.of(byte));
        assert.deepEqual(checkBytes(kind, ...bytes), whole);
      }
    });
  }

  it('has neither rows nor columns, and totals only if they were asked for', () => {
    const { rows, columns, firstRows, delimiter, totals } = checkText('csv', MARKDOWN);
    assert.deepEqual([rows, columns, firstRows, delimiter, totals], [0, [], [], undefined, undefined]);
    assert.deepEqual(checkWithTotals('csv', MARKDOWN).totals, []);
  });

  it('reports problems of the bytes and their positions, but none of cells', () => {
    const rows = '| 2  | "x"y |\n| 3  | "    |\n'.repeat(5);
    assert.deepEqual(problemLines(checkText('csv', `\uFEFF${MARKDOWN}${rows}| 9  | \uFFFD\0   |\n`)), [
      '1:1 byteOrderMark',
      '1:1 drawnTable',
      '14:8 replacementCharacter',
      '14:9 nulByte',
    ]);
    const latin = Buffer.from(SAP_LIST.replace('Office', 'B\xfcro  '), 'latin1');
    assert.deepEqual(problemLines(checkBytes('csv', latin)), ['3:1 drawnTable', '5:38 notUtf8']);
    // Only the first part is searched for a table, whatever follows it.
    const long = MARKDOWN + '| 2  | "    |\n'.repeat(200_000);
    assert.deepEqual(problemLines(checkText('csv', long)), ['1:1 drawnTable']);
  });

  it('is followed by one of the CSV that it becomes', () => {
    const { rows, columns, firstRows, kind, problems } = checkConverted(MARKDOWN, { fromDrawnTable: true }, 'tsv');
    assert.deepEqual([kind, rows, columns, firstRows], ['csv', 1, ['id', 'name'], [['1', 'Anna']]]);
    assert.deepEqual(problems, []);
  });

  it('prevents an upload unless the table is converted, which is selected', () => {
    const check = checkText('csv', MARKDOWN);
    const conversion = { fromDrawnTable: true } as const;
    assert.deepEqual(conversionOffers(check), [{ id: 'fromDrawnTable', isNeeded: true, conversion }]);
    assert.equal(blockingProblems({ check }).length, 1);
    const convertedCheck = checkConverted(MARKDOWN, conversion);
    assert.ok(!isBlocked({ check, conversion, convertedCheck }));
    assert.ok(isBlocked({ check, conversion, convertedCheck: check }), 'still drawn');
  });

  it('shows what else is wrong with its rows after the conversion', () => {
    const text = `${MARKDOWN.repeat(2)}| 2  | B | C |\n`;
    const check = checkText('csv', text);
    const conversion = { fromDrawnTable: true } as const;
    const data = { check, conversion, convertedCheck: checkConverted(text, conversion) };
    assert.deepEqual(remainingProblems(data), []);
    assert.deepEqual(
      problemsOfConversion(data).map(({ code }) => code),
      ['raggedRow'],
    );
  });

  it('keeps the problems of an encoding below what is omitted of the CSV', () => {
    const check = checkBytes('csv', Buffer.from(SAP_LIST.replace('13.', 'S\xfcm'), 'latin1'));
    const conversion = { fromDrawnTable: true, withoutTotalRow: 4 } as const;
    assert.deepEqual(
      remainingProblems({ check, conversion }).map(({ code }) => code),
      ['notUtf8'],
    );
    assert.deepEqual(blockingProblems({ check, conversion: { ...conversion, ...fullConversion(check) } }), []);
  });

  it('is the first of the conversions that are made to its CSV', () => {
    const toPlainNumbers = { delimiter: ',', columns: [4] };
    const fromDecimalCommas = { delimiter: ',', columns: [4], pointColumns: [4] };
    const totalRow = { line: 5, linesAbove: 4, rows: 1, columns: ['Amount'] };
    const check = {
      ...checkWithTotals('csv', SAP_LIST),
      formattedNumbers: toPlainNumbers,
      decimalCommas: fromDecimalCommas,
      totalRow,
    };
    const offers = conversionOffers(check);
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['fromDrawnTable', true],
        ['withoutTotalRow', false],
        ['toPlainNumbers', false],
        ['fromDecimalCommas', false],
      ],
    );
    const conversion = chosenConversion(offers, new Set(['withoutTotalRow', 'fromDecimalCommas']));
    assert.deepEqual(conversion, { fromDrawnTable: true, withoutTotalRow: 4, toPlainNumbers, fromDecimalCommas });
    const { rows, totals, problems } = checkConverted(SAP_LIST, conversion);
    assert.deepEqual([rows, totals?.[4]?.sum, problems], [3, '13145.56', []]);
  });
});
