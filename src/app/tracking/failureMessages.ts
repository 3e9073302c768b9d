import { hasReferences } from '../../data/references/readReferences.ts';
import { isFailedUpload } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { failedSteps } from '../../model/jobStatus.ts';

/** What the service says about the failure of a job: its message and those of its failed steps. */
export function failureMessages(job: Job): readonly string[] {
  const { status } = job;
  const messages = status === undefined ? [] : [status, ...failedSteps(status)].map(({ message }) => message);
  return [...new Set(messages)].filter((text) => text !== '');
}

/** Whether the service's messages refer to the data in a form that is known, so that the file can be searched for it. */
export function refersToData(job: Job): boolean {
  return isFailedUpload(job) && failureMessages(job).some((message) => hasReferences(message));
}
