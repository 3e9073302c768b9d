import assert from 'node:assert/strict';
import { messageToPage, readMessageFromPage, readMessageToPage } from '../../../../src/ui/rowsPage/messages.ts';
import type { MessageToPage } from '../../../../src/ui/rowsPage/messages.ts';

const HOSTILE = `a\u202Eb\r\n<img src=x>${'x'.repeat(2_000)}`;

function messageWith(text: string): MessageToPage {
  const file = {
    title: text,
    extent: text,
    columns: [{ name: text, isNumber: false, isExtra: false }],
    rows: [[text, text]],
    warnings: [text],
    problems: [text],
    facts: [text],
    changes: [{ title: text, lines: [text] }],
  };
  const labels = {
    row: text,
    rows: text,
    problems: text,
    facts: text,
    files: text,
    file: text,
    connection: text,
    rowCount: text,
    size: text,
    notes: text,
  };
  const list = [{ file: text, target: text, rows: text, size: text, notes: text }];
  return { kind: 'show', model: { labels, account: [text], list, files: [file], omitted: text } };
}

describe('What the page of first rows is shown', () => {
  it('is clean and of limited length when it is sent, and when it arrives', () => {
    for (const message of [messageToPage(messageWith(HOSTILE)), readMessageToPage(messageWith(HOSTILE))]) {
      const texts: string[] = [];
      JSON.stringify(message, (name, value: unknown) => {
        if (typeof value === 'string' && name !== 'kind') {
          texts.push(value);
        }
        return value;
      });
      assert.equal(texts.length, 27);
      for (const text of texts) {
        assert.match(text, /^ab {1,2}<img src=x>x+…$/);
        assert.ok(text.length <= 1_000);
      }
      const [file] = message?.model.files ?? [];
      assert.deepEqual(
        file?.rows[0]?.map(({ length }) => length),
        [200, 200],
        'cells are shorter',
      );
    }
  });

  it('has the white space of the lines before and after a conversion', () => {
    const message = messageToPage(messageWith('  a\t\tb'));
    const [file] = message.model.files;
    assert.deepEqual(file?.changes[0]?.lines, ['  a\t\tb']);
    assert.deepEqual(file.rows[0], ['a b', 'a b']);
  });

  it('is dropped where it is anything else', () => {
    const strange = [
      undefined,
      null,
      'show',
      { kind: 'show' },
      { kind: 'show', model: { files: [] } },
      { kind: 'gone' },
    ];
    assert.deepEqual(
      strange.filter((message) => readMessageToPage(message) !== undefined),
      [],
    );
  });
});

describe('What the page of first rows says', () => {
  it('is only that it is ready', () => {
    assert.deepEqual(readMessageFromPage({ kind: 'ready', command: 'x' }), { kind: 'ready' });
    assert.deepEqual(
      [undefined, 'ready', {}, { kind: 'retry' }].filter((message) => readMessageFromPage(message) !== undefined),
      [],
    );
  });
});
