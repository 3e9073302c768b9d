import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readDiskInput } from '../../../../src/app/upload/diskInput.ts';
import type { UploadOutcome, UploadRequest } from '../../../../src/app/upload/uploadRequest.ts';
import { readCopy, UploadCopies } from '../../../../src/app/upload/uploadCopies.ts';
import { fileFailureOf } from '../../../../src/app/upload/fileFailure.ts';
import type { UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from './uploadWindow.ts';

describe('A compressed file', function () {
  this.timeout(60_000);

  let service: LocalService;
  let ledger: LedgerFolder;
  let window: UploadWindow;
  let entityId: string;
  let folder: string;

  before(async () => {
    service = await LocalService.start();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'gzip-')));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await service.reset();
    [entityId] = await service.uploadTargets();
    ledger = new LedgerFolder();
    window = new UploadWindow(service, accountOf(service), ledger.open());
  });
  afterEach(() => {
    window.dispose();
    ledger.remove();
  });

  async function fileOf(name: string, content: string | Uint8Array): Promise<UploadSource> {
    const path = join(folder, name);
    await writeFile(path, content);
    const { workers, prompts } = window;
    const file = { path, uri: `file://${path}`, name, folder, languageId: '' };
    const read = () => readDiskInput(file, { workers, chooseKind: prompts.chooseKind });
    return { uri: file.uri, name, read };
  }

  async function upload(source: UploadSource, request: Partial<UploadRequest> = {}): Promise<UploadOutcome> {
    return window.upload([source], { entityId, ...request });
  }

  function posts(): Promise<number> {
    return service.uploadRequestCount();
  }

  it('of CSV, TSV or JSON is decompressed while it is sent, which the review names', async () => {
    for (const [name, text, sentName, rows] of [
      ['ledger.csv.gz', 'id,town\n1,Zürich\n2,Genève\n', 'ledger.csv', 2],
      ['prices.TSV.GZ', 'id\tnet\n1\t2.50\n', 'prices.TSV', 1],
      ['rows.json.gz', '[{"id": 1}, {"id": 2}, {"id": 3}]', 'rows.json', 3],
      ['unnamed.csv', 'id\n1\n', 'unnamed.csv', 1],
    ] as const) {
      const compressed = gzipSync(text);
      const outcome = await upload(await fileOf(name, compressed));
      assert.ok(outcome.kind === 'sent' && outcome.results[0]?.kind === 'started', name);
      const plan = window.reviews.at(-1)?.plans[0];
      assert.deepEqual(plan?.conversion, { fromGzip: true });
      const { check } = plan;
      assert.deepEqual(
        [check.rows, check.byteLength, check.unpackedBytes],
        [rows, compressed.length, Buffer.byteLength(text)],
      );
      assert.equal(await service.latestText(), text);
      assert.equal((await service.latestUpload()).fileName, sentName);
    }
    assert.deepEqual(window.checked, [], 'no editor can show its problems');
    assert.ok(window.started.every(({ of }) => of.source?.uri === undefined));
  });

  it('is converted further if that is chosen', async () => {
    window.answerReview = async ({ plans, convert }) => {
      const converted = await convert(
        plans,
        new Set(['fromGzip', 'fromEncoding', 'fromDelimiter', 'fromDecimalCommas']),
      );
      assert.ok(converted.kind === 'converted');
      return converted.plans;
    };
    const latin = Buffer.from('id;town;net\n1;Z\xfcrich;1.234,50\n', 'latin1');
    const outcome = await upload(await fileOf('latin.csv.gz', gzipSync(latin)));
    assert.ok(outcome.kind === 'sent');
    assert.equal(await service.latestText(), 'id,town,net\n1,Zürich,1234.50\n');
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    await upload(await fileOf('events.jsonl.gz', gzipSync('{"id":1}\n{"id":{"deep":2}}\n')));
    assert.equal(await service.latestText(), '[{"id":1}\n,{"id.deep":2}\n]');
  });

  it('is sent in a JSON body, too', async () => {
    await upload(await fileOf('body.csv.gz', gzipSync('id\n1\n')), { format: 'json' });
    assert.equal((await service.latestUpload()).format, 'json');
    assert.match(await service.latestText(), /"data":"id\\n1\\n"\}$/);
  });

  it('is not sent for a caller that requests no review, as nothing is converted without the user’s knowledge', async () => {
    assert.deepEqual(await upload(await fileOf('a.csv.gz', gzipSync('id\n1\n')), { skipsReview: true }), {
      kind: 'invalid',
    });
    assert.equal(await posts(), 0);
  });

  it('is not sent if it is truncated, damaged or followed by something, or if its data has errors', async () => {
    const whole = gzipSync(`id,net\n${'1,2.50\n'.repeat(2_000)}`);
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 6] = (damaged.at(-6) ?? 0) ^ 0xff;
    for (const [name, bytes] of [
      ['truncated.csv.gz', whole.subarray(0, whole.length - 20)],
      ['damaged.csv.gz', damaged],
      ['followed.csv.gz', Buffer.concat([whole, Buffer.from('garbage')])],
      ['header.csv.gz', whole.subarray(0, 4)],
    ] as const) {
      const outcome = await upload(await fileOf(name, bytes));
      assert.ok(outcome.kind === 'unreadable', name);
      assert.equal(fileFailureOf(outcome.error), 'brokenArchive', name);
    }
    assert.deepEqual(await upload(await fileOf('quote.csv.gz', gzipSync('id\n"1\n'))), { kind: 'invalid' });
    assert.equal(await posts(), 0);
  });

  it('is not sent if it is a bomb, of which no more is read than shows it', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1_048_576, '0'));
    assert.ok(bomb.length < 100_000);
    const outcome = await upload(await fileOf('bomb.csv.gz', bomb));
    assert.ok(outcome.kind === 'unreadable');
    assert.equal(fileFailureOf(outcome.error), 'oversizedArchive');
    assert.equal(await posts(), 0);
  });

  it('is not loaded if it changes after the review, even to the same length', async () => {
    const [one, other] = ['id,net\n1,2\n', 'id,net\n7,9\n'].map((text) => gzipSync(text));
    assert.ok(one?.length === other?.length && one && other);
    const source = await fileOf('changed.csv.gz', one);
    window.answerReview = async ({ plans }) => {
      await writeFile(join(folder, 'changed.csv.gz'), other);
      return plans;
    };
    const outcome = await upload(source);
    assert.ok(outcome.kind === 'sent' && outcome.results[0]?.kind === 'failed');
    assert.equal(fileFailureOf(outcome.results[0].error), 'changed');
    assert.equal((await service.uploads()).length, 0);
  });

  it('is nowhere on the disk decompressed, and a copy that is kept is what was sent', async () => {
    const text = `id,name\n${Array.from({ length: 500 }, (_, row) => `${row},confidential ${row}\n`).join('')}`;
    const copies = new UploadCopies({
      folder: join(folder, 'copies'),
      limitBytes: () => 1_000_000,
      lastSignOuts: () => [],
    });
    window.copies = copies;
    const outcome = await upload(await fileOf('secret.csv.gz', gzipSync(text)));
    assert.ok(outcome.kind === 'sent' && outcome.results[0]?.kind === 'started');
    const { syncId } = outcome.results[0].started;
    for (const root of [folder, ledger.path]) {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const bytes = entry.isFile() ? await readFile(join(entry.parentPath, entry.name)) : Buffer.alloc(0);
        assert.ok(!bytes.includes('confidential 7'), entry.name);
      }
    }
    const { state } = window;
    assert.ok(state.kind === 'signedIn');
    const copy = await copies.find({ accountId: state.account.id, syncId });
    assert.ok(copy);
    assert.equal(Buffer.from(await readCopy(join(folder, 'copies'), copy)).toString(), text);
  });

  it('is not sent if its check or its upload is cancelled', async () => {
    const rows = Array.from({ length: 300_000 }, (_, row) => `${row},${(row * 7919) % 10_007}\n`);
    const source = await fileOf('long.csv.gz', gzipSync(`id,net\n${rows.join('')}`));
    window.onSending = () => window.sendCancel.abort();
    const outcome = await upload(source);
    assert.ok(outcome.kind === 'sent');
    assert.deepEqual(
      outcome.results.map(({ kind }) => kind),
      ['cancelled'],
    );
    assert.deepEqual(await service.uploads(), []);
    window.checkCancel.abort();
    assert.deepEqual(await upload(source), { kind: 'cancelled' });
  });

  it('is blocked for what it contains, not because it is compressed', async () => {
    assert.deepEqual(await upload(await fileOf('empty.csv.gz', gzipSync(''))), { kind: 'invalid' });
    const [notice] = window.notices;
    assert.ok(notice?.kind === 'blocked');
    assert.deepEqual(
      notice.blocking.map(({ code }) => code),
      ['empty'],
    );
  });

  it('is a workbook or an archive if its name does not say that it has data', async () => {
    for (const name of ['backup.tar.gz', 'data.gz']) {
      assert.deepEqual(await upload(await fileOf(name, gzipSync('id\n1\n'))), { kind: 'invalid' });
      const [notice] = window.notices.splice(0);
      assert.ok(notice?.kind === 'blocked');
      assert.deepEqual(
        notice.check.problems.map(({ code }) => code),
        ['notText'],
      );
    }
    // Only its name says that it is compressed.
    const outcome = await upload(await fileOf('plain.csv.gz', 'id,name\n1,one\n2,two\n'));
    assert.ok(outcome.kind === 'sent');
    assert.equal((await service.latestUpload()).fileName, 'plain.csv.gz');
  });
});
