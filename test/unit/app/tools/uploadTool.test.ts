import assert from 'node:assert/strict';
import type { ToolFile } from '../../../../src/app/tools/checkToolFile.ts';
import { checkToolFile } from '../../../../src/app/tools/checkToolFile.ts';
import { planToolUpload, sendToolUpload } from '../../../../src/app/tools/uploadTool.ts';
import type { PlannedToolUpload, UploadToolContext } from '../../../../src/app/tools/uploadTool.ts';
import type { UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from '../upload/uploadWindow.ts';
import { codeOf, toolErrorOf } from './toolErrors.ts';

const ENOENT = Object.assign(new Error('no'), { code: 'ENOENT' });

describe('The upload of a tool', function () {
  this.timeout(30_000);

  let service: LocalService;
  let folder: LedgerFolder;
  let window: UploadWindow;
  let entityId: string;
  let otherId: string;
  let content: string;
  let source: UploadSource;
  let count = 0;
  const { signal } = new AbortController();
  const file: ToolFile = { uri: 'file:///a.csv', path: 'a.csv' };

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());
  beforeEach(async () => {
    await service.reset();
    [entityId, otherId] = await service.uploadTargets();
    folder = new LedgerFolder();
    window = new UploadWindow(service, accountOf(service), folder.open());
    content = `id,name\n${++count},one\n`;
    source = window.source('a.csv', content);
  });
  afterEach(() => {
    window.dispose();
    folder.remove();
  });

  const input = () => ({ file: 'a.csv', entityId, format: undefined });

  function context(): UploadToolContext {
    return {
      session: window.session,
      feed: window.feed,
      tracker: { jobsForListAt: () => () => [] },
      upload: (_file, request, adapt) => window.upload([source], request, adapt(window.prompts)),
      describe: ({ code }) => code,
    };
  }

  const plan = (): Promise<PlannedToolUpload> => planToolUpload(input(), file, { context: context(), signal });
  const send = (confirmation: PlannedToolUpload['confirmation'] | undefined) =>
    sendToolUpload(input(), file, { confirmation, context: context(), signal });

  function posts(): Promise<number> {
    return service.uploadRequestCount();
  }

  /** The user has reviewed an upload to the connection before. */
  async function confirmTarget(): Promise<void> {
    await window.upload([window.source('first.csv', `id,name\n${++count},one\n`)], { entityId });
    window.reviews.length = 0;
    window.notices.length = 0;
    await service.clearRequests();
  }

  it('is planned without sending, asking or telling anything', async () => {
    const planned = await plan();
    assert.deepEqual(
      [planned.isReviewed, planned.plan.check.rows, planned.account.id],
      [true, 1, window.session.state.kind === 'signedIn' && window.session.state.account.id],
    );
    assert.equal(planned.confirmation.digest, planned.plan.check.digest);
    assert.deepEqual([window.reviews, window.notices, await posts()], [[], [], 0]);
    await confirmTarget();
    assert.equal((await plan()).isReviewed, false);
  });

  it('sends what was confirmed, and returns the job', async () => {
    await confirmTarget();
    const result = await send((await plan()).confirmation);
    const { syncId } = await service.latestUpload();
    assert.deepEqual(result['started'], { syncId, entityId });
    assert.deepEqual([window.reviews, await posts()], [[], 1]);
    assert.equal(await service.latestText(), content);
  });

  it('is refused if the file has changed since it was confirmed, even in one byte', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    source = window.source('a.csv', content.replace('one', 'onE'));
    const { code, details } = await toolErrorOf(() => send(confirmation));
    assert.deepEqual([code, details], ['changedSinceConfirmation', { changed: ['file'] }]);
    assert.deepEqual([await posts(), window.reviews], [0, []]);
  });

  it('is refused if another file is read, or the format is another one', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    const { confirmation: asJson } = await planToolUpload({ ...input(), format: 'json' }, file, {
      context: context(),
      signal,
    });
    assert.deepEqual((await toolErrorOf(() => send(asJson))).details, { changed: ['format'] });
    source = window.source('b.csv', content);
    assert.deepEqual((await toolErrorOf(() => send(confirmation))).details, { changed: ['file'] });
    assert.equal(await posts(), 0);
  });

  it('is refused if a link of the path leads to another file', async () => {
    await confirmTarget();
    const linkTo = (path: string) => {
      source = window.source('a.csv', content, { link: { path, leavesFolder: false } });
    };
    linkTo('/data/b.csv');
    const { confirmation } = await plan();
    linkTo('/data/c.csv');
    assert.deepEqual((await toolErrorOf(() => send(confirmation))).details, { changed: ['file'] });
    assert.equal(await posts(), 0);
  });

  it('is refused if the account has changed, or its service, although all else is the same', async () => {
    const { confirmation } = await plan();
    const { state } = window;
    assert.ok(state.kind === 'signedIn');
    for (const change of [{ id: 'other' }, { baseUrl: 'https://other.example' }]) {
      window.state = { ...state, account: { ...state.account, ...change } };
      const { code, details } = await toolErrorOf(() => send(confirmation));
      assert.deepEqual([code, details], ['changedSinceConfirmation', { changed: ['account'] }]);
    }
    assert.deepEqual([window.reviews, await posts()], [[], 0]);
  });

  it('is refused if the connection is another one, has another name, or is gone', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    await service.putConnection({ entityId: otherId, entityName: confirmation.connection });
    await window.feed.refresh();
    const toOther = () =>
      sendToolUpload({ ...input(), entityId: otherId }, file, { confirmation, context: context(), signal });
    assert.deepEqual((await toolErrorOf(toOther)).details, { changed: ['connection'] });
    await service.putConnection({ entityId, entityName: 'Salaries' });
    await window.feed.refresh();
    assert.deepEqual((await toolErrorOf(() => send(confirmation))).details, { changed: ['connection'] });
    await service.removeConnection(entityId);
    await window.feed.refresh();
    assert.equal(await codeOf(() => send(confirmation)), 'connectionNotFound');
    assert.equal(await posts(), 0);
  });

  it('without a confirmed plan is reviewed, even if the user’s rules require no review', async () => {
    await confirmTarget();
    window.settings.uploadConfirm = 'never';
    window.answerReview = () => Promise.resolve(undefined);
    assert.equal(await codeOf(() => send(undefined)), 'declined');
    assert.deepEqual([window.reviews.length, await posts()], [1, 0]);
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    assert.ok((await send(undefined))['started']);
  });

  it('obeys the user’s review rules besides the confirmation', async () => {
    const { confirmation } = await plan();
    window.answerReview = () => Promise.resolve(undefined);
    assert.equal(await codeOf(() => send(confirmation)), 'declined');
    assert.equal(window.reviews.length, 1, 'the first upload to the connection');
    window.answerReview = ({ plans }) => Promise.resolve(plans);
    await confirmTarget();
    window.settings.uploadConfirm = 'always';
    assert.equal((await plan()).isReviewed, true);
    await send((await plan()).confirmation);
    assert.equal(window.reviews.length, 1, 'always');
  });

  it('is reviewed the first time for a connection, even if the user has set "never"', async () => {
    window.settings.uploadConfirm = 'never';
    const planned = await plan();
    assert.equal(planned.isReviewed, true);
    await send(planned.confirmation);
    assert.equal(window.reviews.length, 1);
    source = window.source('a.csv', `id,name\n${++count},one\n`);
    const { isReviewed, confirmation } = await plan();
    await send(confirmation);
    assert.deepEqual([isReviewed, window.reviews.length, await posts()], [false, 1, 2]);
  });

  it('of data that the service would reject is refused, with the problems', async () => {
    source = window.source('a.csv', 'id,name\n1,"never closed\n');
    for (const act of [plan, () => send(undefined)]) {
      const { code, details } = await toolErrorOf(act);
      assert.equal(code, 'invalidData');
      assert.deepEqual(
        (details['problems'] as { code: string }[]).map((problem) => problem.code),
        ['unterminatedQuote'],
      );
    }
    assert.deepEqual([window.reviews, window.notices, await posts()], [[], [], 0]);
  });

  it('of a file that a link leads out of the workspace is refused', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    source = window.source('a.csv', content, { link: { path: '/etc/a.csv', leavesFolder: true } });
    for (const act of [plan, () => send(undefined), () => send(confirmation)]) {
      assert.equal(await codeOf(act), 'outsideWorkspace');
    }
    assert.deepEqual([window.reviews, await posts()], [[], 0]);
  });

  it('neither checks a file that a link leads out of the workspace, nor returns its problems', async () => {
    source = window.source('a.csv', '{"root":"secret"}', {
      link: { path: '/etc/a.csv', leavesFolder: true },
      check: () => assert.fail('checked'),
    });
    for (const act of [plan, () => send(undefined)]) {
      const { code, details } = await toolErrorOf(act);
      assert.deepEqual([code, details], ['outsideWorkspace', {}]);
    }
  });

  it('of a file that can’t be read, or is neither CSV nor JSON, is refused without a question', async () => {
    source = { uri: 'file:///a.csv', name: 'a.csv', read: () => Promise.reject(ENOENT) };
    assert.equal(await codeOf(plan), 'fileNotFound');
    const adapted: UploadToolContext = {
      ...context(),
      upload: (_file, request, adapt) => {
        const prompts = adapt(window.prompts);
        const read = () => prompts.chooseKind('a').then(() => undefined);
        return window.upload([{ uri: 'file:///a', name: 'a', read }], request, prompts);
      },
    };
    assert.equal(await codeOf(() => planToolUpload(input(), file, { context: adapted, signal })), 'unknownFormat');
  });

  it('is refused while signed out, and to a connection that the account does not have', async () => {
    assert.equal(
      await codeOf(() => planToolUpload({ ...input(), entityId: '123' }, file, { context: context(), signal })),
      'connectionNotFound',
    );
    window.state = { kind: 'signedOut' };
    assert.equal(await codeOf(plan), 'signedOut');
    assert.equal(await codeOf(() => send(undefined)), 'signedOut');
  });

  it('whose answer was lost is never called accepted or repeated', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    await service.addFault({ path: '/dataloader/upload', action: { kind: 'loseResponse' } });
    assert.equal(await codeOf(() => send(confirmation)), 'outcomeUnknown');
    assert.equal(await posts(), 1);
    assert.equal((await plan()).isReviewed, true, 'the same again');
  });

  it('sends nothing once the caller has cancelled', async () => {
    await confirmTarget();
    const { confirmation } = await plan();
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    await assert.rejects(
      sendToolUpload(input(), file, { confirmation, context: context(), signal: cancel.signal }),
      /cancelled/,
    );
    assert.equal(await posts(), 0);
  });

  it('neither asks nor sends once the caller cancels during the check', async () => {
    const cancel = new AbortController();
    const adapted = context();
    const upload: typeof adapted.upload = (of, request, adapt) =>
      adapted.upload(of, request, (defaultPrompts) =>
        adapt({
          ...defaultPrompts,
          whileChecking: (inputs, check) => {
            cancel.abort(new Error('cancelled'));
            return defaultPrompts.whileChecking(inputs, check);
          },
          review: () => assert.fail('asked'),
        }),
      );
    await assert.rejects(
      sendToolUpload(input(), file, {
        confirmation: undefined,
        context: { ...adapted, upload },
        signal: cancel.signal,
      }),
      /cancelled/,
    );
    assert.equal(await posts(), 0);
  });
});

describe('The check of a tool', () => {
  const { signal } = new AbortController();
  let service: LocalService;
  let folder: LedgerFolder;
  let window: UploadWindow;
  before(async () => {
    service = await LocalService.start();
    folder = new LedgerFolder();
    window = new UploadWindow(service, accountOf(service), folder.open());
  });
  after(async () => {
    window.dispose();
    folder.remove();
    await service.stop();
  });

  function check(content: string | Uint8Array, of: Parameters<UploadWindow['source']>[2] = {}, limit = 20) {
    const read = () => window.source('a.csv', content, of).read();
    return checkToolFile(
      { uri: 'file:///a.csv', path: 'a.csv' },
      { read, limit, signal, describe: ({ code }) => code },
    );
  }

  it('returns rows, columns and problems, those that prevent an upload first', async () => {
    const result = await check('id,name\n1\n2,"never closed\n');
    assert.deepEqual(
      (result['problems'] as { code: string; severity: string }[]).map(({ code, severity }) => [code, severity]),
      [
        ['unterminatedQuote', 'blocking'],
        ['raggedRow', 'warning'],
      ],
    );
    const { file, kind, columns, canBeUploaded, problemCount, moreProblems } = result;
    assert.deepEqual(
      [file, kind, columns, canBeUploaded, problemCount, moreProblems],
      ['a.csv', 'csv', ['id', 'name'], 'no', 2, false],
    );
    assert.equal((await check('id,name\n1,a\n'))['canBeUploaded'], 'yes');
    assert.equal((await check(Buffer.from('id,name\n1,Größe\n', 'latin1')))['canBeUploaded'], 'afterConversion');
  });

  it('bounds what it returns of a file, however many columns and problems it has', async () => {
    const names = [...Array(2000).keys()].map((index) => `"[c${index}](command:x)\n${'y'.repeat(100)}"`);
    const rows = '1\n'.repeat(5000);
    const result = await check(`${names.join()}\n${rows}`, {}, 3);
    const { columns, columnCount, moreColumns, problems, moreProblems, problemCount } = result as Record<
      string,
      unknown[]
    >;
    assert.deepEqual(
      [columns?.length, columnCount, moreColumns, problems?.length, moreProblems, problemCount],
      [50, 2000, 1950, 3, true, 5000],
    );
    const all = await check(`id,name\n${'1\n'.repeat(150)}`, {}, 100);
    assert.deepEqual([all['problemCount'], all['moreProblems']], [150, true], 'those that the check omits, too');
    const whole = await check(`${names.slice(0, 50).join()}\n`);
    assert.deepEqual([whole['columnCount'], whole['moreColumns']], [50, undefined]);
    assert.ok((columns as string[]).every((name) => name.length <= 60 && !name.includes('\n')));
  });

  it('tells unsaved changes, and that a file is neither CSV nor JSON', async () => {
    assert.equal((await check('id\n1\n'))['hasUnsavedChanges'], undefined);
    assert.equal((await check('id\n1\n', { hasUnsavedChanges: true }))['hasUnsavedChanges'], true);
    const read = () => Promise.resolve(undefined);
    const options = { read, limit: 1, signal, describe: () => '' };
    assert.equal(await codeOf(() => checkToolFile({ uri: 'file:///a', path: 'a' }, options)), 'unknownFormat');
  });

  it('does not read a file that a link leads out of the workspace', async () => {
    const leaving = { link: { path: '/etc/passwd', leavesFolder: true }, check: () => assert.fail('checked') };
    assert.equal(await codeOf(() => check('a', leaving)), 'outsideWorkspace');
    assert.equal(await codeOf(() => check('a', { link: { path: undefined, leavesFolder: true } })), 'outsideWorkspace');
  });
});
