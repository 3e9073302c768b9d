import assert from 'node:assert/strict';
import { messageToPage, readMessageFromPage, readMessageToPage } from '../../../../src/ui/overview/messages.ts';

describe('What the overview asks for', () => {
  it('is one of a few things', () => {
    const asked = [
      { kind: 'ready' },
      { kind: 'open', entityId: 'e' },
      { kind: 'filter' },
      { kind: 'group' },
      { kind: 'showAll' },
    ];
    for (const message of asked) {
      assert.deepEqual(readMessageFromPage(message), message);
    }
  });

  it('is dropped where it is anything else', () => {
    const strange = [
      undefined,
      null,
      'open',
      {},
      { kind: 'open' },
      { kind: 'open', entityId: 'e'.repeat(501) },
      { kind: 'sync' },
    ];
    assert.deepEqual(
      strange.filter((message) => readMessageFromPage(message) !== undefined),
      [],
    );
  });
});

describe('What the overview is shown', () => {
  it('is dropped where it is not as we send it, and clean and of limited length', () => {
    assert.equal(readMessageToPage({ kind: 'show', model: {} }), undefined);
    const hostile = { kind: 'empty', text: `a\u202eb\nc${'x'.repeat(2000)}` } as const;
    for (const read of [messageToPage(hostile), readMessageToPage(hostile)]) {
      assert.ok(read?.kind === 'empty');
      assert.match(read.text, /^ab cx+…$/);
      assert.equal(read.text.length, 1000);
    }
  });
});
