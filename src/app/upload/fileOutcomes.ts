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
  const retries = attemptsOf(retried);
  const latest = new Map(retries.filter(wasAttempted).map((attempt) => [attempt.plan.input.uri, attempt]));
  const folders = foldersWithFiles(summary, retried);
  const known = new Set(filesOf(summary).map(({ uri }) => uri));
  const isNewInFolder = (file: FileUri): boolean =>
    !known.has(file.uri) && folders.some((folder) => isInFolder(file, folder));
  const attempts = [
    ...attemptsOf(summary).map((attempt) => latest.get(attempt.plan.input.uri) ?? attempt),
    ...summary.skipped.flatMap(({ uri }) => latest.get(uri) ?? []),
    ...retries.filter(({ plan }) => isNewInFolder(plan.input)),
  ];
  return {
    ...summary,
    plans: attempts.map(({ plan }) => plan),
    results: attempts.map(({ result }) => result),
    skipped: [
      ...summary.skipped.filter((file) => !latest.has(file.uri) && !folders.includes(file)),
      ...retried.skipped.filter(isNewInFolder),
    ],
  };
}

interface Attempt {
  readonly plan: UploadPlan;
  readonly result: SendResult;
}

type FileUri = Pick<SkippedFile, 'uri'>;

function attemptsOf({ plans, results }: Summary): readonly Attempt[] {
  return plans.map((plan, index) => ({ plan, result: results[index] ?? { kind: 'notSent' } }));
}

/** Whether the extension tried to send the file, even if the service has nothing of it. */
function wasAttempted({ result }: Attempt): boolean {
  return result.kind !== 'cancelled' && result.kind !== 'notSent';
}

function filesOf({ plans, skipped }: Summary): readonly FileUri[] {
  return [...plans.map(({ input }) => input), ...skipped];
}

/** The folders that were skipped at first, and in which files were found when they were uploaded again. */
function foldersWithFiles(summary: Summary, retried: Summary): readonly SkippedFile[] {
  const isSkippedAgain = ({ uri }: FileUri): boolean => retried.skipped.some((file) => file.uri === uri);
  return summary.skipped.filter(
    (folder) => !isSkippedAgain(folder) && filesOf(retried).some((file) => isInFolder(file, folder)),
  );
}

function isInFolder({ uri }: FileUri, folder: FileUri): boolean {
  return uri.startsWith(`${folder.uri}/`);
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
