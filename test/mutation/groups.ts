import { globSync } from 'node:fs';
import { sep } from 'node:path';

/** Files that are mutated together, and the tests that must notice. */
export interface MutationGroup {
  /** A folder, or a pattern of files. A file belongs to the first group that has it. */
  readonly source: string;
  /** Patterns of the files of tests. */
  readonly tests: readonly string[];
  /**
   * Percent. A lower score fails the run. What was measured, less two mutants, rounded down: some are noticed only by how long a test
   * takes.
   */
  readonly leastScore: number;
  /** Whether its mutants take up to an hour. A run of all groups begins with these. */
  readonly takesLong?: boolean;
}

/** A survivor in these files fails the run, unless `survivors.json` says why no test can notice it. */
export const COMPLETE_FILES: readonly string[] = [
  'src/api/baseUrl.ts',
  'src/api/credentialHeaders.ts',
  'src/api/ids.ts',
  'src/api/requestError.ts',
  'src/api/responseError.ts',
  'src/api/transport.ts',
  'src/base/displayText.ts',
];

/** What the many requests of `malformedResponses` reach, the others reach as well. */
const TESTS_OF_API = ['test/unit/api/!(malformedResponses).test.ts'];

/**
 * `hostileShapes` and `longInput` take most of the time: the one shows that the check of large input ends, the other what its limits are.
 * `controlTotals` takes half of the rest, and what it reads of the form of the data, the others read as well.
 */
const TESTS_OF_FORM = ['test/unit/data/check/!(controlTotals|hostileShapes|longInput).test.ts'];

export const GROUPS: readonly MutationGroup[] = [
  { source: 'src/base/displayText.ts', tests: ['test/unit/base/displayText.test.ts'], leastScore: 83 },
  { source: 'src/base/{abort,chunksUntilAborted}.ts', tests: ['test/unit/base/abort.test.ts'], leastScore: 76 },
  {
    source: 'src/api/{baseUrl,credentialHeaders,ids,requestError,responseError,transport}.ts',
    tests: TESTS_OF_API,
    leastScore: 99,
  },
  // These are tested without a network.
  {
    source:
      'src/api/{apiError,decode,enclosed,fetchLike,jsonUploadBody,networkFailure,outgoingBody,requestBody,requestLog,requestTimeout,retryAfter,uploadBody}.ts',
    tests: [
      'test/unit/api/{decode,jsonUploadBody,networkFailure,outgoingBody,readBody,requestLog,requestTimeout,retryAfter,uploadBody}.test.ts',
    ],
    leastScore: 90,
  },
  // Their tests take seconds, with bundles and large uploads, and reach most of the folder.
  {
    source: 'src/api/{flushedBytes,undiciFetch}.ts',
    tests: ['test/unit/api/{flushedBytes,undiciFetch}.test.ts'],
    leastScore: 85,
  },
  {
    source: 'src/api',
    tests: ['test/unit/api/!(malformedResponses|flushedBytes|undiciFetch).test.ts'],
    leastScore: 88,
  },
  { ...testedIn('jobs/history'), leastScore: 94 },
  // Those left out simulate hours of many windows.
  {
    source: 'src/jobs/polling',
    tests: ['test/unit/jobs/polling/!(endsTogether|jobWatcherModel|jobWatcherWindows).test.ts'],
    leastScore: 85,
  },
  // Those left out take seconds, with processes of their own.
  {
    source: 'src/jobs/{database,store}',
    tests: ['test/unit/jobs/{database,store}/!(ledgerChaos|ledgerGrowth|ledgerProcesses).test.ts'],
    leastScore: 86,
    takesLong: true,
  },
  { ...testedIn('app/compare'), leastScore: 90 },
  { ...testedIn('app/connections'), leastScore: 87 },
  { ...testedIn('app/curl'), leastScore: 97 },
  { ...testedIn('app/demo'), leastScore: 86 },
  { ...testedIn('app/diagnosis'), leastScore: 93 },
  { ...testedIn('app/links'), leastScore: 94 },
  { ...testedIn('app/session'), leastScore: 94 },
  { ...testedIn('app/sync'), leastScore: 93 },
  { ...testedIn('app/tasks'), leastScore: 94 },
  { ...testedIn('app/tools'), leastScore: 90 },
  { ...testedIn('app/tracking'), leastScore: 89 },
  // Their tests take seconds, with the workers of each window.
  {
    source: 'src/app/upload/{loadComparison,fingerprintStore}.ts',
    tests: ['test/unit/app/upload/{loadComparison,fingerprintStore}.test.ts'],
    leastScore: 85,
  },
  // Of those left out, `uploadModel` has random sequences of uploads from several windows, and `gzippedInput` decompresses large files.
  {
    source: 'src/app/upload',
    tests: ['test/unit/app/upload/!(gzippedInput|loadComparison|uploadModel).test.ts'],
    leastScore: 90,
    takesLong: true,
  },
  { source: 'src/data/check', tests: TESTS_OF_FORM, leastScore: 84, takesLong: true },
  { ...testedIn('data/convert'), leastScore: 90 },
  { ...testedIn('data/digest'), leastScore: 85 },
  { ...testedIn('data/file'), leastScore: 90 },
  // Those left out take seconds: years of loads, and millions of rows.
  {
    source: 'src/data/fingerprint',
    tests: ['test/unit/data/fingerprint/!(manyRows|seasonalLoads).test.ts'],
    leastScore: 89,
    takesLong: true,
  },
  { ...testedIn('data/fix'), leastScore: 93 },
  { ...testedIn('data/gzip'), leastScore: 88 },
  // `hostileMessages` and `longRows` take most of the time. They show that the reading of long messages ends, and how long a row may be.
  {
    source: 'src/data/references',
    tests: ['test/unit/data/references/!(hostileMessages|longRows).test.ts'],
    leastScore: 90,
    takesLong: true,
  },
  { ...testedIn('data/worker'), leastScore: 83, takesLong: true },
  // The check is how most of these are tested.
  { ...testedIn('data/csv', ...TESTS_OF_FORM), leastScore: 83, takesLong: true },
  // Fixes flatten rows. The one left out takes most of the time, with thousands of keys.
  {
    source: 'src/data/json',
    tests: ['test/unit/data/json/!(manyKeys).test.ts', 'test/unit/data/fix/jsonFixes.test.ts'],
    leastScore: 88,
    takesLong: true,
  },
  { ...testedIn('data/text', ...TESTS_OF_FORM), leastScore: 87, takesLong: true },
  // The one left out takes seconds, with thousands of rows.
  {
    source: 'src/data/totals',
    tests: ['test/unit/data/totals/!(manyRows).test.ts', 'test/unit/data/check/{columnProfile,controlTotals}.test.ts'],
    leastScore: 87,
  },
];

/** The files of a group, with slashes, including those that belong to a group before it. */
export function filesOf({ source }: MutationGroup): readonly string[] {
  return globSync([source, `${source}/**/*.ts`])
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort();
}

/** A folder that is tested in the same folder of `test/unit`, and by others. */
function testedIn(folder: string, ...others: readonly string[]): Omit<MutationGroup, 'leastScore'> {
  return { source: `src/${folder}`, tests: [`test/unit/${folder}/**/*.test.ts`, ...others] };
}
