import type { Failure } from '../../model/failure.ts';
import type { JobStatus } from '../../model/jobStatus.ts';

/** What came of asking the service about one job. A question that got no usable answer is a value here, never thrown. */
export type PollResult =
  | { readonly kind: 'status'; readonly status: JobStatus; readonly requestId?: string | undefined }
  | { readonly kind: 'failure'; readonly failure: Failure };
