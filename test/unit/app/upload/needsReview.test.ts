import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { needsReview } from '../../../../src/app/upload/needsReview.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { sampleUpload } from '../../jobs/store/sampleUploads.ts';

type Reviewed = Parameters<typeof needsReview>[0][number];

function checkOf(text: string, totals = false): CheckResult {
  const check = new DataCheck('csv', { totals });
  check.push(Buffer.from(text));
  return check.end();
}

const CLEAN: Reviewed = {
  input: {},
  check: checkOf('id,name\n1,one\n'),
  target: { entityId: 'known', name: 'Known' },
  conversion: {},
  lastHeader: undefined,
  sameContent: undefined,
  duplicateOf: undefined,
  unanswered: undefined,
};
const TO_NEW: Reviewed = { ...CLEAN, target: { entityId: 'new', name: 'New' } };
const PROPOSED_NEW: Reviewed = { ...CLEAN, target: { entityId: 'new', name: 'New', isProposed: true } };
const PROPOSED_KNOWN: Reviewed = { ...CLEAN, target: { entityId: 'known', name: 'Known', isProposed: true } };
const WITH_PROBLEM: Reviewed = { ...CLEAN, check: checkOf('id;name\n1;one\n') };
const WITH_TOTAL_ROW: Reviewed = { ...CLEAN, check: checkOf('id,net\na,10.50\nb,20.50\nc,3.00\nd,34.00\n', true) };
const WITH_PROBLEM_TO_NEW: Reviewed = { ...WITH_PROBLEM, target: TO_NEW.target };
const CONVERTED: Reviewed = { ...CLEAN, conversion: { fromDelimiter: ';' } };
const SAME_CONTENT: Reviewed = {
  ...CLEAN,
  sameContent: { ...sampleUpload({ entityId: 'known' }), hasFailed: false },
};
const DUPLICATE: Reviewed = {
  ...CLEAN,
  duplicateOf: { uri: 'file:///b.csv' } as NonNullable<Reviewed['duplicateOf']>,
};
const UNANSWERED: Reviewed = {
  ...CLEAN,
  unanswered: {
    intent: {
      id: 'i',
      state: 'unknown',
      at: 0,
      entityId: 'known',
      uri: 'file:///a.csv',
      name: 'a.csv',
      digest: 'd',
      before: undefined,
      leaseUntil: asMonotonic(0),
    },
    newSyncId: undefined,
  },
};
const OTHER_HEADER: Reviewed = {
  ...CLEAN,
  lastHeader: ['id', 'name', 'tax'],
};

const LINKED_INSIDE: Reviewed = { ...CLEAN, input: { link: { path: '/folder/b.csv', leavesFolder: false } } };
const LINKED_OUT: Reviewed = { ...CLEAN, input: { link: { path: '/secret.csv', leavesFolder: true } } };

const CASES: readonly (readonly [
  what: string,
  plan: Reviewed,
  /** Whether it is reviewed: the user says always, newTarget, never; then the same if the caller requests no review. */
  expected: readonly [boolean, boolean, boolean],
  ifReviewIsSkipped: readonly [boolean, boolean, boolean],
])[] = [
  ['a clean file to a confirmed connection', CLEAN, [true, false, false], [true, false, false]],
  ['a clean file to an unconfirmed connection', TO_NEW, [true, true, false], [true, true, false]],
  [
    'a file to an unconfirmed connection that only a workspace names',
    PROPOSED_NEW,
    [true, true, true],
    [true, true, true],
  ],
  [
    'a file to a confirmed connection that only a workspace names',
    PROPOSED_KNOWN,
    [true, false, false],
    [true, false, false],
  ],
  ['a file with a problem', WITH_PROBLEM, [true, true, true], [true, false, false]],
  ['a file with a problem to an unconfirmed connection', WITH_PROBLEM_TO_NEW, [true, true, true], [true, true, true]],
  ['a file with a total row', WITH_TOTAL_ROW, [true, true, true], [true, false, false]],
  ['a file that is converted', CONVERTED, [true, true, true], [true, false, false]],
  ['content that was sent before', SAME_CONTENT, [true, true, true], [true, false, false]],
  ['content that another file of the upload has, too', DUPLICATE, [true, true, true], [true, false, false]],
  ['a link that stays in the folder', LINKED_INSIDE, [true, false, false], [true, false, false]],
  ['a link that leaves the folder', LINKED_OUT, [true, true, true], [true, true, true]],
  ['a file whose last upload was not answered', UNANSWERED, [true, true, true], [true, true, true]],
  ['a file with a different header than before', OTHER_HEADER, [true, true, true], [true, false, false]],
];

const RULES: Parameters<typeof needsReview>[1] = {
  confirm: 'never',
  review: undefined,
  hasSkipped: false,
  skipsReview: false,
  isConfirmedTarget: (entityId) => entityId === 'known',
};

describe('A review', () => {
  for (const [what, plan, expected, ifReviewIsSkipped] of CASES) {
    for (const skipsReview of [false, true]) {
      for (const [index, confirm] of (['always', 'newTarget', 'never'] as const).entries()) {
        const isNeeded = (skipsReview ? ifReviewIsSkipped : expected)[index];
        const caller = skipsReview ? 'a caller that requests none' : 'the user';
        it(`is ${isNeeded === true ? 'needed' : 'not needed'} if ${caller} uploads ${what}, with "${confirm}"`, () => {
          const rules = { ...RULES, confirm, skipsReview };
          assert.equal(needsReview([plan], rules), isNeeded);
          assert.equal(needsReview([CLEAN, plan], rules), isNeeded, 'one of several makes it needed');
        });
      }
    }
  }

  it('is needed if some files are skipped, unless a caller requests none for connections that are all confirmed', () => {
    const rules = { ...RULES, hasSkipped: true };
    assert.equal(needsReview([CLEAN], rules), true);
    assert.equal(needsReview([CLEAN], { ...rules, skipsReview: true }), false);
    assert.equal(needsReview([CLEAN, TO_NEW], { ...rules, skipsReview: true }), true);
  });
});

/** The beginnings of rows in the guide's table, and uploads of which they tell whether they are reviewed. */
const DOCUMENTED: Readonly<
  Record<string, { readonly plans: readonly Reviewed[]; readonly rules?: Partial<typeof RULES> }>
> = {
  'The first upload to a connection': { plans: [TO_NEW] },
  'With problems, ': { plans: [WITH_PROBLEM, WITH_TOTAL_ROW, CONVERTED, OTHER_HEADER] },
  'Content that was uploaded before, ': { plans: [SAME_CONTENT, DUPLICATE] },
  'A folder, a pattern, or several files': { plans: [CLEAN], rules: { hasSkipped: true } },
  'To a connection that a workspace or a task proposes': { plans: [PROPOSED_NEW] },
  'After an upload of the same file that got no response': { plans: [UNANSWERED, LINKED_OUT] },
  'Anything else': { plans: [CLEAN, PROPOSED_KNOWN, LINKED_INSIDE] },
};
/** Their commands request the review; integration tests run them. */
const REQUESTED = ['Files dropped on a connection', 'An upload that is repeated'];

describe('The table of reviews in the guide', () => {
  const guide = readFileSync('docs/guide/uploads.md', 'utf8');
  const rows = Array.from(guide.matchAll(/^\| (.+?) +\| (yes|no) +\| (yes|no) +\| (yes|no) +\|$/gm), (row) =>
    row.slice(1),
  );

  it('has a row for each kind of upload', () => {
    const beginnings = [...Object.keys(DOCUMENTED), ...REQUESTED];
    const found = rows.map(([what = '']) => beginnings.filter((beginning) => what.startsWith(beginning)));
    assert.deepEqual(found.flat().sort(), beginnings.toSorted());
    assert.equal(rows.length, beginnings.length);
  });

  for (const [beginning, { plans, rules }] of Object.entries(DOCUMENTED)) {
    it(`says when a review is needed: ${beginning}…`, () => {
      const [, ...documented] = rows.find(([what = '']) => what.startsWith(beginning)) ?? [];
      for (const plan of plans) {
        const needed = (['always', 'newTarget', 'never'] as const).map((confirm) =>
          needsReview([plan], { ...RULES, ...rules, confirm }),
        );
        assert.deepEqual(
          needed.map((isNeeded) => (isNeeded ? 'yes' : 'no')),
          documented,
        );
      }
    });
  }
});
