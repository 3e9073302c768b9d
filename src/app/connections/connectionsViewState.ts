import { needsAttention } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import type { ConnectionFeedState } from './connectionFeed.ts';

/** What the Connections view shows apart from its rows. */
export interface ConnectionsViewState {
  readonly content: 'loading' | 'failed' | 'empty' | 'filtered' | 'loaded';
  /** Why nothing could be loaded, as far as the welcome text tells reasons apart. */
  readonly failure: 'unauthorized' | 'unreachable' | 'other' | undefined;
  readonly attentionCount: number;
}

/** `shownCount`: how many connections passed the filter. */
export function connectionsViewState(
  state: ConnectionFeedState,
  connections: readonly Connection[],
  shownCount: number,
): ConnectionsViewState {
  return {
    content: state.kind === 'loaded' ? loadedContent(connections.length, shownCount) : state.kind,
    failure: state.kind === 'failed' ? failureGroup(state.failure) : undefined,
    attentionCount: connections.filter(needsAttention).length,
  };
}

/** Whether two lists would be drawn the same. */
export function isSameConnections(before: readonly Connection[], now: readonly Connection[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, index) => one === now[index] || JSON.stringify(one) === JSON.stringify(now[index]))
  );
}

function loadedContent(count: number, shownCount: number): ConnectionsViewState['content'] {
  return shownCount > 0 ? 'loaded' : count > 0 ? 'filtered' : 'empty';
}

function failureGroup(failure: Failure): ConnectionsViewState['failure'] {
  if (failure.kind === 'unauthorized') {
    return failure.kind;
  }
  return isOutage(failure) ? 'unreachable' : 'other';
}
