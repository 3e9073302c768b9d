import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import { runTask } from '../../../../src/app/tasks/runTask.ts';
import type { SyncQuestion, TaskContext } from '../../../../src/app/tasks/taskContext.ts';
import type { TaskEvent } from '../../../../src/app/tasks/taskEvent.ts';
import type { StartSyncsOutcome, SyncOutcome } from '../../../../src/app/sync/syncOutcome.ts';
import { withCallerNotices } from '../../../../src/app/upload/adaptPrompts.ts';
import { uploadFiles } from '../../../../src/app/upload/uploadFiles.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { Account } from '../../../../src/model/account.ts';
import type { Job } from '../../../../src/model/job.ts';
import { eventually } from '../../../eventually.ts';
import { LocalService } from '../../../service/localService.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../../jobs/sampleJobs.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from '../upload/uploadWindow.ts';

type Definition = Readonly<Record<string, unknown>>;

describe('A task', function () {
  this.timeout(30_000);

  let service: LocalService;
  let folder: LedgerFolder;
  let ledger: Ledger;
  let account: Account;
  let window: UploadWindow;
  let entityId: string;
  let files: Map<string, string>;
  let jobs: Map<string, Job>;
  let changes: Emitter<never>;
  let hasAccess: boolean;
  let events: TaskEvent[];
  let onTell: (event: TaskEvent) => unknown;
  let questions: SyncQuestion[];
  let stop: AbortController;
  /** What the starter of syncs does once the user has agreed. */
  let startSync: () => Promise<StartSyncsOutcome>;
  let context: TaskContext;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());

  beforeEach(async () => {
    await service.reset();
    [entityId] = await service.uploadTargets();
    folder = new LedgerFolder();
    ledger = folder.open();
    account = accountOf(service);
    window = new UploadWindow(service, account, ledger);
    files = new Map([['ledger.csv', 'id,name\n1,one\n']]);
    jobs = new Map();
    [events, questions] = [[], []];
    changes = new Emitter();
    hasAccess = true;
    stop = new AbortController();
    onTell = () => undefined;
    startSync = () => Promise.resolve(requested({ kind: 'started', sync: { syncId: 'sync-1', entityId } }));
    context = {
      isTrusted: () => true,
      folders: [
        {
          path: '/work',
          isFile: (path) => Promise.resolve(files.has(path)),
          list: (path) =>
            path === '.'
              ? Promise.resolve([...files.keys()].map((name) => ({ name, type: 'file' })))
              : Promise.reject(new Error('There is no such directory.')),
          fileOf: (path) => ({ uri: `file:///${path}`, path: `/home/${path}` }),
        },
      ],
      tracker: {
        get jobs() {
          return { find: (syncId: string) => jobs.get(syncId) ?? started(syncId) } as unknown as JobCollection;
        },
        get hasAccess() {
          return hasAccess;
        },
        onDidChange: changes.event,
      },
      feed: window.feed,
      consents: ledger.consents,
      signIn: () => Promise.resolve(true),
      starter: () =>
        Promise.resolve({
          start: async (_targets, { confirm } = {}) =>
            (await confirm?.(account, ['Orders'])) === true ? startSync() : { kind: 'cancelled' },
        }),
      confirmSync: (question) => {
        questions.push(question);
        return Promise.resolve(questions.length > 0);
      },
      sourceOf: ({ uri }) => Promise.resolve(sourceOf(uri)),
      upload: (sources, { entityId: target, ...caller }) =>
        uploadFiles(
          sources.map(({ uri }) => sourceOf(uri)),
          { entityId: target, isByTask: true },
          { ...window.context, prompts: withCallerNotices(window.prompts, caller) },
        ),
      onDidCheck: (uri) => window.checked.push(uri),
      report: (event) => {
        events.push(event);
        onTell(event);
      },
      signal: stop.signal,
    };
  });
  afterEach(() => {
    window.dispose();
    folder.remove();
  });

  const sourceOf = (uri: string) => {
    const name = uri.replace('file:///', '');
    return window.source(name, files.get(name) ?? '');
  };

  function requested(outcome: SyncOutcome): StartSyncsOutcome {
    return { kind: 'requested', results: [{ ...outcome, name: 'Orders' }] };
  }

  /** A job that has just been accepted, and ends as soon as it is followed. */
  function started(syncId: string): Job {
    return sampleJob({ syncId, status: completedStatus() });
  }

  function change(job: Job): void {
    jobs.set(job.syncId, job);
    changes.fire(undefined as never);
  }

  const run = (definition: Definition) => runTask(definition, context);
  const sync = (more: Definition = {}) => run({ command: 'sync', entityId, ...more });
  const upload = (more: Definition = {}) => run({ command: 'upload', file: '*.csv', entityId, ...more });
  const check = (file = '*.csv') => run({ command: 'check', file });
  const told = () => events.map(({ kind }) => kind);

  it('asks for nothing if the ID of its connection has only digits, which can’t be sent', async () => {
    let signIns = 0;
    const signIn = () => Promise.resolve(++signIns > 0);
    for (const definition of [{ command: 'sync' }, { command: 'upload', file: 'ledger.csv' }]) {
      events = [];
      assert.equal(await runTask({ ...definition, entityId: '4711' }, { ...context, signIn }), 'notStarted');
      const error = new ApiError({ kind: 'rejected', reason: 'digitsOnlyEntityId' });
      assert.deepEqual(events, [{ kind: 'failed', error }]);
    }
    assert.deepEqual([signIns, questions.length, window.reviews.length], [0, 0, 0]);
  });

  it('does nothing in a workspace that is not trusted, or if its definition is invalid', async () => {
    assert.equal(await sync({ wait: 'no' }), 'notStarted');
    context = { ...context, isTrusted: () => false };
    for (const end of [await sync(), await upload(), await check()]) {
      assert.equal(end, 'notStarted');
    }
    assert.deepEqual(told(), ['invalid', 'untrusted', 'untrusted', 'untrusted']);
    assert.deepEqual([questions, window.reviews, window.checked], [[], [], []]);
  });

  describe('that syncs', () => {
    it('tells each change of the job, and ends as it does', async () => {
      const steps = [sampleStep({ count: 5 })];
      jobs.set('sync-1', sampleJob({ status: undefined }));
      onTell = ({ kind }) => {
        if (kind === 'job' && events.length === 2) {
          setImmediate(() => {
            change(sampleJob({ status: runningStatus({ steps }) }));
            change(sampleJob({ status: completedStatus({ steps }) }));
          });
        }
      };
      assert.equal(await sync(), 'completed');
      assert.deepEqual(told(), ['accepted', 'job', 'job', 'job', 'ended']);
    });

    it('has failed if the job has, and has an unknown end if the job has', async () => {
      for (const [job, end] of [
        [sampleJob({ status: completedStatus({ status: 'failed' }) }), 'failed'],
        [sampleJob({ status: completedStatus({ status: 'archived' }) }), 'unknown'],
        [sampleJob({ isLost: true }), 'unknown'],
      ] as const) {
        jobs.set('sync-1', job);
        assert.equal(await sync(), end);
      }
    });

    it('asks once for each connection and account before anything is sent', async () => {
      const sent: string[] = [];
      const start = startSync;
      startSync = () => (sent.push('sync'), start());
      context = { ...context, confirmSync: (question) => Promise.resolve(questions.push(question) > 1) };
      assert.equal(await sync(), 'notStarted');
      assert.deepEqual([told(), sent, questions], [['declined'], [], [{ account, entityId, name: 'Orders' }]]);
      assert.equal(await sync(), 'completed');
      assert.equal(await sync(), 'completed');
      assert.deepEqual([questions.length, sent.length], [2, 2]);
      await sync({ entityId: 'another' });
      account = { ...account, id: 'another' };
      await sync();
      assert.equal(questions.length, 4);
    });

    it('does not wait if it says so', async () => {
      jobs.set('sync-1', sampleJob());
      assert.equal(await sync({ wait: false }), 'completed');
      assert.deepEqual(told(), ['accepted']);
    });

    it('stops waiting after its timeout, and when the user ends it', async () => {
      jobs.set('sync-1', sampleJob({ status: runningStatus() }));
      assert.equal(await sync({ timeout: 0.01 }), 'timedOut');
      onTell = ({ kind }) => kind === 'job' && stop.abort();
      assert.equal(await sync(), 'stopped');
      assert.deepEqual(told(), ['accepted', 'job', 'timedOut', 'accepted', 'job', 'stopped']);
    });

    it('has an unknown end if its job is no longer tracked', async () => {
      const tracker = { jobs: new JobCollection(), hasAccess, onDidChange: changes.event };
      context = { ...context, tracker };
      assert.equal(await sync(), 'unknown');
      assert.deepEqual(told(), ['accepted', 'notTracked']);
    });

    it('has an unknown end if the service no longer accepts the key, because it may not be run again as if nothing had started', async () => {
      jobs.set('sync-1', sampleJob({ status: runningStatus() }));
      onTell = ({ kind }) => {
        if (kind === 'job') {
          hasAccess = false;
          setImmediate(() => changes.fire(undefined as never));
        }
      };
      assert.equal(await sync(), 'unknown');
      assert.deepEqual(told(), ['accepted', 'job', 'noAccess']);
    });

    it('starts the connection of its definition, whatever its row shows', async () => {
      const started: unknown[] = [];
      context = {
        ...context,
        starter: () =>
          Promise.resolve({
            start: (targets) => {
              started.push(targets);
              return Promise.resolve({ kind: 'cancelled' });
            },
          }),
      };
      await sync();
      assert.deepEqual(started, [[{ entityId }]]);
    });

    it('starts nothing, and does not ask, if the account has no such connection, once it has read the list again', async () => {
      startSync = () => assert.fail('sent');
      await window.feed.refresh();
      assert.equal(await sync({ entityId: 'mistyped' }), 'notStarted');
      assert.deepEqual(events, [{ kind: 'unlisted', entityId: 'mistyped' }]);
      assert.deepEqual(questions, []);
      await service.putConnection({ entityId: 'new', entityName: 'New' });
      startSync = () => Promise.resolve(requested({ kind: 'started', sync: { syncId: 'sync-1', entityId: 'new' } }));
      assert.equal(await sync({ entityId: 'new' }), 'completed');
    });

    it('leaves it to the service if the list can’t be read', async () => {
      await window.feed.refresh();
      await service.addFault({ path: '/connections', action: { kind: 'cut' } });
      assert.equal(await sync({ entityId: 'unknown' }), 'completed');
    });

    it('starts nothing if no account is signed in, and the user does not sign in', async () => {
      startSync = () => assert.fail('sent');
      context = { ...context, signIn: () => Promise.resolve(false) };
      assert.equal(await sync(), 'notStarted');
      assert.deepEqual(told(), ['failed']);
    });

    it('sends nothing if the user ends it while it asks', async () => {
      context = {
        ...context,
        confirmSync: () => {
          stop.abort();
          return Promise.resolve(true);
        },
      };
      startSync = () => assert.fail('sent');
      assert.equal(await sync(), 'stopped');
    });

    it('tells what the service refuses, and what it did not answer', async () => {
      const error = new ApiError({ kind: 'rateLimited', retryAfterMs: undefined });
      startSync = () => Promise.resolve(requested({ kind: 'failed', error }));
      assert.equal(await sync(), 'notStarted');
      const why = { kind: 'timedOut', afterMs: 1 } as const;
      startSync = () =>
        Promise.resolve(requested({ kind: 'unknown', failure: why, reconciliation: { kind: 'notFound' } }));
      assert.equal(await sync(), 'unknown');
      startSync = () => Promise.reject(new ApiError({ kind: 'signedOut' }));
      assert.equal(await sync(), 'notStarted');
      assert.deepEqual(told(), ['failed', 'syncUnknown', 'failed']);
    });
  });

  describe('that uploads', () => {
    it('is reviewed as an upload that the workspace proposes, whatever the user has set, and only the first time', async () => {
      window.settings.uploadConfirm = 'never';
      assert.equal(await upload(), 'completed');
      const [plan] = window.reviews[0]?.plans ?? [];
      assert.deepEqual([plan?.target.isProposed, plan?.target.isByTask], [true, true]);
      files.set('ledger.csv', 'id,name\n2,two\n');
      assert.equal(await upload(), 'completed');
      assert.equal(window.reviews.length, 1);
      assert.deepEqual(told(), ['notice', 'accepted', 'job', 'ended', 'notice', 'accepted', 'job', 'ended']);
    });

    it('is reviewed every time if the user has set "always", and if something needs attention', async () => {
      window.settings.uploadConfirm = 'always';
      await upload();
      files.set('ledger.csv', 'id,name\n2,two\n');
      await upload();
      assert.equal(window.reviews.length, 2);
      window.settings.uploadConfirm = 'never';
      await upload();
      assert.equal(window.reviews.length, 3, 'the same content again');
    });

    it('sends nothing if the user declines, or if the data has errors', async () => {
      window.answerReview = () => Promise.resolve(undefined);
      assert.equal(await upload(), 'notStarted');
      files.set('ledger.csv', 'id,name\n1,"never closed\n');
      assert.equal(await upload(), 'failed');
      assert.deepEqual(told(), ['declined', 'notice']);
      assert.deepEqual(window.notices, [], 'they are told in the terminal');
      assert.deepEqual(await service.uploads(), []);
    });

    it('of several files ends when all of their jobs have, as badly as the worst', async () => {
      files.set('b.csv', 'id,name\n2,two\n');
      assert.equal(await upload(), 'completed');
      assert.equal((await service.uploads()).length, 2);
      files = new Map([
        ['c.csv', 'id,name\n3,three\n'],
        ['d.csv', 'id,name\n1,"never closed\n'],
      ]);
      assert.equal(await upload(), 'failed');
      assert.equal((await service.uploads()).length, 3);
    });

    it('of several files tells which of their jobs did not finish within the timeout', async () => {
      files.set('second.csv', 'id,name\n2,two\n');
      context = {
        ...context,
        tracker: {
          jobs: {
            find: (syncId: string) => sampleJob({ syncId, status: runningStatus() }),
          } as unknown as JobCollection,
          hasAccess,
          onDidChange: changes.event,
        },
      };
      assert.equal(await upload({ timeout: 0.01 }), 'timedOut');
      const uploaded = (await service.uploads()).map(({ syncId }) => syncId);
      assert.equal(uploaded.length, 2);
      const late = events.flatMap((event) => (event.kind === 'timedOut' ? event.job?.syncId : []));
      assert.deepEqual(late.sort(), uploaded.sort());
    });

    it('of no file, or of one outside of the folder, sends nothing', async () => {
      assert.equal(await upload({ file: '*.none' }), 'notStarted');
      assert.equal(await upload({ file: '.' }), 'notStarted');
      assert.equal(await upload({ file: '/etc/passwd' }), 'notStarted');
      assert.deepEqual(
        events.map((event) => event.kind === 'files' && event.problem),
        ['noMatch', 'folder', 'outside'],
      );
    });

    it('is cancelled before all is sent if the user ends it', async () => {
      window.onBegin = () => stop.abort();
      assert.equal(await upload(), 'stopped');
      assert.deepEqual(await service.uploads(), []);
    });

    it('has an unknown outcome if the user ends it when all is sent, but not answered', async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
      const ended = upload();
      await eventually(
        async () => (await service.requests()).some(({ path }) => path.endsWith('/dataloader/upload')),
        'The upload is sent',
      );
      stop.abort();
      assert.equal(await ended, 'unknown');
    });

    it('tells why nothing can be uploaded', async () => {
      const error = new Error('locked');
      for (const [outcome, event] of [
        [
          { kind: 'unreadable', fileName: 'ledger.csv', error },
          { kind: 'fileError', fileName: 'ledger.csv', error },
        ],
        [
          { kind: 'refused', refusal: { kind: 'accountChanged' } },
          { kind: 'refused', refusal: { kind: 'accountChanged' } },
        ],
      ] as const) {
        events = [];
        context = { ...context, upload: () => Promise.resolve(outcome) };
        assert.equal(await upload(), 'notStarted');
        assert.deepEqual(events, [event]);
      }
    });

    it('tells if the account is signed out before the file is sent', async () => {
      window.onBegin = () => ledger.removeAccount(account.id);
      assert.equal(await upload(), 'notStarted');
      assert.deepEqual(events, [{ kind: 'signedOut', fileName: 'ledger.csv' }]);
    });

    it('tells why a single file was not accepted', async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'response', status: 400 } });
      assert.equal(await upload(), 'notStarted');
      assert.deepEqual(
        events.map((event) => event.kind === 'fileError' && event.fileName),
        ['ledger.csv'],
      );
    });

    it('of several files tells only in the summary what was accepted, and of another connection at once', async () => {
      files.set('second.csv', 'id,name\n2,two\n');
      const notices = () => events.flatMap((event) => (event.kind === 'notice' ? event.notice.kind : []));
      await upload({ wait: false });
      assert.deepEqual([told(), notices()], [['notice'], ['summary']]);
      events = [];
      files.set('ledger.csv', 'id,name\n3,three\n');
      await service.addFault({
        path: '/dataloader/upload',
        times: 1,
        action: { kind: 'merge', patch: { data: { entityId: 'another' } } },
      });
      await upload();
      assert.deepEqual(notices(), ['accepted', 'summary']);
      assert.ok(!told().includes('accepted') && told().includes('ended'));
    });

    it('of several files has failed if only some were accepted, so that it is not run again as if none had been', async () => {
      files.set('second.csv', 'id,name\n2,two\n');
      const fault = { path: '/dataloader/upload', action: { kind: 'response', status: 400 } } as const;
      await service.addFault({ ...fault, times: 2 });
      assert.equal(await upload(), 'notStarted');
      await service.addFault({ ...fault, times: 1 });
      assert.equal(await upload(), 'failed');
      assert.equal((await service.uploads()).length, 1);
    });

    it('of several files starts nothing if none can be read, and has failed if the data of one has errors', async () => {
      const unreadable = (uri: string) => ({ ...sourceOf(uri), read: () => Promise.reject(new Error('gone')) });
      files.set('second.csv', 'id,name\n1,"never closed\n');
      const uploadAs = (read: typeof sourceOf): Promise<unknown> => {
        events = [];
        context = {
          ...context,
          upload: (sources, { entityId: target, ...caller }) =>
            uploadFiles(
              sources.map(({ uri }) => read(uri)),
              { entityId: target, isByTask: true },
              { ...window.context, prompts: withCallerNotices(window.prompts, caller) },
            ),
        };
        return upload();
      };
      assert.deepEqual([await uploadAs(unreadable), told()], ['notStarted', ['notice']]);
      const first = (uri: string) => (uri.includes('ledger') ? unreadable(uri) : sourceOf(uri));
      assert.deepEqual([await uploadAs(first), told()], ['failed', ['notice']]);
    });

    it('has an unknown end if the answer was lost, which is also shown as usual', async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'response', status: 503 } });
      assert.equal(await upload(), 'unknown');
      assert.deepEqual([told(), window.notices.map(({ kind }) => kind)], [['notice'], ['unknown']]);
    });
  });

  describe('that checks', () => {
    it('tells the problems of each file, and sends nothing', async () => {
      files.set('bad.csv', 'id,name\n1,"never closed\n');
      files.set('odd.csv', 'id,name\n1,one,more\n');
      await service.clearRequests();
      assert.equal(await check(), 'failed');
      assert.deepEqual(
        events.map((event) => event.kind === 'checked' && [event.file.path, event.check.problems[0]?.code]),
        [
          ['/home/bad.csv', 'unterminatedQuote'],
          ['/home/ledger.csv', undefined],
          ['/home/odd.csv', 'raggedRow'],
        ],
      );
      assert.deepEqual(window.checked.length, 3);
      assert.deepEqual(await service.requests(), []);
    });

    it('shows no problems in an editor whose text was edited meanwhile', async () => {
      const readEdited = async (uri: string) => {
        const source = sourceOf(uri);
        const input = await source.read();
        return { ...source, read: () => Promise.resolve(input && { ...input, isEdited: () => true }) };
      };
      context = { ...context, sourceOf: ({ uri }) => readEdited(uri) };
      assert.equal(await check(), 'completed');
      assert.deepEqual([told(), window.checked], [['checked'], []]);
    });

    it('succeeds if no problem prevents an upload', async () => {
      files.set('odd.csv', 'id,name\n1,one,more\n');
      assert.equal(await check('odd.csv'), 'completed');
    });

    /** Replaces how the file `later.csv` is read. */
    const readLaterAs = (read: () => Promise<undefined>): void => {
      const { sourceOf: other } = context;
      context = {
        ...context,
        sourceOf: (file) =>
          file.uri.endsWith('later.csv') ? Promise.resolve({ uri: file.uri, name: 'later.csv', read }) : other(file),
      };
    };

    it('goes on after a file that can’t be read', async () => {
      files.set('later.csv', 'id\n1\n');
      readLaterAs(() => Promise.reject(new Error('gone')));
      assert.equal(await check(), 'notStarted');
      assert.deepEqual(told(), ['fileError', 'checked']);
    });

    it('goes on after a file that the user declines to read', async () => {
      files.set('later.csv', 'id\n1\n');
      readLaterAs(() => Promise.resolve(undefined));
      assert.equal(await check(), 'notStarted');
      assert.deepEqual(told(), ['declined', 'checked']);
    });

    it('ends before the next file when the user ends it', async () => {
      files.set('later.csv', 'id\n1\n');
      onTell = () => stop.abort();
      assert.equal(await check(), 'stopped');
      assert.deepEqual(told(), ['checked', 'stopped']);
    });

    it('ends while files are searched for when the user ends it', async () => {
      const [folder] = context.folders;
      assert.ok(folder);
      let searched = 0;
      const list: typeof folder.list = () => {
        searched++;
        stop.abort();
        return Promise.resolve([{ name: 'more', type: 'directory' }]);
      };
      context = { ...context, folders: [{ ...folder, list }] };
      assert.equal(await check('**/*.csv'), 'stopped');
      assert.deepEqual([told(), searched], [['stopped'], 1]);
    });

    it('ends when the user ends it', async () => {
      stop.abort();
      assert.equal(await check(), 'stopped');
      assert.deepEqual(told(), ['stopped']);
    });
  });
});
