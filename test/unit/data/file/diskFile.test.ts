import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskFile } from '../../../../src/data/file/diskFile.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import type { UploadFile } from '../../../../src/model/upload.ts';
import { eventually } from '../../../eventually.ts';

const MEGABYTE = 1_048_576;
const OLD = new Date('2026-01-02T03:04:05Z');

describe('A file on disk', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disk-file-'));
    path = join(folder, 'rows.csv');
  });

  afterEach(async () => {
    assert.equal(await descriptorsOf(path), 0, 'no descriptor is left open');
    await rm(folder, { recursive: true });
  });

  async function opened(content: Uint8Array | string) {
    await writeFile(path, content);
    // A whole second, so that it can be set back to exactly this.
    await utimes(path, OLD, OLD);
    return openDiskFile(path, 'rows.csv', 'csv');
  }

  it('is read completely each time, in chunks of at most 1 MiB', async () => {
    const bytes = Buffer.alloc(2.5 * MEGABYTE, 'abc,');
    const file = await opened(bytes);
    assert.equal(file.byteLength, bytes.length);
    for (let times = 0; times < 2; times++) {
      const chunks = await chunksOf(file);
      assert.deepEqual(Buffer.concat(chunks), bytes);
      assert.ok(chunks.every(({ length }) => length <= MEGABYTE));
    }
  });

  it('keeps each chunk unchanged until it is taken, and uses the memory of taken chunks again', async () => {
    const bytes = Buffer.alloc(20.5 * MEGABYTE);
    for (let at = 0; at < bytes.length; at += 1000) {
      bytes.writeUInt32LE(at, at);
    }
    const file = await opened(bytes);
    for (const lag of [0, 1, 2, 4]) {
      const held: { readonly start: number; readonly chunk: Uint8Array }[] = [];
      const buffers = new Set<ArrayBufferLike>();
      let taken = 0;
      let at = 0;
      for await (const chunk of file.chunks(() => taken)) {
        buffers.add(chunk.buffer);
        held.push({ start: at, chunk });
        at += chunk.length;
        if (held.length > lag) {
          const [{ start, chunk: oldest } = { start: 0, chunk }] = held.splice(0, 1);
          assert.ok(Buffer.from(oldest).equals(bytes.subarray(start, start + oldest.length)));
          taken = start + oldest.length;
        }
      }
      assert.equal(at, bytes.length);
      assert.ok(buffers.size <= lag + 2, `${buffers.size} buffers, ${lag} held`);
    }
  });

  it('never uses the memory of chunks again that are not taken', async () => {
    const bytes = Buffer.alloc(12.5 * MEGABYTE, 'abc,');
    const file = await opened(bytes);
    for (const flushedBytes of [undefined, () => 0, () => MEGABYTE - 1]) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks(flushedBytes)) {
        chunks.push(chunk);
      }
      assert.ok(Buffer.concat(chunks).equals(bytes));
      assert.equal(new Set(chunks.map(({ buffer }) => buffer)).size, chunks.length);
    }
  });

  it('takes no more memory for its chunks than it is large', async () => {
    const file = await opened('id\n1\n');
    for await (const chunk of file.chunks(() => 0)) {
      assert.equal(chunk.buffer.byteLength, 5);
    }
  });

  it('has no chunks if it is empty', async () => {
    const file = await opened('');
    assert.deepEqual(await chunksOf(file), []);
  });

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    grew: () => appendFile(path, 'x'),
    shrank: () => truncate(path, 10),
    'was rewritten with the same size': async () => {
      const { size, mtimeMs } = await stat(path);
      await writeFile(path, Buffer.alloc(size, 'z'));
      await utimes(path, new Date(), new Date(mtimeMs + 5));
    },
    'was rewritten with the same size and its time set back': async () => {
      const { size, ctimeNs } = await stat(path, { bigint: true });
      // Until the file system's clock, which may be coarse, has gone on.
      await eventually(async () => {
        await writeFile(path, Buffer.alloc(Number(size), 'z'));
        await utimes(path, OLD, OLD);
        return (await stat(path, { bigint: true })).ctimeNs !== ctimeNs;
      }, 'The time of the change is another');
    },
    'was replaced': async () => {
      await writeFile(`${path}.new`, Buffer.alloc(3 * MEGABYTE, 'n'));
      await rename(`${path}.new`, path);
    },
  };

  for (const [what, change] of Object.entries(changes)) {
    it(`that ${what} before reading is not read`, async () => {
      const file = await opened(Buffer.alloc(3 * MEGABYTE, 'a'));
      await change();
      await assert.rejects(chunksOf(file), FileChangedError);
    });

    it(`that ${what} during reading never yields its last byte`, async () => {
      const file = await opened(Buffer.alloc(3 * MEGABYTE, 'a'));
      let received = 0;
      await assert.rejects(async () => {
        for await (const { length } of file.chunks()) {
          received += length;
          if (received === length) {
            await change();
          }
        }
      }, FileChangedError);
      assert.ok(received < file.byteLength);
    });
  }

  it('that grew during reading is given up long before its last byte', async () => {
    const file = await opened(Buffer.alloc(24 * MEGABYTE, 'a'));
    let received = 0;
    await assert.rejects(async () => {
      for await (const { length } of file.chunks()) {
        if (received === 0) {
          await appendFile(path, 'x');
        }
        received += length;
      }
    }, FileChangedError);
    assert.ok(received < 10 * MEGABYTE, String(received));
  });

  it('whose folder was replaced during reading never yields its last byte', async () => {
    const inner = join(folder, 'inner');
    await mkdir(inner);
    const inside = join(inner, 'rows.csv');
    await writeFile(inside, Buffer.alloc(3 * MEGABYTE, 'a'));
    const file = await openDiskFile(inside, 'rows.csv', 'csv');
    let received = 0;
    await assert.rejects(async () => {
      for await (const { length } of file.chunks()) {
        received += length;
        if (received === length) {
          // The open file itself stays as it is.
          await rename(inner, `${inner}.old`);
          await mkdir(inner);
          await writeFile(inside, Buffer.alloc(3 * MEGABYTE, 'n'));
        }
      }
    }, FileChangedError);
    assert.ok(received < file.byteLength);
  });

  it('is closed when reading stops', async () => {
    const file = await opened(Buffer.alloc(3 * MEGABYTE, 'a'));
    for await (const chunk of file.chunks()) {
      assert.ok(chunk.length < file.byteLength);
      break;
    }
    assert.equal(await descriptorsOf(path), 0);
  });

  it('rejects if it is missing or is a folder', async () => {
    await assert.rejects(openDiskFile(path, 'rows.csv', 'csv'), { code: 'ENOENT' });
    await assert.rejects(openDiskFile(folder, 'folder', 'csv'), { code: 'EISDIR', message: 'folder is not a file.' });
    const file = await opened('a,b\n');
    await rm(path);
    await assert.rejects(chunksOf(file), { code: 'ENOENT' });
  });
});

async function chunksOf(file: UploadFile): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) {
    chunks.push(chunk);
  }
  return chunks;
}

/** How many of this process's descriptors lead to the file. */
async function descriptorsOf(path: string): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(path)).length;
}
