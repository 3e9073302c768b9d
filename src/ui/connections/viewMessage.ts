import { l10n } from 'vscode';
import type { ConnectionFeedState, LoadedConnections } from '../../app/connections/feedState.ts';
import type { EpochMs } from '../../base/time.ts';
import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import { describeFailure } from '../format/failureText.ts';
import { clockText, numberText } from '../format/valueText.ts';

/**
 * The message above the rows of the Connections view: why they are out of date, and how many are missing. Undefined before the first
 * response, so that VS Code shows the welcome text with its buttons. `outageSince`: as the status bar shows it.
 */
export function viewMessage(
  state: ConnectionFeedState,
  outageSince: EpochMs | undefined,
  now: EpochMs,
): string | undefined {
  if (state.kind !== 'loaded') {
    return undefined;
  }
  const sentences = [
    ...(state.failure === undefined ? [] : [staleText(state, state.failure, outageSince, now)]),
    ...(state.droppedRows === 0 ? [] : [droppedText(state.droppedRows)]),
    ...(state.omittedRows === 0 ? [] : [omittedText(state)]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function staleText(
  { answeredAt }: LoadedConnections,
  failure: Failure,
  outageSince: EpochMs | undefined,
  now: EpochMs,
): string {
  const respondedAt = clockText(answeredAt, now);
  return isOutage(failure) && outageSince !== undefined
    ? l10n.t('Unreachable since {0}. Showing data from {1}.', clockText(outageSince, now), respondedAt)
    : l10n.t('{0} Showing data from {1}.', describeFailure(failure).what, respondedAt);
}

function droppedText(count: number): string {
  return count === 1
    ? l10n.t('1 connection could not be read. See the log for details.')
    : l10n.t('{0} connections could not be read. See the log for details.', count);
}

function omittedText({ connections, droppedRows, omittedRows }: LoadedConnections): string {
  const read = connections.length + droppedRows;
  return l10n.t('Showing the first {0} of {1} connections.', numberText(read), numberText(read + omittedRows));
}
