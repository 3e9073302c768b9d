import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { missingTests } from './missingTests.ts';

const README = readFileSync('README.md', 'utf8');

/** The tests, as `file: title`, that fail if a sentence of the opening is not true. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  'Upload CSV and JSON files to your data-connection service from Visual Studio Code, start syncs, and watch each job until it finishes.':
    [
      'test/e2e/specs/upload.test.ts: sends a CSV file with its unsaved changes, and every cell arrives',
      'test/e2e/specs/upload.test.ts: sends JSON with every digit of its numbers',
      'test/e2e/specs/firstRun.test.ts: leads from the welcome view through the demo to the first upload and its job, by mouse',
    ],
  'The review of an upload shows exact sums, and which columns balance, such as debit and credit.': [
    'test/e2e/specs/loads.test.ts: has control totals in its review and on its page, beside what the service counted, and they can be copied',
    'test/integration/controlTotals.test.ts: are in the review and in what the command returns, and no value is in the log',
    'test/integration/controlTotals.test.ts: has all digits of the sums, the columns that balance first, and the rows',
  ],
  'The page of the job shows them next to what the service counted.': [
    'test/integration/controlTotals.test.ts: is on the job page, beside what the service counted',
  ],
  'The review shows how many rows were added, removed, changed, or left as they were, and warns if the load is unlike the earlier ones.':
    [
      'test/e2e/specs/loads.test.ts: is compared with the last one in its review, which warns if it is unlike earlier ones',
      'test/integration/loadComparison.test.ts: is compared in the review, in words',
      'test/integration/loadComparison.test.ts: and those before it are what is usual, in warnings of the review',
    ],
  'If the message of a failed load identifies a cell or a row, it is shown as a problem there.': [
    'test/integration/serviceProblems.test.ts: is shown at a row that has too few or too many cells, as the service counts them',
    'test/e2e/specs/upload.test.ts: whose load fails at a value shows that as a problem in the file, where the notification and the job page lead',
  ],
  'Each connection has a page with its success rate, usual duration, runs, and events.': [
    'test/e2e/specs/history.test.ts: has its runs, its usual duration with the sync that runs, and its events, which lead to their jobs',
  ],
  'An overview shows the last 24 hours and what is scheduled next.': [
    'test/e2e/specs/history.test.ts: of all connections is an overview of 24 hours, filtered and grouped as the view, for the keyboard and as a table',
    'test/integration/overview.test.ts: is a lane for each connection that ran, with what is scheduled, and in words',
  ],
  'Upload the text in the editor, files and folders in the Explorer, or what you drop on a connection.': [
    'test/e2e/specs/upload.test.ts: sends a CSV file with its unsaved changes, and every cell arrives',
    'test/e2e/specs/uploadFiles.test.ts: shows one review and one summary for ten files, even if one is refused',
    'test/integration/uploadFolders.test.ts: sends the files with data that are directly in it, in the order of their numbers, after one review',
    'test/e2e/specs/dropFiles.test.ts: are uploaded to the connection on whose row the mouse drops them, after a review',
  ],
  'Files can be compressed with gzip.': [
    'test/integration/gzip.test.ts: are decompressed while they are sent, which the review names',
    'test/integration/gzip.test.ts: are decompressed of a folder, and if another program drops them in a browser',
  ],
  'Tasks and saving a file can upload, too.': [
    'test/integration/tasks.test.ts: upload the files of a glob to a connection that is reviewed once, whatever the settings of the folder say',
    'test/integration/uploadOnSave.test.ts: happens if the user has set it, after one review, and not for Auto Save',
  ],
};
const MAX_WORDS = 160;

/** What comes before the first steps, without its pictures and the names of the items. */
function opening(): readonly string[] {
  const [, text = ''] = /^# .*\n([^]*?)^## Get started$/m.exec(README) ?? [];
  return text
    .replaceAll(/<picture>[^]*?<\/picture>/g, '')
    .replaceAll(/^- \*\*\[.*?\]\(docs\/guide\/.*?\)\.\*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=\.) /);
}

describe('The opening of the README', () => {
  it('has a test for each of its sentences', () => {
    assert.deepEqual(opening(), Object.keys(TESTS));
    assert.deepEqual(
      Object.values(TESTS)
        .flat()
        .flatMap((test) => {
          const [file = '', title = ''] = test.split(/: (.*)/);
          return missingTests(file, title);
        }),
      [],
    );
  });

  it('is read in half a minute, and followed by the first steps', () => {
    assert.ok(opening().join(' ').split(' ').length < MAX_WORDS);
  });
});

describe('The README', () => {
  it('names the two commands that set up everything', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const [command, script] of [
      ['`npm start`', scripts['start']],
      ['`npm test`', scripts['test']],
    ] as const) {
      assert.ok(README.includes(command), command);
      // They install what is missing.
      assert.match(script ?? '', /^node test\/vscode\/prepare\.js/, command);
    }
  });
});
