import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { severityOf } from '../../src/data/dataProblem.ts';

/** The rows of the README's table of problems, by the code that links to them. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)`\s*\|(.*)\|$/gm);
  return new Map(
    [...rows].map(([, anchor = '', code = '', cells = '']) => {
      assert.equal(anchor, code);
      return [code, cells.split(/(?<!\\)\|/).map((cell) => cell.trim())];
    }),
  );
}

describe('The README’s table of problems', () => {
  it('has a row with an anchor and words for every code, and no other', () => {
    const rows = documented();
    assert.deepEqual([...rows.keys()], Object.keys(severityOf));
    for (const [code, [level = '', meaning = '', help = '']] of rows) {
      assert.match(level, /^(Error|Warning|Information)$/, code);
      assert.ok(meaning.length > 20 && help.length > 5, `${code}: ${meaning} ${help}`);
    }
  });

  it('calls errors exactly what keeps a text from being uploaded', () => {
    assert.deepEqual(
      [...documented()].filter(([, [level]]) => level === 'Error').map(([code]) => code),
      Object.entries(severityOf)
        .filter(([, severity]) => severity === 'blocking')
        .map(([code]) => code),
    );
  });
});
