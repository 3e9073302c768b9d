import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyAt, MAX_COPY_BYTES, readCopy, UploadCopies } from '../../../../src/app/upload/uploadCopies.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import type { UploadFile } from '../../../../src/model/upload.ts';

const HOUR_MS = 3_600_000;

describe('Copies of uploads', () => {
  let parent: string;
  let folder: string;
  let limitBytes: number;
  let copies: UploadCopies;
  let signOuts: Map<string, number>;

  const openCopies = (limit: () => number): UploadCopies =>
    new UploadCopies({ folder, limitBytes: limit, lastSignOuts: () => signOuts });

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'copies-'));
    folder = join(parent, 'copies');
    limitBytes = 1_000_000;
    signOuts = new Map();
    copies = openCopies(() => limitBytes);
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const { signal } = new AbortController();
  const keyOf = (syncId: string, accountId = 'account') => ({ accountId, syncId });
  const fileOf = (text: string): UploadFile => memoryFile('a.csv', 'csv', Buffer.from(text));

  async function contentOf(syncId: string, accountId?: string): Promise<string | undefined> {
    const copy = await copies.find(keyOf(syncId, accountId));
    return copy && Buffer.from(await readCopy(folder, copy)).toString();
  }

  /** The files in the folder of copies, by their paths in it. */
  async function storedFiles(): Promise<readonly string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
  }

  /** Content that does not get smaller by compression. */
  const incompressible = (bytes: number): UploadFile => memoryFile('a.csv', 'csv', randomBytes(bytes));

  it('give back what was sent, by account and job', async () => {
    await copies.keep(fileOf('id,name\n1,Zo\u00EB\n'), keyOf('one'), signal);
    await copies.keep(fileOf(''), keyOf('empty'), signal);
    await copies.keep(fileOf('id\n2\n'), keyOf('one', 'other'), signal);
    assert.equal(await contentOf('one'), 'id,name\n1,Zo\u00EB\n');
    assert.equal(await contentOf('empty'), '');
    assert.equal(await contentOf('one', 'other'), 'id\n2\n');
    assert.equal(await contentOf('two'), undefined);
  });

  it('are compressed, and readable only by the user, with names that tell nothing', async () => {
    await copies.keep(fileOf('id,secret name\n'.repeat(10_000)), keyOf('sync one', 'account one'), signal);
    const [path = '', ...others] = await storedFiles();
    assert.deepEqual(others, []);
    const { size, mode } = await stat(path);
    assert.ok(size < 1_000, String(size));
    assert.equal(mode & 0o077, 0);
    assert.equal((await stat(dirname(path))).mode & 0o077, 0);
    assert.match(path.slice(folder.length), /^.[0-9a-f]{32}.[0-9a-f]{32}-150000\.zst$/);
  });

  it('go, the oldest first, when they take more than the limit', async () => {
    const keys = ['first', 'second', 'third'].map((syncId, index) => keyOf(syncId, `account ${index % 2}`));
    for (const [index, key] of keys.entries()) {
      await copies.keep(incompressible(10_000), key, signal);
      const copy = await copies.find(key);
      assert.ok(copy);
      const time = new Date(Date.now() - (10 - index) * 60_000);
      await utimes(join(folder, copy.path), time, time);
    }
    const areKept = async () => Promise.all(keys.map(async (key) => (await copies.find(key)) !== undefined));
    assert.deepEqual(await areKept(), [true, true, true]);
    limitBytes = 25_000;
    await copies.trim();
    assert.deepEqual(await areKept(), [false, true, true]);
    limitBytes = 5_000;
    await copies.trim();
    assert.deepEqual(await areKept(), [false, false, false]);
  });

  it('stay when a later one alone takes more than the limit, which is not kept', async () => {
    await copies.keep(incompressible(10_000), keyOf('small'), signal);
    limitBytes = 25_000;
    await copies.keep(incompressible(30_000), keyOf('large'), signal);
    assert.equal(await copies.find(keyOf('large')), undefined);
    assert.notEqual(await copies.find(keyOf('small')), undefined);
  });

  it('are kept even if an older one can not be removed', async () => {
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    const copy = await copies.find(keyOf('one'));
    assert.ok(copy);
    const obstacle = join(folder, dirname(copy.path), 'old.zst');
    await mkdir(obstacle);
    await utimes(obstacle, 0, 0);
    limitBytes = 1_000;
    await copies.keep(fileOf('id\n2\n'), keyOf('two'), signal);
    assert.equal(await contentOf('two'), 'id\n2\n');
    assert.ok(existsSync(obstacle));
  });

  it('are kept and trimmed beside files of other programs', async () => {
    await mkdir(folder);
    await writeFile(join(folder, '.DS_Store'), 'x');
    await copies.keep(incompressible(600_000), keyOf('one'), signal);
    await copies.keep(incompressible(600_000), keyOf('two'), signal);
    assert.equal((await storedFiles()).filter((path) => path.endsWith('.zst')).length, 1);
    assert.ok(existsSync(join(folder, '.DS_Store')));
  });

  it('are kept even if the others can not be listed', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'f'.repeat(32)), 'not a folder');
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    assert.equal(await contentOf('one'), 'id\n1\n');
    await assert.rejects(copies.trim());
  });

  it('all go when none are to be kept', async () => {
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    limitBytes = 0;
    await copies.trim();
    assert.deepEqual(await readdir(parent), []);
    await copies.trim();
  });

  it('of one account go when it is signed out', async () => {
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    await copies.keep(fileOf('id\n2\n'), keyOf('two', 'other'), signal);
    await copies.deleteAccount('account');
    await copies.deleteAccount('account');
    assert.equal(await contentOf('one'), undefined);
    assert.equal(await contentOf('two', 'other'), 'id\n2\n');
    await copies.remove(keyOf('two', 'other'));
    assert.deepEqual(await storedFiles(), []);
  });

  it('leave nothing where they can not be written as a whole', async () => {
    const broken: UploadFile = {
      ...fileOf(''),
      // eslint-disable-next-line @typescript-eslint/require-await -- chunks are read asynchronously
      async *chunks() {
        yield randomBytes(500_000);
        throw new Error('The file changed.');
      },
    };
    await assert.rejects(copies.keep(broken, keyOf('one'), signal), /The file changed/);
    assert.deepEqual(await storedFiles(), []);

    await mkdir(folder, { recursive: true });
    rmSync(folder, { recursive: true });
    await writeFile(folder, 'a file in place of the folder');
    await assert.rejects(copies.keep(fileOf('id\n'), keyOf('one'), signal), { code: 'ENOTDIR' });
  });

  it('of large files are not kept', async () => {
    const large = { ...fileOf('id\n'), byteLength: MAX_COPY_BYTES + 1 };
    await copies.keep(large, keyOf('one'), signal);
    assert.deepEqual(await storedFiles(), []);
  });

  it('that a closed window left unfinished go after an hour; what another window is writing stays', async () => {
    const account = join(folder, '0'.repeat(32));
    await mkdir(account, { recursive: true });
    for (const [name, ageMs] of [
      ['old.tmp', 2 * HOUR_MS],
      ['new.tmp', 0],
    ] as const) {
      await writeFile(join(account, name), 'part');
      const time = new Date(Date.now() - ageMs);
      await utimes(join(account, name), time, time);
    }
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    assert.deepEqual(await readdir(account), ['new.tmp']);
  });

  it('that could not be removed when their account was signed out go later, but not those of later uploads', async () => {
    await copies.keep(fileOf('id\n1\n'), keyOf('one'), signal);
    await copies.keep(fileOf('id\n1\n'), keyOf('one', 'other'), signal);
    await writeFile(join(folder, dirname((await copies.find(keyOf('one')))?.path ?? ''), 'new.tmp'), 'part');
    signOuts.set('account', Date.now() + 1);
    await copies.trim();
    assert.equal(await contentOf('one', 'other'), 'id\n1\n');
    assert.equal((await storedFiles()).length, 1);
    signOuts.set('account', Date.now() - HOUR_MS);
    await copies.keep(fileOf('id\n2\n'), keyOf('two'), signal);
    await copies.trim();
    assert.equal(await contentOf('two'), 'id\n2\n');
  });

  it('can be kept and removed by two windows at once', async () => {
    const other = openCopies(() => 1_000);
    const texts = Array.from({ length: 20 }, (_, index) => randomBytes(200).toString('hex') + String(index));
    await Promise.all(
      texts.map((text, index) => (index % 2 === 0 ? copies : other).keep(fileOf(text), keyOf(String(index)), signal)),
    );
    await other.trim();
    const left = await Promise.all(texts.map((_text, index) => contentOf(String(index))));
    left.forEach((content, index) => assert.ok(content === undefined || content === texts[index]));
    const kept = left.filter((content) => content !== undefined).length;
    assert.ok(kept <= 4, String(kept));
  });

  it('are refused where they are damaged, or larger than their name says', async () => {
    await copies.keep(fileOf('id,name\n'.repeat(1_000)), keyOf('one'), signal);
    const copy = await copies.find(keyOf('one'));
    assert.ok(copy);
    await assert.rejects(readCopy(folder, { ...copy, byteLength: 100 }));
    await assert.rejects(readCopy(folder, { ...copy, byteLength: 100_000 }));
    await writeFile(join(folder, copy.path), 'damaged');
    await assert.rejects(readCopy(folder, copy));
  });

  it('have paths that lead nowhere else', () => {
    const [account, job] = ['a'.repeat(32), 'b'.repeat(32)];
    assert.deepEqual(copyAt(`${account}/${job}-12.zst`), { path: `${account}/${job}-12.zst`, byteLength: 12 });
    for (const path of [
      '',
      '../../a',
      `${account}/../${job}-1.zst`,
      `${account}/${job}-1.zst/..`,
      `${account}/${job}.zst`,
    ]) {
      assert.equal(copyAt(path), undefined, path);
    }
  });
});
