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
  readonly canRetry: boolean;
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
export function fileOutcomes(summary: Summary, findJob: (syncId: string) => Job | undefined): readonly FileOutcome[] {
  return [
    ...attemptsOf(summary).map(({ plan, result }): FileOutcome => {
      const job = result.kind === 'started' ? findJob(result.started.syncId) : undefined;
      const { uri, file } = plan.input;
      return { kind: 'planned', uri, name: file.name, plan, result, job, canRetry: canSendAgain(result, job) };
    }),
    ...summary.skipped.map((file): FileOutcome => {
      const { uri, name } = file;
      return { kind: 'skipped', uri, name, file, canRetry: true };
    }),
  ];
}

/**
 * The results of several files after some of them were uploaded again. A file that was not sent again keeps the result that it had. A
 * folder that was skipped is replaced by the files that were found in it.
 */
export function withRetries<T extends Summary>(summary: T, retried: Summary): T {
  const tried = attemptsOf(retried);
  const sentAgain = new Map(tried.filter(isSent).map((attempt) => [attempt.plan.input.uri, attempt]));
  const known = new Set([...summary.plans.map(({ input }) => input), ...summary.skipped].map(({ uri }) => uri));
  const found = [...retried.plans.map(({ input }) => input), ...retried.skipped];
  const folders = summary.skipped.filter(
    ({ uri }) => retried.skipped.every((file) => file.uri !== uri) && found.some((file) => isInFolder(file, uri)),
  );
  const isNew = (file: { readonly uri: string }): boolean =>
    !known.has(file.uri) && folders.some(({ uri }) => isInFolder(file, uri));
  const attempts = [
    ...attemptsOf(summary).map((attempt) => sentAgain.get(attempt.plan.input.uri) ?? attempt),
    ...summary.skipped.flatMap(({ uri }) => sentAgain.get(uri) ?? []),
    ...tried.filter(({ plan }) => isNew(plan.input)),
  ];
  return {
    ...summary,
    plans: attempts.map(({ plan }) => plan),
    results: attempts.map(({ result }) => result),
    skipped: [
      ...summary.skipped.filter((file) => !sentAgain.has(file.uri) && !folders.includes(file)),
      ...retried.skipped.filter(isNew),
    ],
  };
}

interface Attempt {
  readonly plan: UploadPlan;
  readonly result: SendResult;
}

function attemptsOf({ plans, results }: Summary): readonly Attempt[] {
  return plans.map((plan, index) => ({ plan, result: results[index] ?? { kind: 'notSent' } }));
}

function isSent({ result }: Attempt): boolean {
  return result.kind !== 'cancelled' && result.kind !== 'notSent';
}

function isInFolder({ uri }: { readonly uri: string }, folder: string): boolean {
  return uri.startsWith(`${folder}/`);
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

function canSendAgain(result: SendResult, job: Job | undefined): boolean {
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
