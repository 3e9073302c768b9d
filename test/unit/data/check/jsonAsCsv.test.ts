import assert from 'node:assert/strict';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { checkBytes, checkText, checkWithTotals, problemLines } from './checkText.ts';

const ROWS = '[\n  {"id": 1, "name": "a, b"},\n  {"id": 2, "name": "c;d"}\n]\n';

describe('The check of JSON as CSV', () => {
  const texts: Readonly<Record<string, string>> = {
    'an array of rows': ROWS,
    'one of arrays': '[["id","name"],[1,"a"],[2,"b"]]',
    'one without rows': ' []\n',
    'JSON Lines': '{"id":1,"name":"a"}\r\n{"id":2,"name":"b"}\r\n',
    'an object': '{\n  "total": 2,\n  "rows": [{"id": 1}, {"id": 2}]\n}',
    'more rows than are read': `[${'{"id":1,"name":"é"},'.repeat(5_000)}{"id":NaN}]`,
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`reports only that it is JSON: ${name}`, () => {
      for (const kind of ['csv', 'tsv'] as const) {
        const whole = checkText(kind, text);
        assert.deepEqual(problemLines(whole), ['1:1 notCsv']);
        assert.equal(whole.problems[0]?.severity, 'blocking');
        const bytes = Array.from(Buffer.from(text), (byte) => Buffer.of(byte));
        assert.deepEqual(checkBytes(kind, ...bytes), whole);
        assert.deepEqual(conversionOffers(whole), []);
      }
    });
  }

  it('has neither rows nor columns, and totals only if they were asked for', () => {
    const { rows, columns, firstRows, delimiter, totals } = checkText('csv', ROWS);
    assert.deepEqual([rows, columns, firstRows, delimiter, totals], [0, [], [], undefined, undefined]);
    assert.deepEqual(checkWithTotals('csv', ROWS).totals, []);
  });

  it('reports its byte order mark, too, and reads UTF-16', () => {
    assert.deepEqual(problemLines(checkText('csv', `\uFEFF${ROWS}`)), ['1:1 byteOrderMark', '1:1 notCsv']);
    const utf16 = Buffer.from(`\uFEFF${ROWS}`, 'utf16le');
    assert.deepEqual(problemLines(checkBytes('csv', utf16)), ['1:1 notUtf8', '1:1 notCsv']);
  });

  it('reads what only begins like JSON as CSV', () => {
    const tables = [
      '[id],[name]\n1,a\n',
      '[id]\n1\n2\n',
      '[1],[2]\n3,4\n',
      '[2026-01],[2026-02]\n3,4\n',
      '[1]\n[2]\n[3]\n',
      '{id},{name}\n1,a\n',
      '{"a":1},x\n{"a":2},y\n',
      '{"a":1}\tx\n{"a":2}\ty\n',
      '[]\tx\n[1]\ty\n',
      '"{""a"":1}",x\n"{""a"":2}",y\n',
      'payload,id\n{"a":1},1\n',
      '{"a":1,"b"\n',
      '[1,2\n',
    ];
    for (const table of tables) {
      const problems = problemLines(checkText('csv', table));
      assert.ok(!problems.some((problem) => problem.endsWith('notCsv')), table);
    }
  });
});
