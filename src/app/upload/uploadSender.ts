import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Account } from '../../model/account.ts';
import type { Connection } from '../../model/connection.ts';
import { affectsWholeAccount } from '../../model/failure.ts';
import type { UploadedSource } from '../../model/job.ts';
import { keptTotals, limitedHeaderChange } from '../../model/limits.ts';
import type { AcceptedUpload, StartedJob } from '../../model/upload.ts';
import { explainRefusals } from '../connections/explainRefusals.ts';
import { otherConnection } from '../connections/listedConnection.ts';
import { cancellableProgress } from './adaptPrompts.ts';
import type { LoadComparison } from './loadComparison.ts';
import { reconcileUpload } from './reconcileUpload.ts';
import { fileFailureOf } from './fileFailure.ts';
import { fileToSend } from './fileToSend.ts';
import { keepCopies } from './keepCopies.ts';
import type { SkippedFile } from './uploadInput.ts';
import { checkOfSentData, conversionFromSource, headerChangeOf, uploadKeyOf } from './uploadPlan.ts';
import type { ReservedPlan, UploadPlan } from './uploadPlan.ts';
import type { SendProgress, SendResult, UploadPrompts } from './uploadPrompts.ts';
import type { UploadContext } from './uploadRequest.ts';

interface UploadSenderOptions extends Pick<
  UploadContext,
  | 'session'
  | 'feed'
  | 'tracker'
  | 'history'
  | 'intents'
  | 'workers'
  | 'copies'
  | 'isSignedIn'
  | 'onDidSignOut'
  | 'lifetime'
> {
  readonly client: ServiceClient;
  readonly account: Account;
  /** The connection that was named for all files of the upload, if one was. */
  readonly entityId: string | undefined;
  readonly loadComparison: Pick<LoadComparison, 'keep'>;
  readonly prompts: Pick<UploadPrompts, 'whileChecking' | 'whileSending' | 'notify'>;
}

/** Sends plans one after another, none of them twice, settles the intent of each, and tells the user the results. */
export class UploadSender {
  readonly #options: UploadSenderOptions;

  constructor(options: UploadSenderOptions) {
    this.#options = options;
  }

  /**
   * Resolves to a result for each plan. Tells the user what happened, except why a single plan failed.
   * @param skipped files of the same upload that are not sent.
   */
  async send(plans: readonly ReservedPlan[], skipped: readonly SkippedFile[]): Promise<readonly SendResult[]> {
    const { account, onDidSignOut, lifetime } = this.#options;
    const signOut = new AbortController();
    const listener = onDidSignOut(account.id, () => signOut.abort());
    try {
      const results = await this.#sendAndReport(plans, skipped, signOut.signal);
      await keepCopies(plans, results, this.#options, AbortSignal.any([signOut.signal, lifetime]));
      return results;
    } finally {
      listener.dispose();
    }
  }

  async #sendAndReport(
    plans: readonly ReservedPlan[],
    skipped: readonly SkippedFile[],
    signOut: AbortSignal,
  ): Promise<readonly SendResult[]> {
    const { account, entityId, session, feed, tracker, prompts } = this.#options;
    const before = plans.map(({ target }) => feed.find(target.entityId));
    const sent = await tracker.inBatch(plans.length, (batch) => this.#sendAll(plans, batch, signOut));
    const entityIds = plans.map(({ target }) => target.entityId);
    const results = await explainRefusals(sent, entityIds, { accountId: account.id, session, feed });
    const isSingle = plans.length + skipped.length === 1;
    if (!isSingle) {
      prompts.notify({ kind: 'summary', plans, results, skipped, account, entityId });
    }
    for (const [index, plan] of plans.entries()) {
      const result = results[index];
      if (result?.kind === 'unknown') {
        await this.#reconcile(plan, before[index], result.error);
      } else if (result?.kind === 'cancelled' && isSingle) {
        prompts.notify({ kind: 'cancelled' });
      }
    }
    return results;
  }

  /** Looks for an upload that got no response, and tells the user what is known of it. */
  async #reconcile({ input, target }: ReservedPlan, before: Connection | undefined, error: unknown): Promise<void> {
    const { account, session, feed, tracker, lifetime, prompts } = this.#options;
    const reconcile = () => reconcileUpload(target.entityId, before, { accountId: account.id, session, feed, tracker });
    const names = { fileName: input.file.name, targetName: target.name };
    const reconciliation = await reconcile();
    const again = lifetime.aborted ? undefined : reconcile;
    prompts.notify({ kind: 'unknown', ...names, error, reconciliation, reconcile: again });
  }

  async #sendAll(
    plans: readonly ReservedPlan[],
    batch: string | undefined,
    signOut: AbortSignal,
  ): Promise<readonly SendResult[]> {
    const { prompts, intents } = this.#options;
    try {
      return await cancellableProgress(signOut, prompts).whileSending(plans, async (progress) => {
        const results: SendResult[] = [];
        for (const plan of plans) {
          const isOver = results.some(affectsAll);
          const result: SendResult = isOver ? { kind: 'notSent' } : await this.#sendOne(plan, progress);
          results.push(result);
          this.#record(plan, result, batch);
        }
        return results;
      });
    } finally {
      intents.abandon(plans.map(({ intentId }) => intentId));
    }
  }

  async #sendOne(plan: ReservedPlan, progress: SendProgress): Promise<SendResult> {
    const { client, workers } = this.#options;
    const { signal } = progress;
    // Once all of it was sent, the service may act on it, whatever happens here.
    let isSent = false as boolean;
    progress.begin(plan.input.file);
    try {
      const file = await fileToSend(plan, { workers, signal, onConverting: () => progress.converting() });
      if (!(await this.#begin(plan))) {
        return { kind: 'signedOut' };
      }
      const started = await client.upload(
        { entityId: plan.target.entityId, format: plan.format, file },
        {
          signal,
          onProgress: (sentBytes, totalBytes) => {
            isSent = sentBytes >= totalBytes;
            progress.sending(sentBytes, totalBytes);
          },
        },
      );
      return { kind: 'started', started };
    } catch (error) {
      if (error instanceof ApiError) {
        return error.mayHaveArrived ? { kind: 'unknown', error } : { kind: 'failed', error };
      }
      if (signal.aborted) {
        return isSent && !this.#endsWithDemo ? { kind: 'unknown', error: undefined } : { kind: 'cancelled' };
      }
      // A defect of the extension says nothing about the request.
      return isSent ? { kind: 'unknown', error } : { kind: 'failed', error };
    }
  }

  /** Whether the service is that of the demo, which is being left. Then it keeps nothing of what it received. */
  get #endsWithDemo(): boolean {
    const { session, lifetime } = this.#options;
    return session.isDemo && lifetime.aborted;
  }

  /** Records that bytes are sent from now on, where other windows read it. False: the intent was removed, as by Sign Out. */
  async #begin({ intentId }: ReservedPlan): Promise<boolean> {
    const { intents } = this.#options;
    const isBegun = intents.begin(intentId);
    await intents.whenShared();
    return isBegun;
  }

  #record(plan: ReservedPlan, result: SendResult, batch: string | undefined): void {
    const { intents } = this.#options;
    switch (result.kind) {
      case 'started':
        this.#recordAccepted(result.started, plan, batch);
        break;
      case 'unknown':
        intents.settle(plan.intentId, { kind: 'unknown' });
        break;
      case 'failed':
      case 'signedOut':
      case 'cancelled':
      case 'notSent':
        intents.settle(plan.intentId, { kind: 'notLoaded' });
    }
  }

  #recordAccepted(started: StartedJob, plan: ReservedPlan, batch: string | undefined): void {
    const { account, feed, tracker, history, intents, loadComparison, prompts } = this.#options;
    const { input, target } = plan;
    const upload = acceptedUpload(plan, started, history.workspace);
    const otherName = otherConnection(started, target.entityId, feed);
    const isOneOfSeveral = batch !== undefined;
    // Once the account is signed out, nothing about it is recorded.
    if (intents.settle(plan.intentId, { kind: 'accepted', upload })) {
      loadComparison.keep(plan, upload, account.id, { isOneOfSeveral });
      tracker.track(started, {
        kind: 'upload',
        entityName: otherName ?? target.name,
        source: uploadedSource(plan),
        accountId: account.id,
        batch,
      });
    }
    prompts.notify({ kind: 'accepted', fileName: input.file.name, targetName: target.name, otherName, isOneOfSeveral });
  }
}

function acceptedUpload(plan: UploadPlan, { syncId }: StartedJob, workspace: string): AcceptedUpload {
  return {
    ...uploadKeyOf(plan),
    at: Date.now(),
    syncId,
    format: plan.format,
    conversion: conversionFromSource(plan),
    columns: checkOfSentData(plan).columns,
    workspace,
  };
}

/** What the job of an upload records about what was sent. */
function uploadedSource(plan: UploadPlan): UploadedSource {
  const { input } = plan;
  const headerChange = headerChangeOf(plan);
  return {
    name: input.file.name,
    rows: checkOfSentData(plan).rows,
    byteLength: input.file.byteLength,
    totals: keptTotals(checkOfSentData(plan).totals ?? []),
    // No editor shows an earlier version, but it is one of a file.
    uri: input.hasEditor || input.earlier !== undefined ? input.uri : undefined,
    ...(headerChange && { headerChange: limitedHeaderChange(headerChange) }),
  };
}

/** Whether to stop before the next file: after a network error or a refused key, but not if only this file can't be uploaded. */
function affectsAll(result: SendResult): boolean {
  switch (result.kind) {
    case 'started':
    case 'signedOut':
      return false;
    case 'failed': {
      const { error } = result;
      return error instanceof ApiError ? affectsWholeAccount(error.failure) : fileFailureOf(error) === undefined;
    }
    case 'cancelled':
    case 'notSent':
    case 'unknown':
      return true;
  }
}
