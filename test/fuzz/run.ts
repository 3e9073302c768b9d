// npm run test:fuzz [-- MINUTES TARGETS]: fuzzing guided by coverage, an hour by default, divided among the targets. Adds to
// `test/fixtures/fuzz` the inputs that reach new code and those for which something doesn't hold, which fail the run and `npm test`.
import { reportCounts } from '../vscode/counts.ts';
import { BlockCoverage } from './blockCoverage.ts';
import { readCorpus, writeCorpus } from './corpus.ts';
import { RandomNumbers } from './mutateInput.ts';
import { minimize, search } from './search.ts';
import { TARGETS } from './targets.ts';

const [minutes = '60', ...names] = process.argv.slice(2);
const seed = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 0x7fff_ffff);
const chosen = TARGETS.filter(({ name }) => names.length === 0 || names.includes(name));
if (!(Number(minutes) > 0) || !names.every((name) => TARGETS.some((target) => target.name === name))) {
  console.error(`Name a number of minutes, then targets: ${TARGETS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const failedTests: string[] = [];
let passed = 0;
console.log(`To repeat this run: FAST_CHECK_SEED=${seed} npm run test:fuzz -- ${minutes} ${names.join(' ')}`);

for (const target of chosen) {
  const corpus = readCorpus(target.name);
  const coverage = new BlockCoverage(target.sources);
  const endsAt = performance.now() + (Number(minutes) * 60_000) / chosen.length;
  const found = await search(target, corpus, {
    random: new RandomNumbers(seed),
    coverage,
    isOver: () => performance.now() > endsAt,
  });
  const inputs = await minimize(target, found.inputs, coverage);
  coverage.end();
  const known = new Set(corpus.failures.map(String));
  const failures = found.failures.filter((input) => !known.has(String(input)));
  writeCorpus(target.name, { inputs, failures: [...corpus.failures, ...failures] });
  const bytes = inputs.reduce((sum, input) => sum + input.length, 0);
  console.log(
    `${target.name}: ${found.runs} runs, ${inputs.length} inputs (${bytes} bytes), ${found.messages.length} failures`,
  );
  passed += found.messages.length === 0 ? 1 : 0;
  for (const [index, message] of found.messages.entries()) {
    console.log(`  ${message}\n    ${JSON.stringify(found.failures[index]?.toString('latin1').slice(0, 300))}`);
    failedTests.push(`${target.name}: ${message}`);
  }
}
reportCounts({ passed, failed: failedTests.length, failedTests, secondTries: [] });
process.exitCode = failedTests.length === 0 ? 0 : 1;
