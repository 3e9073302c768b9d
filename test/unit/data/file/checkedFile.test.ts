import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkedFile } from '../../../../src/data/file/checkedFile.ts';
import { convertFile } from '../../../../src/data/worker/convertFile.ts';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import { copyAsUtf8 } from '../../../../src/data/text/textSlices.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import type { UploadFile } from '../../../../src/model/upload.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import { fixedText } from '../../../fixedText.ts';
import { fileOf } from '../../api/uploadFiles.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);

describe('A checked file', () => {
  it('has exactly the checked bytes each time it is read', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        const file = checkedFile(fileOf('csv', chunks), digestOf(Buffer.concat(chunks)));
        for (let times = 0; times < 2; times++) {
          assert.deepEqual((await read(file)).bytes, Buffer.concat(chunks));
        }
      }),
    );
  });

  it('that differs in one byte never yields its last chunk', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(), async (chunks, at) => {
        const bytes = Buffer.concat(chunks);
        fc.pre(bytes.length > 0);
        const digest = digestOf(bytes);
        const changed = Buffer.concat([bytes]);
        const index = at % bytes.length;
        changed[index] = (changed[index] ?? 0) ^ 1;
        let start = 0;
        const now = chunks.map(({ length }) => changed.subarray(start, (start += length)));
        const { bytes: handedOver, error } = await read(checkedFile(fileOf('csv', now), digest));
        assert.ok(error instanceof FileChangedError);
        assert.ok(handedOver.length < bytes.length);
      }),
    );
  });

  it('of several blocks that differs in the first byte never yields its last chunk', async () => {
    const bytes = Buffer.alloc(5_000_000, 'a,b\n');
    const digest = digestOf(bytes);
    bytes[0] = 0;
    const { bytes: handedOver, error } = await read(checkedFile(memoryFile('a.csv', 'csv', bytes), digest));
    assert.ok(error instanceof FileChangedError);
    assert.ok(handedOver.length < bytes.length);
  });

  it('has the digest of the check for any text of an editor', async () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', '\ud83d', '\ude00', '😀', 'ü', '\ufeff', '\0')) });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const check = new DataCheck('csv');
        check.push(Buffer.from(content));
        const file = memoryFile('a.csv', 'csv', ...(await copyAsUtf8(fixedText(content))));
        const { error } = await read(checkedFile(file, check.end().digest));
        assert.equal(error, undefined);
      }),
    );
  });

  for (const [size, rows] of [
    ['small', 2],
    ['large', 60_000],
  ] as const) {
    it(`is never converted completely after a change (${size})`, async () => {
      const before = Buffer.from('a;b\n' + '1;2\n'.repeat(rows));
      const after = Buffer.from('a;b\n' + '1;2\n'.repeat(rows - 1) + '1;3\n');
      let readings = 0;
      const changing: UploadFile = {
        ...memoryFile('a.csv', 'csv', before),
        chunks: () => memoryFile('a.csv', 'csv', ++readings === 1 ? before : after).chunks(),
      };
      const workers = new DataWorkers(PROGRAM);
      try {
        const converted = await convertFile(
          checkedFile(changing, digestOf(before)),
          { fromDelimiter: ';' },
          workers,
          AbortSignal.timeout(20_000),
        );
        const { bytes, error } = await read(converted);
        assert.ok(error instanceof FileChangedError);
        assert.ok(bytes.length < converted.byteLength);
      } finally {
        workers.dispose();
      }
    });
  }
});

function digestOf(bytes: Uint8Array): string {
  const content = new ContentDigest();
  content.update(bytes);
  return content.digest();
}

/** What a file hands over, and what its reading threw. */
async function read(file: UploadFile): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of file.chunks()) {
      chunks.push(chunk);
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error };
  }
  return { bytes: Buffer.concat(chunks), error: undefined };
}
