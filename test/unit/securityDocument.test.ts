import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { missingTests } from './missingTests.ts';

const REPORTING =
  "Please report a vulnerability privately to the maintainers, through the repository's security advisories, not in a public issue.";

/** The head of each kind of table. Nothing can test what is out of scope. */
const HEADS = [
  'Protected, From what, Test',
  'Attacker, What is prevented, Test',
  'Threat, Countermeasure, Test',
  'Kept, Where and how long, Test',
  'Out of scope, Why',
];

/** The tables of the ledger, and the beginning of the row that says what is kept in each. */
const KEPT_IN_TABLES: Readonly<Record<string, string>> = {
  job: 'Jobs: ',
  status_change: 'Jobs: ',
  dismissed: 'Jobs: ',
  health: 'How an account is polled: ',
  poll_lease: 'How an account is polled: ',
  upload: 'Accepted uploads: ',
  upload_intent: 'Uploads without a response: ',
  favorite: 'Favorites: ',
  consent: 'Consents: ',
  kept_history: 'Accounts that were signed out: ',
  sign_out: 'Accounts that were signed out: ',
  removed_account: 'Accounts that were signed out: ',
};
/** Has nothing but the numbers of changes and the version. */
const TABLE_OF_VERSIONS = 'ledger';

/** What the row of a table calls what is in its columns. The properties of a job are in one column. */
const KEPT_IN_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  upload: {
    sync_id: 'the ID of the job',
    at: 'the time',
    entity_id: 'the connection',
    uri: 'path',
    format: 'format of the file',
    conversion: 'the conversions',
    digest: 'digest',
    columns: 'the column names',
    workspace: 'the hashed ID of the workspace',
  },
  upload_intent: {
    at: 'the time',
    entity_id: 'the connection',
    uri: 'path',
    name: 'name',
    digest: 'digest of the file',
    last_sync_id: 'the ID of its last job',
  },
};
/** Columns that organize the rows. */
const WITHOUT_CONTENT: readonly string[] = ['position', 'account_id', 'id', 'state', 'lease_until'];

interface Row {
  readonly line: string;
  readonly cells: readonly string[];
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
}

/** Splits a Markdown document into its tables and the lines outside of them. */
function readDocument(text: string): { readonly tables: readonly Table[]; readonly prose: readonly string[] } {
  const tables: { head: readonly string[]; rows: Row[] }[] = [];
  const prose: string[] = [];
  let isInTable = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      isInTable = false;
      prose.push(line);
    } else if (!isInTable) {
      isInTable = true;
      tables.push({ head: cellsOf(line), rows: [] });
    } else if (!/^[|\s:-]+$/.test(line)) {
      tables.at(-1)?.rows.push({ line, cells: cellsOf(line) });
    }
  }
  return { tables, prose };
}

function cellsOf(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** What the cell says is wrong with its tests; nothing where each is one that mocha runs. */
function problemsOf(tests: string): readonly string[] {
  return tests.split('<br>').flatMap((entry) => {
    const [, file, title] = /^`(test\/[\w/.-]+\.test\.ts): (.+)`$/.exec(entry.trim()) ?? [];
    if (file === undefined || title === undefined) {
      return [`not \`file: title\`: "${entry}"`];
    }
    return missingTests(file, title);
  });
}

describe('SECURITY.md', () => {
  const { tables, prose } = readDocument(readFileSync('SECURITY.md', 'utf8'));
  const tested = tables.filter(({ head }) => head.at(-1) === 'Test').flatMap((table) => table.rows);

  it('has a countermeasure and a test in every row, except for what is out of scope', () => {
    assert.deepEqual([...new Set(tables.map(({ head }) => head.join(', ')))].sort(), HEADS.toSorted());
    for (const { head, rows } of tables) {
      assert.ok(HEADS.includes(head.join(', ')), head.join(', '));
      for (const { cells, line } of rows) {
        assert.ok(cells.length === head.length && cells.every((cell) => cell !== ''), line);
      }
    }
  });

  it('names only tests that there are', () => {
    assert.deepEqual(
      tested.flatMap(({ cells }) => problemsOf(cells.at(-1) ?? '')),
      [],
    );
  });

  it('says what is kept in each table of the ledger', () => {
    const schema = readFileSync('src/jobs/database/schema.ts', 'utf8');
    const names = Array.from(schema.matchAll(/CREATE TABLE (\w+)/g), ([, name = '']) => name);
    assert.deepEqual(names.filter((name) => name !== TABLE_OF_VERSIONS).sort(), Object.keys(KEPT_IN_TABLES).sort());
    const kept = tables.find(({ head }) => head[0] === 'Kept')?.rows.map(({ cells: [what = ''] }) => what) ?? [];
    const missing = Object.values(KEPT_IN_TABLES).filter((start) => !kept.some((what) => what.startsWith(start)));
    assert.deepEqual(missing, []);
  });

  it('says what is kept in each column about uploads', () => {
    const schema = readFileSync('src/jobs/database/schema.ts', 'utf8');
    const kept = tables.find(({ head }) => head[0] === 'Kept')?.rows.map(({ cells: [what = ''] }) => what) ?? [];
    for (const [table, words] of Object.entries(KEPT_IN_COLUMNS)) {
      const [, definition = ''] = new RegExp(`CREATE TABLE ${table} \\(\\n([^;]*)`).exec(schema) ?? [];
      const columns = Array.from(definition.matchAll(/^ +([a-z_]+) [A-Z]/gm), ([, name = '']) => name);
      assert.deepEqual(
        columns.filter((name) => !WITHOUT_CONTENT.includes(name)).sort(),
        Object.keys(words).sort(),
        table,
      );
      const row = kept.find((what) => what.startsWith(KEPT_IN_TABLES[table] ?? '–')) ?? '';
      assert.deepEqual(
        Object.values(words).filter((word) => !row.includes(word)),
        [],
        row,
      );
    }
  });

  it('claims nothing outside of its tables', () => {
    const sentences = prose.filter((line) => !/^(#+ .*|<!-- prettier-ignore -->|)$/.test(line)).join(' ');
    assert.equal(sentences, REPORTING);
  });
});

describe('The reader of SECURITY.md', () => {
  const here = 'test/unit/securityDocument.test.ts';

  it('refuses a row without a test, and one whose file or title is not there', () => {
    assert.deepEqual(problemsOf(''), ['not `file: title`: ""']);
    assert.deepEqual(problemsOf('`test/unit/none.test.ts: names`'), ['no such file: test/unit/none.test.ts']);
    assert.deepEqual(problemsOf(`\`${here}: names only tests\``), [`no such test in ${here}: names only tests`]);
    assert.deepEqual(problemsOf(`\`${here}: names only tests that there are\`<br>by hand`), [
      'not `file: title`: "by hand"',
    ]);
  });

  it('finds titles with expressions in them', () => {
    assert.deepEqual(problemsOf('`test/unit/base/glob.test.ts: *.csv matches what it should and nothing else`'), []);
  });

  it('takes every line outside of a table for prose', () => {
    const { tables, prose } = readDocument('One.\n| A | B |\n| - | - |\n| a\\|b | c |\nTwo.');
    assert.deepEqual(prose, ['One.', 'Two.']);
    assert.deepEqual(
      tables.map(({ head, rows }) => [head, rows.map(({ cells }) => cells)]),
      [[['A', 'B'], [['a|b', 'c']]]],
    );
  });
});
