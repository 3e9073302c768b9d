import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CASES } from '../faults/cases.ts';
import { caseTable } from '../faults/caseTable.ts';

const evidence = readFileSync('docs/evidence.md', 'utf8');

describe('docs/evidence.md', () => {
  it('has the table that npm run test:faults prints, and how many cases there are', () => {
    const faults = evidence.split('\n## ').find((section) => section.startsWith('Faults\n')) ?? '';
    const lines = faults.split('\n').map((line) => line.replace(/ +/g, ' ').replace(/-{3,}/g, '---'));
    const table = caseTable(CASES);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('| ')),
      table,
    );
    assert.ok(faults.includes(`${CASES.length.toLocaleString('en')} cases`), String(CASES.length));
  });

  it('names only files that exist', () => {
    for (const [, file = ''] of evidence.matchAll(/`((?:src|test)\/[\w/.]+\.ts)`/g)) {
      assert.ok(readFileSync(file, 'utf8').length > 0);
    }
  });
});
