import * as vscode from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { treeText } from '../../base/sinkText.ts';
import { needsAttention, withJobs } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { orderConnections } from '../../model/connectionOrder.ts';
import type { OrderedConnections } from '../../model/connectionOrder.ts';
import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import { withViewProgress } from '../window/progress.ts';
import { createView } from '../window/trees.ts';
import type { View } from '../window/trees.ts';
import { ConnectionTree } from './connectionTree.ts';
import type { ConnectionsElement } from './rowTree.ts';
import { viewMessage } from './viewMessage.ts';
import type { RememberedOrder } from './viewOrder.ts';

interface ConnectionsViewOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<JobTracker, 'jobs' | 'syncsBeside' | 'outageSince' | 'onDidChange'>;
  readonly order: RememberedOrder;
}

const VIEW_ID = 'dataConnections.connections';
const REDRAW_TIMES_MS = 60_000;

/** The Connections view: what the feed and the followed jobs know, in the order the user chose. */
export class ConnectionsView implements Disposable {
  readonly #options: ConnectionsViewOptions;
  readonly #disposables = new DisposableStore();
  readonly #tree = this.#disposables.add(new ConnectionTree());
  readonly #view: View<ConnectionsElement>;
  #drawn: readonly Connection[] = [];
  readonly #contexts = new Map<string, string | boolean | undefined>();

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
    const times = setInterval(() => this.#view.visible && this.#draw(), REDRAW_TIMES_MS);
    this.#disposables.add({ dispose: () => clearInterval(times) });
    this.#disposables.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        feed.setVisible(visible);
        this.#draw();
      }),
    );
    this.#disposables.add(feed.onDidChange(draw));
    this.#disposables.add(order.onDidChange(draw));
    // A running job changes every second or so, and mostly says nothing new about its connection or its row under it.
    this.#disposables.add(
      jobs.onDidChange(() => (isSame(this.#drawn, this.connections) ? this.#drawRows() : this.#draw())),
    );
    feed.setVisible(this.#view.visible);
    this.#draw();
  }

  /** The connections as the view shows them: brought up to date by the jobs that are followed. Unfiltered. */
  get connections(): readonly Connection[] {
    const { feed, jobs } = this.#options;
    return feed.state.kind === 'loaded'
      ? withJobs(feed.state.connections, feed.state.askedAt, jobs.syncsBeside(feed.state.askedAt))
      : [];
  }

  /** Shows a line of progress at the top of the view while the work lasts. */
  async showProgress<T>(work: () => Promise<T>): Promise<T> {
    return withViewProgress(VIEW_ID, work);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #draw(): void {
    const { feed, jobs, order } = this.#options;
    const { connections } = this;
    this.#drawn = connections;
    const ordered = this.#drawRows();
    this.#view.message = treeText(viewMessage(feed.state, jobs.outageSince, Date.now()) ?? '');
    this.#view.description = treeText(this.#description(ordered.count, connections.length) ?? '');
    this.#view.badge = badgeOf(connections);
    this.#setContext('filtering', order.current.filter !== '');
    this.#setContext(
      'connections',
      feed.state.kind === 'loaded' ? contentOf(ordered.count, connections.length) : feed.state.kind,
    );
    this.#setContext('failure', feed.state.kind === 'failed' ? failureGroup(feed.state.failure) : undefined);
  }

  #drawRows(): OrderedConnections {
    const { jobs, order } = this.#options;
    const ordered = orderConnections(this.#drawn, { ...order.current, language: vscode.env.language });
    this.#tree.show(ordered, jobs.jobs);
    return ordered;
  }

  #setContext(key: string, value: string | boolean | undefined): void {
    if (this.#contexts.get(key) !== value) {
      this.#contexts.set(key, value);
      void vscode.commands.executeCommand('setContext', `dataConnections.${key}`, value);
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

function isSame(before: readonly Connection[], now: readonly Connection[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, index) => one === now[index] || JSON.stringify(one) === JSON.stringify(now[index]))
  );
}

function badgeOf(connections: readonly Connection[]): View<unknown>['badge'] {
  const count = connections.filter(needsAttention).length;
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

function contentOf(shown: number, all: number): 'loaded' | 'filtered' | 'empty' {
  return shown > 0 ? 'loaded' : all > 0 ? 'filtered' : 'empty';
}

/** Failures that the welcome text tells apart, because what to do differs. */
function failureGroup(failure: Failure): 'unauthorized' | 'unreachable' | 'other' {
  if (failure.kind === 'unauthorized') {
    return failure.kind;
  }
  return isOutage(failure) ? 'unreachable' : 'other';
}
