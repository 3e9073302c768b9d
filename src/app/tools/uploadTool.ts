import type { CheckResult } from '../../data/check/checkResult.ts';
import type { Account } from '../../model/account.ts';
import type { PlannedUploads, UploadOutcome, UploadRequest } from '../upload/uploadRequest.ts';
import { cancellableProgress } from '../upload/adaptPrompts.ts';
import type { UploadPlan } from '../upload/uploadPlan.ts';
import type { UploadPrompts } from '../upload/uploadPrompts.ts';
import { changesSince, uploadConfirmation } from './confirmation.ts';
import type { UploadConfirmation } from './confirmation.ts';
import { assertInWorkspace } from './checkToolFile.ts';
import type { DescribeProblem, ToolFile } from './checkToolFile.ts';
import { findConnection } from './readConnections.ts';
import type { ConnectionSource } from './readConnections.ts';
import type { ToolInputs } from './toolInput.ts';
import type { ToolResult } from './toolResult.ts';
import { changedError, notSentError, uploadResult } from './uploadOutcomes.ts';

type AdaptPrompts = (defaultPrompts: UploadPrompts) => UploadPrompts;

export interface UploadToolContext extends ConnectionSource {
  /** Uploads a file as the command does, with the prompts that `adapt` makes of the default ones. */
  readonly upload: (file: ToolFile, request: UploadRequest, adapt: AdaptPrompts) => Promise<UploadOutcome>;
  readonly describe: DescribeProblem;
}

/** An upload that was checked and planned, and of which nothing was sent. */
export interface PlannedToolUpload {
  readonly plan: UploadPlan;
  readonly account: Account;
  /** Whether the user's own rules require the review of the extension, besides the confirmation of the tool. */
  readonly isReviewed: boolean;
  readonly confirmation: UploadConfirmation;
}

type UploadToolInput = ToolInputs['dataConnections_uploadFile'];

interface PlanOptions {
  readonly context: UploadToolContext;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
}

/** Reads, checks and plans the upload of a file, without prompts. Throws `ToolError` if it can't be uploaded, or `ApiError`. */
export async function planToolUpload(
  input: UploadToolInput,
  file: ToolFile,
  { context, signal }: PlanOptions,
): Promise<PlannedToolUpload> {
  await findConnection(input.entityId, context);
  let planned: PlannedUploads | undefined;
  // Only the plan is wanted.
  const approvePlans = (found: PlannedUploads): boolean => {
    planned = found;
    return false;
  };
  const run = new ToolUploadRun(context);
  const outcome = await run.start(file, { ...requestOf(input), approvePlans }, (quiet) => ({
    ...quiet,
    whileChecking: (_inputs, work) => work({ signal, report: () => undefined }),
  }));
  signal.throwIfAborted();
  const [plan] = planned?.plans ?? [];
  if (planned === undefined || plan === undefined) {
    throw notSentError(outcome, run);
  }
  const { account, isReviewed } = planned;
  return { plan, account, isReviewed, confirmation: uploadConfirmation(plan, account) };
}

/**
 * Uploads the file if it, its target and the account are still what the user confirmed. Throws `ToolError` if nothing was sent or
 * the outcome is unknown, or `ApiError`.
 * @param confirmation what the user has confirmed; undefined: the user reviews the upload.
 */
export async function sendToolUpload(
  input: UploadToolInput,
  file: ToolFile,
  { confirmation, context, signal }: PlanOptions & { readonly confirmation: UploadConfirmation | undefined },
): Promise<ToolResult> {
  await findConnection(input.entityId, context);
  let changed: readonly string[] = [];
  const approvePlans = ({ plans: [plan], account }: PlannedUploads): boolean => {
    signal.throwIfAborted();
    if (plan === undefined) {
      return false;
    }
    changed = confirmation === undefined ? [] : changesSince(confirmation, uploadConfirmation(plan, account));
    return changed.length === 0;
  };
  const run = new ToolUploadRun(context);
  const request = {
    ...requestOf(input),
    approvePlans,
    ...(confirmation === undefined && { review: 'always' as const }),
  };
  const outcome = await run.start(file, request, (quiet, defaultPrompts) => ({
    ...quiet,
    ...cancellableProgress(signal, defaultPrompts),
    review: (review) => (signal.aborted ? Promise.resolve(undefined) : defaultPrompts.review(review)),
    notify: (notice) => {
      quiet.notify(notice);
      if (notice.kind !== 'blocked') {
        defaultPrompts.notify(notice);
      }
    },
  }));
  if (outcome.kind === 'cancelled') {
    signal.throwIfAborted();
  }
  if (changed.length > 0) {
    throw changedError(changed);
  }
  return uploadResult(outcome, run);
}

/** The first upload to a connection is reviewed, because VS Code can be set to confirm tools automatically. */
function requestOf({ entityId, format }: UploadToolInput): UploadRequest {
  return { entityId, format, review: 'newTargets' };
}

/** Runs an upload without prompts, and notes what it finds. */
class ToolUploadRun {
  readonly #context: UploadToolContext;
  /** The check of the file if it has problems that prevent an upload. */
  blocked: CheckResult | undefined;
  /** Whether neither the name nor the content showed what the file is. */
  isUnknownKind = false;

  constructor(context: UploadToolContext) {
    this.#context = context;
  }

  get describe(): DescribeProblem {
    return this.#context.describe;
  }

  start(
    file: ToolFile,
    request: UploadRequest,
    adapt: (quiet: UploadPrompts, defaultPrompts: UploadPrompts) => UploadPrompts,
  ): Promise<UploadOutcome> {
    return this.#context.upload(file, request, (defaultPrompts) => {
      const prompts = adapt({ ...defaultPrompts, ...this.#quiet }, defaultPrompts);
      return {
        ...prompts,
        // Before the check, whose problems are returned: they quote values.
        whileChecking: (inputs, check) => {
          inputs.forEach(assertInWorkspace);
          return prompts.whileChecking(inputs, check);
        },
      };
    });
  }

  readonly #quiet: Partial<UploadPrompts> = {
    chooseKind: () => {
      this.isUnknownKind = true;
      return Promise.resolve(undefined);
    },
    signIn: () => Promise.resolve(false),
    chooseTarget: () => Promise.resolve(undefined),
    review: () => Promise.resolve(undefined),
    notify: (notice) => {
      this.blocked = notice.kind === 'blocked' ? notice.check : this.blocked;
    },
  };
}
