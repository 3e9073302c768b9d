import * as vscode from 'vscode';
import type { ConnectionFeed, ConnectionFeedState, LoadedConnections } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { treeText } from '../../base/sinkText.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { orderConnections } from '../../model/connectionOrder.ts';
import type { OrderedConnections } from '../../model/connectionOrder.ts';
import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import { currentConnections } from '../../app/connections/knownConnection.ts';
import { connectionsViewState, isSameConnections } from '../../app/connections/connectionsViewState.ts';
import { setContextKey } from '../contextKeys.ts';
import type { ContextKeys } from '../contextKeys.ts';
import { describeFailure } from '../format/failureText.ts';
import { clockText, numberText } from '../format/valueText.ts';
import { createView } from '../window/trees.ts';
import type { View } from '../window/trees.ts';
import { ConnectionTree } from './connectionTree.ts';
import type { ConnectionsElement } from '../../app/connections/connectionRows.ts';
import type { ViewOrderStore } from '../../app/connections/viewOrder.ts';

interface ConnectionsViewOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<JobTracker, 'jobs' | 'syncsBeside' | 'outageSince' | 'onDidChange'>;
  readonly order: ViewOrderStore;
}

export const VIEW_ID = 'dataConnections.connections';
/** How often relative times are redrawn. */
const REDRAW_INTERVAL_MS = 60_000;

/** The Connections view: the connections of the feed, updated by the tracked jobs, in the order the user chose. */
export class ConnectionsView implements Disposable {
  readonly #options: ConnectionsViewOptions;
  readonly #disposables = new DisposableStore();
  readonly #tree = this.#disposables.add(new ConnectionTree());
  readonly #view: View<ConnectionsElement>;
  #drawn: readonly Connection[] = [];
  #contextKeys: Partial<Pick<ContextKeys, 'connections' | 'failure' | 'filtering'>> = {};

  constructor(options: ConnectionsViewOptions) {
    const { feed, jobs, order } = options;
    this.#options = options;
    this.#view = this.#disposables.add(
      createView<ConnectionsElement>(VIEW_ID, {
        source: this.#tree,
        canSelectMany: true,
      }),
    );
    const draw = (): void => this.#draw();
    const times = setInterval(() => this.#view.visible && this.#draw(), REDRAW_INTERVAL_MS);
    this.#disposables.add({ dispose: () => clearInterval(times) });
    this.#disposables.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        feed.setVisible(visible);
        this.#draw();
      }),
    );
    this.#disposables.add(feed.onDidChange(draw));
    this.#disposables.add(order.onDidChange(draw));
    // A running job changes every second or so, mostly without changing its connection or its row.
    this.#disposables.add(
      jobs.onDidChange(() => (isSameConnections(this.#drawn, this.#connections()) ? this.#drawRows() : this.#draw())),
    );
    feed.setVisible(this.#view.visible);
    this.#draw();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Unfiltered. */
  #connections(): readonly Connection[] {
    return currentConnections(this.#options.feed, this.#options.jobs);
  }

  #draw(): void {
    const { feed, jobs, order } = this.#options;
    const connections = this.#connections();
    this.#drawn = connections;
    const { count } = this.#drawRows();
    const { content, failure, attentionCount } = connectionsViewState(feed.state, connections, count);
    this.#view.message = treeText(viewMessage(feed.state, jobs.outageSince, Date.now()) ?? '');
    this.#view.description = treeText(this.#description(count, connections.length) ?? '');
    this.#view.badge = badgeOf(attentionCount);
    this.#setContextKeys({ connections: content, failure, filtering: order.current.filter !== '' });
  }

  #drawRows(): OrderedConnections {
    const { jobs, order } = this.#options;
    const ordered = orderConnections(this.#drawn, { ...order.current, language: vscode.env.language });
    this.#tree.show(ordered, jobs.jobs);
    return ordered;
  }

  #setContextKeys(keys: Pick<ContextKeys, 'connections' | 'failure' | 'filtering'>): void {
    const before = this.#contextKeys;
    this.#contextKeys = keys;
    for (const key of ['connections', 'failure', 'filtering'] as const) {
      if (keys[key] !== before[key]) {
        setContextKey(key, keys[key]);
      }
    }
  }

  #description(shown: number, all: number): string | undefined {
    const { session, order } = this.#options;
    if (session.state.kind === 'signedOut') {
      return undefined;
    }
    const workspace = session.state.account.workspace.name;
    return order.current.filter === '' ? workspace : vscode.l10n.t('{0} of {1} · {2}', shown, all, workspace);
  }
}

function badgeOf(count: number): View<unknown>['badge'] {
  if (count === 0) {
    return undefined;
  }
  return {
    value: count,
    tooltip: treeText(
      count === 1
        ? vscode.l10n.t('1 connection needs attention')
        : vscode.l10n.t('{0} connections need attention', count),
    ),
  };
}

/**
 * The message above the rows: why they are out of date, and how many are missing. Undefined before the first answer, so
 * that VS Code shows the welcome text with its buttons. `outageSince`: as the status bar shows it.
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
  const answered = clockText(answeredAt, now);
  return isOutage(failure) && outageSince !== undefined
    ? vscode.l10n.t('Unreachable since {0}. Showing data from {1}.', clockText(outageSince, now), answered)
    : vscode.l10n.t('{0} Showing data from {1}.', describeFailure(failure).what, answered);
}

function droppedText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 connection could not be read. See the log for details.')
    : vscode.l10n.t('{0} connections could not be read. See the log for details.', count);
}

function omittedText({ connections, droppedRows, omittedRows }: LoadedConnections): string {
  const read = connections.length + droppedRows;
  return vscode.l10n.t('Showing the first {0} of {1} connections.', numberText(read), numberText(read + omittedRows));
}
