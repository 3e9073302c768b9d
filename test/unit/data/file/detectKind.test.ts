import assert from 'node:assert/strict';
import { detectKind } from '../../../../src/data/file/detectKind.ts';

describe('The kind of a document', () => {
  const cases: readonly [name: string, languageId: string, fileName: string, text: string, kind: string | undefined][] =
    [
      ['its language before its name', 'json', 'data.csv', 'a,b', 'json'],
      ['JSON with comments, by its language', 'jsonc', 'x', '', 'json'],
      ['a language of a CSV extension', 'csv (semicolon)', 'x.txt', '', 'csv'],
      ['a language of another CSV extension', 'dynamic csv', 'x.txt', '', 'csv'],
      ['pipes by their language', 'csv (pipe)', 'x.txt', '', 'csv'],
      ['any other delimiter by its language', 'csv (whitespace)', 'Untitled-1', 'a b\n1 2\n', 'csv'],
      ['a language with a similar name as nothing', 'csvs', 'Untitled-1', '', undefined],
      ['CSV by its language', 'csv', 'x', '', 'csv'],
      ['TSV by its language', 'tsv', 'x', '', 'tsv'],
      ['its name before its content', 'plaintext', '/data/A.CSV', '[{}]', 'csv'],
      ['TSV by its name', 'plaintext', 'C:\\data\\a.tab', '', 'tsv'],
      ['tabs by their name', 'plaintext', 'a.b.tsv', '', 'tsv'],
      ['a name of several lines by its end', 'plaintext', 'a.csv\n.json', '', 'json'],
      ['JSON by its name', 'plaintext', 'a.Json', '', 'json'],
      ['JSON Lines by their name', 'plaintext', 'a.jsonl', '["x",1]\n', 'json'],
      ['newline-delimited JSON by its name', 'plaintext', 'a.ndjson', '{"a":1,"b":2}\n{"a":3,"b":4}\n', 'json'],
      ['JSON Lines by their language', 'jsonl', 'Untitled-1', '', 'json'],
      ['an array by its content', 'plaintext', 'Untitled-1', ' [\n {"a":1}]', 'json'],
      ['an empty array by its content', 'plaintext', 'Untitled-1', '[]', 'json'],
      ['an array that has only begun', 'plaintext', 'Untitled-1', '[', 'json'],
      ['an object that has only begun', 'plaintext', 'Untitled-1', '{ ', 'json'],
      ['an object on several lines', 'plaintext', 'Untitled-1', '{\n  "a": 1\n}', 'json'],
      ['an object by its content', 'plaintext', 'Untitled-1', '\uFEFF{"a":1}', 'json'],
      ['commas by content', 'plaintext', 'Untitled-1', 'a,b\n1,2\n', 'csv'],
      ['semicolons by content', 'plaintext', 'data.txt', 'a;b\n1,5;2\n', 'csv'],
      ['tabs by content', 'plaintext', 'data.d/x', 'a\tb\n1\t2\n', 'tsv'],
      ['a drawn table as CSV', 'markdown', 'list.md', '| id | name |\n|----|------|\n| 1  | a, b |\n', 'csv'],
      ['prose as nothing', 'markdown', 'README.md', 'Hello, world.\nHow are you, my friend, today?\n', undefined],
      ['one line as nothing', 'plaintext', 'Untitled-1', 'a,b', undefined],
      ['nothing as nothing', 'plaintext', 'Untitled-1', '', undefined],
      ['arrays in an array', 'plaintext', 'x', ' [\n ["id","n"],[1,2]]', 'json'],
      ['numbers in an array', 'plaintext', 'x', '[[1,-2]]', 'json'],
      ['links of a wiki as nothing', 'plaintext', 'x', '[[Page]] and [[Other]]', undefined],
      ['data in prose as nothing', 'plaintext', 'x', 'The answer is [{"a":1}]', undefined],
      ['a folder with the name of a file as nothing', 'plaintext', 'x.csv/y', '', undefined],
      ['a bracket in prose as nothing', 'plaintext', 'x', '[see below]', undefined],
    ];
  for (const [name, languageId, fileName, text, kind] of cases) {
    it(`takes ${name}`, () => assert.equal(detectKind({ languageId, fileName, text }), kind));
  }
});
