import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HashList } from '../../../../src/data/fingerprint/hashList.ts';
import { readLoad, writeLoad } from '../../../../src/data/fingerprint/storedLoad.ts';
import { LoadFingerprinter } from '../../../../src/data/fingerprint/loadFingerprint.ts';
import type { FingerprintFile, StoredLoad } from '../../../../src/data/fingerprint/storedLoad.ts';

const SECRET = '5e'.repeat(32);

describe('The file of a load', () => {
  let folder: string;
  let fingerprintFile: FingerprintFile;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loads-'));
    fingerprintFile = { path: join(folder, 'account', 'connection'), secret: SECRET };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const filesOf = (path = join(folder, 'account')) => readdirSync(path).sort();

  it('holds what was written last', () => {
    assert.equal(readLoad(fingerprintFile), undefined);
    const first = loadOf('first', 2_000);
    const second = loadOf('second', 3);
    const none = { hashes: undefined, keys: undefined };
    for (const load of [first, second, { ...first, keys: second.hashes }, { ...second, ...none }]) {
      writeLoad(fingerprintFile, load);
      assert.deepEqual(readLoad(fingerprintFile), load);
    }
    assert.deepEqual(filesOf(), ['connection']);
  });

  it('shows nothing without its secret', () => {
    const load = loadOf('first', 100);
    writeLoad(fingerprintFile, load);
    const content = readFileSync(fingerprintFile.path);
    for (const text of ['first', 'salary', 'columns']) {
      assert.ok(!content.includes(text), text);
    }
    assert.ok(load.hashes && !content.includes(Buffer.from(load.hashes.bytes.subarray(0, 16))));
    assert.equal(readLoad({ ...fingerprintFile, secret: '5f'.repeat(32) }), undefined);
    writeLoad(fingerprintFile, load);
    assert.notDeepEqual(readFileSync(fingerprintFile.path), content, 'no nonce is used twice');
  });

  it('counts as missing if a bit of it has changed, or some of it is missing', () => {
    writeLoad(fingerprintFile, loadOf('first', 20));
    const content = readFileSync(fingerprintFile.path);
    for (let at = 0; at < content.length; at += 7) {
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(fingerprintFile.path, changed);
      assert.equal(readLoad(fingerprintFile), undefined, String(at));
    }
    for (const length of [0, 5, 28, 40, content.length - 1]) {
      writeFileSync(fingerprintFile.path, content.subarray(0, length));
      assert.equal(readLoad(fingerprintFile), undefined, String(length));
    }
  });

  it('keeps what SECURITY.md names, and nothing else of a row', () => {
    const text = 'id,salary,since\n1,5000,2026-01-31\n2,,2026-02-28\n';
    const sums = [{ name: 'salary', sum: '5000' }];
    const task = new LoadFingerprinter({ kind: 'csv', conversion: {}, fingerprintFile, lastSyncId: undefined, sums });
    task.push(Buffer.from(text));
    const fingerprint = task.end('digest');
    assert.ok(fingerprint);
    const { digest, change, anomalies, hashes, keys, ...kept } = fingerprint;
    assert.deepEqual([digest, change, anomalies], ['digest', undefined, []]);
    assert.deepEqual([hashes?.count, keys?.count], [2, 2]);
    const { sum } = kept.summary;
    assert.match(sum, /^[0-9a-f]{16}$/);
    const columns = [
      { name: 'id', blanks: 0 },
      { name: 'salary', blanks: 1 },
      { name: 'since', blanks: 0, dates: 'YYYY-MM-DD' },
    ];
    assert.deepEqual(kept, {
      summary: { isJson: false, rows: 2, sum, columns: ['id', 'salary', 'since'], key: 'id' },
      history: [{ rows: 2, sum, columns, key: 'id', sums }],
    });
  });

  it('has the profiles of 24 loads', () => {
    for (let load = 1; load <= 26; load++) {
      const task = new LoadFingerprinter({ kind: 'csv', conversion: {}, fingerprintFile, lastSyncId: undefined });
      task.push(Buffer.from(`id\n${'1\n'.repeat(load)}`));
      const { summary, history, hashes, keys } = task.end('') ?? {};
      assert.ok(summary && history);
      writeLoad(fingerprintFile, { syncId: String(load), at: load, summary, history, hashes, keys });
    }
    const kept = readLoad(fingerprintFile)?.history.map(({ rows }) => rows);
    assert.deepEqual(
      kept,
      Array.from({ length: 24 }, (_, index) => 26 - index),
    );
  });

  it('stays as it was if the next one is not written completely', () => {
    const load = loadOf('first', 20);
    writeLoad(fingerprintFile, load);
    // What a window leaves that is killed while it writes.
    const half = `${fingerprintFile.path}.killed.tmp`;
    writeFileSync(half, readFileSync(fingerprintFile.path).subarray(0, 50));
    assert.deepEqual(readLoad(fingerprintFile), load);
    writeLoad(fingerprintFile, loadOf('second', 20));
    assert.equal(filesOf().length, 2, 'another window may be writing it');
    const halfAnHourAgo = Date.now() / 1000 - 1_800;
    utimesSync(half, halfAnHourAgo, halfAnHourAgo);
    writeLoad(fingerprintFile, loadOf('second', 20));
    assert.equal(filesOf().length, 2, 'it may be slow');
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    utimesSync(half, twoHoursAgo, twoHoursAgo);
    writeLoad(fingerprintFile, loadOf('third', 20));
    assert.deepEqual(filesOf(), ['connection']);
  });

  it('leaves nothing beside it if it can’t be replaced', () => {
    mkdirSync(fingerprintFile.path, { recursive: true });
    assert.throws(() => writeLoad(fingerprintFile, loadOf('first', 20)), { code: /EISDIR|EEXIST|EPERM/ });
    assert.deepEqual(filesOf(), ['connection']);
  });

  it('makes room by deleting the oldest ones of the account', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => ({
      ...fingerprintFile,
      path: join(folder, 'account', name),
    }));
    assert.ok(one && two && three);
    writeLoad(one, loadOf('1', 1_000));
    const { length } = readFileSync(one.path);
    utimesSync(one.path, 1_000, 1_000);
    writeLoad(two, loadOf('2', 1_000), 2.5 * length);
    utimesSync(two.path, 2_000, 2_000);
    assert.deepEqual(filesOf(), ['one', 'two']);
    writeLoad(three, loadOf('3', 1_000), 2.5 * length);
    assert.deepEqual(filesOf(), ['three', 'two']);
    writeLoad(three, loadOf('4', 1_000), 2.5 * length);
    assert.deepEqual(filesOf(), ['three', 'two'], 'the replaced one does not count');
  });
});

function loadOf(syncId: string, count: number): StoredLoad {
  const list = new HashList();
  for (let index = 0; index < count; index++) {
    list.add(Math.imul(index + 1, 0x9e3779b1) >>> 0, Math.imul(index + 1, 0x85ebca6b) >>> 0);
  }
  list.sort();
  const summary = { isJson: false, rows: count, sum: 'ab'.repeat(8), columns: ['name', 'salary'] };
  return { syncId, at: 1_790_000_000_000, summary, history: [], hashes: list.pack(), keys: undefined };
}
