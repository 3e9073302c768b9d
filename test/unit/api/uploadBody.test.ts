import assert from 'node:assert/strict';
import type { RequestBody } from '../../../src/api/requestBody.ts';
import { enclosed } from '../../../src/api/enclosed.ts';
import { OutgoingBody } from '../../../src/api/outgoingBody.ts';
import { smallJsonBody } from '../../../src/api/requestBody.ts';
import { uploadBody } from '../../../src/api/uploadBody.ts';
import type { UploadFile } from '../../../src/model/upload.ts';
import { FileChangedError } from '../../../src/model/upload.ts';
import { thrownBy } from './thrownBy.ts';
import { fileOf } from './uploadFiles.ts';

const { signal } = new AbortController();

async function listOf(chunks: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const list: Uint8Array[] = [];
  for await (const chunk of chunks) {
    list.push(chunk);
  }
  return list;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await listOf(chunks));
}

/** The body of an upload, and its text, which is as long as the body says, each time. */
async function bodyOf(
  file: UploadFile,
  format: 'json' | 'multipart',
  entityId = 'entity',
): Promise<readonly [RequestBody, string]> {
  const body = await uploadBody({ entityId, format, file }, signal);
  const bytes = await bytesOf(body.chunks(signal));
  assert.equal(bytes.byteLength, body.byteLength);
  assert.deepEqual(await bytesOf(body.chunks(signal)), bytes);
  return [body, bytes.toString('utf8')];
}

describe('The body of an upload', () => {
  it('as multipart has the target, then the unchanged file', async () => {
    const [{ contentType, mark = '' }, text] = await bodyOf(
      fileOf('tsv', ['\ufeffa\tb\n', '1\tÖ']),
      'multipart',
      'é"1',
    );
    assert.match(mark, /^DataConnections-[\w-]{24}$/);
    assert.equal(contentType, `multipart/form-data; boundary=${mark}`);
    assert.equal(
      text,
      [
        `--${mark}`,
        'Content-Disposition: form-data; name="entityId"',
        '',
        'é"1',
        `--${mark}`,
        'Content-Disposition: form-data; name="file"; filename="data.tsv"',
        'Content-Type: text/tab-separated-values',
        '',
        '\ufeffa\tb\n1\tÖ',
        `--${mark}--`,
        '',
      ].join('\r\n'),
    );
  });

  it('as multipart escapes a hostile file name, and has a default for an empty one', async () => {
    for (const [name, expected] of [
      ['a"\r\nb.csv', 'a%22%0D%0Ab.csv'],
      ['', 'upload.csv'],
    ] as const) {
      const [, text] = await bodyOf(fileOf('csv', ['id'], name), 'multipart');
      assert.ok(text.includes(`; filename="${expected}"\r\nContent-Type: text/csv\r\n`), text);
    }
  });

  it('as multipart tells the file how many of its own bytes are no longer needed', async () => {
    let told: number | undefined;
    const file: UploadFile = {
      ...fileOf('csv', ['id\n1\n']),
      chunks: (flushedBytes) => {
        told = flushedBytes?.();
        return fileOf('csv', ['id\n1\n']).chunks();
      },
    };
    const body = await uploadBody({ entityId: 'e', format: 'multipart', file }, signal);
    const [head] = await listOf(body.chunks(signal));
    await bytesOf(body.chunks(signal, () => (head?.byteLength ?? 0) + 3));
    assert.equal(told, 3);
    await bytesOf(body.chunks(signal));
    assert.equal(told, undefined);
  });

  it('as JSON has the rows of a JSON file as they are, and the text of others as a string', async () => {
    const [json, text] = await bodyOf(fileOf('json', ['\ufeff[{"id": 1.', '00}]\n']), 'json', 'a"b');
    assert.deepEqual([json.contentType, json.mark], ['application/json', undefined]);
    assert.equal(text, '{"entityId":"a\\"b","data":[{"id": 1.00}]\n}');
    const [, csv] = await bodyOf(fileOf('csv', ['\ufeffid;"n"\r\n', '1;Ö\n']), 'json');
    assert.deepEqual(JSON.parse(csv), { entityId: 'entity', data: 'id;"n"\r\n1;Ö\n' });
  });

  it('as JSON is made of small pieces, also of a file that is read in large ones', async () => {
    const file = fileOf('csv', [`id\n${'1\n'.repeat(200_000)}`]);
    const body = await uploadBody({ entityId: 'e', format: 'json', file }, signal);
    const chunks = await listOf(body.chunks(signal));
    // A line break is two characters of JSON.
    assert.ok(Math.max(...chunks.map(({ byteLength }) => byteLength)) <= 2 * 64 * 1024);
    assert.equal(Buffer.concat(chunks).byteLength, body.byteLength);
  });

  it('as JSON needs only the start of a JSON file before it is sent', async () => {
    let read = 0;
    const file: UploadFile = {
      ...fileOf('json', []),
      byteLength: 4000,
      async *chunks() {
        for (; read < 1000; read += 1) {
          yield await Promise.resolve(Buffer.from('[1,2'));
        }
      },
    };
    await uploadBody({ entityId: 'e', format: 'json', file }, signal);
    assert.ok(read <= 1, String(read));
  });
});

describe('A body that is sent', () => {
  function sending(chunks: readonly string[], byteLength?: number) {
    const file = fileOf('csv', chunks);
    const sent: number[] = [];
    const body = new OutgoingBody(
      { contentType: '', byteLength: byteLength ?? file.byteLength, chunks: () => file.chunks() },
      { signal, onSent: (bytes) => sent.push(bytes) },
    );
    return { body, sent };
  }

  it('has started once any of it was requested, and tells its progress from 0 to the whole', async () => {
    const { body, sent } = sending(['abc', '', 'de']);
    await body.open();
    assert.equal(body.hasStarted, false);
    assert.equal(String(await bytesOf(body)), 'abcde');
    assert.deepEqual([body.hasStarted, body.failure, sent], [true, undefined, [0, 3, 5, 5]]);
    body.dispose();
  });

  it('never reaches its length if the file has changed, and says so', async () => {
    for (const [chunks, byteLength, expected] of [
      [['abc', 'def'], 5, 'abc'],
      [['abc'], 5, 'abc'],
      [['abcdef'], 5, ''],
    ] as const) {
      const { body, sent } = sending(chunks, byteLength);
      const received: Uint8Array[] = [];
      await body.open();
      const send = async (): Promise<void> => {
        for await (const chunk of body) {
          received.push(chunk);
        }
      };
      await assert.rejects(send, FileChangedError);
      assert.ok(body.failure?.error instanceof FileChangedError);
      assert.equal(String(Buffer.concat(received)), expected);
      assert.ok(Math.max(...sent) < byteLength);
    }
  });

  it('is not passed to the network if it cannot be read, and says why', async () => {
    const gone = new Error('ENOENT');
    const chunks = async function* () {
      yield* await Promise.reject<Uint8Array[]>(gone);
    };
    const events = { signal, onSent: () => assert.fail('it was sent') };
    const body = new OutgoingBody({ contentType: '', byteLength: 5, chunks }, events);
    assert.equal(await thrownBy(body.open()), gone);
    assert.deepEqual([body.failure, body.hasStarted], [{ error: gone }, false]);
  });

  it('is closed if the network stops in the middle', async () => {
    let isClosed = false;
    const chunks = async function* () {
      try {
        yield* fileOf('csv', ['abc', 'de']).chunks();
      } finally {
        isClosed = true;
      }
    };
    const body = new OutgoingBody({ contentType: '', byteLength: 5, chunks }, { signal, onSent: () => undefined });
    await body.open();
    for await (const chunk of body) {
      assert.equal(String(chunk), 'abc');
      break;
    }
    assert.ok(isClosed);
  });

  it('has what is before and after its data even without data', async () => {
    const [head, tail] = [Buffer.from('<'), Buffer.from('>')];
    assert.equal(String(await bytesOf(enclosed(head, fileOf('csv', []).chunks(), tail))), '<>');
    assert.equal(String(await bytesOf(enclosed(head, fileOf('csv', ['a', 'b']).chunks(), tail))), '<ab>');
  });

  it('is cut into chunks that the connection can take', async () => {
    const { body } = sending(['x'.repeat(200_000)]);
    await body.open();
    const lengths = (await listOf(body)).map(({ byteLength }) => byteLength);
    assert.deepEqual(lengths, [65_536, 65_536, 65_536, 3392]);
  });

  it('is JSON in memory where it is small', async () => {
    const body = smallJsonBody({ entityId: 'é' });
    const bytes = await bytesOf(body.chunks(signal));
    assert.deepEqual([body.contentType, String(bytes)], ['application/json', '{"entityId":"é"}']);
    assert.equal(body.byteLength, bytes.byteLength);
  });
});
