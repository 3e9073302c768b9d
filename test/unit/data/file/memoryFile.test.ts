import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textFile } from '../../../../src/data/file/memoryFile.ts';
import { textSlices } from '../../../../src/data/text/textSlices.ts';

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return Buffer.concat(all);
}

describe('A text as an upload', () => {
  it('is the text in UTF-8 each time it is read', async () => {
    const text = '\uFEFFname;é\r\n😀;"x"\r\n'.repeat(60_000);
    const file = textFile('a.csv', 'csv', text);
    for (let reading = 0; reading < 2; reading++) {
      const bytes = await bytesOf(file.chunks());
      assert.equal(bytes.byteLength, file.byteLength);
      assert.ok(bytes.equals(Buffer.from(text)));
    }
  });

  it('has no chunks if it is empty', async () => {
    const file = textFile('a.csv', 'csv', '');
    assert.deepEqual([file.byteLength, await bytesOf(file.chunks())], [0, Buffer.alloc(0)]);
  });
});

describe('The slices of a text', () => {
  it('never split a surrogate pair, are never too long, and lose nothing, including lone surrogates', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '😀', '\uD83D', '\uDE00', 'é'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 7 }), (whole, maxUnits) => {
        const slices = [...textSlices(whole, maxUnits)];
        assert.equal(slices.join(''), whole);
        assert.ok(slices.every(({ length }) => length > 0 && length <= maxUnits));
        assert.ok(Buffer.concat(slices.map((slice) => Buffer.from(slice))).equals(Buffer.from(whole)));
      }),
    );
  });
});
