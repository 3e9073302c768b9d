import assert from 'node:assert/strict';
import {
  messageToPage,
  readMessageFromPage,
  readMessageToPage,
  readRemembered,
} from '../../../../src/ui/connectionPage/messages.ts';

describe('What the page of a connection asks for', () => {
  it('is one of a few things', () => {
    const asked = [
      { kind: 'ready' },
      { kind: 'sync' },
      { kind: 'upload' },
      { kind: 'copyId', index: 1 },
      { kind: 'openRun', syncId: 's-1' },
    ];
    for (const message of asked) {
      assert.deepEqual(readMessageFromPage(message), message);
    }
    assert.deepEqual(readMessageFromPage({ kind: 'sync', entityId: 'another' }), { kind: 'sync' });
  });

  it('is dropped where it is anything else', () => {
    const strange = [
      undefined,
      null,
      'sync',
      {},
      { kind: 'run', command: 'x' },
      { kind: 'copyId' },
      { kind: 'copyId', index: -1 },
      { kind: 'openRun', syncId: 1 },
      { kind: 'openRun', syncId: 's'.repeat(501) },
    ];
    assert.deepEqual(
      strange.filter((message) => readMessageFromPage(message) !== undefined),
      [],
    );
  });
});

describe('What the page of a connection is shown', () => {
  it('is dropped where it is not as we send it', () => {
    assert.equal(readMessageToPage({ kind: 'show', entityId: 'e', model: { title: 'x' } }), undefined);
    const gone = { kind: 'gone', entityId: 'e', text: 'Not in the list.' };
    assert.deepEqual(readMessageToPage(gone), gone);
  });

  it('is clean and of limited length when it is sent, and when it arrives', () => {
    const hostile = { kind: 'gone', entityId: 'e', text: `a\u202eb\nc${'x'.repeat(2000)}` } as const;
    for (const read of [messageToPage(hostile), readMessageToPage(hostile)]) {
      assert.ok(read?.kind === 'gone');
      assert.match(read.text, /^ab cx+…$/);
      assert.equal(read.text.length, 1000);
    }
  });
});

describe('The state that the page of a connection keeps', () => {
  it('is its entity, and nothing else is accepted', () => {
    assert.deepEqual(readRemembered({ entityId: 'e', more: 1 }), { entityId: 'e' });
    assert.deepEqual([readRemembered(undefined), readRemembered({ entityId: 1 })], [undefined, undefined]);
  });
});
