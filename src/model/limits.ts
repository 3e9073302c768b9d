import type { ColumnTotals, KeptTotals } from './columnTotals.ts';
import type { Failure } from './failure.ts';
import type { Job, StatusChange } from './job.ts';
import type { JobStatus, JobStep } from './jobStatus.ts';
import type { HeaderChange } from './upload.ts';

// Text from the service is limited to these lengths when it is read and stored. A job takes a few kilobytes, 50 at most,
// because a window reads all stored jobs when it opens.

/** Percent-encoded in a path, an ID of this length stays below the 8 kB that servers accept for a request line. */
export const MAX_ID_LENGTH = 500;
/** A name or a status. Rows show 60 to 200 characters. */
export const MAX_NAME_LENGTH = 200;
/** A message, as much as the job page shows. */
export const MAX_MESSAGE_LENGTH = 1000;
/** A step's message; its row shows 200 characters. */
export const MAX_STEP_MESSAGE_LENGTH = 300;
/** As many as the job page shows. */
export const MAX_STEPS = 100;
/** Status changes per job: the first, and the latest. A job may alternate between states without end. */
export const MAX_STATUS_CHANGES = 100;

/** Names of columns in a change of a header. A row of the timeline shows 12. */
const MAX_CHANGED_COLUMNS = 50;
/** Columns of numbers whose totals are kept. */
const MAX_KEPT_COLUMNS = 50;
const MAX_SUM_LENGTH = 100;

/**
 * IDs are never shortened: the result would identify something else. One with a lone surrogate can be neither sent nor stored
 * unchanged, and two different ones could become the same.
 */
export function isUsableId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && /\S/.test(id) && !/\p{Surrogate}/u.test(id);
}

export function limitedText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The job within the limits; the same object if it already is. */
export function limitedJob(job: Job): Job {
  const entityName = limitedText(job.entityName, MAX_NAME_LENGTH);
  const startMessage = limitedText(job.startMessage, MAX_MESSAGE_LENGTH);
  const status = job.status && limitedStatus(job.status);
  const failure = job.failure && limitedFailure(job.failure);
  const requestId = isOverlong(job.requestId) ? undefined : job.requestId;
  const correlationId = isOverlong(job.correlationId) ? undefined : job.correlationId;
  return withChanges(job, { entityName, startMessage, status, failure, requestId, correlationId });
}

export function limitedStatus(status: JobStatus): JobStatus {
  return withChanges(status, {
    status: limitedText(status.status, MAX_NAME_LENGTH),
    message: limitedText(status.message, MAX_MESSAGE_LENGTH),
    steps: limitedSteps(status.steps),
  });
}

/** The change of a header as it is stored with a job. */
export function limitedHeaderChange({ missing, added, recased, isReordered }: HeaderChange): HeaderChange {
  const names = (columns: readonly string[]): readonly string[] =>
    columns.slice(0, MAX_CHANGED_COLUMNS).map((name) => limitedText(name, MAX_NAME_LENGTH));
  const pairs = recased.slice(0, MAX_CHANGED_COLUMNS).map(({ from, to }) => ({
    from: limitedText(from, MAX_NAME_LENGTH),
    to: limitedText(to, MAX_NAME_LENGTH),
  }));
  return { missing: names(missing), added: names(added), recased: pairs, isReordered };
}

/** The control totals as they are stored with a job: those of the first columns that have a sum. */
export function keptTotals(totals: readonly ColumnTotals[]): readonly KeptTotals[] {
  const kept = totals.flatMap(({ name, blanks, sum }) =>
    sum === undefined || sum.length > MAX_SUM_LENGTH ? [] : [{ name: limitedText(name, MAX_NAME_LENGTH), blanks, sum }],
  );
  return kept.slice(0, MAX_KEPT_COLUMNS);
}

export function limitedHistory(changes: readonly StatusChange[]): readonly StatusChange[] {
  const [first] = changes;
  return first && changes.length > MAX_STATUS_CHANGES ? [first, ...changes.slice(1 - MAX_STATUS_CHANGES)] : changes;
}

export function limitedStatusChange(change: StatusChange): StatusChange {
  return {
    ...change,
    status: limitedText(change.status, MAX_NAME_LENGTH),
    step: change.step === undefined ? undefined : limitedText(change.step, MAX_NAME_LENGTH),
    requestId: isOverlong(change.requestId) ? undefined : change.requestId,
  };
}

function limitedSteps(steps: readonly JobStep[]): readonly JobStep[] {
  const limited = steps.slice(0, MAX_STEPS).map(limitedStep);
  return limited.length === steps.length && limited.every((step, index) => step === steps[index]) ? steps : limited;
}

function limitedStep(step: JobStep): JobStep {
  return withChanges(step, {
    name: limitedText(step.name, MAX_NAME_LENGTH),
    status: limitedText(step.status, MAX_NAME_LENGTH),
    message: limitedText(step.message, MAX_STEP_MESSAGE_LENGTH),
  });
}

/** The value with these members; the same object if it already has them. */
function withChanges<T extends object>(value: T, changes: Partial<T>): T {
  const names = Object.keys(changes) as (keyof T)[];
  return names.every((name) => changes[name] === value[name]) ? value : { ...value, ...changes };
}

/** Drops the problem details, because a job's failure is shown without them. */
function limitedFailure(failure: Failure): Failure {
  if (failure.kind === 'unreachable') {
    const detail = limitedText(failure.detail, MAX_MESSAGE_LENGTH);
    return detail === failure.detail ? failure : { ...failure, detail };
  }
  if (failure.kind === 'rejected' && failure.reason === 'byService') {
    const message = limitedText(failure.message, MAX_MESSAGE_LENGTH);
    return failure.problem === undefined && message === failure.message
      ? failure
      : { ...failure, message, problem: undefined };
  }
  return 'problem' in failure && failure.problem !== undefined ? { ...failure, problem: undefined } : failure;
}

function isOverlong(id: string | undefined): boolean {
  return id !== undefined && id.length > MAX_ID_LENGTH;
}
