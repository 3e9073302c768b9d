import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CASES } from '../faults/cases.ts';
import { caseTable } from '../faults/caseTable.ts';
import { TARGETS } from '../fuzz/targets.ts';
import { GROWTH_FAMILIES, LINEAR_GROWTH, SORTING_GROWTH } from '../hostile/growthFamilies.ts';
import { proxyTable } from '../integration/proxyFaults.ts';
import { KEPT } from '../e2e/keptContents.ts';
import { PLACES } from '../e2e/hostilePlaces.ts';
import { ESSENTIAL_TEXTS, HOSTILE_TEXTS } from '../e2e/hostileTexts.ts';
import { COPIES, echoesOf, faultsOf, LOG_LEVELS } from '../e2e/secretEchoes.ts';
import { COMPLETE_FILES, GROUPS } from '../mutation/groups.ts';
import { MAX_HEAP_MB_AN_HOUR, MAX_LEDGER_MB, MAX_REQUESTS_A_MINUTE } from '../soak/limits.ts';
import { LEAST_ACTIONS, MAX_ACTIONS, SEQUENCES } from './app/upload/uploadSequences.ts';
import { LEDGER_FAULTS } from './jobs/store/ledgerFaults.ts';

const evidence = readFileSync('docs/evidence.md', 'utf8');

describe('docs/evidence.md', () => {
  it('has the table that npm run test:faults prints, and how many cases there are', () => {
    const faults = sectionOf('Faults');
    assert.deepEqual(
      faults.split('\n').filter((line) => line.startsWith('| ')),
      caseTable(CASES),
    );
    assert.ok(faults.includes(`${CASES.length.toLocaleString('en')} cases`), String(CASES.length));
  });

  it('has the table of proxies', () => {
    const proxies = sectionOf('Proxies');
    assert.deepEqual(
      proxies.split('\n').filter((line) => line.startsWith('| ')),
      proxyTable(),
    );
  });

  it('has every fault of the file of the ledger, and how many cases there are', () => {
    const ledger = sectionOf('The ledger’s file');
    const rows = LEDGER_FAULTS.map(({ name, moments }) => `| ${name} | ${2 * moments.length} |`);
    assert.deepEqual(
      ledger
        .split('\n')
        .map((line) => line.replace(/ +/g, ' '))
        .filter((line) => line.startsWith('| '))
        .slice(2),
      rows,
    );
    const cases = LEDGER_FAULTS.reduce((sum, { moments }) => sum + 2 * moments.length, 0);
    assert.ok(ledger.includes(`(${LEDGER_FAULTS.length} faults, ${cases} cases)`));
  });

  it('has how many random sequences of uploads there are, and how long they are', () => {
    const sequences = sectionOf('Random sequences of uploads').replace(/\s+/g, ' ');
    const [inTest, inLongTest] = [SEQUENCES, 10 * SEQUENCES].map((count) => count.toLocaleString('en'));
    assert.ok(sequences.includes(`runs ${inTest} sequences, as \`npm test\` does`), inTest);
    assert.ok(sequences.includes(`\`npm run test:long\` runs ${inLongTest} others`), inLongTest);
    assert.ok(sequences.includes(`sequences of ${LEAST_ACTIONS} to ${MAX_ACTIONS} actions`));
  });

  it('has the targets of fuzzing, and how many cases there are', () => {
    const fuzzing = sectionOf('Fuzzing');
    const inEnglish = (count: number) => count.toLocaleString('en');
    assert.deepEqual(
      cellsOf(fuzzing).map((cells) => [cells[0], cells[2]]),
      TARGETS.map(({ name, cases }) => [`\`${name}\``, inEnglish(cases)]),
    );
    assert.ok(fuzzing.includes(`${inEnglish(TARGETS.reduce((sum, { cases }) => sum + cases, 0))} cases`));
  });

  it('has how many families of input the growth of work is counted for, and the limits', () => {
    const growth = sectionOf('Growth');
    const counts = [...growth.matchAll(/^\| (.+?) +\| (\d+) +\|$/gm)].map(([, name, count]) => [name, Number(count)]);
    const kinds: Readonly<Record<string, RegExp>> = {
      'Checks of CSV': /^check of CSV/,
      'Checks of JSON': /^check of JSON/,
      'Fixes, conversions and other text': /^(fix|conversion|headers|the end of a problem)/,
      Globs: /^glob/,
      'Lists and rows of connections, lanes': /^(connection|compared accounts|lanes)/,
      'Lists of jobs, runs, events, concurrency': /^(jobs|runs|events|concurrency)/,
    };
    const countOf = (kind: RegExp): number => GROWTH_FAMILIES.filter(({ name }) => kind.test(name)).length;
    assert.deepEqual(
      counts,
      Object.entries(kinds).map(([name, kind]) => [name, countOf(kind)]),
    );
    assert.equal(
      counts.reduce((sum, [, count]) => sum + Number(count), 0),
      GROWTH_FAMILIES.length,
    );
    const sorted = GROWTH_FAMILIES.filter(({ isSorted }) => isSorted).length;
    assert.ok(growth.includes(`${sorted} families sort`));
    assert.ok(growth.includes(`may need ${LINEAR_GROWTH} times`) && growth.includes(`need ${SORTING_GROWTH} times`));
  });

  it('has the limits of eight hours and of fifteen minutes of use, and what was measured is within them', () => {
    const rows = ['Eight hours of use', 'Fifteen minutes of use'].flatMap((title) => cellsOf(sectionOf(title)));
    for (const [what, limit] of [
      [/^Requests .*within a minute/, `${MAX_REQUESTS_A_MINUTE}`],
      [/^Heap/, `${MAX_HEAP_MB_AN_HOUR} MB an hour`],
      [/^Ledger/, `${MAX_LEDGER_MB} MB`],
    ] as const) {
      const matching = rows.filter(([name = '']) => what.test(name));
      assert.deepEqual(
        matching.map(([, , inDocument]) => inDocument),
        [limit, limit],
      );
      for (const [name, measured = ''] of matching) {
        assert.ok(Number.parseFloat(measured) < Number.parseFloat(limit), `${name}: ${measured}`);
      }
    }
  });

  it('has how many hostile texts are shown in how many places', () => {
    const places = PLACES.length;
    assert.deepEqual(
      cellsOf(sectionOf('Text of the service and of files')),
      [
        [HOSTILE_TEXTS.length, places, HOSTILE_TEXTS.length * places, 'hostileText'],
        [ESSENTIAL_TEXTS.length, places, places, 'essentialTexts'],
      ].map(([texts, shown, cases, name]) => [
        ...[texts, shown, cases].map((count) => (count ?? 0).toLocaleString('en')),
        `\`npm run test:e2e -- test/e2e/long/${name}.test.ts\``,
      ]),
    );
  });

  it('has where a secret is searched for, and where the contents of files may be', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly contributes: { readonly commands: readonly unknown[] };
    };
    const secrets = sectionOf('Secrets').replace(/\s+/g, ' ');
    const echoes = echoesOf('secret', 'sent');
    const walk = [
      `${PLACES.length} places`,
      `${faultsOf(echoes).length} faults`,
      `${COPIES.length} entries that copy`,
      `${contributes.commands.length} commands of the manifest`,
    ];
    assert.ok(secrets.includes(`in ${echoes.length} ways`), String(echoes.length));
    assert.ok(secrets.includes(`each of the other ${LOG_LEVELS.length} log levels`));
    assert.ok(secrets.includes(`After each of ${walk[0]}, ${walk[1]}, ${walk[2]}, and ${walk[3]}`), walk.join(', '));
    assert.deepEqual(
      cellsOf(sectionOf('Secrets')),
      KEPT.map(({ place, contents }) => [place, contents.join(', ') || 'nothing']),
    );
  });

  it('has the scores that mutation tests require, measured ones that are not lower, and the files in which every mutant is noticed', () => {
    const mutation = sectionOf('Mutation');
    const rows = cellsOf(mutation);
    assert.deepEqual(
      rows.map(([files, , required]) => [files, required]),
      GROUPS.map(({ source, leastScore }) => [`\`${source}\``, `${leastScore}%`]),
    );
    for (const [files, measured = '', required = ''] of rows) {
      assert.match(measured, /^\d+\.\d%$/, files);
      assert.ok(Number.parseFloat(measured) >= Number.parseFloat(required), `${files}: ${measured}`);
    }
    assert.deepEqual(
      Array.from(mutation.matchAll(/^- `(.+)`$/gm), ([, file]) => file),
      COMPLETE_FILES,
    );
  });

  it('names only files that exist', () => {
    for (const [, file = ''] of evidence.matchAll(/`((?:src|test)\/[\w/.]+\.ts)`/g)) {
      assert.ok(readFileSync(file, 'utf8').length > 0);
    }
  });
});

function sectionOf(title: string): string {
  return evidence.split('\n## ').find((section) => section.startsWith(`${title}\n`)) ?? '';
}

/** The cells of the rows of a table. */
function cellsOf(section: string): readonly (readonly string[])[] {
  const [, ...rows] = section.split('\n').filter((line) => /^\| [^-]/.test(line));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
