import { hasReferences } from '../../data/references/readReferences.ts';
import { stepState } from '../../jobs/history/jobSteps.ts';
import { isFailedUpload } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** What the service says about the failure of a job: its message and those of its failed steps. */
export function failureMessages(job: Job): readonly string[] {
  const { message = '', steps = [] } = job.status ?? {};
  const failed = steps.filter((step) => stepState(job, step) === 'failed').map((step) => step.message);
  return [...new Set([message, ...failed])].filter((text) => text !== '');
}

/** Whether the service's messages refer to the data in a form that is known, so that the file can be searched for it. */
export function refersToData(job: Job): boolean {
  return isFailedUpload(job) && failureMessages(job).some((message) => hasReferences(message));
}
