import assert from 'node:assert/strict';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { checkBytes, checkText, problemLines } from './checkText.ts';

describe('Check', () => {
  it('keeps 100 problems of a code, counts the rest by severity, and keeps other codes', () => {
    const result = checkText('csv', `a,b\n${'1\n'.repeat(150)}"`);
    assert.equal(result.problems.length, 101);
    assert.deepEqual(result.problemsOmitted, { blocking: 0, warning: 50 });
    assert.deepEqual(problemLines(result).slice(-1), ['152:1 unterminatedQuote']);
    const nested = checkText('json', `[${'{"a":[]},'.repeat(120)}{}]`);
    assert.deepEqual(nested.problemsOmitted, { blocking: 20, warning: 0 });
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
