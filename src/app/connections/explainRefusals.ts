import { ApiError } from '../../api/apiError.ts';
import type { Failure, RefusedConnection } from '../../model/failure.ts';
import type { ConnectionFeed } from './connectionFeed.ts';
import { isUnlisted } from './listedConnection.ts';

/** Adds to the error of a refused sync or upload what is known of its connection. */
type Explain = (error: unknown, entityId: string) => unknown;

const CONTENT_TOO_LARGE = 413;

/**
 * If the service refused to start something, reads the connections again, once for all errors: the contract doesn't say how a
 * refusal names a connection that is not there or inactive (contract, Errors 4), but the list shows it.
 *
 * @param accountFeed reads the connections of the account for which the requests were sent.
 */
export async function explainRefusals(
  errors: readonly unknown[],
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  accountFeed: Pick<ConnectionFeed, 'refresh'>,
): Promise<Explain> {
  if (!errors.some((error) => error instanceof ApiError && isRefusal(error.failure))) {
    return (error) => error;
  }
  const { kind } = await accountFeed.refresh();
  return (error, entityId) => {
    const connection = kind === 'connections' ? connectionState(feed, entityId) : undefined;
    return connection !== undefined && error instanceof ApiError && isRefusal(error.failure)
      ? new ApiError({ ...error.failure, connection }, { cause: error })
      : error;
  };
}

function isRefusal(failure: Failure): failure is Extract<Failure, { kind: 'notFound' } | { reason: 'byService' }> {
  return (
    failure.kind === 'notFound' ||
    (failure.kind === 'rejected' && failure.reason === 'byService' && failure.status !== CONTENT_TOO_LARGE)
  );
}

function connectionState(
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  entityId: string,
): RefusedConnection | undefined {
  if (isUnlisted(feed, entityId)) {
    return 'unlisted';
  }
  return feed.find(entityId)?.isActive === false ? 'inactive' : undefined;
}
