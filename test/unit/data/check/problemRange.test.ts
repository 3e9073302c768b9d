import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { problemEndColumn } from '../../../../src/data/check/problemRange.ts';
import { kindByName } from '../../../../src/data/file/kindByName.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { checkText } from './checkText.ts';

/** The code and the range of each problem in a text. */
function ranges(kind: UploadKind, text: string): readonly string[] {
  const { problems, delimiter } = checkText(kind, text);
  const lines = text.split(/\r\n|\n|\r/);
  return problems.map((problem) => {
    const line = lines[problem.line - 1] ?? '';
    const end = problemEndColumn(problem, { text: line, delimiter });
    return `${problem.code}: ${line.slice(problem.column - 1, end - 1)}`;
  });
}

describe('Range of a problem', () => {
  for (const [kind, text, expected] of [
    ['csv', 'id,name,id\n1,a,2\n', ['duplicateColumnName: id']],
    ['csv', 'id,"a,b","a,b"\n1,2,3\n', ['duplicateColumnName: "a,b"']],
    ['csv', 'id, name ,x\n1,2,3\n', ['paddedColumnName:  name ']],
    ['csv', 'id,name\n1,2,3\n', ['raggedRow: 1,2,3']],
    ['csv', 'id,name\n1,"a\nb",\n2,b,\n', ['trailingDelimiters: ,']],
    ['csv', 'id,name\n1,a\nid,name\n', ['repeatedHeader: id,name']],
    ['csv', 'id,name\n1,"never closed\n', ['unterminatedQuote: "']],
    ['csv', 'sep=;\nid;name\n1;a\n', ['sepLine: sep=;', 'otherDelimiter: ;']],
    ['csv', 'Report,,\n\nid,name,x\n1,a,b\n', ['titleLines: Report,,']],
    ['csv', 'id,price\n1,"1,50"\n2,"2,50"\n', ['decimalComma: "1,50"']],
    ['csv', 'id,"n,m",x\n1,(12.50),2\n', ['formattedNumbers: (12.50)']],
    ['csv', 'id,name,,\n1,a,,\n', ['trailingEmptyColumns: ,']],
    ['csv', 'id,,x\n1,2,3\n', ['emptyColumnName: ,']],
    ['json', '[{"a":NaN}]', ['notJson: NaN']],
    ['json', '[{"a":12345678901234567890}]', ['impreciseNumber: 12345678901234567890']],
    ['csv', 'id,name\n1, #N/A \n', ['errorValue:  #N/A ']],
    ['json', '[{"a":"#N/A"}]', ['errorValue: "#N/A"']],
    ['json', '[{"a":1,"a":2}]', ['duplicateKey: "a"']],
    ['json', '[{"a":{"b":1}}]', ['nestedValue: {']],
    ['json', '[{"a":1},true]', ['notObjects: true']],
    ['json', '{"a":1}', ['oneObject: {']],
    ['json', '{"a":[{"b":1}]}', ['rowsInObject: {', 'nestedValue: [']],
    ['json', '{"a":1}\n{"a":2}\n', ['jsonLines: {"a":2}']],
  ] as const) {
    it(`is exact in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(ranges(kind, text), expected);
    });
  }

  it('is within one line, and not empty unless the line ends there, for every file of the corpus', () => {
    const corpus = new URL('../../../fixtures/corpus/', import.meta.url);
    for (const name of readdirSync(corpus)) {
      const kind = kindByName({ languageId: '', fileName: name }) ?? assert.fail(name);
      const text = readFileSync(new URL(name, corpus), 'utf8').replace(/^\uFEFF/, '');
      const { problems, delimiter } = checkText(kind, text);
      const lines = text.split(/\r\n|\n|\r/);
      for (const problem of problems) {
        const line = lines[problem.line - 1] ?? '';
        const end = problemEndColumn(problem, { text: line, delimiter });
        const isAfter = end > problem.column || end === line.length + 1;
        assert.ok(
          isAfter && end <= line.length + 1,
          `${name} ${problem.code} ${problem.line}:${problem.column}-${end}`,
        );
      }
    }
  });
});
