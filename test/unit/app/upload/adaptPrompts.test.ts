import assert from 'node:assert/strict';
import { withCallerNotices } from '../../../../src/app/upload/adaptPrompts.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import type { UploadNotice, UploadPrompts } from '../../../../src/app/upload/uploadPrompts.ts';

describe('The prompts of an upload that is run by a caller', () => {
  let told: unknown[];
  let ofUser: AbortController;
  let ofCaller: AbortController;
  let prompts: UploadPrompts;

  beforeEach(() => {
    told = [];
    ofUser = new AbortController();
    ofCaller = new AbortController();
    const { signal } = ofUser;
    const defaultPrompts: UploadPrompts = {
      chooseKind: () => Promise.resolve('json'),
      signIn: () => Promise.resolve(true),
      chooseTarget: () => Promise.resolve(undefined),
      review: ({ plans }) => Promise.resolve(plans),
      whileChecking: (_inputs, check) => check({ signal, report: (...of) => void told.push(['checked', ...of]) }),
      whileSending: (_plans, send) =>
        send({
          signal,
          begin: (...of) => void told.push(['begin', ...of]),
          converting: () => void told.push(['converting']),
          sending: (...of) => void told.push(['sending', ...of]),
        }),
      notify: ({ kind }) => void told.push(['user', kind]),
    };
    prompts = withCallerNotices(defaultPrompts, {
      notify: ({ kind }) => told.push(['caller', kind]),
      signal: ofCaller.signal,
    });
  });

  it('are the usual ones, with the usual progress', async () => {
    assert.deepEqual([await prompts.chooseKind('a'), await prompts.signIn(['a'])], ['json', true]);
    const file = memoryFile('a.csv', 'csv', Buffer.from('id\n1\n'));
    await prompts.whileChecking([], (progress) => {
      progress.report(file, 5);
      return Promise.resolve();
    });
    await prompts.whileSending([], (progress) => {
      progress.begin(file);
      progress.converting();
      progress.sending(2, 3);
      return Promise.resolve([]);
    });
    assert.deepEqual(told, [['checked', file, 5], ['begin', file], ['converting'], ['sending', 2, 3]]);
  });

  for (const who of ['user', 'caller'] as const) {
    it(`end the check and the upload when the ${who} cancels`, async () => {
      const signals: AbortSignal[] = [];
      await prompts.whileChecking([], ({ signal }) => Promise.resolve(void signals.push(signal)));
      await prompts.whileSending([], ({ signal }) => {
        signals.push(signal);
        return Promise.resolve([]);
      });
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false, false],
      );
      (who === 'user' ? ofUser : ofCaller).abort();
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true, true],
      );
    });
  }

  it('tell the caller everything, and the user only what they can check again', () => {
    for (const kind of ['cancelled', 'unknown'] as const) {
      prompts.notify({ kind } as UploadNotice);
    }
    assert.deepEqual(told, [
      ['caller', 'cancelled'],
      ['caller', 'unknown'],
      ['user', 'unknown'],
    ]);
  });
});
