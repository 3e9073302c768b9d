import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import type { ConnectionFeedState } from './feedState.ts';

/** What the Connections view shows apart from its rows. */
export interface ConnectionsViewState {
  readonly content: 'loading' | 'failed' | 'empty' | 'filtered' | 'loaded';
  /** Why nothing could be loaded, as far as the welcome text tells reasons apart. */
  readonly failure: 'unauthorized' | 'unreachable' | 'other' | undefined;
}

interface Counts {
  readonly count: number;
  /** How many connections passed the filter. */
  readonly shownCount: number;
}

export function connectionsViewState(state: ConnectionFeedState, counts: Counts): ConnectionsViewState {
  return {
    content: state.kind === 'loaded' ? loadedContent(counts) : state.kind,
    failure: state.kind === 'failed' ? failureGroup(state.failure) : undefined,
  };
}

function loadedContent({ count, shownCount }: Counts): ConnectionsViewState['content'] {
  if (count === 0) {
    return 'empty';
  }
  return shownCount === 0 ? 'filtered' : 'loaded';
}

function failureGroup(failure: Failure): ConnectionsViewState['failure'] {
  if (failure.kind === 'unauthorized') {
    return failure.kind;
  }
  return isOutage(failure) ? 'unreachable' : 'other';
}
