import assert from 'node:assert/strict';
import { plainLine, plainText } from '../../../src/base/displayText.ts';
import * as connectionPage from '../../../src/ui/connectionPage/messages.ts';
import * as jobPage from '../../../src/ui/jobPage/messages.ts';
import * as overview from '../../../src/ui/overview/messages.ts';
import * as profilePage from '../../../src/ui/profilePage/messages.ts';
import * as rowsPage from '../../../src/ui/rowsPage/messages.ts';
import * as summaryPage from '../../../src/ui/summaryPage/messages.ts';
import { JSON_PUNCTUATION } from '../fuzzTarget.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

const READERS = Object.entries({ connectionPage, jobPage, overview, profilePage, rowsPage, summaryPage }).flatMap(
  ([page, messages]): readonly [name: string, read: (message: unknown) => unknown][] => [
    [`${page} shows`, messages.readMessageToPage],
    [`${page} says`, messages.readMessageFromPage],
  ],
);

const ROWS =
  '{"kind":"show","model":{"labels":{"row":"","rows":"","problems":"","facts":"","files":"","file":"","connection":"","rowCount":"",' +
  '"size":"","notes":""},"account":["a"],"list":[],"files":[{"title":"t","extent":"e","columns":[{"name":"n","isNumber":true,' +
  '"isExtra":false}],"rows":[["1"]],"warnings":[],"problems":[],"facts":[],"changes":[{"title":"t","lines":["l"]}]}],"omitted":""}}';
const SUMMARY =
  '{"kind":"show","model":{"title":"t","account":["a"],"labels":{"files":"","file":"","connection":"","rows":"","outcome":"",' +
  '"openJob":"","retry":""},"files":[{"name":"n","target":"t","rows":"1","state":"failed","outcome":"o","syncId":"x"}]}}';

/** The messages between the pages and the extension: what is read is clean, of limited length, and reads the same again. */
export const pageMessages: FuzzTarget = {
  name: 'pageMessages',
  sources: ['/src/ui/page/', '/messages.ts', '/src/base/displayText.ts'],
  seeds: [
    ROWS,
    SUMMARY,
    '{"kind":"empty","text":"a"}',
    '{"kind":"gone","syncId":"s","text":"t"}',
    '{"kind":"ready"}',
    '{"kind":"gone","entityId":"e","text":"t"}',
    '{"kind":"copyId","index":1}',
    '{"kind":"openRun","syncId":"s"}',
    '{"kind":"open","entityId":"e"}',
    '{"kind":"openJob","index":3}',
    '{"kind":"retry"}',
    '{"kind":"filter"}',
  ],
  words: [
    ...JSON_PUNCTUATION,
    'null',
    'true',
    '0',
    '-1',
    '0.5',
    '1e400',
    '""',
    '[]',
    '{}',
    '"kind":',
    '"index":',
    '"__proto__":{"kind":"ready"},',
    '"constructor":',
    '"text":',
    '"syncId":',
    '"model":',
    '"show"',
    '"retry"',
    '"sync"',
    '\\u202e',
    '\\u200b',
    '\\n',
    '\\ud83d',
    '😀',
    '  ',
    '\\u0000',
    '<img>',
    `"${'x '.repeat(600)}"`,
    `"${'é'.repeat(501)}"`,
  ],
  cases: 10_000,
  run(input) {
    const message = parsed(input.toString());
    const accepted: string[] = [];
    for (const [name, read] of READERS) {
      const once = read(message);
      if (once !== undefined) {
        accepted.push(name);
        assert.deepEqual(read(once), once, `${name}: again`);
        assertClean(once, name);
      }
    }
    return accepted.join(', ');
  },
};

/** Ids are never changed. Other texts fit on a line; those that are lines of a file keep their spaces. */
function assertClean(message: unknown, name: string): void {
  JSON.stringify(message, (key, value: unknown) => {
    if (key === 'lines' && Array.isArray(value)) {
      assert.ok(
        value.every((line) => plainLine(String(line), 200) === line),
        `${name}: a line is clean`,
      );
      return [];
    }
    if (typeof value === 'string') {
      assert.ok(value.length <= 2_000, `${name}: length`);
      assert.ok(key.endsWith('Id') || plainText(value, 1_000) === value, `${name}: clean`);
    }
    return value;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
