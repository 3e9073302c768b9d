import assert from 'node:assert/strict';
import { checkText, problemLines } from './checkText.ts';

const LONG = 3_000_000;

describe('Check of long input', () => {
  it('reads a long text after an unterminated quote only once, and keeps the position of the quote', () => {
    const lines = '1,"two",éé\n'.replaceAll('"', '').repeat(LONG / 11);
    assert.deepEqual(problemLines(checkText('csv', `a,b,c\n😀,"${lines}`)), ['2:4 unterminatedQuote']);
  });

  it('gives exact positions in a record longer than the window', () => {
    const cell = `"${'x\n'.repeat(LONG / 2)}é"`;
    const lines = 1 + LONG / 2;
    const result = checkText('csv', `a,b,c\n1,${cell}y",5"\n7`);
    assert.deepEqual(problemLines(result), [
      `${lines + 1}:2 strayQuote`,
      `${lines + 1}:7 strayQuote`,
      `${lines + 2}:1 raggedRow`,
    ]);
    assert.equal(result.rows, 2);
  });

  it('gives the exact column in a line longer than the window', () => {
    const line = 'é,'.repeat(LONG);
    const { problems } = checkText('csv', `a,b\n${line}"x"y`);
    const stray = problems.find(({ code }) => code === 'strayQuote');
    assert.deepEqual([stray?.line, stray?.column], [2, line.length + 3]);
  });

  it('does not treat a first line of more than a megabyte as a header', () => {
    const { columns, rows } = checkText('csv', `${'a,'.repeat(LONG)}b\n1,2\n`);
    assert.deepEqual([columns, rows], [[], 1]);
  });

  it('gives exact columns in JSON on one long line', () => {
    const rows = '{"a":"é","b":"x"},'.repeat(LONG / 20);
    const text = `[${rows}{"a":NaN,"b":"x"}]`;
    assert.deepEqual(problemLines(checkText('json', text)), [`1:${text.indexOf('NaN') + 1} notJson`]);
  });

  it('tracks at most 50,000 different keys', () => {
    const members = Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',');
    assert.equal(checkText('json', `[{${members}}]`).columns.length, 50_000);
  });
});
