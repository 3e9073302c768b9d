import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import { toolErrorOf as toolErrorForFile } from '../../../../src/app/tools/checkToolFile.ts';
import { ToolError } from '../../../../src/app/tools/toolError.ts';
import { uploadResult } from '../../../../src/app/tools/uploadOutcomes.ts';
import type { UploadOutcome } from '../../../../src/app/upload/uploadRequest.ts';
import type { UploadPlan } from '../../../../src/app/upload/uploadPlan.ts';
import type { SendResult } from '../../../../src/app/upload/uploadPrompts.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import { toolErrorOf } from './toolErrors.ts';

const PLAN = { check: { rows: 3, digest: 'sha256:a' } } as UploadPlan;
const FINDINGS = { blocked: undefined, isUnknownKind: false, describe: () => '' };

function sent(result: SendResult): UploadOutcome {
  return { kind: 'sent', accountId: 'account', plans: [PLAN], results: [result], skipped: [] };
}

function errorWith(code: string): Error {
  return Object.assign(new Error('/home/me/secret.csv'), { code });
}

async function errorOf(outcome: UploadOutcome, findings = FINDINGS): Promise<readonly [string, string]> {
  const { code, message } = await toolErrorOf(() => uploadResult(outcome, findings));
  return [code, message];
}

describe('What a tool returns of an upload', () => {
  it('is the job, its rows and its content, and how to see the end', () => {
    const started = { syncId: 'sync', entityId: 'entity', message: '', requestId: undefined, correlationId: undefined };
    const { note, ...data } = uploadResult(sent({ kind: 'started', started }), FINDINGS);
    assert.deepEqual(data, { started: { syncId: 'sync', entityId: 'entity' }, rows: 3, digest: 'sha256:a' });
    assert.match(String(note), /accepted.*dataConnections_getJob/);
  });

  it('warns of sending again only if it is not known whether the service accepted the file', async () => {
    const failure = { kind: 'unreachable', reason: 'interrupted', detail: '' } as const;
    const lost = await errorOf(sent({ kind: 'unknown', error: new ApiError(failure, { mayHaveArrived: true }) }));
    assert.equal(lost[0], 'outcomeUnknown');
    assert.match(lost[1], /not known.*Do not upload it again/);
    for (const [result, code, message] of [
      [{ kind: 'signedOut' }, 'signedOut', /Nothing was uploaded.*signed out/],
      [{ kind: 'cancelled' }, 'declined', /Nothing was uploaded.*declined/],
      [{ kind: 'notSent' }, 'declined', /Nothing was uploaded.*declined/],
      [{ kind: 'failed', error: new FileChangedError() }, 'failed', /changed.*Nothing was loaded/],
      [
        { kind: 'failed', error: new FileChangedError({ isDeleted: true }) },
        'fileNotFound',
        /deleted.*Nothing was loaded/,
      ],
    ] as const satisfies readonly (readonly [SendResult, string, RegExp])[]) {
      const error = await errorOf(sent(result));
      assert.equal(error[0], code);
      assert.match(error[1], message);
    }
  });

  it('is the failure of the request itself if the service refused the file', () => {
    const error = new ApiError({ kind: 'rateLimited', retryAfterMs: 1000 });
    assert.throws(() => uploadResult(sent({ kind: 'failed', error }), FINDINGS), error);
  });

  it('says why nothing was sent', async () => {
    const unreadable = { kind: 'unreadable', fileName: 'a.csv', error: errorWith('ENOENT') } as const;
    const refused = (refusal: Extract<UploadOutcome, { kind: 'refused' }>['refusal']) =>
      ({ kind: 'refused', refusal }) as const;
    for (const [outcome, code, message] of [
      [{ kind: 'invalid' }, 'invalidData', /^Nothing was uploaded.*problems/],
      [unreadable, 'fileNotFound', /no such file/],
      [refused({ kind: 'inFlight', fileName: 'a.csv' }), 'uploadInProgress', /already being uploaded/],
      [refused({ kind: 'accountChanged' }), 'changedSinceConfirmation', /^Nothing was started.*Call the tool again/],
      [refused({ kind: 'tooManyFiles', count: 2, most: 1 }), 'invalidInput', /too many files/],
      [refused({ kind: 'tooManyLinks', count: 2, most: 1 }), 'outsideWorkspace', /link leads out/],
      [{ kind: 'cancelled' }, 'declined', /declined/],
      [{ kind: 'sent', accountId: 'account', plans: [], results: [], skipped: [] }, 'declined', /declined/],
      [{ kind: 'sent', accountId: 'account', plans: [PLAN], results: [], skipped: [] }, 'declined', /declined/],
    ] as const satisfies readonly (readonly [UploadOutcome, string, RegExp])[]) {
      const error = await errorOf(outcome);
      assert.equal(error[0], code, JSON.stringify(outcome));
      assert.match(error[1], message);
    }
    const changed = await toolErrorOf(() => uploadResult(refused({ kind: 'accountChanged' }), FINDINGS));
    assert.deepEqual(changed.details, { changed: ['account'] });
    const unknown = await errorOf({ kind: 'cancelled' }, { ...FINDINGS, isUnknownKind: true });
    assert.deepEqual([unknown[0], unknown[1].includes('.csv or .json')], ['unknownFormat', true]);
  });
});

describe('A file that a tool can’t read', () => {
  it('is an error that says why, without a path', () => {
    for (const [code, expected, message] of [
      ['ENOENT', 'fileNotFound', /no such file.*Globs are not expanded/],
      ['BROKEN_LINK', 'fileNotFound', /no such file/],
      ['EISDIR', 'fileNotFound', /not that of a file/],
      ['EACCES', 'failed', /no permission/],
      ['EBUSY', 'failed', /at the moment/],
      ['EIO', 'failed', /at the moment/],
      ['BROKEN_ARCHIVE', 'invalidData', /damaged, incomplete or too large/],
      ['OVERSIZED_ARCHIVE', 'invalidData', /damaged, incomplete or too large/],
    ] as const) {
      const error = toolErrorForFile(errorWith(code));
      assert.ok(error instanceof ToolError, code);
      assert.equal(error.code, expected);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret/);
    }
    const other = errorWith('EOTHER');
    assert.equal(toolErrorForFile(other), other);
  });
});
