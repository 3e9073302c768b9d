import assert from 'node:assert/strict';
import { messageToPage, readMessageFromPage, readMessageToPage } from '../../../../src/ui/profilePage/messages.ts';
import type { MessageToPage } from '../../../../src/ui/profilePage/messages.ts';

const HOSTILE = `a\u202Eb\r\n<img src=x>${'x'.repeat(2_000)}`;

function messageWith(text: string): MessageToPage {
  const count = { value: text, rows: 1, rowsText: text };
  const figures = {
    filled: text,
    blank: text,
    distinct: text,
    unique: text,
    smallest: text,
    largest: text,
    sum: text,
  };
  const column = { name: text, type: text, ...figures, note: text, bins: [count], values: [count] };
  const ofColumns = { columns: text, column: text, type: text, ...figures };
  const ofValues = { range: text, value: text, rows: text, histogram: text, histogramTable: text, values: text };
  const labels = { ...ofColumns, ...ofValues, showAsTable: text };
  return { kind: 'show', model: { labels, title: text, extent: text, columns: [column], omitted: text } };
}

describe('What the page of column profiles is shown', () => {
  it('is clean and of limited length when it is sent, and when it arrives', () => {
    for (const message of [messageToPage(messageWith(HOSTILE)), readMessageToPage(messageWith(HOSTILE))]) {
      const texts: string[] = [];
      JSON.stringify(message, (name, value: unknown) => {
        if (typeof value === 'string' && name !== 'kind') {
          texts.push(value);
        }
        return value;
      });
      assert.equal(texts.length, 34);
      for (const text of texts) {
        assert.match(text, /^ab <img src=x>x+…$/);
        assert.ok(text.length <= 1_000);
      }
      assert.equal(message?.model.columns[0]?.values[0]?.value.length, 200);
    }
  });

  it('is nothing of another form, and the page asks for nothing but its content', () => {
    assert.equal(readMessageToPage({ kind: 'show', model: {} }), undefined);
    assert.deepEqual(readMessageFromPage({ kind: 'ready', more: 1 }), { kind: 'ready' });
    assert.equal(readMessageFromPage({ kind: 'openFile' }), undefined);
  });
});
