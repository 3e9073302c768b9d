import { canRetry, jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import type { SkippedFile } from './uploadInput.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { SendResult, UploadNotice } from './uploadPrompts.ts';

type Summary = Pick<Extract<UploadNotice, { kind: 'summary' }>, 'plans' | 'results' | 'skipped'>;

/** The current outcome of one of several files. */
export type FileOutcome = {
  /** The URI of the file. */
  readonly uri: string;
  readonly name: string;
  /** Whether its upload can be retried: the service has nothing of it, or its job has failed. */
  readonly isRetryable: boolean;
} & (
  | {
      readonly kind: 'planned';
      readonly plan: UploadPlan;
      readonly result: SendResult;
      /** Undefined if it has none, or none that is still known. */
      readonly job: Job | undefined;
    }
  | { readonly kind: 'skipped'; readonly file: SkippedFile }
);

/** How an outcome is shown. `waiting`: accepted, and nothing is known since; `stopped`: not sent. */
export type OutcomeState = JobState | 'waiting' | 'stopped';

/**
 * The current outcomes of the files of an upload, in the order in which they were sent, then those that were skipped.
 *
 * @param findJob finds a job as it is now.
 */
export function fileOutcomes(
  { plans, results, skipped }: Summary,
  findJob: (syncId: string) => Job | undefined,
): readonly FileOutcome[] {
  return [
    ...plans.map((plan, index): FileOutcome => {
      const result = results[index] ?? { kind: 'notSent' };
      const job = result.kind === 'started' ? findJob(result.started.syncId) : undefined;
      const { uri, file } = plan.input;
      return { kind: 'planned', uri, name: file.name, plan, result, job, isRetryable: mayRetry(result, job) };
    }),
    ...skipped.map((file): FileOutcome => {
      const { uri, name } = file;
      return { kind: 'skipped', uri, name, file, isRetryable: true };
    }),
  ];
}

/**
 * The results of several files after some of them were uploaded again. A file that was not sent again keeps the result that it had. A
 * folder that was skipped is replaced by the files in it that were sent.
 */
export function withRetries<T extends Summary>(summary: T, { plans, results }: Pick<Summary, 'plans' | 'results'>): T {
  const retries = new Map(
    plans.flatMap((plan, index) => {
      const result = results[index];
      const isSent = result !== undefined && result.kind !== 'cancelled' && result.kind !== 'notSent';
      return isSent ? [[plan.input.uri, { plan, result }] as const] : [];
    }),
  );
  const retriesOf = ({ uri }: SkippedFile) =>
    Array.from(retries).flatMap(([retried, retry]) =>
      retried === uri || retried.startsWith(`${uri}/`) ? [retry] : [],
    );
  const sent = [
    ...summary.plans.map((plan, index) => {
      const result: SendResult = summary.results[index] ?? { kind: 'notSent' };
      return retries.get(plan.input.uri) ?? { plan, result };
    }),
    ...summary.skipped.flatMap((file) => retriesOf(file)),
  ];
  return {
    ...summary,
    plans: sent.map(({ plan }) => plan),
    results: sent.map(({ result }) => result),
    skipped: summary.skipped.filter((file) => retriesOf(file).length === 0),
  };
}

export function outcomeState(outcome: FileOutcome): OutcomeState {
  if (outcome.kind === 'skipped') {
    return 'failed';
  }
  const { result, job } = outcome;
  switch (result.kind) {
    case 'started':
      return job === undefined ? 'waiting' : jobState(job);
    case 'failed':
    case 'signedOut':
      return 'failed';
    case 'unknown':
      return 'lost';
    case 'cancelled':
    case 'notSent':
      return 'stopped';
  }
}

/**
 * Where to upload a file again. Undefined: by the settings, or chosen by the user.
 *
 * @param all all files of the first upload.
 * @param hasSetting whether the settings name a connection for a file.
 */
export function retryTarget(
  file: FileOutcome,
  all: readonly FileOutcome[],
  hasSetting: (uri: string) => boolean,
): string | undefined {
  if (file.kind === 'planned') {
    return file.plan.target.entityId;
  }
  // A skipped file had no target yet: the user would have chosen one for all that the settings don't mention.
  const isChosen = ({ uri }: FileOutcome): boolean => !hasSetting(uri);
  return isChosen(file) ? onlyTarget(all.filter(isChosen)) : undefined;
}

/** The connection of all these files that have one; undefined if they have several. */
function onlyTarget(outcomes: readonly FileOutcome[]): string | undefined {
  const targets = new Set(
    outcomes.flatMap((outcome) => (outcome.kind === 'planned' ? outcome.plan.target.entityId : [])),
  );
  return targets.size === 1 ? [...targets][0] : undefined;
}

function mayRetry(result: SendResult, job: Job | undefined): boolean {
  switch (result.kind) {
    case 'started':
      return job !== undefined && canRetry(job);
    case 'unknown':
      // The service may have it. It is looked for on request, and the next upload of the file asks.
      return false;
    case 'failed':
    case 'signedOut':
    case 'cancelled':
    case 'notSent':
      return true;
  }
}
