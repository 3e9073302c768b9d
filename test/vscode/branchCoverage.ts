import { readFileSync } from 'node:fs';

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Branch {
  readonly locations: readonly { readonly start: Position; readonly end: Position }[];
}

/** What c8 writes to `coverage/coverage-final.json`, by the path of each file. */
export type Coverage = Readonly<
  Record<
    string,
    {
      readonly branchMap: Readonly<Record<string, Branch>>;
      /** How often each location of a branch was reached. */
      readonly b: Readonly<Record<string, readonly number[]>>;
    }
  >
>;

const FOLDERS = ['api', 'data', 'jobs', 'app'];
const LEAST_PERCENT = 95;

/**
 * A constant in place of an element, such as `?? 0`. The compiler requires it for each read by index, and if every index is valid, no test
 * can reach it.
 */
const FALLBACK = /^\?\? (?:-?\d+|''|','|\[\]|[A-Z][A-Z_\d]*)$/;

/** The share of the branches in each folder that the tests reach, in percent, without fallbacks that no test reaches. */
export function branchCoverage(coverage: Coverage, read: (path: string) => string): ReadonlyMap<string, number> {
  const counted = Object.entries(coverage).map(([path, { branchMap, b }]) => {
    const lines = read(path).split('\n');
    const reached = Object.entries(branchMap).flatMap(([id, { locations }]) =>
      locations.flatMap(({ start, end }, index) => {
        const isReached = (b[id]?.[index] ?? 0) > 0;
        const text = start.line === end.line ? (lines[start.line - 1]?.slice(start.column, end.column) ?? '') : '';
        return isReached || !FALLBACK.test(text.trim()) ? [isReached] : [];
      }),
    );
    return { path: path.replaceAll('\\', '/'), reached };
  });
  return new Map(
    FOLDERS.map((folder) => {
      const all = counted.filter(({ path }) => path.includes(`/src/${folder}/`)).flatMap(({ reached }) => reached);
      // Without files, something is wrong with the report.
      return [folder, all.length === 0 ? 0 : (100 * all.filter(Boolean).length) / all.length];
    }),
  );
}

/** The folders in which the tests reach too few branches. */
export function foldersBelow(coverage: ReadonlyMap<string, number>): readonly string[] {
  return [...coverage].filter(([, percent]) => percent < LEAST_PERCENT).map(([folder]) => folder);
}

if (import.meta.main) {
  const report = JSON.parse(readFileSync('coverage/coverage-final.json', 'utf8')) as Coverage;
  const coverage = branchCoverage(report, (path) => readFileSync(path, 'utf8'));
  const below = foldersBelow(coverage);
  for (const [folder, percent] of coverage) {
    const verdict = below.includes(folder) ? `, less than ${LEAST_PERCENT}%` : '';
    console.log(`Branches in src/${folder}: ${percent.toFixed(2)}%${verdict}`);
  }
  process.exitCode = below.length === 0 ? 0 : 1;
}
