import assert from 'node:assert/strict';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { columnsWithTotalRow } from '../../../../src/data/totals/totalRow.ts';

function withTotalRow(values: readonly string[]): boolean {
  const check = new DataCheck('csv', { totals: true });
  check.push(Buffer.from(['id;amount', ...values.map((value, index) => `n${index};${value}`), ''].join('\n')));
  return columnsWithTotalRow(check.end().totals ?? []).join() === 'amount';
}

/** @param length of the pieces in which the text arrives. */
function totalRowOf(text: string, length = text.length): CheckResult['totalRow'] {
  const check = new DataCheck('csv', { totals: true });
  for (let at = 0; at < text.length; at += length) {
    check.push(Buffer.from(text.slice(at, at + length)));
  }
  return check.end().totalRow;
}

describe('A total row', () => {
  it('is suspected where one value is the sum of all others', () => {
    for (const values of [
      ['10.50', '20.25', '3.05', '33.80'],
      ['1000', '200', '34', '1234'],
      ['2500', '2500', '0', '5000'],
      ['1250', '1250', '1250', '1250', '5000'],
      ['33.8', '10.50', '20.25', '3.05'],
      ['-10.50', '-20.25', '-3.05', '-33.80'],
      ['1.000,50', '2.000,25', '3,00', '3.003,75'],
      ['0.1000', '0.2000', '0.0304', '', '0.3304'],
      ['90071992547409930', '1', '2', '90071992547409933'],
    ]) {
      assert.ok(withTotalRow(values), values.join());
    }
  });

  it('is not suspected by chance, in few or small numbers, or among other values', () => {
    for (const values of [
      ['10.50', '20.25', '3.05', '33.81'],
      ['10.50', '20.25', '30.75'],
      ['1', '2', '3', '6'],
      ['0.01', '0.02', '0.03', '0.06'],
      ['1000', '-1000', '500', '-500'],
      ['100.00', '-40.00', '7.55', '67.55'],
      ['5000', '5000', '0', '0'],
      ['0.00', '0.00', '', '5000.00', '5000.00'],
      ['-50,00', '0,00', '-50,00', '0,00'],
      ['0.00', '0.00', '0.00', '0.00'],
      ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
      ['a', '20.25', '3.05', '33.80'],
      [],
    ]) {
      assert.ok(!withTotalRow(values), values.join());
    }
  });

  it('is the last row, if it has the sum', () => {
    const table = 'id;name;net;tax\na;"x\ny";10,50;1\nb;z;1.000,25;2\nc;z;3,05;3\n';
    for (const end of ['Total;;1.013,80;', 'Total;;1013,80;\n', ';;"1.013,8";9\r\n', '\nTotal;;+1013,800;6\n;;;\n\n']) {
      const line = end.startsWith('\n') ? 7 : 6;
      assert.deepEqual(totalRowOf(table + end), { line, linesAbove: 5, rows: 1, columns: ['net'] }, end);
    }
    assert.deepEqual(totalRowOf(`${table}Total;;1.013,80;\n\nPrinted\n`)?.line, 6, 'lines below the table');
    for (const [values, total] of [
      ['1000.2500\nn,10.5\nn,3.05', '1013.8'],
      ['1000\nn,200\nn,300', '001500.00'],
      ['-1000\nn,-200\nn,-300', '-1500'],
      // A net total, which is neither the largest nor the smallest number.
      ['100.00\nn,-40.00\nn,7.55', '67.55'],
      ['100.00\nn,-400.00\nn,7.55', '-292.45'],
    ] as const) {
      assert.equal(totalRowOf(`id,net\nn,${values}\nTotal,${total}\n`)?.line, 5, total);
    }
    for (const gap of ['\n', ';;;\n', '\n;;;\n\n', ';;;\n'.repeat(30)]) {
      const line = 5 + gap.split('\n').length;
      assert.deepEqual(
        totalRowOf(`${table}${gap}Total;;1.013,80;\n`),
        { line, linesAbove: 5, rows: 1, columns: ['net'] },
        gap,
      );
    }
    const long = `id;net;tax\n${'a;5;7\n'.repeat(100_000)}Total;500000;700000\n`;
    assert.deepEqual(totalRowOf(long), { line: 100_002, linesAbove: 100_001, rows: 1, columns: ['net', 'tax'] });
    assert.deepEqual(totalRowOf(`Report;;\n\n${long}`)?.line, 100_004, 'title lines');
  });

  it('is not known if the sum is in another row, or is not certainly in the last one', () => {
    const table = 'id;name;net\na;x;10,50\nb;y;1.000,25\nc;z;3,05\n';
    for (const text of [
      'id;name;net\n;;1.013,80\na;x;10,50\nb;y;1.000,25\nc;z;3,05\n',
      `${table}Total;;1.013,80\nx;1\n`,
      `${table}Total;;1.013,80\nx;1;2;3\n`,
      `${table}Total;;1.013,80\nx;1;\n`,
      `${table}Total;1.013,80\n`,
      `${table}Total;;1.013,81\n`,
      `${table}Total;;1.013,80\n"`,
      `${table}${'T'.repeat(70_000)};;1.013,80\n`,
      // Its start is no longer known at its end.
      `${table}${'T'.repeat(1_200_000)};;1.013,80\n`,
      'id,net\na,-100.00\nb,-150.00\nc,-50.00\nTotal,100.00\n',
      'id,net\na,500\nb,400\nc,101\nTotal,1000\n',
      'id,net\na,1000.00\nb,-1000.00\nc,500.00\nd,-500.00\n',
      'id,net\na,400.00\nb,1000.00\nc,590.00\nd,10\n',
      'id,net\na,400\nb,1000\nc,590\nd,10.00\n',
      'id,net\na,4000\nb,10000\nc,5000\nd,1000\n',
      'id,name,net\na,x,1005\nb,y,500\nc,z,400\nd,z,105\n',
      'id;name;net\n',
      '',
    ]) {
      assert.equal(totalRowOf(text), undefined, text.slice(0, 100));
    }
    const withoutTotals = new DataCheck('csv', { totals: false });
    withoutTotals.push(Buffer.from(`${table}Total;;1.013,80\n`));
    assert.equal(withoutTotals.end().totalRow, undefined);
  });

  it('is one of up to three, if those at the end have the same sum of all rows above them', () => {
    const table = 'Campaign,Clicks,Cost,Status\nA,12340,8000.25,on\nB,21000,10603.25,on\nC,800,0.50,off\n';
    const total = (name: string) => `Total: ${name},34140,18604.00,\n`;
    const [campaigns, account] = [total('Campaigns'), total('Account')];
    const columns = ['Clicks', 'Cost'];
    const first = { line: 5, linesAbove: 4 };
    for (const [text, expected] of [
      [`${table}${account}`, { ...first, rows: 1, columns }],
      [`${table}${campaigns}${account}`, { ...first, rows: 2, columns }],
      [`${table}${campaigns}${total('Search')}${account}`, { ...first, rows: 3, columns }],
      [`${table}\n${campaigns},,,\n\n${account}\n`, { line: 6, linesAbove: 4, rows: 2, columns }],
      [`${table}"Total: ""all""",34140,"18604.00",\n${account.trim()}`, { ...first, rows: 2, columns }],
      [`${table}Total: Campaigns,34140,,\n${account}`, { ...first, rows: 2, columns: ['Clicks'] }],
      [`Report\n\n${table}${campaigns}${account}`, { line: 7, linesAbove: 6, rows: 2, columns }],
    ] as const) {
      for (const length of [1, 7, 20, text.length]) {
        assert.deepEqual(totalRowOf(text, length), expected, `${length} ${text}`);
      }
    }
    const long = `id,net\n${'a,5\n'.repeat(100_000)}Sum,500000\nTotal,500000\n`;
    assert.deepEqual(totalRowOf(long), { line: 100_002, linesAbove: 100_001, rows: 2, columns: ['net'] });
  });

  it('is not one of several by chance, or if they are not certainly the last ones', () => {
    const table = 'id,name,net\n,a,10.50\n,b,1000.25\n,c,3.05\n';
    const total = ',Total,1013.80\n';
    assert.equal(totalRowOf(`${table}${total}${total}`)?.rows, 2);
    for (const text of [
      `${table}${total.repeat(4)}`,
      `${table}${total}${total}x,1\n`,
      `${table}${total}x,1\n${total}`,
      `${table}${total},d,1.00\n${total}`,
      `${table}${total},Total,1013.81\n`,
      `${table},"To\ntal",1013.80\n${total}`,
      `${table},${'T'.repeat(70_000)},1013.80\n${total}`,
      `${table},${'T'.repeat(1_200_000)},1013.80\n${total}`,
      // With few numbers, or with numbers or dates that differ as those of rows do.
      'id,net\na,1000\nb,500\nc,1500\nd,1500\n',
      'id,net\n1,1000\n2,500\n3,0\n4,1500\n5,1500\n',
      'day,net\n2026-01-01,1000\n2026-01-02,500\n2026-01-03,0\n2026-01-04,1500\n2026-01-05,1500\n',
      'id,net\na,0\nb,0\nc,1500\nd,1500\ne,1500\n',
      'id,net\na,1\nb,2\nc,3\nd,6\ne,6\n',
      'id,net\na,1500\nb,1500\nc,1500\nd,1500\ne,1500\n',
      'id,net\na,1000\nb,1500\nc,0\nd,500\ne,1500\n',
    ]) {
      assert.equal(totalRowOf(text), undefined, text.slice(0, 100));
    }
  });

  it('is found however the text arrives', () => {
    const text = 'id,net\na,10.50\nb,1000.25\nc,3.05\n"To\ntal",1013.80\n\n';
    for (const length of [1, 2, 3, 7, 20]) {
      assert.deepEqual(totalRowOf(text, length), { line: 5, linesAbove: 4, rows: 1, columns: ['net'] }, String(length));
    }
  });
});
