import type { EpochMs } from '../../base/time.ts';
import type { Job, SeenState } from '../../model/job.ts';
import { currentStep } from './stepState.ts';

/** The state to note after a change of the job; undefined where it is the one it was in before. */
export function newlySeen(before: Job | undefined, after: Job, now: EpochMs): SeenState | undefined {
  const was = before && stateOf(before);
  const is = stateOf(after);
  if (was?.status === is.status && was.step === is.step) {
    return undefined;
  }
  return { at: before ? (after.answeredAt ?? now) : after.knownSince, ...is, requestId: after.requestId };
}

function stateOf(job: Job): Pick<SeenState, 'status' | 'step'> {
  return { status: job.status?.status ?? '', step: currentStep(job)?.name };
}
