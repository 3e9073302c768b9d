import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { slicesOf, TextChangedError } from '../../../../src/data/text/textSlices.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { eventually } from '../../../eventually.ts';
import { fixedSlices, fixedText } from '../../../fixedText.ts';
import { checkBytes, checkText } from '../check/checkText.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);

describe('A check in a worker', () => {
  let workers: DataWorkers;
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  it('finds the same as on this thread', async () => {
    const text = `id,name\n${'1,"é\n😀"\n'.repeat(300_000)}2\n`;
    assert.deepEqual(await workers.check(fixedSlices(text), 'csv'), checkText('csv', text));
  });

  it('checks one text after another', async () => {
    const results = [
      await workers.check(fixedSlices('[{"a":1}]'), 'json'),
      await workers.check(fixedSlices('a\tb\n1\t2'), 'tsv'),
    ];
    assert.deepEqual(results, [checkText('json', '[{"a":1}]'), checkText('tsv', 'a\tb\n1\t2')]);
  });

  it('checks several texts at once', async () => {
    const texts = Array.from({ length: 4 }, (_, index) => `a,b\n${'1,2\n'.repeat(100_000 * (index + 1))}`);
    const results = await Promise.all(texts.map((text) => workers.check(fixedSlices(text), 'csv')));
    assert.deepEqual(
      results.map(({ rows }) => rows),
      [100_000, 200_000, 300_000, 400_000],
    );
  });

  it('stops when cancelled, with the reason, and checks the next text', async () => {
    const cancel = new AbortController();
    const reason = new Error('Enough.');
    const check = workers.check(fixedSlices(`a,b\n${'1,2\n'.repeat(2_000_000)}`), 'csv', { signal: cancel.signal });
    setImmediate(() => cancel.abort(reason));
    await assert.rejects(check, reason);
    assert.equal((await workers.check(fixedSlices('a\n1\n'), 'csv')).rows, 1);
  });

  it('does not start after cancellation', async () => {
    const reason = new Error('Enough.');
    await assert.rejects(workers.check(fixedSlices('a\n1\n'), 'csv', { signal: AbortSignal.abort(reason) }), reason);
  });

  it('checks a file on disk in the chosen encoding, and reports progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'check-'));
    try {
      const path = join(folder, 'data.csv');
      const bytes = Buffer.from(`id;name\n${'1;M\u00FCller\n'.repeat(1_000_000)}`, 'latin1');
      await writeFile(path, bytes);
      const reads: number[] = [];
      const result = await workers.checkFile(path, 'csv', {
        encoding: 'windows-1252',
        onProgress: (read) => reads.push(read),
      });
      assert.equal(result.rows, 1_000_000);
      assert.deepEqual(result.firstRows[0], ['1', 'M\u00FCller']);
      assert.deepEqual([result.byteLength, result.encoding], [bytes.length, 'windows-1252']);
      assert.ok(reads.length > 0 && reads.every((read) => read <= bytes.length));
      assert.deepEqual(await workers.checkFile(path, 'csv'), checkBytes('csv', bytes));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('finds the same in a file of several blocks as on this thread', async () => {
    await withFile(Buffer.from(`id,name\n${'1,"Z\u00FCrich"\n'.repeat(300_000)}`), async (path, bytes) => {
      assert.deepEqual(await workers.checkFile(path, 'csv'), checkBytes('csv', bytes));
    });
  });

  it('finds the same in an empty file as on this thread', async () => {
    await withFile(Buffer.alloc(0), async (path, bytes) => {
      assert.deepEqual(await workers.checkFile(path, 'csv'), checkBytes('csv', bytes));
    });
  });

  it('rejects with the file system error if a file cannot be read, and checks the next one', async () => {
    await assert.rejects(workers.checkFile(tmpdir(), 'csv'), { code: 'EISDIR' });
    assert.equal((await workers.check(fixedSlices('a\n1\n'), 'csv')).rows, 1);
  });

  it('closes the file when it is cancelled', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await withFile(Buffer.alloc(64_000_000, 'a,b\n'), async (path) => {
      const cancel = new AbortController();
      const check = workers.checkFile(path, 'csv', {
        signal: cancel.signal,
        onProgress: () => {
          assert.equal(descriptorsOf(path), 1);
          cancel.abort();
        },
      });
      await assert.rejects(check, { name: 'AbortError' });
      await eventually(() => descriptorsOf(path) === 0, 'the file is closed');
    });
  });

  it('rejects with the file system error if a file is missing, and checks the next one', async () => {
    await assert.rejects(workers.checkFile('/no/such/file.csv', 'csv'), { code: 'ENOENT' });
    assert.equal((await workers.check(fixedSlices('a\n1\n'), 'csv')).rows, 1);
  });

  it('lets other work run after each slice of a large text, in slices of at most 64 KiB', async () => {
    const text = fixedText('one,two,three,four\n'.repeat(500_000));
    const reads: number[] = [];
    let readsInThisTurn = 0;
    let mostAtOnce = 0;
    const watched = {
      ...text,
      read(start: number, maxUnits: number): string {
        const slice = text.read(start, maxUnits);
        reads.push(slice.length * 2);
        mostAtOnce = Math.max(mostAtOnce, ++readsInThisTurn);
        setImmediate(() => (readsInThisTurn = 0));
        return slice;
      },
    };
    assert.equal((await workers.check(slicesOf(watched), 'csv')).rows, 499_999);
    assert.equal(Math.max(...reads), 65_536);
    assert.equal(reads.length, Math.ceil((text.length * 2) / 65_536));
    assert.equal(mostAtOnce, 1);
  });

  for (const [what, end] of [
    ['changes', { version: 2 }],
    ['closes', { isClosed: true }],
  ] as const) {
    it(`reads no more of a text that ${what}, and checks the next one`, async () => {
      const text = { ...fixedText('1,2\n'.repeat(500_000)) };
      let reads = 0;
      const read = (start: number, maxUnits: number): string => {
        if (++reads === 3) {
          setImmediate(() => Object.assign(text, end));
        }
        return '1,2\n'.repeat(500_000).slice(start, start + maxUnits);
      };
      await assert.rejects(workers.check(slicesOf(Object.assign(text, { read })), 'csv'), TextChangedError);
      assert.equal(reads, 3);
      assert.equal((await workers.check(fixedSlices('a\n1\n'), 'csv')).rows, 1);
    });
  }

  it('reads no more of a text once it is cancelled', async () => {
    const cancel = new AbortController();
    const text = fixedText('1,2\n'.repeat(500_000));
    let reads = 0;
    const read = (start: number, maxUnits: number): string => {
      if (++reads === 3) {
        setImmediate(() => cancel.abort(new Error('Enough.')));
      }
      return text.read(start, maxUnits);
    };
    await assert.rejects(workers.check(slicesOf({ ...text, read }), 'csv', { signal: cancel.signal }), /Enough/);
    assert.equal(reads, 3);
  });

  it('keeps nothing of a text whose check was cancelled, although its worker pool lives on', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const startAndCancel = async (): Promise<WeakRef<object>> => {
      const cancel = new AbortController();
      const text = fixedText('1,2\n'.repeat(500_000));
      const check = workers.check(slicesOf(text), 'csv', { signal: cancel.signal });
      setImmediate(() => cancel.abort(new Error('Enough.')));
      await assert.rejects(check, /Enough/);
      return new WeakRef(text);
    };
    const text = await startAndCancel();
    await eventually(() => {
      collect();
      return text.deref() === undefined;
    }, 'The text is released');
  });

  it('ends running checks when disposed', async () => {
    const check = workers.check(fixedSlices(`a,b\n${'1,2\n'.repeat(2_000_000)}`), 'csv');
    workers.dispose();
    await assert.rejects(check, { message: 'The worker ended.' });
  });

  it('rejects with the reason if the worker cannot start', async () => {
    const broken = new DataWorkers(new URL('./noSuchWorker.ts', import.meta.url));
    await assert.rejects(broken.check(fixedSlices('a'), 'csv'), /noSuchWorker/);
    broken.dispose();
  });
});

/** Calls `use` with a file on disk, and removes the file. */
async function withFile(bytes: Buffer, use: (path: string, bytes: Buffer) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  try {
    const path = join(folder, 'data.csv');
    await writeFile(path, bytes);
    await use(path, bytes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function descriptorsOf(path: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      // The descriptor of this listing is already closed.
      return false;
    }
  }).length;
}
