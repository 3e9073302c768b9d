import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MemorySecrets } from '../../../../src/app/demo/memoryStorage.ts';
import { readGzippedInput } from '../../../../src/app/upload/diskInput.ts';
import { FingerprintStore } from '../../../../src/app/upload/fingerprintStore.ts';
import type { UploadInput, UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import type { UploadRequest } from '../../../../src/app/upload/uploadRequest.ts';
import type { LoadChange } from '../../../../src/data/fingerprint/loadChange.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import type { Account } from '../../../../src/model/account.ts';
import { eventually } from '../../../eventually.ts';
import { LocalService } from '../../../service/localService.ts';
import { completedStatus } from '../../jobs/sampleJobs.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from './uploadWindow.ts';

const NONE_CHANGED = { changed: { count: 0, key: 'id' } };

describe('The last load', function () {
  this.timeout(30_000);

  let service: LocalService;
  let ledgers: LedgerFolder;
  let root: string;
  let loads: string;
  let account: Account;
  let secrets: MemorySecrets;
  let isOn: boolean;
  let fingerprintStore: FingerprintStore;
  let window: UploadWindow;
  let entityId: string;
  let otherId: string;

  before(async () => {
    service = await LocalService.start();
    root = await mkdtemp(join(tmpdir(), 'loads-'));
  });
  after(async () => {
    await service.stop();
    // Not after each test: a load may still be written then, which would create its folder again.
    await rm(root, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await service.reset();
    [entityId, otherId] = await service.uploadTargets();
    ledgers = new LedgerFolder();
    loads = await mkdtemp(join(root, 'loads-'));
    account = accountOf(service);
    secrets = new MemorySecrets();
    await secrets.store(`dataConnections.account.${account.id}`, 'a record');
    isOn = true;
    fingerprintStore = new FingerprintStore({ folder: loads, secrets, isEnabled: () => isOn });
    window = new UploadWindow(service, account, ledgers.open(), fingerprintStore);
  });
  afterEach(() => {
    window.dispose();
    ledgers.remove();
  });

  const kept = (): readonly string[] => {
    const folder = join(loads, account.id);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  async function upload(sources: readonly UploadSource[], request: Partial<UploadRequest> = {}): Promise<void> {
    await window.upload(sources, { entityId, ...request });
  }

  /** What the review of this content shows. */
  async function reviewed(content: string, of: Partial<UploadInput> = {}): Promise<LoadChange | undefined> {
    window.reviews.length = 0;
    await upload([window.source('rows.csv', content, of)], { review: 'always' });
    assert.equal(window.reviews.length, 1);
    return window.reviews[0]?.plans[0]?.fingerprint?.change;
  }

  it('is compared with what is reviewed, also if it was uploaded without a review', async () => {
    assert.equal(await reviewed('id,name\n1,a\n2,b\n'), undefined, 'the first');
    const difference = { added: 1, removed: 1, same: 1, ...NONE_CHANGED };
    const change = await reviewed('id,name\n2,b\n3,c\n');
    assert.deepEqual(change?.difference, difference);
    window.settings.uploadConfirm = 'never';
    await upload([window.source('other.csv', 'name;id\nc;3\nd;4\ne;5\n')], { skipsReview: true });
    const latest = window.history.latestLoadTo(account.id, entityId);
    assert.deepEqual(await reviewed('id,name\n3,c\n'), {
      at: latest?.at,
      rowsBefore: 3,
      rows: 1,
      difference: { added: 0, removed: 2, same: 1, ...NONE_CHANGED },
    });
    assert.deepEqual(window.warnings, []);
  });

  it('that takes long to be kept delays the next review only until the user cancels', async () => {
    fingerprintStore.mayKeep = () => new Promise(() => undefined);
    await upload([window.source('large.csv', 'id\n1\n')]);
    window.reviews.length = 0;
    setTimeout(() => window.checkCancel.abort(), 200);
    const next = await window.upload([window.source('next.csv', 'id\n2\n')], { entityId, review: 'always' });
    assert.deepEqual([next, window.reviews], [{ kind: 'cancelled' }, []]);
  });

  it('is that of the same connection', async () => {
    await reviewed('id\n1\n');
    await upload([window.source('b.csv', 'id\n2\n')], { entityId: otherId });
    assert.deepEqual((await reviewed('id\n1\n3\n'))?.difference, { added: 1, removed: 0, same: 1, ...NONE_CHANGED });
    await eventually(() => kept().filter((name) => !name.endsWith('-earlier')).length === 2, 'both are kept');
  });

  it('is what was accepted: not what the service refused, nor what the user did not send', async () => {
    await reviewed('id\n1\n');
    window.answerReview = () => Promise.resolve(undefined);
    await reviewed('id\n2\n');
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    await upload([window.source('b.csv', 'id\n3\n')], { entityId: 'no-such-entity' });
    assert.deepEqual((await reviewed('id\n1\n'))?.difference, { added: 0, removed: 0, same: 1, ...NONE_CHANGED });
  });

  it('is compared again if the user chooses a conversion', async () => {
    await reviewed('id,amount\n1,1.5\n');
    const seen: unknown[] = [];
    window.answerReview = async ({ plans, convert }) => {
      const converted = await convert(plans, new Set(['fromDecimalCommas', 'fromDelimiter']));
      assert.equal(converted.kind, 'converted');
      seen.push(...[...plans, ...converted.plans].map(({ fingerprint }) => fingerprint?.change?.difference));
      return converted.plans;
    };
    await reviewed('id;amount\n1;1,5\n');
    assert.deepEqual(seen, [
      { added: 0, removed: 0, same: 0, changed: { count: 1, key: 'id' } },
      { added: 0, removed: 0, same: 1, ...NONE_CHANGED },
    ]);
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    assert.deepEqual((await reviewed('id,amount\n1,1.5\n'))?.difference, {
      added: 0,
      removed: 0,
      same: 1,
      ...NONE_CHANGED,
    });
  });

  it('tells afterwards that an upload without a review is unlike the earlier ones, and keeps it for the next comparison', async () => {
    const rows = (load: number, count: number): string =>
      `id\n${Array.from({ length: count }, (_, index) => `${load}-${index}\n`).join('')}`;
    const send = (name: string, content: string) => upload([window.source(name, content)]);
    for (const load of [1, 2, 3]) {
      await send('usual.csv', rows(load, 100));
    }
    await reviewed(rows(4, 10));
    assert.equal(window.reviews[0]?.plans[0]?.fingerprint?.anomalies.length, 1);
    await send('few.csv', rows(5, 4));
    await upload([window.source('a.csv', rows(6, 1)), window.source('b.csv', rows(7, 1))]);
    await send('usual.csv', rows(8, 100));
    // Waits for what is kept of the others.
    await reviewed(rows(9, 100));
    const [target] = (await service.state()).connections.filter((connection) => connection.entityId === entityId);
    assert.deepEqual(window.anomalousLoads, [
      { fileName: 'few.csv', targetName: target?.entityName, anomalies: [{ kind: 'fewRows', rows: 4, usual: 100 }] },
    ]);
  });

  it('is the last one whose job did not fail', async () => {
    const fail = (name: string) => {
      const { syncId } = window.history.latestOfFile(account.id, `file:///${name}`) ?? assert.fail();
      const status = completedStatus({ status: 'failed' });
      window.jobs.splice(
        0,
        window.jobs.length,
        ...window.jobs.map((job) => (job.syncId === syncId ? { ...job, status } : job)),
      );
    };
    await upload([window.source('loaded.csv', 'id,name\n1,a\n2,b\n')]);
    await upload([window.source('failed.csv', 'id,title\n7,x\n8,y\n9,z\n')]);
    fail('failed.csv');
    const difference = { added: 1, removed: 0, same: 2, ...NONE_CHANGED };
    assert.deepEqual((await reviewed('id,name\n1,a\n2,b\n3,c\n'))?.difference, difference);
    assert.equal(window.reviews[0]?.plans[0]?.fingerprint?.hasLastFailed, false);

    // Another that fails leaves that one as it is, whether it fails before or after the next is accepted.
    fail('rows.csv');
    await upload([window.source('second.csv', 'id,name\n7,x\n')]);
    fail('second.csv');
    assert.deepEqual((await reviewed('id,name\n1,a\n2,b\n4,d\n'))?.difference, difference);

    // That one is the last now, and runs.
    assert.deepEqual((await reviewed('id,name\n1,a\n2,b\n4,d\n5,e\n'))?.difference, { ...difference, same: 3 });
  });

  it('that failed is named so if all have failed, and sending the same again is nothing unusual then', async () => {
    const rows = 'id,amount\n1,10.50\n2,20.25\n';
    const sameTotals = 'id,amount\n3,10.50\n4,20.25\n';
    const found = async (content: string) => {
      await reviewed(content);
      const fingerprint = window.reviews[0]?.plans[0]?.fingerprint;
      return [fingerprint?.hasLastFailed, ...(fingerprint?.anomalies ?? []).map(({ kind }) => kind)];
    };
    await reviewed(rows);
    assert.deepEqual(await found(`${rows}\n`), [false, 'sameRows']);
    const failed = completedStatus({ status: 'failed' });
    const fail = () =>
      window.jobs.splice(0, window.jobs.length, ...window.jobs.map((job) => ({ ...job, status: failed })));
    fail();
    assert.deepEqual(await found(`${rows}\n\n`), [true]);
    fail();
    assert.deepEqual(await found(sameTotals), [true]);
  });

  it('shows columns whose sums are not equal any more', async () => {
    const booking = (debit: string, credit: string): string => `id,debit,credit\n1,${debit},0\n2,0,${credit}\n`;
    for (const sum of ['10.50', '20.50', '30.50']) {
      await reviewed(booking(sum, sum));
      assert.deepEqual(window.reviews[0]?.plans[0]?.fingerprint?.anomalies, []);
    }
    await reviewed(booking('40.50', '40.00'));
    assert.deepEqual(
      window.reviews[0]?.plans[0]?.fingerprint?.anomalies.map(({ kind }) => kind),
      ['unbalanced'],
    );
  });

  it('of several files is the last one, and each is kept', async () => {
    await upload([window.source('a.csv', 'id\n1\n'), window.source('b.csv', 'id\n2\n3\n')]);
    assert.deepEqual(
      window.reviews[0]?.plans.map(({ fingerprint }) => fingerprint),
      [undefined, undefined],
    );
    assert.deepEqual((await reviewed('id\n1\n2\n'))?.difference, { added: 1, removed: 1, same: 1, ...NONE_CHANGED });
  });

  it('is compared with the data in a compressed file, and may be one', async () => {
    await reviewed('id,name\n1,a\n2,b\n');
    const [uri, name] = ['file:///rows.csv.gz', 'rows.csv.gz'];
    const file = memoryFile(name, 'csv', gzipSync('id,name\n2,b\n3,c\n'));
    const { workers, prompts } = window;
    const read = () => readGzippedInput({ uri, file }, { workers, chooseKind: prompts.chooseKind });
    await upload([{ uri, name, read }], { review: 'always' });
    const change = window.reviews[1]?.plans[0]?.fingerprint?.change;
    assert.deepEqual(change?.difference, { added: 1, removed: 1, same: 1, ...NONE_CHANGED });
    const again = await reviewed('id,name\n2,b\n3,c\n');
    assert.deepEqual(again?.difference, { added: 0, removed: 0, same: 2, ...NONE_CHANGED });
  });

  it('is not compared with another one if the fingerprint of the latest is missing', async () => {
    await reviewed('id\n1\n');
    const changed = window.source('b.csv', 'id\n2\n', {
      fingerprint: () =>
        window.workers.fingerprintBytes([Buffer.from('id\n9\n')], {
          kind: 'csv',
          conversion: {},
          fingerprintFile: { path: join(loads, 'other'), secret: '' },
          lastSyncId: undefined,
        }),
    });
    await upload([changed], { review: 'always' });
    assert.equal(await reviewed('id\n1\n'), undefined);
    assert.deepEqual(
      (await reviewed('id\n1\n'))?.difference,
      { added: 0, removed: 0, same: 1, ...NONE_CHANGED },
      'from then on',
    );
  });

  it('prevents no upload if it can’t be compared or kept', async () => {
    await reviewed('id\n1\n', { fingerprint: () => Promise.reject(new Error('broken')) });
    assert.equal(window.started.length, 1);
    await eventually(() => window.warnings.length === 2, 'logged');
    assert.match(window.warnings.join(), /compared with the last load: Error: broken.*kept for the next/);
  });

  it('is not waited for if the user cancels', async () => {
    const fingerprint: UploadInput['fingerprint'] = (_request, { signal }) => {
      window.checkCancel.abort(new Error('cancelled'));
      return Promise.reject(signal?.reason as Error);
    };
    const source = window.source('rows.csv', 'id\n1\n', { fingerprint });
    assert.deepEqual(await window.upload([source], { entityId, review: 'always' }), { kind: 'cancelled' });
    assert.deepEqual([window.reviews, window.started, window.warnings], [[], [], []]);
  });

  it('is not kept while the user has turned it off', async () => {
    isOn = false;
    assert.equal(await reviewed('id\n1\n'), undefined);
    assert.equal(await reviewed('id\n1\n2\n'), undefined);
    assert.deepEqual([kept(), (await secrets.keys()).length], [[], 1]);
  });

  it('is not kept if the account signs out while it is written', async () => {
    const writeLoad = window.workers.writeLoad.bind(window.workers);
    const written = new Promise<void>((resolve) => {
      window.workers.writeLoad = async (...args) => {
        await fingerprintStore.deleteAccount(account.id);
        await writeLoad(...args);
        assert.equal(kept().length, 1);
        resolve();
      };
    });
    await reviewed('id\n1\n');
    await written;
    await eventually(() => kept().length === 0, 'deleted');
  });
});
