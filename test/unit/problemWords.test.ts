import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SEVERITIES } from '../../src/data/check/dataProblem.ts';

/** What the guide says of each problem: how it is shown, what it means and how to fix it. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const sections = readFileSync('docs/guide/problems.md', 'utf8').matchAll(
    /^## (\w+)\n\n(\w+)\. (.+?) \*\*What to do:\*\* (.+?)\n/gm,
  );
  return new Map([...sections].map(([, code = '', ...words]) => [code, words]));
}

describe('The list of problems in the guide', () => {
  it('has a heading to link to, and words, for every code, and no other', () => {
    const rows = documented();
    assert.deepEqual([...rows.keys()], Object.keys(SEVERITIES));
    for (const [code, [level = '', meaning = '', help = '']] of rows) {
      assert.match(level, /^(Error|Warning|Information)$/, code);
      assert.ok(meaning.length > 20 && help.length > 5, `${code}: ${meaning} ${help}`);
    }
  });

  it('calls errors exactly what keeps a text from being uploaded', () => {
    assert.deepEqual(
      [...documented()].filter(([, [level]]) => level === 'Error').map(([code]) => code),
      Object.entries(SEVERITIES)
        .filter(([, severity]) => severity === 'blocking')
        .map(([code]) => code),
    );
  });
});
