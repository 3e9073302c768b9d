import assert from 'node:assert/strict';
import { blockLostCharacters, hasLostCharacters, isReadWrongly } from '../../../../src/data/check/checkResult.ts';
import { checkBytes, checkText } from '../check/checkText.ts';

describe('A check of a text in an editor that could not decode all of it', () => {
  const lost = checkText('csv', 'id,town\n1,Z\uFFFDrich\n1\n');

  it('has lost characters, which are only unusual in a file', () => {
    assert.ok(hasLostCharacters(lost));
    assert.ok(!isReadWrongly(lost));
    assert.ok(!hasLostCharacters(checkText('csv', 'id,town\n1,Zürich\n')));
    assert.ok(isReadWrongly(checkBytes('csv', Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1'))));
    assert.ok(!hasLostCharacters(checkText('csv', 'id,town\n1\n')) && !isReadWrongly(checkText('csv', 'id,town\n1\n')));
  });

  it('may not be sent, in the encoding of the file if that is known', () => {
    const told = (check: typeof lost) =>
      check.problems.map(({ code, severity, line, column }) => `${line}:${column} ${code} ${severity}`);
    const unknown = blockLostCharacters(lost, undefined);
    assert.deepEqual(told(unknown), ['2:4 replacementCharacter blocking', '3:1 raggedRow warning']);
    assert.ok(isReadWrongly(unknown) && hasLostCharacters(unknown));
    const known = blockLostCharacters(lost, 'windows-1252');
    assert.deepEqual(known.problems[0], {
      code: 'notUtf8',
      encoding: 'windows-1252',
      severity: 'blocking',
      line: 2,
      column: 4,
    });
    assert.deepEqual(known.problems.slice(1), lost.problems.slice(1));
    assert.deepEqual({ ...known, problems: [] }, { ...lost, problems: [] });
  });
});
