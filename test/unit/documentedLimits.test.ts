import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { README_AND_GUIDES } from '../documents.ts';

/** Words that name a limit, the file that has it, and how it is written there. */
type Limit = readonly [words: string, file: string, written: string];

const OF_GUIDE: readonly Limit[] = [
  ['needs VS Code 1.110 or newer', 'package.json', '"vscode": "^1.110.0"'],
  ['At most 200 files', 'src/app/upload/findFiles.ts', 'const MAX_FILES = 200;'],
  ['matches more than 200 files', 'src/app/upload/findFiles.ts', 'const MAX_FILES = 200;'],
  ['more than 50,000 files and folders', 'src/app/upload/findFiles.ts', 'const MAX_ENTRIES = 50_000;'],
  ['a file may be up to 4 GB', 'src/data/gzip/gunzip.ts', 'mostBytes: 4 * 1024 ** 3'],
  ['at most 200 times its compressed size', 'src/data/gzip/gunzip.ts', 'mostTimes: 200'],
  ['and, above 64 MB, at most', 'src/data/gzip/gunzip.ts', 'freeBytes: 64 * 1024 ** 2'],
  ['only 64 MB are kept in memory', 'src/app/upload/uploadInput.ts', 'const MAX_REMOTE_BYTES = 64 * 1024 * 1024;'],
  ['or the last two or three rows', 'src/data/totals/lastRows.ts', 'const MAX_ROWS = 3;'],
  ['fewer than three other numbers', 'src/data/totals/totalRow.ts', 'const MIN_OTHERS = 3;'],
  ['sums with fewer than four digits', 'src/data/totals/totalRow.ts', 'const MIN_DIGITS = 4;'],
  ['a pattern may match up to 200 files', 'src/app/upload/findFiles.ts', 'const MAX_FILES = 200;'],
  ['in seconds: 5 to 86,400', 'src/ui/settings.ts', "atLeastUnlessZero(5, numberIn(read('refreshInterval'), 0, 86_400"],
  ['in seconds, up to 300', 'src/ui/settings.ts', 'const MAX_REQUEST_TIMEOUT_S = 300;'],
  ['on this machine, up to 100,000', 'src/ui/settings.ts', 'const MAX_KEPT_COPIES_MB = 100_000;'],
  ['opens up to 20 rows as a table', 'src/data/check/firstRows.ts', 'const FIRST_ROWS = 20;'],
  ['Among the first 200 columns', 'src/data/fingerprint/keyColumns.ts', 'const MAX_COLUMNS = 200;'],
  ['It is chosen after 1,000 rows', 'src/data/fingerprint/keyColumns.ts', 'const SAMPLED_ROWS = 1_000;'],
  ['Up to 2 million rows are compared', 'src/data/fingerprint/rowHashes.ts', 'const MAX_HASHED_ROWS = 2_000_000;'],
  ['sums, and counts of the last 24', 'src/data/fingerprint/loadAnomalies.ts', 'const KEPT_LOADS = 24;'],
  ['From the fourth load', 'src/data/fingerprint/loadAnomalies.ts', 'const MIN_LOADS = 3;'],
  [
    'for two minutes after you last',
    'src/app/connections/rowOrderLock.ts',
    'const LOCKED_AFTER_USE_MS = 2 * MINUTE_MS;',
  ],
  ['(within half a second)', 'src/ui/window/doubleClicks.ts', 'const DOUBLE_CLICK_MS = 500;'],
  ['Up to 20,000 connections are listed', 'src/api/decode.ts', 'const MAX_CONNECTIONS = 20_000;'],
  ['shows up to 1,000 lanes', 'src/ui/overview/overviewModel.ts', 'const MAX_LANES = 1000;'],
  ['in the next four hours', 'src/ui/overview/overviewModel.ts', 'const FUTURE_MS = 4 * HOUR_MS;'],
  ['Up to 500 jobs per account', 'src/jobs/store/retention.ts', 'const MAX_JOBS_PER_ACCOUNT = 500;'],
  ['for 30 days after they ended', 'src/jobs/store/retention.ts', 'const MAX_AGE_MS = 30 * DAY_MS;'],
  ['is watched for seven days', 'src/jobs/polling/lostJobs.ts', 'const MAX_RUN_DAYS = 7;'],
  ['the first 200 columns a histogram', 'src/ui/profilePage/profileModel.ts', 'const SHOWN_COLUMNS = 200;'],
  ['its ten most common values', 'src/data/totals/columnProfiles.ts', 'const SHOWN_VALUES = 10;'],
  ['at most 100 of each kind', 'src/data/check/problemList.ts', 'const KEPT_OF_EACH_CODE = 100;'],
  ['If more than 5 columns have the same', 'src/data/check/listedProblems.ts', 'const MAX_LISTED_COLUMNS = 5;'],
  ['Above 16 million characters', 'src/ui/check/quickFixes.ts', 'const MAX_UNITS = 16_000_000;'],
  ['can be up to 64 MB each', 'src/app/upload/uploadInput.ts', 'const MAX_REMOTE_BYTES = 64 * 1024 * 1024;'],
  ['have at least 3 digits', 'src/model/columnTotals.ts', 'const MIN_BALANCING_DIGITS = 3;'],
  ['at most 10 are allowed', 'src/app/upload/needsReview.ts', 'const MAX_OUTSIDE_LINKS = 10;'],
  [
    'Files of more than 64 MB are not kept',
    'src/app/upload/uploadCopies.ts',
    'const MAX_COPY_BYTES = 64 * 1024 * 1024;',
  ],
  ['how its last ten runs ended', 'src/ui/connections/connectionTree.ts', 'const RUNS_IN_TOOLTIP = 10;'],
  ['five minutes after it was due', 'src/model/connection.ts', 'const LATE_AFTER_MS = 5 * MINUTE_MS;'],
  ['up to 30 syncs and 30 uploads', 'src/jobs/history/runHistory.ts', 'const MAX_RUNS = 30;'],
  ['200 at most', 'src/ui/connectionPage/connectionModel.ts', 'const MAX_EVENTS = 200;'],
  ['the first and the latest, up to 100', 'src/model/limits.ts', 'export const MAX_STATUS_CHANGES = 100;'],
  ['its latest 30 jobs', 'src/ui/connectionPage/connectionPage.ts', 'const MAX_JOBS = 30;'],
  ['a list of more than 1,000', 'src/app/connections/rowPages.ts', 'const ROWS_PER_PAGE = 1000;'],
  ["don't sign in within 90 days", 'src/jobs/store/keptHistories.ts', 'const KEPT_FOR_MS = 90 * DAY_MS;'],
  ['each of the first 1,000 columns', 'src/data/check/csvColumns.ts', 'const MAX_COLUMNS = 1000;'],
  ['each of the first 1,000 columns', 'src/data/totals/jsonTotals.ts', 'const MAX_COLUMNS = 1_000;'],
  ['the sums of up to six columns', 'src/ui/format/totalsText.ts', 'const SHOWN_TOTALS = 6;'],
  ['up to 5,000 rows', 'src/ui/diagnose/compareAccounts.ts', 'const MAX_ROWS = 5_000;'],
  ['at most once a second', 'src/app/upload/messageThrottle.ts', 'const MIN_GAP_MS = 1_000;'],
  ['of up to 10 million characters', 'src/ui/check/onceTableShown.ts', 'const MAX_AUTOMATIC_LENGTH = 10_000_000;'],
  ['check stops after 10 s', 'src/ui/check/autoCheck.ts', 'const AUTOMATIC_LIMIT_MS = 10_000;'],
];

const OF_SECURITY: readonly Limit[] = [
  ['less than 4 characters is hidden only in headers', 'src/base/secretEncodings.ts', 'const MIN_LENGTH = 4;'],
  ['less than 8 characters is not', 'src/api/echoedSecret.ts', 'const MIN_LENGTH = 8;'],
  ['Its first 20,000 characters are read', 'src/data/references/statements.ts', 'const MAX_TEXT_LENGTH = 20_000;'],
  ['at most 200 problems are shown', 'src/data/references/referenceSearch.ts', 'const MAX_PROBLEMS = 200;'],
  ['No pause is longer than an hour', 'src/model/rateLimit.ts', 'export const MAX_RETRY_AFTER_MS = HOUR_MS;'],
  ['at least three times, over at least 30', 'src/jobs/polling/lostJobs.ts', 'const LOST_AFTER_NOT_FOUND = 3;'],
  ['over at least 30 seconds', 'src/jobs/polling/lostJobs.ts', 'const NOT_FOUND_FOR_MS = 30 * SECOND_MS;'],
  ['15 minutes of refused requests', 'src/jobs/polling/lostJobs.ts', 'const REFUSED_FOR_MS = 15 * MINUTE_MS;'],
  ['After seven days', 'src/jobs/polling/lostJobs.ts', 'const MAX_RUN_DAYS = 7;'],
  ['if the last five requests have failed', 'src/jobs/polling/lostJobs.ts', 'const MIN_FAILURES_IN_A_ROW = 5;'],
  ['kept for the window (500 at most)', 'src/app/tracking/lookedUpJobs.ts', 'const MAX_CACHED = 500;'],
  ['is repeated after a minute', 'src/app/tracking/lookedUpJobs.ts', 'const FAILURE_TTL_MS = MINUTE_MS;'],
  ['Two at a time are sent', 'src/jobs/polling/statusLookups.ts', 'const MAX_IN_FLIGHT = 2;'],
  ['It stops after 10 s', 'src/ui/check/autoCheck.ts', 'const AUTOMATIC_LIMIT_MS = 10_000;'],
  ['Up to 64 MB of the files', 'src/app/upload/uploadInput.ts', 'const MAX_REMOTE_BYTES = 64 * 1024 * 1024;'],
  ['beyond 64 MB, up to 200 times', 'src/data/gzip/gunzip.ts', 'freeBytes: 64 * 1024 ** 2'],
  ['can contain at most 10 of them', 'src/app/upload/needsReview.ts', 'const MAX_OUTSIDE_LINKS = 10;'],
  ['directly in it, at most 200', 'src/app/upload/findFiles.ts', 'const MAX_FILES = 200;'],
  ['for up to 50 columns of numbers', 'src/model/limits.ts', 'const MAX_KEPT_COLUMNS = 50;'],
  ['up to 50 names each', 'src/model/limits.ts', 'const MAX_CHANGED_COLUMNS = 50;'],
  ['for up to 200 columns', 'src/data/fingerprint/columnStats.ts', 'const MAX_COUNTED_COLUMNS = 200;'],
  [
    'of the latest three uploads to each connection',
    'src/jobs/store/uploadRecords.ts',
    'const MAX_HEADERS_PER_CONNECTION = 3;',
  ],
  ['At most 64 MB per account', 'src/data/fingerprint/storedLoad.ts', 'const MAX_ACCOUNT_BYTES = 64_000_000;'],
  ['Of up to 24 loads', 'src/data/fingerprint/loadAnomalies.ts', 'const KEPT_LOADS = 24;'],
  ['(up to 2 million rows)', 'src/data/fingerprint/rowHashes.ts', 'const MAX_HASHED_ROWS = 2_000_000;'],
  [
    'until another account is used after 90 days',
    'src/jobs/store/keptHistories.ts',
    'const KEPT_FOR_MS = 90 * DAY_MS;',
  ],
  ['500 jobs per account', 'src/jobs/store/retention.ts', 'const MAX_JOBS_PER_ACCOUNT = 500;'],
  ['500 uploads per account', 'src/jobs/store/uploadRecords.ts', 'const MAX_UPLOADS_PER_ACCOUNT = 500;'],
  ['each for 30 days', 'src/jobs/store/retention.ts', 'const MAX_AGE_MS = 30 * DAY_MS;'],
  ['up to 4 GB', 'src/data/gzip/gunzip.ts', 'mostBytes: 4 * 1024 ** 3'],
  ['up to 200 times its length', 'src/data/gzip/gunzip.ts', 'mostTimes: 200'],
  ['waits for up to 5 s', 'src/jobs/store/uploadIntents.ts', 'const MAX_LOCK_WAIT_MS = 5_000;'],
  ['The first 20,000 rows are read', 'src/api/decode.ts', 'const MAX_CONNECTIONS = 20_000;'],
  ['only the first 64 KB', 'src/data/convert/conversion.ts', 'const PREVIEW_BYTES = 65_536;'],
];

const OF_DECISIONS: Readonly<Record<string, readonly Limit[]>> = {
  'control-totals.md': [
    ['Above 4,096 digits', 'src/data/totals/decimal.ts', 'const MAX_DIGITS = 4_096;'],
    ['exponents above 400', 'src/data/totals/decimal.ts', 'const MAX_EXPONENT = 400;'],
    ['for up to 300,000 values', 'src/data/totals/distinctValues.ts', 'const MAX_IN_ALL = 300_000;'],
    ['counted for 8 MB of values', 'src/data/totals/distinctValues.ts', 'const BYTES_COMPARED = 8_000_000;'],
    ['up to 1,000 distinct values per column', 'src/data/totals/columnProfiles.ts', 'const MAX_IN_COLUMN = 1_000;'],
    ['50,000 in all', 'src/data/totals/columnProfiles.ts', 'const MAX_IN_ALL = 50_000;'],
    ['none above 200 bytes', 'src/data/totals/columnProfiles.ts', 'const MAX_COUNTED_BYTES = 200;'],
    ['in up to 24 bins', 'src/data/totals/histogram.ts', 'const BINS = 24;'],
  ],
  'conversions.md': [
    ['found in the first megabyte', 'src/data/check/nullTexts.ts', 'const MAX_SEARCHED_BYTES = 1_000_000;'],
    ['at most 20 characters are counted', 'src/data/text/utf8.ts', 'const ENOUGH_CHARACTERS = 20;'],
    ['at least twice as many valid characters', 'src/data/text/utf8.ts', 'const CHARACTERS_PER_BROKEN = 2;'],
    ['its first 1,000 bytes outside ASCII', 'src/data/text/singleByteGuess.ts', 'const ENOUGH_BYTES = 1_000;'],
    ['runs of three or more', 'src/data/text/singleByteGuess.ts', 'const LONG_RUN = 3;'],
    ['by its first 64 KB', 'src/data/csv/dialect.ts', 'DIALECT_BYTES = 65_536;'],
    ['among the first 30 lines', 'src/data/csv/drawnTable.ts', 'const MAX_LINES_TO_RULE = 30;'],
    ['or has more than 1 MB', 'src/data/convert/fromDrawnTable.ts', 'const MAX_LINE_BYTES = 1_048_576;'],
    ['at least twice as many characters are', 'src/data/text/singleByteGuess.ts', 'const LETTERS_PER_MISPLACED = 2;'],
    ['A row of more than 4 MB', 'src/data/convert/toFlatRows.ts', 'const MAX_ROW_BYTES = 4_194_304;'],
  ],
  'demo.md': [['the build fails above 80 kB', 'esbuild.js', 'const DEMO_LIMIT_BYTES = 80_000;']],
  'history.md': [
    ['of the last 20 completed runs', 'src/jobs/history/usualDurations.ts', 'const MAX_RUNS = 20;'],
    ['if there are at least three', 'src/jobs/history/usualDurations.ts', 'const MIN_RUNS = 3;'],
    ['at most once a second', 'src/ui/overview/overview.ts', 'const DRAW_INTERVAL_MS = 1000;'],
  ],
  'late-syncs.md': [['five minutes or more', 'src/model/connection.ts', 'const LATE_AFTER_MS = 5 * MINUTE_MS;']],
  'leases.md': [
    ['The lease lasts 10 s', 'src/jobs/polling/pollLease.ts', 'const LEASE_MS = 10_000;'],
    ['the extra 0.5 s', 'src/jobs/polling/pollLease.ts', 'const GRACE_MS = 500;'],
  ],
  'list-of-connections.md': [
    ['the interval is 6 to 10 s', 'src/jobs/polling/schedule.ts', 'const MIN_LIST_INTERVAL_MS = 6 * SECOND_MS;'],
    ['the interval is 6 to 10 s', 'src/jobs/polling/schedule.ts', 'const MAX_LIST_INTERVAL_MS = 10 * SECOND_MS;'],
    ['at most 32 kB/s on average', 'src/jobs/polling/schedule.ts', 'const LIST_BYTES_PER_S = 32_000;'],
    ['three times as long in a window', 'src/jobs/polling/schedule.ts', 'const UNFOCUSED_FACTOR = 3;'],
    ['twice the duration of the last request', 'src/jobs/polling/schedule.ts', 'const LIST_REST_FACTOR = 2;'],
    ['after a quarter of this interval', 'src/jobs/polling/pollPlanner.ts', 'const SHARE_IF_EARLY = 0.25;'],
    ['at most once in 15 s', 'src/app/tracking/trackAccount.ts', 'const MIN_REFRESH_GAP_MS = 15_000;'],
  ],
  'load-fingerprints.md': [
    ['less than 15 % of the median', 'src/data/fingerprint/loadAnomalies.ts', 'const FEW_ROWS = 0.15;'],
    ['less than half of the smallest', 'src/data/fingerprint/loadAnomalies.ts', 'const SHARE_OF_SMALLEST = 0.5;'],
    ['three standard deviations', 'src/data/fingerprint/loadAnomalies.ts', 'const DEVIATIONS = 3;'],
  ],
  'rows-of-connections.md': [
    ['up to 50 rows one by one', 'src/app/connections/redrawQueue.ts', 'const MAX_ELEMENTS = 50;'],
    ['Changes within 250 ms', 'src/app/connections/redrawQueue.ts', 'const MIN_GAP_MS = 250;'],
    ['0.1 ms per row', 'src/app/connections/redrawQueue.ts', 'const GAP_PER_ROW_MS = 0.1;'],
  ],
  'start-up.md': [
    ['exceeds 20 kB', 'esbuild.js', 'const START_LIMIT_BYTES = 20_000;'],
    ['exceed 136 kB', 'esbuild.js', 'const FEATURES_LIMIT_BYTES = 136_000;'],
  ],
};

for (const [document, markdown, limits] of [
  ['the README and the guides', README_AND_GUIDES, OF_GUIDE],
  ['SECURITY.md', readFileSync('SECURITY.md', 'utf8'), OF_SECURITY],
  ...Object.entries(OF_DECISIONS).map(([name, limits]) => {
    const path = `docs/decisions/${name}`;
    return [path, readFileSync(path, 'utf8'), limits] as const;
  }),
] as const) {
  describe(`A limit in ${document}`, () => {
    const text = markdown.replaceAll(/\s+/g, ' ');
    for (const [words, file, written] of limits) {
      it(`is that of ${file}: ${words}`, () => {
        assert.ok(text.includes(words));
        assert.ok(readFileSync(file, 'utf8').includes(written), `${file}: ${written}`);
      });
    }
  });
}
