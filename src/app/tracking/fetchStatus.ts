import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import type { PollResult } from '../../jobs/polling/statusPoller.ts';
import type { AnswerMeta } from '../../model/answerMeta.ts';

/** Asks the service about one job, with an answer that failed as a value. Rejects where `signal` fires. */
export async function fetchStatus(
  client: Pick<ServiceClient, 'getJobStatus'>,
  syncId: string,
  signal: AbortSignal,
): Promise<PollResult> {
  try {
    let requestId: string | undefined;
    const onMeta = (meta: AnswerMeta): void => void (requestId = meta.requestId);
    return { kind: 'status', status: await client.getJobStatus(syncId, { signal, onMeta }), requestId };
  } catch (error) {
    if (error instanceof ApiError) {
      return { kind: 'failure', failure: error.failure };
    }
    throw error;
  }
}
