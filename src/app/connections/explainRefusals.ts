import { ApiError } from '../../api/apiError.ts';
import type { RefusedConnection } from '../../model/failure.ts';
import type { Session } from '../session/session.ts';
import type { ConnectionFeed } from './connectionFeed.ts';
import { isUnlisted } from './listedConnection.ts';
import { accountFeed } from './sessionFeed.ts';

const CONTENT_TOO_LARGE = 413;

interface RefusalOptions {
  /** The account for which the requests were sent. */
  readonly accountId: string;
  readonly session: Pick<Session, 'state'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'find' | 'refresh'>;
}

/**
 * The results of starting syncs or uploads, each of the connection with the ID at its index. If the service refused one, the connections are
 * read again, once for all results, and the errors say if a connection is not listed or inactive: the contract doesn't say how a refusal
 * names that (contract, Errors 4).
 */
export async function explainRefusals<Result extends { readonly kind: string }>(
  results: readonly Result[],
  entityIds: readonly string[],
  { accountId, session, feed }: RefusalOptions,
): Promise<readonly Result[]> {
  if (!results.some((result) => refusalOf(result) !== undefined)) {
    return results;
  }
  const { kind } = await accountFeed(accountId, session, feed).refresh();
  if (kind !== 'connections') {
    return results;
  }
  return results.map((result, index) => {
    const refusal = refusalOf(result);
    const connection = refusal && refusedConnection(feed, entityIds[index] ?? '');
    return refusal && connection
      ? { ...result, error: new ApiError({ ...refusal.failure, connection }, { cause: refusal.error }) }
      : result;
  });
}

/** Why the service refused. Undefined for other results, and where it is known to be the size of the file. */
function refusalOf(result: { readonly kind: string; readonly error?: unknown }) {
  const { kind, error } = result;
  if (kind !== 'failed' || !(error instanceof ApiError)) {
    return undefined;
  }
  const { failure } = error;
  const isRefusal =
    failure.kind === 'notFound' ||
    (failure.kind === 'rejected' && failure.reason === 'byService' && failure.status !== CONTENT_TOO_LARGE);
  return isRefusal ? { error, failure } : undefined;
}

function refusedConnection(
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  entityId: string,
): RefusedConnection | undefined {
  if (isUnlisted(feed, entityId)) {
    return 'unlisted';
  }
  return feed.find(entityId)?.isActive === false ? 'inactive' : undefined;
}
