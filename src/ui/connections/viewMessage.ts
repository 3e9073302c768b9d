import { l10n } from 'vscode';
import type { ConnectionFeedState, LoadedConnections } from '../../app/connections/feedState.ts';
import type { EpochMs } from '../../base/time.ts';
import { staleText } from '../format/staleText.ts';
import { numberText } from '../format/valueText.ts';

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
    staleText(state, outageSince, now),
    state.droppedRows === 0 ? '' : droppedText(state.droppedRows),
    state.omittedRows === 0 ? '' : omittedRowsText(state),
  ].filter(Boolean);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function droppedText(count: number): string {
  return count === 1
    ? l10n.t('1 connection could not be read. See the log for details.')
    : l10n.t('{0} connections could not be read. See the log for details.', numberText(count));
}

function omittedRowsText({ connections, droppedRows, omittedRows }: LoadedConnections): string {
  const read = connections.length + droppedRows;
  return l10n.t('Showing the first {0} of {1} connections.', numberText(read), numberText(read + omittedRows));
}
