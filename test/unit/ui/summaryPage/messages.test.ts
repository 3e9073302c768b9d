import assert from 'node:assert/strict';
import { messageToPage, readMessageFromPage, readMessageToPage } from '../../../../src/ui/summaryPage/messages.ts';
import type { MessageToPage } from '../../../../src/ui/summaryPage/messages.ts';

const HOSTILE = `a\u202Eb\r\n<img src=x>${'x'.repeat(2_000)}`;

function messageWith(text: string): MessageToPage {
  const labels = { files: text, file: text, connection: text, rows: text, outcome: text, openJob: text, retry: text };
  const file = { name: text, target: text, rows: text, state: 'failed', outcome: text, syncId: 'x' } as const;
  return { kind: 'show', model: { title: text, completed: text, account: [text], labels, files: [file] } };
}

describe('What the summary of an upload is shown', () => {
  it('is clean and of limited length when it is sent, and when it arrives', () => {
    for (const message of [messageToPage(messageWith(HOSTILE)), readMessageToPage(messageWith(HOSTILE))]) {
      const texts: string[] = [];
      JSON.stringify(message, (name, value: unknown) => {
        if (typeof value === 'string' && !['kind', 'state', 'syncId'].includes(name)) {
          texts.push(value);
        }
        return value;
      });
      assert.equal(texts.length, 14);
      for (const text of texts) {
        assert.match(text, /^ab <img src=x>x+…$/);
        assert.ok(text.length <= 1_000);
      }
    }
  });

  it('is dropped where it is anything else', () => {
    const strange = [undefined, 'show', { kind: 'show' }, { kind: 'show', model: { files: [] } }, { kind: 'gone' }];
    assert.deepEqual(
      strange.filter((message) => readMessageToPage(message) !== undefined),
      [],
    );
  });
});

describe('What the summary of an upload says', () => {
  it('is that it is ready, that files are to be uploaded again, and whose job is to be opened', () => {
    assert.deepEqual(readMessageFromPage({ kind: 'retry', files: ['file:///etc/passwd'] }), { kind: 'retry' });
    assert.deepEqual(readMessageFromPage({ kind: 'openJob', index: 3, command: 'x' }), { kind: 'openJob', index: 3 });
    assert.deepEqual(
      [undefined, 'ready', {}, { kind: 'openJob', index: -1 }, { kind: 'openJob', index: '1' }, { kind: 'run' }].filter(
        (message) => readMessageFromPage(message) !== undefined,
      ),
      [],
    );
  });
});
