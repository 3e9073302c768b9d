import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';

describe('Edits of a text', () => {
  it('replace, insert and remove, and leave the rest', () => {
    const edits = [
      { start: 0, end: 0, newText: '[' },
      { start: 2, end: 3, newText: ',' },
      { start: 5, end: 7, newText: '' },
      { start: 9, end: 9, newText: ']' },
    ];
    assert.equal(applyEdits('ab;cd xyz', edits), '[ab,cdyz]');
    assert.equal(applyEdits('ab', []), 'ab');
  });
});
