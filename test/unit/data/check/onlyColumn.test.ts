import assert from 'node:assert/strict';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { checkText } from './checkText.ts';

function delimitersFound(text: string, kind: UploadKind = 'csv'): readonly string[] {
  return checkText(kind, text).problems.flatMap((problem) =>
    problem.code === 'onlyColumn' ? `${problem.line}:${problem.column} ${problem.delimiter}` : [],
  );
}

describe('An only column', () => {
  it('may be several if whole rows are in quotes', () => {
    assert.deepEqual(delimitersFound('"id;net"\n"1;2,5"\n"3;4"\n'), ['1:1 ;']);
    assert.deepEqual(delimitersFound('"id,""first name"""\n"1,""Ann"""\n'), ['1:1 ,']);
    // A long value is kept only in part.
    const wide = Array.from({ length: 90 }, (_, index) => `column ${index}`).join(',');
    assert.deepEqual(delimitersFound(`"${wide}"\n"${wide}"\n`), ['1:1 ,']);
  });

  it('may be several if TSV has no tabs', () => {
    assert.deepEqual(delimitersFound('id;net\n1;2\n', 'tsv'), ['1:1 ;']);
    assert.deepEqual(delimitersFound('id|net|day\n1|2|3\n', 'tsv'), ['1:1 |']);
  });

  it('may be several if they have a fixed width', () => {
    const table = ['Id   Name        Net', '1    Ann        1.50', '10   Bob Lee   12.00', ''].join('\n');
    assert.deepEqual(delimitersFound(table), ['1:1  ']);
    assert.deepEqual(delimitersFound('Name    Town\nAnn     Rome\nBob Lee Bern\n'), ['1:1  ']);
    const { problems } = checkText('csv', table.replaceAll('.', ','));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['onlyColumn'],
      'decimal commas divide a row, but not the header',
    );
  });

  it('is one in all other cases', () => {
    assert.deepEqual(delimitersFound('First name  Last name\nAnn\nBob Lee\n'), []);
    assert.deepEqual(delimitersFound('Full name\nAnn Lee\nBob Lee\n'), [], 'a single space');
    assert.deepEqual(delimitersFound('Id   Name\n1    Ann\n'), [], 'a single row');
    for (const rows of [
      ['a sentence', 'one more'],
      ['1    Ann', 'a sentence'],
      ['1    Ann', '2'],
      ['1    Ann', '2     '],
      ['1    Ann', '     Bob'],
    ]) {
      assert.deepEqual(delimitersFound(['Id   Name', ...rows, ''].join('\n')), [], rows.join());
    }
    assert.deepEqual(delimitersFound('Note  \na b\nc d\n'), []);
    assert.deepEqual(delimitersFound('"Name, town"\n"Ann, Rome"\n'), []);
    assert.deepEqual(delimitersFound('"tag;tag"\n"a;b"\n"c"\n'), []);
    assert.deepEqual(delimitersFound('tags\n"a;b"\n"c;d"\n'), []);
    assert.deepEqual(delimitersFound('"id;net"\n'), [], 'there is no row');
    assert.deepEqual(delimitersFound('"id;net",name\n"1;2",a\n'), []);
  });
});
