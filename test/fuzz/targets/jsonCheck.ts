import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { isObject } from '../../../src/base/json.ts';
import type { CheckResult } from '../../../src/data/check/checkResult.ts';
import { checkBytes } from '../../unit/data/check/checkText.ts';
import { chunksOf } from '../chunks.ts';
import { JSON_PUNCTUATION } from '../fuzzTarget.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

/** The check of JSON: the same in any chunks, and it refuses exactly what `JSON.parse` refuses. */
export const jsonCheck: FuzzTarget = {
  name: 'jsonCheck',
  sources: ['/src/data/check/', '/src/data/json/', '/src/data/text/', '/src/data/totals/'],
  seeds: [
    '[{"a":1,"b":"x"},{"a":2.5e-3,"b":null}]',
    '[\n  {"id": "é😀\\u00e9\\n", "ok": true},\r\n  {"ok": false, "id": ""}\n]',
    '{"a":1}\n{"a":2}\n',
    '{"a":[1,{"b":[]}],"a":12345678901234567890}',
    '[1,"x",null]',
    "// note\n[{a:'x',},]",
    '[{"a":NaN,"b":True}]',
    '[]',
  ],
  words: [
    ...JSON_PUNCTUATION,
    '\\',
    '\\u',
    '\\n',
    '\\"',
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '-',
    '+',
    '.',
    'e',
    'E',
    '0',
    '1',
    '12345678901234567890',
    '1e400',
    '0.1',
    'true',
    'false',
    'null',
    'NaN',
    'True',
    'None',
    'Infinity',
    '//',
    '/*',
    '*/',
    "'",
    '\ufeff',
    '\ufffd',
    '\u00a0',
    '😀',
    '\u001f',
    '\u007f',
    '"a":1',
    '{"a":1},',
    '\n{"a":1}',
    '[{"a":"x","b":1},\n'.repeat(25),
    '"__proto__":',
    '\\ud83d',
    '\\ude00',
  ],
  cases: 12_000,
  run(input) {
    const result = checkBytes('json', input);
    assert.deepEqual(checkBytes('json', ...chunksOf(input)), result, 'in chunks');
    if (isUtf8(input) && !result.hasByteOrderMark && result.encoding === 'utf-8') {
      compareWithParse(input.toString(), result);
    }
    return [...new Set(result.problems.map((problem) => (problem.code === 'notJson' ? problem.fault : problem.code)))]
      .sort()
      .join(' ');
  },
};

const REFUSED: ReadonlySet<string> = new Set(['notJson', 'jsonLines', 'empty', 'notText', 'markup']);

function compareWithParse(text: string, { problems, rows, columns }: CheckResult): void {
  const parsed = parse(text);
  const isRefused = problems.some(({ code }) => REFUSED.has(code));
  assert.equal(isRefused, parsed === undefined, `refused: ${isRefused}`);
  if (Array.isArray(parsed?.value) && parsed.value.every((row) => isObject(row) && !Array.isArray(row))) {
    assert.equal(rows, parsed.value.length, 'rows');
    // `JSON.parse` puts keys that are integers first.
    const keys = new Set(parsed.value.flatMap((row) => Object.keys(row as object)));
    assert.deepEqual(columns.toSorted(), [...keys].sort(), 'columns');
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
