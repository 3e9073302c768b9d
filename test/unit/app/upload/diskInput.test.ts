import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readDiskInput } from '../../../../src/app/upload/diskInput.ts';
import { fileFailureOf } from '../../../../src/app/upload/fileFailure.ts';
import type { UploadInput } from '../../../../src/app/upload/uploadInput.ts';
import { BROKEN_ARCHIVE, OVERSIZED_ARCHIVE } from '../../../../src/data/gzip/gunzip.ts';
import { convertFile } from '../../../../src/data/worker/convertFile.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { thrownBy } from '../../api/thrownBy.ts';
import { WORKER_PROGRAM } from './uploadWindow.ts';

describe('A file on disk', function () {
  this.timeout(30_000);

  let folder: string;
  let workers: DataWorkers;
  let asked: string[];
  let kind: UploadKind | undefined;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'upload-')));
    workers = new DataWorkers(WORKER_PROGRAM);
  });
  after(async () => {
    workers.dispose();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    asked = [];
    kind = undefined;
  });

  async function read(name: string, content?: string | Uint8Array, languageId = ''): Promise<UploadInput | undefined> {
    const path = join(folder, name);
    if (content !== undefined) {
      await writeFile(path, content);
    }
    const chooseKind = (fileName: string) => {
      asked.push(fileName);
      return Promise.resolve(kind);
    };
    return readDiskInput({ path, uri: `file://${path}`, name, folder, languageId }, { workers, chooseKind });
  }

  function requestOf() {
    const fingerprintFile = { path: join(folder, 'load'), secret: '00'.repeat(32) };
    return { conversion: {}, fingerprintFile, lastSyncId: undefined };
  }

  it('has the type that its name, its editor or its content shows', async () => {
    for (const [name, content, languageId, expected] of [
      ['a.csv', 'id\n1\n', '', 'csv'],
      ['a.json', '[]', '', 'json'],
      ['a.txt', 'id\n1\n', 'tsv', 'tsv'],
      ['b.txt', 'id,name\n1,one\n2,two\n', '', 'csv'],
      ['c.txt', Buffer.from('PK\x03\x04'), '', 'csv'],
      ['d.txt', '', '', 'csv'],
      ['blank.txt', ' \n', '', 'csv'],
      ['e.txt', '<!doctype html><html><body>Sign in</body></html>', '', 'csv'],
    ] as const) {
      assert.equal((await read(name, content, languageId))?.file.kind, expected, name);
    }
    assert.deepEqual(asked, []);
  });

  it('has the type that the user chooses if nothing shows it', async () => {
    assert.equal(await read('prose', 'Some words on a line.\n'), undefined);
    kind = 'json';
    assert.equal((await read('prose'))?.file.kind, 'json');
    assert.deepEqual(asked, ['prose', 'prose']);
  });

  it('is read, checked and converted by its real path, even if its link has changed since', async () => {
    await writeFile(join(folder, 'one.csv'), 'id;name\n1;one\n');
    await writeFile(join(folder, 'two.csv'), 'id;name\n2;two\n');
    const link = join(folder, 'link.csv');
    await symlink('one.csv', link);
    const input = await read('link.csv');
    assert.ok(input);
    assert.deepEqual(input.link, { path: join(folder, 'one.csv'), leavesFolder: false });
    await rm(link);
    await symlink('two.csv', link);
    const { signal } = new AbortController();
    assert.equal((await input.check({ signal })).rows, 1);
    const converted = await convertFile(input.file, { fromDelimiter: ';' }, workers, signal);
    const chunks: Uint8Array[] = [];
    for await (const chunk of converted.chunks()) {
      chunks.push(chunk);
    }
    assert.equal(Buffer.concat(chunks).toString(), 'id,name\n1,one\n');
    const fingerprint = await input.fingerprint(requestOf(), { signal });
    assert.deepEqual([fingerprint?.summary.rows, fingerprint?.summary.columns], [1, ['id', 'name']]);
  });

  it('of compressed data is checked and compared as the data in it, which no editor can show', async () => {
    const text = 'id\tname\n1\tone\n2\ttwo\n';
    const input = await read('rows.tsv.gz', gzipSync(text));
    assert.ok(input);
    assert.deepEqual([input.file.name, input.file.kind], ['rows.tsv.gz', 'tsv']);
    assert.deepEqual([input.hasEditor, input.hasUnsavedChanges, input.link], [false, false, undefined]);
    const { signal } = new AbortController();
    const check = await input.check({ signal });
    assert.deepEqual([check.rows, check.columns], [2, ['id', 'name']]);
    const fingerprint = await input.fingerprint(requestOf(), { signal });
    assert.deepEqual(fingerprint?.summary.columns, ['id', 'name']);
    const converted = await convertFile(input.file, { fromGzip: true }, workers, signal);
    assert.equal(converted.byteLength, text.length);
  });

  it('is reported if it is missing, a folder or a broken link', async () => {
    await symlink('nowhere.csv', join(folder, 'broken.csv'));
    for (const [name, failure] of [
      ['missing.csv', 'missing'],
      ['broken.csv', 'brokenLink'],
      ['.', 'notAFile'],
    ] as const) {
      assert.equal(fileFailureOf(await thrownBy(read(name))), failure);
    }
  });
});

describe('An error of a file', () => {
  it('is recognized by the codes of Node and VS Code', () => {
    const error = (code: unknown) => Object.assign(new Error('failed'), { code });
    for (const [failure, ...codes] of [
      ['missing', 'ENOENT', 'FileNotFound'],
      ['noPermission', 'EACCES', 'EPERM', 'NoPermissions'],
      ['notAFile', 'EISDIR', 'FileIsADirectory'],
      ['busy', 'EBUSY', 'EMFILE', 'Unavailable'],
      ['diskError', 'EIO', 'ESTALE', 'ENOTCONN'],
      ['brokenArchive', BROKEN_ARCHIVE],
      ['oversizedArchive', OVERSIZED_ARCHIVE],
    ] as const) {
      for (const code of codes) {
        assert.equal(fileFailureOf(error(code)), failure, code);
      }
    }
    assert.equal(fileFailureOf(new FileChangedError()), 'changed');
    assert.equal(fileFailureOf(new FileChangedError({ isDeleted: true })), 'deleted');
    for (const other of [error('EOTHER'), error('toString'), error(7), new Error('ENOENT'), 'ENOENT', undefined]) {
      assert.equal(fileFailureOf(other), undefined);
    }
  });
});
