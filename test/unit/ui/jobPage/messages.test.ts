import assert from 'node:assert/strict';
import { readMessageFromPage, readMessageToPage, readRemembered } from '../../../../src/ui/jobPage/messages.ts';

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

describe('What a reload brings back', () => {
  it('is the id of the job, or nothing', () => {
    assert.deepEqual(readRemembered({ syncId: 's-1', more: true }), { syncId: 's-1' });
    for (const value of [undefined, null, {}, { syncId: 1 }]) {
      assert.equal(readRemembered(value), undefined);
    }
  });
});
