import assert from 'node:assert/strict';
import {
  messageToPage,
  readMessageFromPage,
  readMessageToPage,
  readRemembered,
} from '../../../../src/ui/jobPage/messages.ts';
import type { JobModel } from '../../../../src/ui/jobPage/messages.ts';

describe('What the job page asks for', () => {
  it('is one of a few things', () => {
    const asked = [
      { kind: 'ready' },
      { kind: 'copyId', index: 1 },
      { kind: 'openFile' },
      { kind: 'openRun', syncId: 's-1' },
      { kind: 'retry' },
    ];
    for (const message of asked) {
      assert.deepEqual(readMessageFromPage(message), message);
    }
  });

  it('is dropped where it is anything else, and has nothing that we do not read', () => {
    const strange = [
      undefined,
      null,
      'retry',
      {},
      { kind: 'run', command: 'x' },
      { kind: 'copyId' },
      { kind: 'copyId', index: -1 },
      { kind: 'copyId', index: 0.5 },
      { kind: 'copyId', index: '0' },
      { kind: 'openRun', syncId: 1 },
      { kind: 'openRun', syncId: 's'.repeat(501) },
    ];
    assert.deepEqual(
      strange.filter((message) => readMessageFromPage(message) !== undefined),
      [],
    );
    assert.deepEqual(readMessageFromPage({ kind: 'openFile', uri: 'file:///etc/passwd' }), { kind: 'openFile' });
  });
});

describe('What the job page is shown', () => {
  it('is dropped where it is not a job as we send it', () => {
    const strange = [
      undefined,
      { kind: 'show', syncId: 's-1' },
      { kind: 'show', syncId: 's-1', model: { title: 'x' } },
    ];
    assert.deepEqual(
      strange.filter((message) => readMessageToPage(message) !== undefined),
      [],
    );
    const gone = { kind: 'gone', syncId: 's-1', text: 'Not remembered.' };
    assert.deepEqual(readMessageToPage(gone), gone);
  });
});

describe('Every text that the job page shows', () => {
  const hostile = `a\u202eb\u0000c\nd\ud800${'x'.repeat(1_000_000)}`;
  const state = 'running' as const;
  const model: JobModel = {
    language: 'en',
    title: hostile,
    kind: hostile,
    state,
    stateText: hostile,
    message: hostile,
    isCounting: true,
    elapsedMs: null,
    reachMs: 0,
    usualMs: null,
    usual: hostile,
    canRetry: false,
    refersToData: false,
    // Only their number and their being texts matter here.
    labels: new Proxy({} as JobModel['labels'], { get: () => hostile, has: () => true }),
    facts: [{ label: hostile, value: hostile }],
    ids: [{ label: hostile, value: hostile }],
    file: { name: hostile, details: hostile, canOpen: true },
    steps: [{ name: hostile, state, stateText: hostile, count: hostile, message: hostile, startMs: null, endMs: null }],
    states: [{ time: hostile, status: hostile, step: hostile, requestId: hostile }],
    runs: [
      {
        syncId: 's-1',
        state,
        stateText: hostile,
        started: hostile,
        date: hostile,
        time: hostile,
        durationMs: null,
        elapsedMs: null,
        count: null,
        isThis: true,
      },
    ],
  };

  it('is clean and of limited length when it is sent, and when it arrives', () => {
    const message = { kind: 'show', syncId: 's-1', entityId: 'e-1', model } as const;
    for (const shown of [messageToPage(message), readMessageToPage(message)]) {
      assert.ok(shown?.kind === 'show');
      const texts = textsIn(shown.model);
      assert.ok(texts.length > 20);
      for (const text of texts) {
        assert.ok(text.length <= 1000, `${text.length} characters`);
        assert.doesNotMatch(text, /[\p{Cc}\p{Cs}\u202e]/u);
      }
    }
  });

  it('is not sent where the id of the job is longer than any that is followed', () => {
    assert.throws(() => messageToPage({ kind: 'gone', syncId: 's'.repeat(501), text: 'Gone.' }));
  });
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('What a reload brings back', () => {
  it('is the id of the job, or nothing', () => {
    assert.deepEqual(readRemembered({ syncId: 's-1', more: true }), { syncId: 's-1' });
    assert.deepEqual(readRemembered({ syncId: 's-1', entityId: 'e-1' }), { syncId: 's-1', entityId: 'e-1' });
    for (const value of [undefined, null, {}, { syncId: 1 }, { syncId: 's'.repeat(501) }]) {
      assert.equal(readRemembered(value), undefined);
    }
  });
});
