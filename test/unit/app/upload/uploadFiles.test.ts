import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { mock } from 'node:test';
import { ApiError } from '../../../../src/api/apiError.ts';
import type { FetchLike } from '../../../../src/api/fetchLike.ts';
import type { ServiceClientOptions } from '../../../../src/api/serviceClient.ts';
import { readCopy, UploadCopies } from '../../../../src/app/upload/uploadCopies.ts';
import type { UploadOutcome, UploadRequest } from '../../../../src/app/upload/uploadRequest.ts';
import type { UploadInput, UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import { headerChangeOf, totalRowColumnsOf } from '../../../../src/app/upload/uploadPlan.ts';
import type { SendResult, UploadNotice } from '../../../../src/app/upload/uploadPrompts.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import type { ConversionId } from '../../../../src/data/convert/conversionOffers.ts';
import { errorCode } from '../../../../src/base/errorCode.ts';
import type { Account } from '../../../../src/model/account.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import type { Conversion, HeaderChange } from '../../../../src/model/upload.ts';
import { eventually } from '../../../eventually.ts';
import { LocalService } from '../../../service/localService.ts';
import { SAP_LIST } from '../../data/csv/drawnTables.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { completedStatus } from '../../jobs/sampleJobs.ts';
import { sampleDraft } from '../../jobs/store/sampleUploads.ts';
import { fillDisk } from './fullDisk.ts';
import { accountOf, UploadWindow } from './uploadWindow.ts';

const UPLOAD = '/dataloader/upload';
/** More than any body here: the connection is cut once all of it was read. */
const WHOLE_BODY = 1_000_000;

describe('An upload', function () {
  this.timeout(30_000);

  let service: LocalService;
  let folder: LedgerFolder;
  let account: Account;
  let windows: UploadWindow[];
  let window: UploadWindow;
  let entityId: string;
  let otherId: string;
  let count = 0;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());

  beforeEach(async () => {
    await service.reset();
    [entityId, otherId] = await service.uploadTargets();
    folder = new LedgerFolder();
    account = accountOf(service);
    windows = [];
    window = openWindow();
  });
  afterEach(() => {
    windows.forEach((open) => open.dispose());
    folder.remove();
  });

  function openWindow(client: Partial<ServiceClientOptions> = {}): UploadWindow {
    const { baseUrl, apiKey } = service;
    const opened = new UploadWindow({ baseUrl, apiKey, client }, account, folder.open());
    windows.push(opened);
    return opened;
  }

  /** A file with content that was never sent. */
  function newFile(name = 'rows.csv', of: Parameters<UploadWindow['source']>[2] = {}): UploadSource {
    return window.source(name, `id,name\n${++count},one\n`, of);
  }

  function toTarget(sources: readonly UploadSource[], request: Partial<UploadRequest> = {}): Promise<UploadOutcome> {
    return window.upload(sources, { entityId, ...request });
  }

  async function confirmTarget(): Promise<void> {
    resultsOf(await toTarget([newFile('first.csv')]));
    window.reviews.length = 0;
    window.notices.length = 0;
    await service.clearRequests();
  }

  function posts(): Promise<number> {
    return service.uploadRequestCount();
  }

  function headerChangeIn(review: UploadWindow['reviews'][number] | undefined): HeaderChange | undefined {
    const [plan] = review?.plans ?? [];
    return plan && headerChangeOf(plan);
  }

  function resultsOf(outcome: UploadOutcome): readonly SendResult[] {
    assert.equal(outcome.kind, 'sent');
    return outcome.results;
  }

  function kindsOf(outcome: UploadOutcome): readonly string[] {
    return resultsOf(outcome).map(({ kind }) => kind);
  }

  function noticed<Kind extends UploadNotice['kind']>(kind: Kind): Extract<UploadNotice, { kind: Kind }> {
    const found = window.notices.filter((notice) => notice.kind === kind);
    assert.equal(found.length, 1, JSON.stringify(window.notices));
    return found[0] as Extract<UploadNotice, { kind: Kind }>;
  }

  function blockingCodes(): readonly string[] {
    return noticed('blocked').blocking.map(({ code }) => code);
  }

  function noticeKinds(): readonly string[] {
    return window.notices.map(({ kind }) => kind);
  }

  const intentsOf = () => folder.open().uploads.read(account.id).intents;

  describe('of which copies are kept', () => {
    let copiesFolder: string;
    let copies: UploadCopies;

    beforeEach(() => {
      copiesFolder = mkdtempSync(join(tmpdir(), 'copies-'));
      copies = new UploadCopies({ folder: copiesFolder, limitBytes: () => 1_000_000, lastSignOuts: () => [] });
      window.copies = copies;
    });
    afterEach(() => {
      mock.reset();
      rmSync(copiesFolder, { recursive: true, force: true });
    });

    async function copyOf(syncId: string): Promise<string | undefined> {
      const copy = await copies.find({ accountId: account.id, syncId });
      return copy && Buffer.from(await readCopy(copiesFolder, copy)).toString();
    }

    function syncIdsOf(outcome: UploadOutcome): readonly string[] {
      return resultsOf(outcome).flatMap((result) => (result.kind === 'started' ? [result.started.syncId] : []));
    }

    it('is copied as it was sent, with its conversion', async () => {
      const [plain = ''] = syncIdsOf(await toTarget([window.source('a.csv', 'id,name\n1,one\n')]));
      assert.equal(await copyOf(plain), 'id,name\n1,one\n');
      const source = window.source('b.csv', '\uFEFFid,name\n2,two\n');
      const [converted = ''] = syncIdsOf(
        await toTarget([source], { earlierConversion: () => ({ withoutByteOrderMark: true }) }),
      );
      assert.equal(await service.latestText(), 'id,name\n2,two\n');
      assert.equal(await copyOf(converted), 'id,name\n2,two\n');
    });

    it('is not copied where the service rejects it, nor while no copies are wanted', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'response', status: 422, body: '{}' } });
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['failed']);
      await service.clearFaults();
      window.copies = new UploadCopies({ folder: copiesFolder, limitBytes: () => 0, lastSignOuts: () => [] });
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['started']);
      assert.deepEqual(readdirSync(copiesFolder), []);
    });

    for (const choice of ['removeAccount', 'keepHistory'] as const) {
      it(`has no copy once the account is signed out, also in another window (${choice})`, async () => {
        window.copies = {
          isEnabled: true,
          keep: async (...args) => {
            window.isSignedIn = false;
            folder.open()[choice](account.id);
            await copies.deleteAccount(account.id);
            await copies.keep(...args);
          },
          remove: (key) => copies.remove(key),
        };
        const [syncId = ''] = syncIdsOf(await toTarget([newFile()]));
        assert.notEqual(syncId, '');
        assert.equal(await copyOf(syncId), undefined);
      });
    }

    const ends = {
      'its account is signed out': () => window.signOuts.fire(account.id),
      'the window is closed': () => window.lifetime.abort(),
    };
    for (const [when, end] of Object.entries(ends)) {
      it(`is no longer copied once ${when}, and nothing is left of the copy`, async () => {
        window.copies = {
          isEnabled: true,
          keep: ({ byteLength, chunks }, ...rest) => {
            const endless = async function* () {
              yield* chunks();
              end();
              await new Promise(() => undefined);
            };
            return copies.keep({ byteLength, chunks: endless }, ...rest);
          },
          remove: (key) => copies.remove(key),
        };
        const [syncId = ''] = syncIdsOf(await toTarget([newFile(), newFile()]));
        assert.notEqual(syncId, '');
        const left = readdirSync(copiesFolder, { recursive: true, withFileTypes: true });
        assert.ok(!left.some((entry) => entry.isFile()));
        assert.ok(!noticeKinds().includes('noCopy'));
      });
    }

    it('is uploaded all the same where no copy can be kept, and the user is told', async () => {
      rmSync(copiesFolder, { recursive: true });
      writeFileSync(copiesFolder, 'a file in place of the folder');
      assert.deepEqual(kindsOf(await toTarget([newFile('obstacle.csv')])), ['started']);
      const { fileName, error } = noticed('noCopy');
      assert.deepEqual([fileName, errorCode(error)], ['obstacle.csv', 'ENOTDIR']);
    });

    it('is uploaded all the same where the disk gets full while a copy is written, of which nothing is left', async () => {
      const [kept = ''] = syncIdsOf(await toTarget([window.source('a.csv', 'id,name\n1,one\n')]));
      const before = readdirSync(copiesFolder, { recursive: true });
      // So long that it is written in several parts, although it is compressed.
      const large = `id,name\n1,${randomBytes(500_000).toString('hex')}\n`;
      const writes = fillDisk();
      assert.deepEqual(kindsOf(await toTarget([window.source('full.csv', large)])), ['started']);
      assert.equal(await service.latestText(), large);
      const { fileName, error } = noticed('noCopy');
      assert.deepEqual([fileName, errorCode(error)], ['full.csv', 'ENOSPC']);
      assert.equal(writes(), 2, 'the first part was written');
      assert.deepEqual(readdirSync(copiesFolder, { recursive: true }), before);
      assert.equal(await copyOf(kept), 'id,name\n1,one\n');
    });
  });

  describe('of one file', () => {
    it('sends what was checked, tracks the job and records the upload', async () => {
      const [result] = resultsOf(await toTarget([window.source('a.csv', 'id,name\n1,one\n')]));
      assert.equal(result?.kind, 'started');
      assert.equal(await service.latestText(), 'id,name\n1,one\n');
      assert.equal((await service.latestUpload()).format, 'multipart', 'which "auto" chooses');
      assert.deepEqual(window.checked, ['file:///a.csv']);
      const [started] = window.started;
      assert.equal(started?.job.syncId, result.started.syncId);
      assert.deepEqual(started.of.source, {
        name: 'a.csv',
        rows: 1,
        byteLength: 14,
        totals: [{ name: 'id', blanks: 0, sum: '1' }],
        uri: 'file:///a.csv',
      });
      assert.equal(started.of.accountId, account.id);
      const { fileName, otherName } = noticed('accepted');
      assert.deepEqual([fileName, otherName], ['a.csv', undefined]);
      const latest = window.history.latestFromWorkspace(account.id);
      assert.deepEqual([latest?.syncId, latest?.columns], [result.started.syncId, ['id', 'name']]);
      assert.deepEqual(intentsOf(), []);
    });

    it('that no editor can show has no document, neither for its job nor for its problems', async () => {
      await toTarget([newFile('rows.csv.gz', { hasEditor: false })]);
      const [started] = window.started;
      assert.ok(started?.of.source);
      assert.equal(started.of.source.uri, undefined);
      assert.deepEqual(window.checked, []);
    });

    it('is sent in the format that the caller names, else that of the settings', async () => {
      window.settings.uploadFormat = 'json';
      for (const [format, expected] of [
        [undefined, 'json'],
        ['multipart', 'multipart'],
      ] as const) {
        await toTarget([newFile()], { format });
        assert.equal((await service.latestUpload()).format, expected);
      }
    });

    it('leaves no intent if it ends with an unexpected error before its first byte', async () => {
      window.onBegin = () => assert.fail('unexpected');
      await assert.rejects(toTarget([newFile('a.csv'), newFile('b.csv')]), /unexpected/);
      assert.deepEqual(intentsOf(), []);
    });

    it('is recorded before its first byte', async () => {
      let states: readonly string[] = [];
      window.onSending = () => (states = intentsOf().map(({ state }) => state));
      await toTarget([newFile()]);
      assert.deepEqual(states, ['sending']);
    });

    it('waits for another program that locks the ledger, and is recorded there before its first byte', async () => {
      const other = folder.open();
      let recordedStates: readonly string[] | undefined;
      const fetchUpload: FetchLike = (url, init) => {
        if (init.method === 'POST') {
          recordedStates = other.uploads.read(account.id).intents.map(({ state }) => state);
        }
        return fetch(url, init);
      };
      window = openWindow({ fetch: fetchUpload });
      const lock = new DatabaseSync(folder.file);
      const whenShared = window.intents.whenShared.bind(window.intents);
      window.onBegin = () => {
        lock.exec('BEGIN IMMEDIATE');
        // Released as soon as the upload waits for it.
        window.intents.whenShared = () => {
          const shared = whenShared();
          lock.exec('ROLLBACK');
          return shared;
        };
      };
      const outcome = await toTarget([newFile()]);
      lock.close();
      assert.deepEqual([kindsOf(outcome), recordedStates], [['started'], ['sending']]);
    });

    it('with a blocking problem is not sent, and the problem is shown', async () => {
      assert.deepEqual(await toTarget([window.source('a.csv', 'id,name\n1,"never closed\n')]), { kind: 'invalid' });
      assert.deepEqual(noticed('blocked').check.problems[0]?.code, 'unterminatedQuote');
      assert.deepEqual(blockingCodes(), ['unterminatedQuote']);
      assert.deepEqual(noticeKinds(), ['blocked']);
      assert.equal(await posts(), 0);
    });

    it('that cannot be read is not sent', async () => {
      const error = Object.assign(new Error('no'), { code: 'ENOENT' });
      const unreadable = { kind: 'unreadable', fileName: 'gone.csv', error };
      const read = { uri: 'file:///gone.csv', name: 'gone.csv', read: () => Promise.reject(error) };
      assert.deepEqual(await toTarget([read]), unreadable);
      assert.deepEqual(await toTarget([newFile('gone.csv', { check: () => Promise.reject(error) })]), unreadable);
      const undecided = { uri: 'file:///a.dat', name: 'a.dat', read: () => Promise.resolve(undefined) };
      assert.deepEqual(await toTarget([undecided, read]), unreadable, 'the user did not say what the other one is');
      assert.equal(await posts(), 0);
    });

    it('is not shown as it was checked if its editor has another text by then', async () => {
      await toTarget([newFile('edited.csv', { isEdited: () => true })]);
      assert.deepEqual(window.checked, []);
    });

    it('that changed while it was checked is not sent', async () => {
      const source = newFile();
      const longer = window.source('rows.csv', 'id,name\n1,longer than it was\n');
      const changed = {
        uri: 'file:///rows.csv',
        name: 'rows.csv',
        read: async () => {
          const [input, other] = await Promise.all([source.read(), longer.read()]);
          return input && other && ({ ...input, check: (options) => other.check(options) } satisfies UploadInput);
        },
      };
      const outcome = await toTarget([changed]);
      assert.ok(outcome.kind === 'unreadable' && outcome.error instanceof FileChangedError);
    });

    it('is cancelled if its type is not chosen', async () => {
      assert.deepEqual(await toTarget([{ uri: 'file:///a', name: 'a', read: () => Promise.resolve(undefined) }]), {
        kind: 'cancelled',
      });
    });

    it('can be cancelled while it is checked', async () => {
      window.checkCancel.abort();
      assert.deepEqual(await toTarget([newFile()]), { kind: 'cancelled' });
      assert.equal(await posts(), 0);
    });

    it('returns what the service refuses, and keeps no intent of it', async () => {
      const [result] = resultsOf(await window.upload([newFile()], { entityId: 'no-such-entity' }));
      assert.equal(result?.kind, 'failed');
      assert.ok(result.error instanceof ApiError && result.error.failure.kind === 'rejected');
      assert.equal(result.error.failure.reason === 'byService' && result.error.failure.connection, 'unlisted');
      assert.deepEqual(noticeKinds(), []);
      assert.deepEqual(intentsOf(), []);
    });

    it('is tracked as a job of the connection that the service loads it into', async () => {
      const patch = { data: { entityId: otherId } };
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'merge', patch } });
      await toTarget([newFile()]);
      const name = (await service.state()).connections.find((known) => known.entityId === otherId)?.entityName;
      assert.equal(noticed('accepted').otherName, name);
      assert.equal(window.started[0]?.of.entityName, name);
    });
  });

  describe('is reviewed', () => {
    it('before the first upload to a connection, and the user can decline', async () => {
      window.answerReview = () => Promise.resolve(undefined);
      assert.deepEqual(await toTarget([newFile()]), { kind: 'cancelled' });
      assert.equal(await posts(), 0);
      assert.deepEqual(intentsOf(), []);
      assert.deepEqual(await toTarget([newFile()], { skipsReview: true }), { kind: 'cancelled' });
      assert.equal(window.reviews.length, 2, 'a caller cannot confirm a connection for the user');
    });

    it('only until the user has agreed to the connection, unless the setting is "always"', async () => {
      await confirmTarget();
      window.settings.uploadConfirm = 'always';
      await toTarget([window.source('b.csv', 'id,name\n1,b\n')], { skipsReview: true });
      assert.equal(window.reviews.length, 1);
      window.settings.uploadConfirm = 'newTarget';
      await toTarget([window.source('c.csv', 'id,name\n1,c\n')]);
      assert.equal(window.reviews.length, 1);
      assert.equal(await posts(), 2);
    });

    it('if its header has changed, and if its content was sent before', async () => {
      await confirmTarget();
      await toTarget([window.source('b.csv', 'id,title\n1,b\n')]);
      assert.deepEqual(headerChangeIn(window.reviews[0])?.added, ['title']);
      await toTarget([window.source('c.csv', 'id,title\n1,b\n')]);
      assert.ok(window.reviews[1]?.plans[0]?.sameContent);
      await toTarget([window.source('d.csv', 'id,title\n1,b\n')], { skipsReview: true });
      assert.equal(window.reviews.length, 2);
    });

    it('with its header compared as it is sent', async () => {
      await toTarget([window.source('nested.json', '[{"id": 1, "address": {"city": "Bern"}}]', {}, 'json')]);
      await toTarget([window.source('nested.json', '[{"id": 2, "address": {"city": "Bonn"}}]', {}, 'json')]);
      await toTarget([window.source('flat.json', '[{"id": 3, "address.city": "Rome"}]', {}, 'json')]);
      await toTarget([window.source('nested.json', '[{"id": 4, "address": {"town": "Oslo"}}]', {}, 'json')]);
      // Nothing about the flat one requires a review.
      assert.deepEqual(
        window.reviews.map((review) => headerChangeIn(review)?.added),
        [undefined, undefined, ['address.town']],
      );
      assert.equal(await posts(), 4);
    });

    it('and its job keeps how its header has changed, without the rest of it', async () => {
      await confirmTarget();
      await toTarget([window.source('b.csv', 'id,title\n1,b\n')]);
      const change = { missing: ['name'], added: ['title'], recased: [], isReordered: false };
      assert.deepEqual(window.started.at(-1)?.of.source?.headerChange, change);
      await toTarget([window.source('c.csv', 'id,title\n1,c\n')]);
      assert.ok(window.started.at(-1)?.of.source);
      assert.equal(window.started.at(-1)?.of.source?.headerChange, undefined);
    });

    it('in every case if a link leaves the folder, and refused if there are too many', async () => {
      await confirmTarget();
      const leaving = (index: number) =>
        newFile(`${index}.csv`, { link: { path: `/elsewhere/${index}.csv`, leavesFolder: true } });
      await toTarget([leaving(0)], { skipsReview: true });
      assert.equal(window.reviews.length, 1);
      const many = Array.from({ length: 11 }, (_, index) => leaving(index));
      assert.deepEqual(await toTarget(many), {
        kind: 'refused',
        refusal: { kind: 'tooManyLinks', count: 11, most: 10 },
      });
      assert.equal(await posts(), 1);
    });

    it('with the conversions that it needs, which the user can change', async () => {
      const latin = Buffer.from('id,town\n1,Z\xfcrich \x80\n', 'latin1');
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set(['otherEncoding']));
        assert.equal(converted.kind, 'converted');
        const [[first], [other]] = [plans, converted.plans];
        assert.deepEqual(
          [first?.check.firstRows, other?.check.firstRows],
          [[['1', 'Zürich €']], [['1', 'Zürich \x80']]],
        );
        assert.deepEqual([other?.check.encoding, other?.check.problems], ['windows-1252', first?.check.problems]);
        const again = await convert(converted.plans, new Set(['fromEncoding']));
        assert.equal(again.kind, 'converted');
        return again.plans;
      };
      resultsOf(await toTarget([window.source('latin.csv', latin)]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { fromEncoding: 'windows-1252' });
      assert.equal(await service.latestText(), 'id,town\n1,Zürich €\n');
      assert.deepEqual(window.history.latestFromWorkspace(account.id)?.conversion, { fromEncoding: 'windows-1252' });
    });

    it('with conversions that need no second check', async () => {
      const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id,town\n1,Zürich\n', 'utf16le')]);
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set(['fromEncoding']));
        return converted.kind === 'converted' ? converted.plans : undefined;
      };
      resultsOf(await toTarget([window.source('wide.csv', wide)]));
      assert.equal(await service.latestText(), 'id,town\n1,Zürich\n');
    });

    it('with nested JSON flattened, as it will be sent', async () => {
      const text = '[{"id": 1, "address": {"city": "Zürich", "tags": []}}]';
      resultsOf(await toTarget([window.source('nested.json', text, {}, 'json')]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { toFlatRows: true });
      assert.deepEqual(plan.convertedCheck?.columns, ['id', 'address.city', 'address.tags']);
      assert.deepEqual(plan.convertedCheck.firstRows, [['1', 'Zürich', 'null']]);
      assert.equal(plan.convertedCheck.digest, plan.check.digest);
      assert.equal(await service.latestText(), '[{"id": 1, "address.city": "Zürich", "address.tags": null}]');
    });

    it('with nested JSON flattened without a column of nulls beside those of its values', async () => {
      const text = '[{"id": 1, "at": null}, {"id": 2, "at": {"city": "Zürich", "geo": null}}, {"at": {"geo": [5]}}]';
      resultsOf(await toTarget([window.source('nested.json', text, {}, 'json')]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { toFlatRows: true, withoutNulls: ['at', 'at.geo'] });
      assert.deepEqual(plan.convertedCheck?.columns, ['id', 'at.city', 'at.geo.0']);
      assert.equal(await service.latestText(), '[{"id": 1}, {"id": 2, "at.city": "Zürich"}, {"at.geo.0": 5}]');
      // The next file has no such nulls.
      const source = window.source('nested.json', '[{"id": 1, "at": {"city": "x"}}]', {}, 'json');
      await toTarget([source], { earlierConversion: () => plan.conversion });
      assert.deepEqual(window.reviews.at(-1)?.plans[0]?.conversion, { toFlatRows: true });
    });

    it('with only the rows of an object around them, as they will be sent', async () => {
      const text =
        '{"meta": {"page": 1}, "data": [{"id": 1.50, "at": {"x": 1}}, {"id": 2, "at": {"x": 2}}], "next": null}';
      resultsOf(await toTarget([window.source('page.json', text, {}, 'json')]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { fromMember: 'data', toFlatRows: true });
      assert.deepEqual([plan.check.columns, plan.check.rows], [['meta', 'data', 'next'], 1]);
      const { columns, rows, firstRows, totals, digest } = plan.convertedCheck ?? plan.check;
      assert.deepEqual([columns, rows], [['id', 'at.x'], 2]);
      assert.deepEqual(firstRows, [
        ['1.50', '1'],
        ['2', '2'],
      ]);
      assert.deepEqual([totals?.length, digest], [2, plan.check.digest]);
      assert.equal(await service.latestText(), '[{"id": 1.50, "at.x": 1}, {"id": 2, "at.x": 2}]');
      assert.equal(window.started[0]?.of.source?.rows, 2);
      assert.deepEqual(window.history.latestFromWorkspace(account.id)?.conversion, {
        fromMember: 'data',
        toFlatRows: true,
      });
    });

    it('with the rows of all pages, and with those of uncertain ones or flattened as before', async () => {
      const pages = '{"page": 1, "data": [{"id": 1}]}\n{"page": 2, "data": [{"id": 2}]}\n';
      resultsOf(await toTarget([window.source('pages.jsonl', pages, {}, 'json')]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { fromMember: 'data' });
      assert.deepEqual([plan.convertedCheck?.rows, plan.convertedCheck?.columns], [2, ['id']]);
      assert.equal(await service.latestText(), '[{"id": 1}\n,{"id": 2}]');

      const uncertain = '[{"page": 1, "store": "a", "items": [{"id": 1}]}]';
      const conversions = [];
      for (const earlier of [undefined, { fromMember: 'items' }, { toFlatRows: true }]) {
        const source = window.source('pages.json', uncertain, {}, 'json');
        await toTarget([source], { earlierConversion: () => earlier });
        conversions.push(window.reviews.at(-1)?.plans[0]?.conversion);
      }
      assert.deepEqual(conversions, [{}, { fromMember: 'items' }, { toFlatRows: true }]);
    });

    it('with an object as one row only if the user chooses that, each time', async () => {
      const text = '{"n": 1, "data": [{"id": 1}]}';
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual(plans[0]?.conversion, { fromMember: 'data' });
        const converted = await convert(plans, new Set(['toFlatRows', 'oneRow']));
        assert.ok(converted.kind === 'converted');
        return converted.plans;
      };
      const earlierConversion = () => ({ toArray: true, toFlatRows: true });
      resultsOf(await toTarget([window.source('page.json', text, {}, 'json')]));
      assert.equal(await service.latestText(), '[{"n": 1, "data.0.id": 1}]');
      window.answerReview = ({ plans }) => Promise.resolve(plans);
      resultsOf(await toTarget([window.source('page.json', text, {}, 'json')], { earlierConversion }));
      assert.equal(await service.latestText(), '[{"id": 1}]');
    });

    it('and is blocked if the rows of an object are not all objects, or are not certain', async () => {
      window.answerReview = ({ plans }) => Promise.resolve(plans);
      for (const text of ['{"data": [{"id": 1}, 2]}', '{"a": [{"id": 1}], "b": [{"id": 1}]}']) {
        assert.deepEqual(await toTarget([window.source('page.json', text, {}, 'json')]), { kind: 'invalid' });
      }
      assert.equal(window.reviews.length, 2);
      assert.equal(await posts(), 0);
    });

    it('and is blocked if the only row is an error or has rows in it, also if an earlier one was flattened', async () => {
      window.answerReview = ({ plans }) => Promise.resolve(plans);
      const earlierConversion = () => ({ toFlatRows: true });
      for (const text of [
        '{"error": {"code": 401}}',
        '[{"error": {"code": 401}}]',
        '[{"1001": {"name": "a"}, "1002": {"name": "b"}}]',
      ]) {
        const source = window.source('page.json', text, {}, 'json');
        assert.deepEqual(await toTarget([source], { earlierConversion }), { kind: 'invalid' });
        assert.deepEqual(window.reviews.at(-1)?.plans[0]?.conversion, {}, text);
      }
      assert.equal(await posts(), 0);
    });

    it('and is not shown for the rows of an object if there is no review', async () => {
      await confirmTarget();
      const source = window.source('page.json', '{"data": [{"id": 1}]}', {}, 'json');
      assert.deepEqual(await toTarget([source], { skipsReview: true }), { kind: 'invalid' });
      assert.equal(await posts(), 0);
    });

    it('and is blocked if a row can’t be flattened', async () => {
      const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
      window.answerReview = ({ plans }) => Promise.resolve(plans);
      const source = window.source('deep.json', `[{"id": {"b": 1}}, {"id": ${deep}}]`, {}, 'json');
      assert.deepEqual(await toTarget([source]), { kind: 'invalid' });
      assert.equal(window.reviews.length, 1);
      assert.equal(await posts(), 0);
    });

    it('with decimal points in place of commas only if the user chooses them', async () => {
      const text = 'id;net\n1;1.234,50\n2;0,5\n';
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual(plans[0]?.conversion, {});
        const converted = await convert(plans, new Set(['fromDelimiter', 'fromDecimalCommas']));
        assert.equal(converted.kind, 'converted');
        assert.deepEqual(converted.plans[0]?.convertedCheck?.firstRows, [
          ['1', '1234.50'],
          ['2', '0.5'],
        ]);
        const without = await convert(converted.plans, new Set(['fromDelimiter']));
        assert.ok(without.kind === 'converted' && without.plans[0]?.convertedCheck === undefined);
        return converted.plans;
      };
      resultsOf(await toTarget([window.source('prices.csv', text)]));
      assert.equal(await service.latestText(), 'id,net\n1,1234.50\n2,0.5\n');
    });

    it('without commas between thousands only if the user chooses that', async () => {
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual(plans[0]?.conversion, {});
        const converted = await convert(plans, new Set(['withoutThousandsCommas']));
        assert.ok(converted.kind === 'converted' && converted.plans[0]?.convertedCheck);
        assert.deepEqual(converted.plans[0].convertedCheck.problems, []);
        return converted.plans;
      };
      resultsOf(await toTarget([window.source('prices.csv', 'id,net\n1,"1,234.50"\n2,0.5\n')]));
      assert.equal(await service.latestText(), 'id,net\n1,"1234.50"\n2,0.5\n');
    });

    it('without the delimiter at the end of each row, as it will be sent', async () => {
      const text = 'id;net\r\n1;0,50;\r\n2;"a;";\r\n';
      resultsOf(await toTarget([window.source('report.csv', text)]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { withoutTrailingDelimiters: ';' });
      assert.deepEqual(plan.convertedCheck?.firstRows, [
        ['1', '0,50'],
        ['2', 'a;'],
      ]);
      assert.equal(await service.latestText(), 'id;net\r\n1;0,50\r\n2;"a;"\r\n');
    });

    it('without rows that repeat the header, as it will be sent', async () => {
      resultsOf(await toTarget([window.source('list.csv', 'id,net\n1,2.5\nid,net\n2,3.5\n')]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { withoutRepeatedHeaders: ',' });
      assert.deepEqual([plan.convertedCheck?.rows, plan.convertedCheck?.problems], [2, []]);
      assert.equal(await service.latestText(), 'id,net\n1,2.5\n2,3.5\n');
    });

    it('without rows that repeat the header, which hide what commas and points mean', async () => {
      const page = (from: number) => Array.from({ length: 30 }, (_, row) => `a;1.500;${from + row},50\n`).join('');
      const text = `item;qty;amount\n${page(100)}item;qty;amount\n${page(200)}`;
      const fromDecimalCommas = { delimiter: ';', columns: [1, 2], pointColumns: [1, 2] };
      await toTarget([window.source('list.csv', text)], { earlierConversion: () => ({ fromDecimalCommas }) });
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { withoutRepeatedHeaders: ';', fromDecimalCommas });
      const sums = plan.convertedCheck?.totals?.map(({ sum }) => sum);
      assert.deepEqual(sums, [undefined, '90000', '9900.00']);
      assert.match(await service.latestText(), /^item;qty;amount\na;1500;100\.50\n/);
    });

    it('with minus signs before the numbers, after which their commas are known', async () => {
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual(plans[0]?.conversion, {});
        const converted = await convert(plans, new Set(['fromDecimalCommas']));
        assert.ok(converted.kind === 'converted');
        assert.deepEqual(converted.plans[0]?.convertedCheck?.totals?.at(1)?.sum, '1000.06');
        return converted.plans;
      };
      const text = 'account;amount\n4711;1.234,56\n4712;234,50-\n';
      resultsOf(await toTarget([window.source('postings.csv', text)]));
      assert.equal(await service.latestText(), 'account;amount\n4711;1234.56\n4712;-234.50\n');
    });

    it('with plain numbers instead of those of an accounting format, and their sums', async () => {
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set(['withoutThousandsCommas']));
        assert.ok(converted.kind === 'converted');
        assert.deepEqual(converted.plans[0]?.convertedCheck?.totals?.at(1)?.sum, '1184.50');
        assert.deepEqual(converted.plans[0].convertedCheck.problems, []);
        return converted.plans;
      };
      const text = 'account,amount\n4711," $1,234.50 "\n4712, $(50.00)\n4713, $-   \n';
      resultsOf(await toTarget([window.source('postings.csv', text)]));
      assert.equal(await service.latestText(), 'account,amount\n4711,"1234.50"\n4712,-50.00\n4713,0\n');
    });

    it('without a total row that only plain numbers show, but never without another line', async () => {
      const rows = 'a;1.234,56\nb;234,50-\nc;500,00\n';
      let columns: readonly string[] = [];
      const reviewed = async (text: string) => {
        window.answerReview = async ({ plans, convert }) => {
          columns = plans.flatMap(totalRowColumnsOf);
          const converted = await convert(plans, new Set(['withoutTotalRow', 'toPlainNumbers']));
          return converted.kind === 'converted' ? converted.plans : undefined;
        };
        resultsOf(await toTarget([window.source('postings.csv', text)]));
        return service.latestText();
      };
      const sent = 'account;amount\na;1.234,56\nb;-234,50\nc;500,00\n';
      assert.equal(await reviewed(`account;amount\n${rows};\nTotal;1.500,06\n`), sent);
      assert.deepEqual(columns, ['amount']);
      const footer = 'Total;1.500,06;\n\nPrinted by x\n';
      assert.match(await reviewed(`account;amount;note\n${rows.replaceAll('\n', ';\n')}${footer}`), /\nc;500,00;\n$/);
      assert.deepEqual(columns, ['amount'], 'lines below the table');
      const table = `account;amount\n${rows}account;amount\n`;
      assert.match(await reviewed(`${table}${rows}Total;3.000,12\n`), /Total;3\.000,12\n$/);
    });

    it('as CSV that is made of a drawn table, with the conversions that its rows show', async () => {
      let offered: readonly string[] = [];
      window.answerReview = async ({ plans, convert }) => {
        const [plan] = plans;
        assert.ok(plan);
        assert.deepEqual(plan.conversion, { fromEncoding: 'windows-1252', fromDrawnTable: true });
        assert.equal(plan.convertedCheck?.rows, 4);
        // As they are sent, the numbers look like text, because one has its minus sign at the end.
        assert.deepEqual([plan.convertedCheck.totalRow, totalRowColumnsOf(plan)], [undefined, ['Amount']]);
        offered = conversionOffers(plan.check).map(({ id }) => id);
        const converted = await convert(plans, new Set(offered as readonly ConversionId[]));
        assert.ok(converted.kind === 'converted');
        assert.deepEqual(converted.plans.flatMap(totalRowColumnsOf), []);
        return converted.plans;
      };
      const latin = Buffer.from(SAP_LIST.replace('Office', 'B\xfcro  '), 'latin1');
      resultsOf(await toTarget([window.source('list.tsv', latin, {}, 'tsv')]));
      const ofRows = ['withoutTotalRow', 'toPlainNumbers', 'fromDecimalCommas'];
      assert.deepEqual(offered, ['fromEncoding', 'otherEncoding', 'fromDrawnTable', ...ofRows]);
      const header = 'Doc.No.,Posting Date,Account,Text,Amount,Curr.\n';
      const first = '1900000001,01.11.2026,400000,Büro   supplies,"1234.56",EUR\n';
      const others =
        '1900000002,02.11.2026,400100,Travel | Hotel,"-89.00",EUR\n1900000003,03.11.2026,400000,,"12000.00",EUR\n';
      assert.equal(await service.latestText(), header + first + others);
      assert.equal((await service.latestUpload()).fileName, 'list.csv');
    });

    it('as CSV that is made of a drawn table, as it was chosen before', async () => {
      const earlier = { fromDrawnTable: true, fromDecimalCommas: { delimiter: ',', columns: [1], pointColumns: [] } };
      const list = { toPlainNumbers: { delimiter: ',', columns: [1] }, withoutTotalRow: 3, ...earlier } as const;
      const source = window.source('list.txt', SAP_LIST);
      resultsOf(await toTarget([source], { earlierConversion: () => list as Conversion }));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(Object.keys(plan?.conversion ?? {}).toSorted(), Object.keys(list).toSorted());
      assert.equal(plan?.convertedCheck?.totals?.[4]?.sum, '13145.56');
      assert.match(
        await service.latestText(),
        /^Doc\.No\.,.*\n.*,"1234\.56",EUR\n.*,"-89\.00",EUR\n.*,"12000\.00",EUR\n$/,
      );
    });

    it('with the keys of rows in a column that no row has', async () => {
      const rows = Array.from({ length: 3_000 }, (_, row) => [`u${row}`, { name: `The name of row ${row}` }] as const);
      const text = JSON.stringify(
        Object.fromEntries([...rows, ['u9999', { name: 'last', key: 5, at: { x: 1 } }] as const]),
      );
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set(['fromKeys', 'toFlatRows']));
        assert.ok(converted.kind === 'converted');
        const [plan] = converted.plans;
        assert.deepEqual(plan?.conversion, { fromKeys: 'key_2', toFlatRows: true });
        assert.deepEqual(plan.convertedCheck?.columns, ['key_2', 'name', 'key', 'at.x']);
        return converted.plans;
      };
      resultsOf(await toTarget([window.source('users.json', text, {}, 'json')]));
      const sent = JSON.parse(await service.latestText()) as readonly unknown[];
      assert.deepEqual(sent.at(0), { key_2: 'u0', name: 'The name of row 0' });
      assert.deepEqual(sent.at(-1), { key_2: 'u9999', name: 'last', key: 5, 'at.x': 1 });
    });

    it('without the actions of a bulk file, if that is chosen or was chosen before', async () => {
      const text = '{"index":{"_id":"1"}}\n{"a":{"b":1}}\n{"index":{"_id":"2"}}\n{"a":{"b":2}}\n';
      const source = window.source('bulk.ndjson', text, {}, 'json');
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual(plans[0]?.conversion, {});
        const converted = await convert(plans, new Set(['withoutActions', 'toFlatRows']));
        return converted.kind === 'converted' ? converted.plans : undefined;
      };
      resultsOf(await toTarget([source]));
      const sent = [{ 'a.b': 1 }, { 'a.b': 2 }];
      assert.deepEqual(JSON.parse(await service.latestText()), sent);
      assert.equal((await service.latestUpload()).fileName, 'bulk.json');
      const earlier = { withoutActions: true, toFlatRows: true, toArray: true } as const;
      window.answerReview = ({ plans }) => {
        assert.deepEqual(plans[0]?.conversion, earlier);
        return Promise.resolve(plans);
      };
      await toTarget([source], { earlierConversion: () => earlier });
      assert.deepEqual(JSON.parse(await service.latestText()), sent);
    });

    it('without lines below the table, which hide what commas mean', async () => {
      const fromDecimalCommas = { delimiter: ';', columns: [0, 1], pointColumns: [0, 1] };
      const source = window.source('list.csv', 'net;tax;item\n12,50;0,5;a\n3,25;0,7;b\n;;\nTotal rows: 2\n');
      await toTarget([source], { earlierConversion: () => ({ fromDecimalCommas }) });
      const [plan] = window.reviews[0]?.plans ?? [];
      const withoutTrailingLines = { linesKept: 3, count: 1 };
      assert.deepEqual(plan?.check.decimalCommas, fromDecimalCommas);
      assert.deepEqual(plan.conversion, { withoutTrailingLines, fromDecimalCommas });
      assert.equal(await service.latestText(), 'net;tax;item\n12.50;0.5;a\n3.25;0.7;b\n');
    });

    it('without lines below the table that are padded to its width, and with the total row above them', async () => {
      const source = window.source(
        'list.csv',
        'item;net;tax;note\na;12,50;0,5;x\nb;3,25;0,7;y\n;;;\nTotal rows: 2;;;\n',
      );
      await toTarget([source]);
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { withoutTrailingLines: { linesKept: 3, count: 1 } });
      assert.deepEqual(plan.check.decimalCommas?.columns, [1, 2]);
      assert.equal(await service.latestText(), 'item;net;tax;note\na;12,50;0,5;x\nb;3,25;0,7;y\n');
      const totals = 'item,net,tax\na,12.50,0.5\nb,3.25,0.7\nc,1.00,0.1\nSum,16.75,1.3\n,,\nPrinted by x,,\n';
      await toTarget([window.source('totals.csv', totals)]);
      const [other] = window.reviews[1]?.plans ?? [];
      assert.deepEqual(other?.check.totalRow, { line: 5, linesAbove: 4, rows: 1, columns: ['net'] });
    });

    it('without a total row that only lines below the table hide, also below title lines', async () => {
      const rows = 'a,1,10.25\nb,2,3.25\nc,1,100.00\n';
      const header = 'item,quantity,net\n';
      const titles = 'Sales by item,,\nOctober 2026,,\n,,\n';
      for (const [above, line] of [
        [titles, 8],
        [`sep=,\n${titles}`, 9],
        ['Report\r\n\r\n', 7],
      ] as const) {
        window.answerReview = async ({ plans, convert }) => {
          assert.deepEqual(plans[0]?.check.totalRow, { line, linesAbove: line - 1, rows: 1, columns: ['net'] }, above);
          const converted = await convert(plans, new Set(['withoutTotalRow', 'withoutTitleLines', 'withoutSepLine']));
          return converted.kind === 'converted' ? converted.plans : undefined;
        };
        const text = `${above}${header}${rows}Total,4,113.50\n,,\nExported by ERP,,\n`;
        resultsOf(await toTarget([window.source('totals.csv', text)]));
        assert.equal(await service.latestText(), header + rows, above);
      }
    });

    it('without the total rows at its end, after which none is left', async () => {
      const rows = 'Campaign,Clicks,Cost\nA,12340,8000.25\nB,21000,10603.25\nC,800,0.50\n';
      const totals = 'Total: Campaigns,34140,18604.00\nTotal: Account,34140,18604.00\n';
      window.answerReview = async ({ plans, convert }) => {
        assert.deepEqual([plans[0]?.conversion, plans.flatMap(totalRowColumnsOf)], [{}, ['Clicks', 'Cost']]);
        const converted = await convert(plans, new Set(['withoutTotalRow']));
        assert.ok(converted.kind === 'converted');
        assert.deepEqual(converted.plans.flatMap(totalRowColumnsOf), []);
        return converted.plans;
      };
      resultsOf(await toTarget([window.source('campaigns.csv', rows + totals)]));
      assert.equal(await service.latestText(), rows);
    });

    it('without title lines, as it was checked', async () => {
      const text = 'Report;;\r\n\r\nid;net;note\r\n1;0,50;"a;"\r\n';
      resultsOf(await toTarget([window.source('report.csv', text)]));
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual(plan?.conversion, { withoutTitleLines: 2 });
      assert.deepEqual([plan.check.columns, plan.convertedCheck], [['id', 'net', 'note'], undefined]);
      assert.equal(await service.latestText(), 'id;net;note\r\n1;0,50;"a;"\r\n');
    });

    it('in every case if the request demands it, also for a confirmed connection', async () => {
      await confirmTarget();
      window.settings.uploadConfirm = 'never';
      await toTarget([newFile()]);
      assert.equal(window.reviews.length, 0);
      await toTarget([newFile()], { review: 'always', skipsReview: true });
      assert.equal(window.reviews.length, 1);
    });

    it('the first time for each connection if the request demands that', async () => {
      window.settings.uploadConfirm = 'never';
      await toTarget([newFile()]);
      assert.equal(window.reviews.length, 0);
      assert.equal(folder.open().consents.has(account.id, 'uploadTarget', entityId), false, 'nothing was agreed to');
      for (const target of [entityId, entityId, otherId, otherId]) {
        await toTarget([newFile(), newFile('other.csv')], { entityId: target, review: 'newTargets' });
      }
      assert.deepEqual(
        window.reviews.map(({ plans }) => plans[0]?.target.entityId),
        [entityId, otherId],
      );
    });

    it('unless the data as it will be sent can’t be read, or its check is cancelled', async () => {
      const source = window.source('nested.json', '[{"id": {"a": 1}}]', {}, 'json');
      const error = Object.assign(new Error('gone'), { code: 'ENOENT' });
      for (const [isCancelled, expected] of [
        [false, { kind: 'unreadable', fileName: 'nested.json', error }],
        [true, { kind: 'cancelled' }],
      ] as const) {
        const read = async () => {
          const input = await source.read();
          assert.ok(input);
          const check: UploadInput['check'] = (options) => {
            if (options.conversion === undefined) {
              return input.check(options);
            }
            if (isCancelled) {
              window.checkCancel.abort();
            }
            return Promise.reject(error);
          };
          return { ...input, check };
        };
        assert.deepEqual(await toTarget([{ ...source, read }]), expected);
      }
      assert.deepEqual([window.reviews.length, await posts()], [0, 0]);
    });

    it('and reports why a conversion was not applied', async () => {
      const latin = Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1');
      const error = Object.assign(new Error('gone'), { code: 'ENOENT' });
      let checks = 0;
      const [source] = [window.source('latin.csv', latin)];
      const failing = {
        uri: source.uri,
        name: source.name,
        read: async () => {
          const input = await source.read();
          return (
            input && {
              ...input,
              check: (options: Parameters<typeof input.check>[0]) =>
                ++checks > 1 ? Promise.reject(error) : input.check(options),
            }
          );
        },
      };
      const kinds: unknown[] = [];
      window.answerReview = async ({ plans, convert }) => {
        kinds.push(await convert(plans, new Set(['fromEncoding'])));
        window.checkCancel.abort();
        kinds.push(await convert(plans, new Set(['fromEncoding'])));
        return undefined;
      };
      assert.deepEqual(await toTarget([failing]), { kind: 'cancelled' });
      assert.deepEqual(kinds, [{ kind: 'unreadable', fileName: 'latin.csv', error }, { kind: 'cancelled' }]);
    });

    it('and is not sent with a blocking problem, even if the review returns it', async () => {
      const latin = Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1');
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set());
        return converted.kind === 'converted' ? converted.plans : undefined;
      };
      assert.deepEqual(await toTarget([newFile(), window.source('latin.csv', latin)]), { kind: 'invalid' });
      assert.equal(await posts(), 0);
      assert.deepEqual(intentsOf(), []);
      assert.equal(folder.open().consents.has(account.id, 'uploadTarget', entityId), false);
    });

    it('and is blocked if it is UTF-8 with some bad bytes, until the user chooses an encoding', async () => {
      const damaged = Buffer.concat([Buffer.from('name\nMüller\nGröße\n'), Buffer.of(0xfc)]);
      window.answerReview = ({ plans }) => Promise.resolve(plans);
      for (const request of [{}, { earlierConversion: () => ({ fromEncoding: 'windows-1252' as const }) }] as const) {
        assert.deepEqual(await toTarget([window.source('damaged.csv', damaged)], request), { kind: 'invalid' });
        assert.deepEqual(window.reviews.at(-1)?.plans[0]?.conversion, {});
      }
      assert.equal(await posts(), 0);
      window.answerReview = async ({ plans, convert }) => {
        const converted = await convert(plans, new Set(['fromEncoding']));
        return converted.kind === 'converted' ? converted.plans : undefined;
      };
      resultsOf(await toTarget([window.source('damaged.csv', damaged)]));
      assert.equal(await service.latestText(), 'name\nMÃ¼ller\nGrÃ¶ÃŸe\nü');
    });

    it('and skips UTF-8 with some bad bytes beside other files', async () => {
      const damaged = Buffer.concat([Buffer.from('name\nMüller\nGröße\n'), Buffer.of(0xfc)]);
      resultsOf(await toTarget([newFile(), window.source('damaged.csv', damaged)]));
      const [review] = window.reviews;
      assert.deepEqual([review?.plans.length, review?.skipped.map(({ name }) => name)], [1, ['damaged.csv']]);
    });

    it('and is blocked instead of converted if the caller requests no review', async () => {
      const latin = Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1');
      assert.deepEqual(await toTarget([window.source('latin.csv', latin)], { skipsReview: true }), { kind: 'invalid' });
      assert.equal(noticed('blocked').check.encoding, 'windows-1252');
      assert.deepEqual(blockingCodes(), ['notUtf8']);
    });

    it('and is blocked only by the problems that no conversion resolves', async () => {
      const latin = Buffer.from('id,town\n1,"Z\xfcrich\n', 'latin1');
      assert.deepEqual(await toTarget([window.source('latin.csv', latin)]), { kind: 'invalid' });
      assert.deepEqual(
        noticed('blocked').check.problems.map(({ code }) => code),
        ['unterminatedQuote', 'notUtf8'],
      );
      assert.deepEqual(blockingCodes(), ['unterminatedQuote']);
    });

    it('with the conversion that was chosen before, if the upload is repeated', async () => {
      const source = window.source('semicolons.csv', 'id;name\n1;one\n');
      resultsOf(await toTarget([source], { earlierConversion: () => ({ fromDelimiter: ';' }) }));
      assert.equal(await service.latestText(), 'id,name\n1,one\n');
    });

    it('each with the conversion that was chosen before for it', async () => {
      const sources = ['a.csv', 'b.csv', 'c.csv'].map((name) => window.source(name, `id;net\n1;${name}\n`));
      const converted = sources[1]?.uri;
      resultsOf(
        await toTarget(sources, { earlierConversion: (uri) => (uri === converted ? { fromDelimiter: ';' } : {}) }),
      );
      const texts = (await service.uploads()).map(({ syncId }) => service.uploadRaw(syncId));
      assert.deepEqual(
        (await Promise.all(texts)).map((bytes) => Buffer.from(bytes).toString()),
        ['id;net\n1;a.csv\n', 'id,net\n1,b.csv\n', 'id;net\n1;c.csv\n'],
      );
    });

    it('and sends nothing if the account changes during the review', async () => {
      for (const change of [
        () => (window.state = { kind: 'signedOut' }),
        () => (window.state = { kind: 'signedIn', account: accountOf(service), client: window.client, isStored: true }),
      ]) {
        const before = window.state;
        window.answerReview = ({ plans }) => {
          change();
          return Promise.resolve(plans);
        };
        assert.deepEqual(await toTarget([newFile()]), { kind: 'refused', refusal: { kind: 'accountChanged' } });
        window.state = before;
      }
      assert.equal(await posts(), 0);
      assert.equal(folder.open().consents.has(account.id, 'uploadTarget', entityId), false, 'nothing was agreed to');
    });

    it('and sends and reviews nothing if the account changes before that', async () => {
      window.settings.uploadConfirm = 'never';
      const file = newFile();
      const read = (): ReturnType<typeof file.read> => {
        window.state = { kind: 'signedIn', account: accountOf(service), client: window.client, isStored: true };
        return file.read();
      };
      const outcome = await toTarget([{ ...file, read }]);
      assert.deepEqual(outcome, { kind: 'refused', refusal: { kind: 'accountChanged' } });
      assert.deepEqual([await posts(), window.reviews.length], [0, 0]);
    });
  });

  describe('without an answer', () => {
    it('is not repeated, and the connections show what is known', async () => {
      await confirmTarget();
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'loseResponse' } });
      const [result] = resultsOf(await toTarget([newFile()]));
      assert.ok(result?.kind === 'unknown' && result.error instanceof ApiError && result.error.mayHaveArrived);
      assert.equal(await posts(), 1);
      const { fileName, targetName, reconciliation: found, error, reconcile } = noticed('unknown');
      const target = (await service.state()).connections.find((known) => known.entityId === entityId);
      assert.deepEqual([fileName, targetName], ['rows.csv', target?.entityName]);
      const job = (await service.state()).jobs.at(-1);
      assert.deepEqual(found, { kind: 'newJob', syncId: job?.syncId });
      assert.equal(error, result.error);
      assert.deepEqual(await reconcile?.(), found);
      assert.deepEqual(
        intentsOf().map(({ state }) => state),
        ['unknown'],
      );
    });

    it('has loaded nothing if the connection was lost halfway, and is sent again without a question', async () => {
      await confirmTarget();
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'cut', afterBytes: 1 } });
      // More than fits into the buffers of a connection.
      const large = window.source('large.csv', `id,name\n${'1,one of many rows\n'.repeat(1_000_000)}`);
      const [result] = resultsOf(await toTarget([large]));
      assert.ok(result?.kind === 'failed' && result.error instanceof ApiError && result.error.isPartlySent);
      assert.equal(result.error.failure.kind, 'unreachable');
      assert.deepEqual(intentsOf(), []);
      assert.deepEqual(noticeKinds(), []);
      assert.deepEqual(kindsOf(await toTarget([large])), ['started']);
      assert.equal(window.reviews.length, 0);
      assert.equal(await posts(), 2);
    });

    it('because of a defect, may have been loaded only if all of it was sent', async () => {
      const error = new TypeError('Cannot read properties of undefined');
      for (const [sentBytes, kind] of [
        [9, 'failed'],
        [10, 'unknown'],
      ] as const) {
        window.client.upload = (_upload, options) => {
          options?.onProgress?.(sentBytes, 10);
          return Promise.reject(error);
        };
        assert.deepEqual(resultsOf(await toTarget([newFile()])), [{ kind, error }]);
        assert.deepEqual(
          intentsOf().map(({ state }) => state),
          kind === 'unknown' ? ['unknown'] : [],
        );
      }
      assert.equal(noticed('unknown').error, error);
    });

    it('is reviewed before the same is sent again, in every window, whatever caller and settings say', async () => {
      await confirmTarget();
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'loseResponse' } });
      const lost = window.source('lost.csv', 'id,name\n7,lost\n');
      await toTarget([lost]);
      const job = (await service.state()).jobs.at(-1);

      window = openWindow();
      window.settings.uploadConfirm = 'never';
      window.answerReview = () => Promise.resolve(undefined);
      assert.deepEqual(await toTarget([lost], { skipsReview: true }), { kind: 'cancelled' });
      assert.equal(window.reviews[0]?.plans[0]?.unanswered?.newSyncId, job?.syncId);
      assert.equal(await posts(), 1);

      window.answerReview = ({ plans }) => Promise.resolve(plans);
      resultsOf(await toTarget([lost], { skipsReview: true }));
      resultsOf(await toTarget([lost], { skipsReview: true }));
      assert.equal(window.reviews.length, 2, 'not once it was answered');
      assert.equal(await posts(), 3);
    });

    it('is reviewed once more if another window sent the same during the review', async () => {
      const source = window.source('same.csv', 'id,name\n7,same\n');
      const other = openWindow();
      window.answerReview = ({ plans }) => {
        if (window.reviews.length === 1) {
          const [{ check } = assert.fail()] = plans;
          const draft = sampleDraft({ entityId, uri: 'file:///same.csv', digest: check.digest });
          assert.equal(other.intents.reserve(account.id, [draft]).kind, 'reserved');
          assert.ok(other.intents.begin(draft.id));
          other.intents.abandon([draft.id]);
        }
        return Promise.resolve(plans);
      };
      resultsOf(await toTarget([source]));
      assert.deepEqual(
        window.reviews.map(({ plans }) => plans[0]?.unanswered !== undefined),
        [false, true],
      );
    });

    it('is reviewed once more if another window uploaded the same during the review', async () => {
      const source = window.source('same.csv', 'id,name\n8,same\n');
      const other = openWindow();
      window.answerReview = async ({ plans }) => {
        if (window.reviews.length === 1) {
          assert.deepEqual(kindsOf(await other.upload([source], { entityId })), ['started']);
        }
        return plans;
      };
      resultsOf(await toTarget([source]));
      assert.deepEqual(
        window.reviews.map(({ plans }) => plans[0]?.sameContent !== undefined),
        [false, true],
      );
    });

    it('is reviewed once more for that reason if the job of an earlier upload of the same had failed', async () => {
      const content = 'id,name\n9,same\n';
      resultsOf(await toTarget([window.source('failed.csv', content)]));
      const other = openWindow();
      const [failed] = window.jobs.splice(0).map((job) => ({ ...job, status: completedStatus({ status: 'failed' }) }));
      assert.ok(failed);
      window.jobs.push(failed);
      window.reviews.length = 0;
      window.answerReview = async ({ plans }) => {
        if (window.reviews.length === 1) {
          assert.deepEqual(kindsOf(await other.upload([window.source('other.csv', content)], { entityId })), [
            'started',
          ]);
        }
        return plans;
      };
      resultsOf(await toTarget([window.source('again.csv', content)]));
      assert.deepEqual(
        window.reviews.map(({ plans }) => plans[0]?.sameContent?.hasFailed),
        [true, false],
      );
    });

    it('does not report a job that was there before', async () => {
      await confirmTarget();
      await window.feed.refresh();
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'cut', afterBytes: WHOLE_BODY } });
      const source = newFile();
      await toTarget([source]);
      assert.deepEqual(noticed('unknown').reconciliation, { kind: 'noNewJob' });
      window = openWindow();
      await toTarget([source]);
      const unanswered = window.reviews.at(-1)?.plans[0]?.unanswered;
      assert.ok(unanswered && unanswered.newSyncId === undefined);
    });

    it('does not report a job that was started here', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'cut', afterBytes: WHOLE_BODY } });
      const source = newFile();
      await toTarget([source]);
      assert.deepEqual(noticed('unknown').reconciliation, { kind: 'noNewJob' });
      const [other] = resultsOf(await toTarget([newFile('other.csv')]));
      assert.ok(other?.kind === 'started');
      await toTarget([source]);
      const unanswered = window.reviews.at(-1)?.plans[0]?.unanswered;
      assert.ok(unanswered && unanswered.newSyncId === undefined);
    });
  });

  describe('while the same is being uploaded', () => {
    it('is refused before it is checked', async () => {
      await confirmTarget();
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'delay', ms: 1_000 } });
      const source = newFile();
      const first = toTarget([source]);
      await eventually(async () => (await posts()) > 0, 'The first upload is sent');
      const checks = window.checked.length;
      for (const another of [window, openWindow()]) {
        assert.deepEqual(await another.upload([source], { entityId }), {
          kind: 'refused',
          refusal: { kind: 'inFlight', fileName: 'rows.csv' },
        });
      }
      assert.equal(window.checked.length, checks);
      assert.deepEqual(kindsOf(await first), ['started']);
      assert.equal(await posts(), 1);
    });

    it('is refused if another window began during the review', async () => {
      const other = openWindow();
      window.answerReview = ({ plans }) => {
        const [{ check } = assert.fail()] = plans;
        const draft = sampleDraft({ entityId, uri: 'file:///copy.csv', digest: check.digest, name: 'copy.csv' });
        other.intents.reserve(account.id, [draft]);
        return Promise.resolve(plans);
      };
      assert.deepEqual(await toTarget([newFile()]), {
        kind: 'refused',
        refusal: { kind: 'inFlight', fileName: 'copy.csv' },
      });
      assert.equal(await posts(), 0);
    });
  });

  describe('that is cancelled', () => {
    it('before all of it was sent loads nothing', async () => {
      window.onBegin = () => window.sendCancel.abort();
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['cancelled']);
      assert.deepEqual(noticeKinds(), ['cancelled']);
      assert.deepEqual(intentsOf(), []);
      assert.equal((await service.uploads()).length, 0);
    });

    it('halfway loads nothing', async () => {
      window.onSending = (sentBytes, totalBytes) => sentBytes < totalBytes && window.sendCancel.abort();
      const large = window.source('large.csv', `id,name\n${'1,one\n'.repeat(100_000)}`);
      assert.deepEqual(kindsOf(await toTarget([large])), ['cancelled']);
      assert.deepEqual(intentsOf(), []);
      assert.equal((await service.uploads()).length, 0);
    });

    it('once all of it was sent may have been loaded', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'hang' } });
      window.onSending = (sentBytes, totalBytes) => sentBytes >= totalBytes && window.sendCancel.abort();
      assert.deepEqual(resultsOf(await toTarget([newFile()])), [{ kind: 'unknown', error: undefined }]);
      assert.equal(noticed('unknown').error, undefined);
      assert.deepEqual(
        intentsOf().map(({ state }) => state),
        ['unknown'],
      );
    });

    it('can’t be looked for again once the features are replaced, as by the demo', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'hang' } });
      window.onSending = (sentBytes, totalBytes) => {
        if (sentBytes >= totalBytes) {
          window.lifetime.abort();
          window.sendCancel.abort();
          window.feed.dispose();
        }
      };
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['unknown']);
      const { reconciliation, reconcile } = noticed('unknown');
      assert.deepEqual([reconciliation, reconcile], [{ kind: 'accountChanged' }, undefined]);
      await window.intents.whenSettled();
      assert.deepEqual(
        intentsOf().map(({ state }) => state),
        ['unknown'],
      );
    });

    for (const [isLeft, expected] of [
      [false, 'unknown'],
      [true, 'cancelled'],
    ] as const) {
      it(`in the demo, is ${expected} once all of it was sent if the demo ${isLeft ? 'is left' : 'goes on'}`, async () => {
        window.isDemo = true;
        await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'hang' } });
        window.onSending = (sentBytes, totalBytes) => {
          if (sentBytes >= totalBytes) {
            (isLeft ? [window.lifetime, window.sendCancel] : [window.sendCancel]).forEach((end) => end.abort());
          }
        };
        assert.deepEqual(kindsOf(await toTarget([newFile()])), [expected]);
        assert.deepEqual(noticeKinds(), [expected]);
      });
    }

    it('after an error that leaves its outcome unknown may have been loaded', async () => {
      const error = new ApiError({ kind: 'timedOut', afterMs: 1_000 }, { mayHaveArrived: true });
      window.client.upload = () => {
        window.sendCancel.abort();
        return Promise.reject(error);
      };
      assert.deepEqual(resultsOf(await toTarget([newFile()])), [{ kind: 'unknown', error }]);
      assert.deepEqual(
        intentsOf().map(({ state }) => state),
        ['unknown'],
      );
    });
  });

  describe('while signed out', () => {
    it('offers to sign in, and goes on as the new account', async () => {
      const { state } = window;
      window.state = { kind: 'signedOut' };
      assert.deepEqual(await toTarget([newFile()]), { kind: 'cancelled' });
      window.answerSignIn = () => {
        window.state = state;
        return true;
      };
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['started']);
    });

    it('names all files that can be uploaded', async () => {
      window.state = { kind: 'signedOut' };
      const asked: unknown[] = [];
      window.answerSignIn = (fileNames) => {
        asked.push(fileNames);
        return false;
      };
      const files = [newFile(), newFile()];
      assert.deepEqual(await toTarget(files), { kind: 'cancelled' });
      assert.deepEqual(asked, [files.map(({ name }) => name)]);
    });

    it('offers nothing if the caller requests no review', async () => {
      window.state = { kind: 'signedOut' };
      window.agreesToWorkspace = false;
      window.answerSignIn = () => assert.fail('it was offered');
      assert.deepEqual(await toTarget([newFile()], { skipsReview: true }), { kind: 'cancelled' });
    });

    it('since the review ended, sends nothing and keeps no intent', async () => {
      const ledger = folder.open();
      window.onBegin = () => ledger.removeAccount(account.id);
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['signedOut']);
      assert.equal(await posts(), 0);
      assert.deepEqual(intentsOf(), []);
    });

    it('since its data was sent, is neither tracked nor recorded', async () => {
      const ledger = folder.open();
      window.onSending = () => ledger.removeAccount(account.id);
      assert.deepEqual(kindsOf(await toTarget([newFile()])), ['started']);
      assert.deepEqual(window.started, []);
      assert.equal(window.history.latestFromWorkspace(account.id), undefined);
    });
  });

  describe('of several files', () => {
    function files(...names: readonly string[]): readonly UploadSource[] {
      return names.map((name) => newFile(name));
    }

    it('goes on after one that the service refuses, and one that changed', async () => {
      await service.refuseUpload('Not this one.');
      const [refused, , last] = files('refused.csv', '', 'last.csv');
      assert.ok(refused && last);
      const original = newFile('changed.csv');
      const changed = {
        uri: original.uri,
        name: original.name,
        read: async () => {
          const input = await original.read();
          return (
            input && {
              ...input,
              file: { ...input.file, chunks: () => Readable.from([Buffer.alloc(input.file.byteLength, 'x')]) },
            }
          );
        },
      };
      const outcome = await toTarget([refused, changed, last]);
      assert.deepEqual(kindsOf(outcome), ['failed', 'failed', 'started']);
      const { results, plans } = noticed('summary');
      assert.equal(results.length, plans.length);
      assert.deepEqual(
        (await service.uploads()).map(({ fileName }) => fileName),
        ['last.csv'],
      );
      assert.deepEqual(intentsOf(), []);
    });

    it('does not take the job of one for another whose answer is lost', async () => {
      await window.feed.refresh();
      await service.addFault({ path: UPLOAD, skip: 1, times: 1, action: { kind: 'cut', afterBytes: WHOLE_BODY } });
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv'))), ['started', 'unknown']);
      assert.deepEqual(noticed('unknown').reconciliation, { kind: 'noNewJob' });
    });

    it('ends with one whose answer is lost, and with one that is cancelled', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'cut', afterBytes: WHOLE_BODY } });
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv', 'c.csv'))), ['unknown', 'notSent', 'notSent']);
      assert.equal(await posts(), 1);
      assert.deepEqual(noticeKinds(), ['summary', 'unknown']);
      window.notices.length = 0;
      window.onBegin = () => window.sendCancel.abort();
      assert.deepEqual(kindsOf(await toTarget(files('d.csv', 'e.csv'))), ['cancelled', 'notSent']);
      assert.deepEqual(noticeKinds(), ['summary']);
    });

    it('ends when the account is signed out, but not with another account', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'hang', afterBytes: 10 } });
      window.onBegin = () => window.signOuts.fire('another');
      window.onSending = (sentBytes, totalBytes) => sentBytes === totalBytes && window.signOuts.fire(account.id);
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv'))), ['unknown', 'notSent']);
      window.onBegin = () => window.signOuts.fire(account.id);
      assert.deepEqual(kindsOf(await toTarget(files('c.csv', 'd.csv'))), ['cancelled', 'notSent']);
    });

    it('has a summary with the account to which they were sent, although another one is active by then', async () => {
      const other = { ...accountOf(service), id: 'other' };
      window.onBegin = () =>
        (window.state = { kind: 'signedIn', account: other, client: window.client, isStored: true });
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv'))), ['started', 'started']);
      assert.equal(noticed('summary').account?.id, account.id);
    });

    it('ends with one that fails as all others would', async () => {
      await service.addFault({ path: UPLOAD, action: { kind: 'response', status: 401 } });
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv'))), ['failed', 'notSent']);
    });

    it('goes on after one whose connection does not exist', async () => {
      await service.addFault({ path: UPLOAD, times: 1, action: { kind: 'response', status: 404 } });
      assert.deepEqual(kindsOf(await toTarget(files('a.csv', 'b.csv'))), ['failed', 'started']);
    });

    it('reads the connections again once if the service refuses some, and says what they show', async () => {
      await window.feed.refresh();
      await service.putConnection({ entityId, isActive: false });
      await service.addFault({ path: UPLOAD, times: 2, action: { kind: 'response', status: 409 } });
      await service.clearRequests();
      const results = resultsOf(await toTarget(files('a.csv', 'b.csv')));
      assert.deepEqual(
        results.map((result) => {
          const failure = result.kind === 'failed' && result.error instanceof ApiError && result.error.failure;
          return failure && 'connection' in failure && failure.connection;
        }),
        ['inactive', 'inactive'],
      );
      assert.equal(window.feed.find(entityId)?.isActive, false);
      assert.equal((await service.requests()).filter(({ path }) => path.endsWith('/connections')).length, 1);
    });

    it('shows the result of each check at once', async () => {
      let shown: readonly string[] = [];
      const check = (): never => {
        shown = [...window.checked];
        throw new Error('The file was removed.');
      };
      await toTarget([newFile('a.csv'), newFile('b.csv'), newFile('removed.csv', { check })]);
      assert.deepEqual(shown, ['file:///a.csv', 'file:///b.csv']);
      assert.deepEqual(window.checked, shown);
    });

    it('skips those that cannot be sent, and lists them in the review and the summary', async () => {
      const error = new Error('no');
      const outcome = await toTarget([
        { uri: 'file:///gone.csv', name: 'gone.csv', read: () => Promise.reject(error) },
        newFile('broken.csv', { check: () => Promise.reject(error) }),
        window.source('blocked.csv', 'id,name\n1,"never closed\n'),
        newFile('fine.csv'),
      ]);
      assert.deepEqual(kindsOf(outcome), ['started']);
      const names = ['gone.csv', 'broken.csv', 'blocked.csv'];
      assert.deepEqual(
        window.reviews[0]?.skipped.map(({ name }) => name),
        names,
      );
      const { skipped } = noticed('summary');
      assert.deepEqual(
        skipped.map(({ name, reason }) => [name, reason.kind]),
        [
          ['gone.csv', 'error'],
          ['broken.csv', 'error'],
          ['blocked.csv', 'problem'],
        ],
      );
    });

    it('is reviewed if some are skipped, unless the caller requests no review', async () => {
      await confirmTarget();
      const blocked = window.source('blocked.csv', '');
      await toTarget([blocked, newFile('a.csv')]);
      assert.equal(window.reviews.length, 1);
      await toTarget([blocked, newFile('b.csv')], { skipsReview: true });
      assert.equal(window.reviews.length, 1);
    });

    it('sends nothing if none can be sent, and reports it once', async () => {
      const blocked = ['a.csv', 'b.csv'].map((name) => window.source(name, ''));
      assert.deepEqual(await toTarget(blocked), { kind: 'invalid' });
      assert.equal(noticed('summary').skipped.length, 2);
      assert.deepEqual(noticeKinds(), ['summary']);
    });
  });

  it('shows in its review that a connection is inactive', async () => {
    const inactive = (await service.state()).connections.find(({ isActive }) => !isActive);
    await toTarget([newFile()], { entityId: inactive?.entityId });
    await toTarget([newFile()]);
    assert.deepEqual(
      window.reviews.map(({ plans }) => plans[0]?.target.isInactive),
      [true, undefined],
    );
  });

  it('shows in its review that the account has no connection with the given ID, once it has read the list again', async () => {
    await window.feed.refresh();
    await toTarget([newFile()], { entityId: 'mistyped' });
    await service.putConnection({ entityId: 'new', entityName: 'New' });
    await toTarget([newFile()], { entityId: 'new' });
    assert.deepEqual(
      window.reviews.map(({ plans }) => [plans[0]?.target.name, plans[0]?.target.isUnlisted]),
      [
        ['mistyped', true],
        ['New', undefined],
      ],
    );
  });

  it('shows in its review if another connection has the same name, for a given and for a chosen target', async () => {
    const [target, other] = (await service.state()).connections.filter(({ acceptsUploads }) => acceptsUploads);
    assert.ok(target && other);
    await service.putConnection({ entityId: other.entityId, entityName: target.entityName });
    await window.feed.refresh();
    await toTarget([newFile()], { entityId: target.entityId });
    window.chosenId = other.entityId;
    await toTarget([newFile()], { entityId: undefined });
    await service.putConnection({ entityId: other.entityId, entityName: 'Unlike any other' });
    await window.feed.refresh();
    await toTarget([newFile()], { entityId: target.entityId, review: 'always' });
    assert.deepEqual(
      window.reviews.map(({ plans }) => [plans[0]?.target.entityId, plans[0]?.target.hasDuplicateName]),
      [
        [target.entityId, true],
        [other.entityId, true],
        [target.entityId, undefined],
      ],
    );
  });

  it('whose window is closed halfway shows in its next review what was loaded, and what may have been', async () => {
    const sources = ['loaded.csv', 'sent.csv', 'waiting.csv'].map((name) => newFile(name));
    await service.addFault({ path: UPLOAD, skip: 1, times: 1, action: { kind: 'hang' } });
    const closed = window;
    const interrupted = toTarget(sources);
    await eventually(async () => (await posts()) === 2, 'The second file is sent');
    closed.dispose();
    window = openWindow();
    assert.deepEqual(kindsOf(await toTarget(sources)), ['started', 'started', 'started']);
    assert.deepEqual(
      window.reviews[0]?.plans.map(({ sameContent, unanswered }) => [
        sameContent !== undefined,
        unanswered !== undefined,
      ]),
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    );
    closed.sendCancel.abort();
    await interrupted;
  });

  it('is refused if it has more files than a review can list, before any is read', async () => {
    const unread = { uri: 'file:///a.csv', name: 'a.csv', read: () => Promise.reject(new Error('It is read.')) };
    assert.deepEqual(await toTarget(Array.from({ length: 201 }, () => unread)), {
      kind: 'refused',
      refusal: { kind: 'tooManyFiles', count: 201, most: 200 },
    });
  });

  describe('without a target', () => {
    it('goes to the connection that the user chooses for all, those of earlier uploads first', async () => {
      await confirmTarget();
      window.chosenId = entityId;
      assert.deepEqual(kindsOf(await window.upload([newFile('a.csv'), newFile('b.csv')])), ['started', 'started']);
      const remembered = { ofFiles: [], others: [entityId] };
      assert.deepEqual(window.offered, [{ fileNames: ['a.csv', 'b.csv'], remembered, unlistedId: undefined }]);
      window.chosenId = undefined;
      await window.upload([newFile('b.csv')]);
      assert.deepEqual(window.offered[1]?.remembered, { ofFiles: [entityId], others: [] });
      assert.equal(window.started[1]?.job.entityId, entityId);
    });

    it('is cancelled if the user chooses none', async () => {
      assert.deepEqual(await window.upload([newFile()]), { kind: 'cancelled' });
      assert.equal(await posts(), 0);
    });

    it('goes to the one in the user’s settings', async () => {
      window.targets = { ofUser: { '*.csv': otherId }, ofWorkspace: [{ '*.csv': entityId }] };
      window.settings.uploadConfirm = 'never';
      resultsOf(await window.upload([newFile()]));
      assert.equal(window.started[0]?.job.entityId, otherId);
      assert.deepEqual([window.reviews, window.offered], [[], []]);
    });

    it('goes to the one that a workspace proposes only after a review', async () => {
      window.targets = { ofUser: undefined, ofWorkspace: [{ '*.csv': entityId }] };
      window.settings.uploadConfirm = 'never';
      for (const isConfirmed of [false, true]) {
        window.answerReview = () => Promise.resolve(undefined);
        assert.deepEqual(await window.upload([newFile()], { skipsReview: isConfirmed }), { kind: 'cancelled' });
      }
      assert.equal(window.reviews[1]?.plans[0]?.target.isProposed, true);
      assert.equal(await posts(), 0);
    });

    it('is chosen for files whose connection in the settings is of another account', async () => {
      window.targets = { ofUser: { 'a.csv': 'unknown', 'b.csv': otherId }, ofWorkspace: [] };
      window.chosenId = entityId;
      resultsOf(await window.upload([newFile('a.csv'), newFile('b.csv'), newFile('c.csv')]));
      assert.deepEqual(
        window.started.map(({ job }) => job.entityId),
        [entityId, otherId, entityId],
      );
      assert.deepEqual(
        window.offered.map(({ fileNames, unlistedId }) => [fileNames, unlistedId]),
        [[['a.csv', 'c.csv'], 'unknown']],
      );
    });

    it('is not asked for if the connection in the settings is new', async () => {
      await window.feed.refresh();
      await service.putConnection({ entityId: 'new-connection', acceptsUploads: true });
      window.targets = { ofUser: { '*.csv': 'new-connection' }, ofWorkspace: [] };
      resultsOf(await window.upload([newFile()]));
      assert.deepEqual([window.offered, window.started[0]?.job.entityId], [[], 'new-connection']);
    });

    it('goes to the chosen one even if the connection in the settings is found only during the choice', async () => {
      window.targets = { ofUser: { '*.csv': otherId }, ofWorkspace: [] };
      window.settings.uploadConfirm = 'never';
      window.chosenId = entityId;
      await service.addFault({ path: '^/connections$', times: 1, action: { kind: 'response', status: 500 } });
      resultsOf(await window.upload([newFile()]));
      assert.equal(window.offered.length, 1);
      assert.equal(window.started[0]?.job.entityId, entityId);
    });

    it('is not sent if the user declines a different workspace', async () => {
      window.agreesToWorkspace = false;
      assert.deepEqual(await toTarget([newFile()]), { kind: 'cancelled' });
    });
  });
});
