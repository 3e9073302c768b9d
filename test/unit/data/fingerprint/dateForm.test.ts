import assert from 'node:assert/strict';
import { ColumnStats } from '../../../../src/data/fingerprint/columnStats.ts';
import { commonForm, dateFormOf } from '../../../../src/data/fingerprint/dateForm.ts';

function formOf(text: string): string | undefined {
  const bytes = Buffer.from(`xx${text}1`);
  return dateFormOf(bytes, 2, bytes.length - 1);
}

describe('The form of a date', () => {
  it('is read from the date alone', () => {
    for (const [text, form] of [
      ['2026-01-31', 'YYYY-MM-DD'],
      ['2026/1/31', 'YYYY/MM/DD'],
      ['31.01.2026', 'DD.MM.YYYY'],
      ['1/31/26', 'MM/DD/YY'],
      ['31/1/2026', 'DD/MM/YYYY'],
      ['11/12/2026', '??/??/YYYY'],
      ['2026-01-31T10:20:30Z', 'YYYY-MM-DD'],
      ['31.1.26 10:20', 'DD.MM.YY'],
      ['1/31/2026 9:30:00 PM', 'MM/DD/YYYY'],
      ['1/31/2026, 9:30:00 PM', 'MM/DD/YYYY'],
      ['2026-01-31 09:30:00 UTC', 'YYYY-MM-DD'],
      ['2026-01-31 Invoice: 12', undefined],
      ['31.1.2026 due: now', undefined],
      ['31.1.2026 :30', undefined],
      ['31.1.2026 9', undefined],
      ['2026-01', undefined],
      ['2026-01/31', undefined],
      ['31.01.2026 5', undefined],
      ['1.2.3', undefined],
      ['192.168.1.1', undefined],
      ['12.345.6789', undefined],
      ['1.234', undefined],
      ['-1-2026', undefined],
      ['', undefined],
      ['12/11/26', '??/??/YY'],
      ['13-1-2026', 'DD-MM-YYYY'],
      ['1-13-26', 'MM-DD-YY'],
      ['2026.1.5', 'YYYY.MM.DD'],
      ['12.12.2026', '??.??.YYYY'],
      ['31.01.2026T9:30', 'DD.MM.YYYY'],
      ['31.01.2026x9:30', undefined],
      ['31.01.2026 930', undefined],
      ['2026-01-311', undefined],
      ['2026-001-31', undefined],
      ['20266-01-31', undefined],
      ['123/1/2026', undefined],
      ['1/1/202', undefined],
      ['1/1/20266', undefined],
      ['1//2026', undefined],
      ['/1/2026', undefined],
      ['1:1:2026', undefined],
    ] as const) {
      assert.equal(formOf(text), form, text);
    }
  });

  it('of several dates is the one that tells more, or mixed', () => {
    assert.equal(commonForm('??/??/YYYY', 'DD/MM/YYYY'), 'DD/MM/YYYY');
    assert.equal(commonForm('MM/DD/YYYY', '??/??/YYYY'), 'MM/DD/YYYY');
    for (const other of ['MM/DD/YYYY', '??.??.YYYY', '??/??/YY', 'YYYY/MM/DD', 'mixed']) {
      assert.equal(commonForm('DD/MM/YYYY', other), 'mixed', other);
    }
    assert.equal(commonForm('mixed', '??/??/YYYY'), 'mixed');
    assert.equal(commonForm('YYYY/MM/DD', '??/??/YYYY'), 'mixed');
  });

  it('of a column is read from values with spaces around them, of the length of a date, in the first 200 columns', () => {
    const formIn = (column: number, text: string) => {
      const stats = new ColumnStats();
      // Other values follow.
      stats.add(column, Buffer.from(`x,${text}   ,x`), 2, 2 + Buffer.byteLength(text));
      return stats.end(
        Array.from({ length: 300 }, (_, index) => `c${index}`),
        1,
      )[column];
    };
    assert.deepEqual(formIn(0, '  1/2/26'), { name: 'c0', blanks: 0, dates: '??/??/YY' });
    assert.deepEqual(formIn(199, '2026-01-31'), { name: 'c199', blanks: 0, dates: 'YYYY-MM-DD' });
    assert.equal(formIn(200, '2026-01-31'), undefined);
    assert.equal(formIn(0, `2026-01-31 10:20${' '.repeat(20)}`)?.dates, 'YYYY-MM-DD');
    assert.equal(formIn(0, `2026-01-31 10:20:00.${'0'.repeat(15)}`)?.dates, 'YYYY-MM-DD');
    assert.equal(formIn(0, `2026-01-31 10:20:00.${'0'.repeat(16)}`)?.dates, undefined);
    assert.equal(formIn(0, 'x026-01-31')?.dates, undefined);
  });

  it('of a column is none if a value is no date', () => {
    const stats = new ColumnStats();
    const add = (column: number, text: string): void =>
      stats.add(column, Buffer.from(`${text}   ,x`), 0, Buffer.byteLength(text));
    ['1/2/2026', '  ', '', '13/2/2026'].forEach((text) => add(0, text));
    ['1/2/2026', 'n/a', '1/2/2026'].forEach((text) => add(1, text));
    add(2, '');
    add(500, 'x');
    ['13/2/2026', '1/2/2026'].forEach((text) => add(3, text));
    assert.deepEqual(stats.end(['a', 'b', 'c', 'd'], 4), [
      { name: 'a', blanks: 2, dates: 'DD/MM/YYYY' },
      { name: 'b', blanks: 1 },
      { name: 'c', blanks: 4 },
      { name: 'd', blanks: 2, dates: 'DD/MM/YYYY' },
    ]);
  });
});
