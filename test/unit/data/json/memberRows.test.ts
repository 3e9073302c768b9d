import assert from 'node:assert/strict';
import { MemberRows } from '../../../../src/data/json/memberRows.ts';
import { cutBytes } from '../check/randomChunks.ts';

/** The text with what is around the rows as `.`, their opening brackets as `<`, and `!` at the end unless it has whole arrays of rows. */
function outline(name: string, chunks: Iterable<Uint8Array>): string {
  let out = '';
  const reader = new MemberRows(name, {
    onAround: (bytes) => (out += '.'.repeat(Buffer.from(bytes).toString().length)),
    onArray: () => (out += '<'),
    onRows: (bytes) => (out += Buffer.from(bytes).toString()),
  });
  for (const chunk of chunks) {
    // The source may reuse its memory.
    const copy = Buffer.from(chunk);
    reader.push(copy);
    copy.fill(0);
  }
  return reader.end() ? out : `${out}!`;
}

const CASES: readonly (readonly [text: string, expected: string])[] = [
  ['{"é":1,"d":[ {"é":"x"}] }', '...........< {"é":"x"}...'],
  ['{"d":[1],"d":[{"a":1}],"d":[{"a":2}]}', '.............<{"a":1}................'],
  ['{"d":{"a":[],"b":[{"c":[{}]}],"e":[{}]},"f":[{}]}', '.................<{"c":[{}]}.....................'],
  [
    '{"c":{"d":[{}]},"d":{"a":{"b":[1]},"c":{"d":[{"e":[{}]}]},"f":[{}]}}',
    '............................................<{"e":[{}]}.............',
  ],
  ['[{"d":[{"a":1}]},\n{"d":[]},{"d":[{"a":2}]}]', '......<{"a":1}..................<{"a":2}...'],
  ['{"d":[{"a":1}]}\n{"d":[{"a":2}]}', '.....<{"a":1}........<{"a":2}..'],
  ['{"d":[{"a":1}],', '.....<{"a":1}..'],
  ['{"d":[{"a":1', '.....<{"a":1!'],
  ['{"e":[{"a":1}]}', '...............!'],
];

describe('The rows in a member', () => {
  for (const [text, expected] of CASES) {
    it(`are found in any chunks: ${text}`, () => {
      const bytes = Buffer.from(text);
      const shares = [...bytes.keys()].map((at) => (at + 0.5) / bytes.length);
      assert.equal(outline('d', [bytes]), expected);
      assert.equal(outline('d', cutBytes(bytes, shares)), expected);
      for (const share of shares) {
        assert.equal(outline('d', cutBytes(bytes, [share])), expected);
      }
    });
  }
});
