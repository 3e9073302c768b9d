import type { Failure } from './failure.ts';
import type { Job, SeenState } from './job.ts';
import type { JobStatus, JobStep } from './jobStatus.ts';

// What the service says is read and kept up to these limits, so that a job takes some kilobytes and 50 at the very most.
// All of the jobs that are kept are read when a window opens.

/** Percent-encoded in a path, an id stays below the 8 kB that servers take for the first line of a request. */
export const MAX_ID_LENGTH = 500;
/** A name, or the word for a state. Rows show 60 to 200 characters. */
export const MAX_NAME_LENGTH = 200;
/** A message. As much as the job page shows. */
export const MAX_MESSAGE_LENGTH = 1000;
/** A message of a step, of which there are many; its row shows 200 characters. */
export const MAX_STEP_MESSAGE_LENGTH = 300;
/** As many as the job page shows. */
export const MAX_STEPS = 100;
/** The states that a job was seen in: the first, and the latest. One that swings to and fro has no end of them. */
export const MAX_SEEN_STATES = 100;

/** An id is never shortened: it would name something else. */
export function isUsableId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && /\S/.test(id);
}

export function limitedText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The job within the limits; the same object where it is. */
export function limitedJob(job: Job): Job {
  const entityName = limitedText(job.entityName, MAX_NAME_LENGTH);
  const startMessage = limitedText(job.startMessage, MAX_MESSAGE_LENGTH);
  const status = job.status && limitedStatus(job.status);
  const failure = job.failure && limitedFailure(job.failure);
  const requestId = isOverlong(job.requestId) ? undefined : job.requestId;
  const limited = { entityName, startMessage, status, failure };
  const isWithin = Object.entries(limited).every(([key, value]) => job[key as keyof typeof limited] === value);
  return isWithin && requestId === job.requestId ? job : { ...job, ...limited, requestId };
}

export function limitedStatus(status: JobStatus): JobStatus {
  const word = limitedText(status.status, MAX_NAME_LENGTH);
  const message = limitedText(status.message, MAX_MESSAGE_LENGTH);
  const steps = limitedSteps(status.steps);
  return word === status.status && message === status.message && steps === status.steps
    ? status
    : { ...status, status: word, message, steps };
}

export function limitedStates(states: readonly SeenState[]): readonly SeenState[] {
  const [first] = states;
  return first && states.length > MAX_SEEN_STATES ? [first, ...states.slice(1 - MAX_SEEN_STATES)] : states;
}

export function limitedState(seen: SeenState): SeenState {
  return {
    ...seen,
    status: limitedText(seen.status, MAX_NAME_LENGTH),
    step: seen.step === undefined ? undefined : limitedText(seen.step, MAX_NAME_LENGTH),
    requestId: isOverlong(seen.requestId) ? undefined : seen.requestId,
  };
}

function limitedSteps(steps: readonly JobStep[]): readonly JobStep[] {
  const limited = steps.slice(0, MAX_STEPS).map(limitedStep);
  return limited.length === steps.length && limited.every((step, index) => step === steps[index]) ? steps : limited;
}

function limitedStep(step: JobStep): JobStep {
  const name = limitedText(step.name, MAX_NAME_LENGTH);
  const status = limitedText(step.status, MAX_NAME_LENGTH);
  const message = limitedText(step.message, MAX_STEP_MESSAGE_LENGTH);
  return name === step.name && status === step.status && message === step.message
    ? step
    : { ...step, name, status, message };
}

/** Of a job's failure nothing but its kind and numbers is shown: the problem details need not be kept. */
function limitedFailure(failure: Failure): Failure {
  if (failure.kind === 'unreachable') {
    const detail = limitedText(failure.detail, MAX_MESSAGE_LENGTH);
    return detail === failure.detail ? failure : { ...failure, detail };
  }
  if (failure.kind === 'rejected') {
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
