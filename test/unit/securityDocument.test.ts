import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { missingTests } from './missingTests.ts';

const INTRODUCTION =
  "Please report a vulnerability privately to the maintainers, through the repository's security advisories, not in a public issue. " +
  'The tables say what is protected, from whom and how, and what is kept. ' +
  '[The tests of each row](docs/security-tests.md) are listed apart.';

/** The head of each kind of table. */
const HEADS = [
  'Protected, From what',
  'Attacker, What is prevented',
  'Threat, Countermeasure',
  'Kept, Where and how long',
  'Out of scope, Why',
];
/** The table of what nothing can test. */
const UNTESTED = 'Out of scope';

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

/** What a row is called in the list of tests: its beginning, up to the first colon. */
function nameOf({ cells: [first = ''] }: Row): string {
  return first.split(': ', 1).join('');
}

/** The tests of each row, by its name, in their order. */
function readTests(text: string): readonly (readonly [name: string, tests: readonly string[]])[] {
  return text
    .split('\n### ')
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return [name, lines.filter((line) => line !== '' && !line.startsWith('## '))];
    });
}

/** What is wrong with a line of the list of tests; nothing if it names one that mocha runs. */
function problemsOf(line: string): readonly string[] {
  const [, file, title] = /^- `(test\/[\w/.-]+\.test\.ts): (.+)`$/.exec(line) ?? [];
  return file === undefined || title === undefined ? [`not \`file: title\`: "${line}"`] : missingTests(file, title);
}

describe('SECURITY.md', () => {
  const { tables, prose } = readDocument(readFileSync('SECURITY.md', 'utf8'));
  const tested = tables.filter(({ head }) => head[0] !== UNTESTED).flatMap((table) => table.rows);
  const tests = readTests(readFileSync('docs/security-tests.md', 'utf8'));

  it('has no row without a countermeasure', () => {
    assert.deepEqual([...new Set(tables.map(({ head }) => head.join(', ')))].sort(), HEADS.toSorted());
    for (const { head, rows } of tables) {
      assert.ok(HEADS.includes(head.join(', ')), head.join(', '));
      for (const { cells, line } of rows) {
        assert.ok(cells.length === head.length && cells.every((cell) => cell !== ''), line);
      }
    }
  });

  it('has tests for each row, except for what is out of scope', () => {
    assert.deepEqual(
      tests.map(([name]) => name),
      tested.map(nameOf),
    );
    assert.deepEqual(
      tests.filter(([, lines]) => lines.length === 0),
      [],
    );
  });

  it('has only tests that there are', () => {
    assert.deepEqual(
      tests.flatMap(([, lines]) => lines.flatMap(problemsOf)),
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

  it('promises nothing outside of its tables', () => {
    const sentences = prose.filter((line) => !/^(#+ .*|<!-- prettier-ignore -->|)$/.test(line)).join(' ');
    assert.equal(sentences, INTRODUCTION);
  });
});

describe('The reader of SECURITY.md and its tests', () => {
  const here = 'test/unit/securityDocument.test.ts';

  it('refuses a line that is not a test, and one whose file or title is not there', () => {
    assert.deepEqual(problemsOf('by hand'), ['not `file: title`: "by hand"']);
    assert.deepEqual(problemsOf('- `test/unit/none.test.ts: has`'), ['no such file: test/unit/none.test.ts']);
    assert.deepEqual(problemsOf(`- \`${here}: has only\``), [`no such test in ${here}: has only`]);
    assert.deepEqual(problemsOf(`- \`${here}: has only tests that there are\``), []);
  });

  it('finds titles with expressions in them', () => {
    assert.deepEqual(problemsOf('- `test/unit/base/glob.test.ts: *.csv matches what it should and nothing else`'), []);
  });

  it('reads each line below the name of a row', () => {
    assert.deepEqual(readTests('# A\n\nB\n\n## C\n\n### D\n\n- d\n- e\n\n## F\n\n### G\n'), [
      ['D', ['- d', '- e']],
      ['G', []],
    ]);
  });

  it('reads every line outside of a table as prose', () => {
    const { tables, prose } = readDocument('One.\n| A | B |\n| - | - |\n| a\\|b | c |\nTwo.');
    assert.deepEqual(prose, ['One.', 'Two.']);
    assert.deepEqual(
      tables.map(({ head, rows }) => [head, rows.map(({ cells }) => cells)]),
      [[['A', 'B'], [['a|b', 'c']]]],
    );
  });
});
