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
  const { answeredAt, failure } = state;
  const respondedAt = clockText(answeredAt, now);
  return isOutage(failure) && outageSince !== undefined
    ? l10n.t('Unreachable since {0}. Showing data from {1}.', clockText(outageSince, now), respondedAt)
    : l10n.t('{0} Showing data from {1}.', describeFailure(failure).what, respondedAt);
}
