import { readFileSync } from 'node:fs';

/** What c8 writes to `coverage/coverage-summary.json`, by the path of each file. */
export type CoverageSummary = Readonly<
  Record<string, { readonly branches: { readonly total: number; readonly covered: number } }>
>;

const FOLDERS = ['api', 'data', 'jobs', 'app'];
const LEAST_PERCENT = 95;

/** The share of the branches in each folder that the tests reach, in percent. */
export function branchCoverage(summary: CoverageSummary): ReadonlyMap<string, number> {
  const files = Object.entries(summary).map(([path, { branches }]) => ({ path: path.replaceAll('\\', '/'), branches }));
  return new Map(
    FOLDERS.map((folder) => {
      const inFolder = files.filter(({ path }) => path.includes(`/src/${folder}/`));
      const total = inFolder.reduce((sum, { branches }) => sum + branches.total, 0);
      const covered = inFolder.reduce((sum, { branches }) => sum + branches.covered, 0);
      // Without files, something is wrong with the report.
      return [folder, total === 0 ? 0 : (100 * covered) / total];
    }),
  );
}

/** The folders in which the tests reach too few branches. */
export function foldersBelow(coverage: ReadonlyMap<string, number>): readonly string[] {
  return [...coverage].filter(([, percent]) => percent < LEAST_PERCENT).map(([folder]) => folder);
}

if (import.meta.main) {
  const coverage = branchCoverage(
    JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8')) as CoverageSummary,
  );
  const below = foldersBelow(coverage);
  for (const [folder, percent] of coverage) {
    const verdict = below.includes(folder) ? `, less than ${LEAST_PERCENT}%` : '';
    console.log(`Branches in src/${folder}: ${percent.toFixed(2)}%${verdict}`);
  }
  process.exitCode = below.length === 0 ? 0 : 1;
}
