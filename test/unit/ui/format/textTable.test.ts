import assert from 'node:assert/strict';
import { textTable } from '../../../../src/ui/format/textTable.ts';

describe('A table of text', () => {
  it('has its columns under each other, whatever the rows hold', () => {
    const rows = [['id', 'name'], ['1', 'Zoë', 'more'], ['12345'], ['', 'two\nlines']];
    assert.deepEqual(textTable(rows, 40), ['id     name', '1      Zoë        more', '12345', '       two lines']);
  });

  it('counts characters of double width as two and marks as none', () => {
    assert.deepEqual(
      textTable(
        [
          ['東京', 'x'],
          ['😀', 'x'],
          ['e\u0301', 'x'],
          ['abcd', 'x'],
        ],
        40,
      ),
      ['東京  x', '😀    x', 'e\u0301     x', 'abcd  x'],
    );
  });

  it('cuts long cells off', () => {
    assert.deepEqual(textTable([['a'.repeat(50)]], 5), ['aaaa…']);
    assert.deepEqual(textTable([], 5), []);
  });
});
