import { l10n } from 'vscode';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import type { EpochMs } from '../../base/time.ts';
import { isOutage } from '../../model/failure.ts';
import { describeFailure } from './failureText.ts';
import { clockText } from './valueText.ts';

/**
 * Why the connections shown are out of date, and from when they are; '' if the last request for them succeeded. `outageSince`: as the status
 * bar shows it.
 */
export function staleText(state: ConnectionFeedState, outageSince: EpochMs | undefined, now: EpochMs): string {
  if (state.kind !== 'loaded' || state.failure === undefined) {
    return '';
  }
  const { receivedAt, failure } = state;
  const what =
    isOutage(failure) && outageSince !== undefined ? outageText(outageSince, now) : describeFailure(failure).what;
  return l10n.t('{0} Showing data from {1}.', what, clockText(receivedAt, now));
}

export function outageText(since: EpochMs, now: EpochMs): string {
  return l10n.t('The service has been unreachable since {0}.', clockText(since, now));
}
