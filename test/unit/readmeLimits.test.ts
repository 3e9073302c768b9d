import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Words of a document that name a limit, the file that has it, and how it is written there. */
const LIMITS: readonly (readonly [words: string, file: string, written: string])[] = [
  ['needs VS Code 1.110 or newer', 'package.json', '"vscode": "^1.110.0"'],
  ['At most 200 files', 'src/app/upload/findFiles.ts', 'const MAX_FILES = 200;'],
  ['ends after 50,000 files and folders', 'src/app/upload/findFiles.ts', 'const MAX_ENTRIES = 50_000;'],
  ['opens up to 20 rows as a table', 'src/data/check/firstRows.ts', 'const FIRST_ROWS = 20;'],
  ['Among the first 200 columns', 'src/data/fingerprint/keyColumns.ts', 'const MOST_COLUMNS = 200;'],
  ['It is chosen after 1,000 rows', 'src/data/fingerprint/keyColumns.ts', 'const SAMPLED_ROWS = 1_000;'],
  ['Up to 2 million rows are compared', 'src/data/fingerprint/rowHashes.ts', 'const MAX_HASHED_ROWS = 2_000_000;'],
  ['sums and counts of the last 24', 'src/data/fingerprint/loadAnomalies.ts', 'const KEPT_LOADS = 24;'],
  ['From the fourth load', 'src/data/fingerprint/loadAnomalies.ts', 'const FEWEST_LOADS = 3;'],
  ['for two minutes after you last', 'src/app/connections/rowHold.ts', 'const HELD_AFTER_USE_MS = 2 * MINUTE_MS;'],
  ['(within half a second)', 'src/app/connections/doubleClicks.ts', 'const DOUBLE_CLICK_MS = 500;'],
  ['Up to 20,000 connections are listed', 'src/api/decode.ts', 'const MAX_CONNECTIONS = 20_000;'],
  ['shows up to 1,000 lanes', 'src/ui/overview/overviewModel.ts', 'const MAX_LANES = 1000;'],
  ['in the next four hours', 'src/ui/overview/overviewModel.ts', 'const FUTURE_MS = 4 * HOUR_MS;'],
  ['Up to 500 jobs per account', 'src/jobs/store/retention.ts', 'const MAX_JOBS_PER_ACCOUNT = 500;'],
  ['for 30 days after they ended', 'src/jobs/store/retention.ts', 'const MAX_AGE_MS = 30 * DAY_MS;'],
  ['is watched for seven days', 'src/jobs/polling/giveUp.ts', 'const LONGEST_RUN_DAYS = 7;'],
  ['the first 200 columns a histogram', 'src/ui/profilePage/profileModel.ts', 'const SHOWN_COLUMNS = 200;'],
  ['its ten most common values', 'src/data/totals/columnProfiles.ts', 'const SHOWN_VALUES = 10;'],
  ['at most 100 of each kind', 'src/data/check/dataProblem.ts', 'const KEPT_OF_EACH_CODE = 100;'],
  ['Above 16 million characters', 'src/ui/check/quickFixes.ts', 'const MAX_UNITS = 16_000_000;'],
];

const README = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ');

describe('A limit in the README', () => {
  for (const [words, file, written] of LIMITS) {
    it(`is that of the code: ${words}`, () => {
      assert.ok(README.includes(words));
      assert.ok(readFileSync(file, 'utf8').includes(written), `${file}: ${written}`);
    });
  }
});
