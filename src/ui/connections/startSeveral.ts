import { l10n } from 'vscode';
import pLimit from 'p-limit';
import { ApiError } from '../../api/apiError.ts';
import { notificationText } from '../../base/sinkText.ts';
import type { Failure } from '../../model/failure.ts';
import { describeFailure } from '../format/failureText.ts';
import { isCancellation, UserError } from '../errors/userError.ts';
import { showWarning } from '../window/notifications.ts';
import type { CommandTarget } from './commandTargets.ts';
import type { StartedSync } from './startedSync.ts';

const AT_ONCE = 4;
const NAMED_FAILURES = 3;

interface FailedStart {
  readonly target: CommandTarget;
  readonly error: unknown;
}

/**
 * Starts a sync for each target, a few at a time, and returns those that started, in the order of the targets. What did not start is said in one
 * message at the end. After a failure that all others would share (no network, signed out) no further one is asked for.
 */
export async function startSeveral(
  targets: readonly CommandTarget[],
  start: (target: CommandTarget) => Promise<StartedSync>,
  nameOf: (target: CommandTarget) => string,
): Promise<readonly StartedSync[]> {
  const failed: FailedStart[] = [];
  let stoppedBy: Error | undefined;
  const limit = pLimit(AT_ONCE);
  const outcomes = await limit.map(targets, async (target): Promise<StartedSync | undefined> => {
    if (stoppedBy !== undefined) {
      failed.push({ target, error: stoppedBy });
      return undefined;
    }
    try {
      return await start(target);
    } catch (error) {
      failed.push({ target, error });
      stoppedBy ??= isSharedByAll(error) ? error : undefined;
      return undefined;
    }
  });
  const started = outcomes.filter((outcome) => outcome !== undefined);
  if (started.length === 0 && stoppedBy !== undefined) {
    throw stoppedBy;
  }
  if (failed.length > 0 && !failed.every(({ error }) => isCancellation(error))) {
    const summary = summaryOf(failed, targets.length, nameOf);
    if (started.length === 0) {
      throw new UserError(summary);
    }
    void showWarning(notificationText(summary));
  }
  return started;
}

const sharedFailures: ReadonlySet<Failure['kind']> = new Set([
  ...(['signedOut', 'unauthorized', 'rateLimited', 'unreachable', 'redirected'] as const),
]);

function isSharedByAll(error: unknown): error is Error {
  return isCancellation(error) || (error instanceof ApiError && sharedFailures.has(error.failure.kind));
}

function summaryOf(failed: readonly FailedStart[], all: number, nameOf: (target: CommandTarget) => string): string {
  const reasons = failed.slice(0, NAMED_FAILURES).map(({ target, error }) => `“${nameOf(target)}”: ${reasonOf(error)}`);
  const more = failed.length - reasons.length;
  return [
    l10n.t('{0} of {1} syncs did not start.', failed.length, all),
    ...reasons,
    ...(more > 0 ? [l10n.t('And {0} more.', more)] : []),
  ].join(' ');
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    return describeFailure(error.failure).what;
  }
  return error instanceof UserError ? error.message : l10n.t('Something went wrong; the log says more.');
}
