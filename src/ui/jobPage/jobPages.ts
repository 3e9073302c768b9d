import { l10n } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { notLoadedText } from '../format/notLoadedText.ts';
import { JOB_PANEL } from '../manifestIds.ts';
import { PageTabs } from '../window/pageTabs.ts';
import type { Panel } from '../window/panels.ts';
import { createJobPage } from './jobPage.ts';
import type { JobPage, JobPageOptions } from './jobPage.ts';
import { readRemembered } from './messages.ts';

interface JobPagesOptions extends Omit<JobPageOptions, 'notShownText' | 'open' | 'onDidChangeVisibility'> {
  readonly session: Pick<Session, 'state' | 'isDemo'>;
  readonly tracker: JobPageOptions['tracker'] & Pick<JobTracker, 'setOnScreen' | 'lookUp'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'onDidChange'>;
}

/** The job pages: a tab for each job. Restored after a reload of the window. */
export class JobPages implements Disposable {
  readonly #options: JobPagesOptions;
  readonly #tabs: PageTabs<JobPage>;
  readonly #subscription: Disposable;
  /** The jobs that are being looked for, with the IDs of their connections as far as they are known. */
  readonly #lookedFor = new Map<string, string | undefined>();
  /** The same for the jobs that the service doesn't have. They are looked for again once another account is active. */
  readonly #notFound = new Map<string, string | undefined>();

  constructor(options: JobPagesOptions) {
    this.#options = options;
    const notShownText = (syncId: string): string => this.#notShownText(syncId);
    const open = (syncId: string): void => this.open(syncId);
    this.#tabs = new PageTabs({
      type: JOB_PANEL,
      title: titleText(l10n.t('Job')),
      create: (panel, syncId, onDidChangeVisibility) =>
        createJobPage(panel, syncId, { ...options, notShownText, open, onDidChangeVisibility }),
      onDidChangeVisibility: (visibleIds) => options.tracker.setOnScreen(visibleIds),
    });
    this.#subscription = options.feed.onDidChange(() => this.#lookUpAgain());
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  async restore(panel: Panel, state: unknown): Promise<void> {
    const { syncId, entityId } = readRemembered(state) ?? {};
    if (syncId !== undefined) {
      // Before the page is drawn.
      this.#lookedFor.set(syncId, entityId);
    }
    this.#tabs.restore(panel, syncId);
    if (syncId !== undefined) {
      // A job that was only looked up is not stored.
      await this.#lookUp(syncId, entityId);
    }
  }

  /** Shows the tab of the job, or opens one. Looks for the job if it is not known. */
  open(syncId: string): void {
    const { tracker, report } = this.#options;
    if (tracker.find(syncId) !== undefined || this.#lookedFor.has(syncId)) {
      this.#tabs.open(syncId);
    } else {
      // Before the page is drawn.
      this.#lookedFor.set(syncId, undefined);
      this.#tabs.open(syncId);
      this.#lookUp(syncId, undefined).catch(report);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#tabs.dispose();
  }

  /** Looks for jobs again for which there was no response or no account, and says why they are not shown. */
  #lookUpAgain(): void {
    const { tracker, feed, report } = this.#options;
    if (feed.state.kind === 'loading') {
      // Another account has become active.
      this.#notFound.forEach((entityId, syncId) => this.#lookedFor.set(syncId, entityId));
      this.#notFound.clear();
    }
    for (const [syncId, entityId] of this.#lookedFor) {
      const page = this.#tabs.all.get(syncId);
      if (page === undefined || tracker.find(syncId) !== undefined) {
        this.#lookedFor.delete(syncId);
        continue;
      }
      page.draw();
      if (feed.state.kind === 'loaded') {
        this.#lookUp(syncId, entityId).catch(report);
      }
    }
  }

  /** Looks for a job until it is found, or the service says that it doesn't have it. */
  async #lookUp(syncId: string, entityId: string | undefined): Promise<void> {
    const result = await this.#options.tracker.lookUp(syncId, { entityId });
    if (result?.kind === 'job' || result?.failure.kind === 'notFound') {
      this.#lookedFor.delete(syncId);
      if (result.kind === 'failure') {
        this.#notFound.set(syncId, entityId);
      }
      this.#tabs.all.get(syncId)?.draw();
    }
  }

  #notShownText(syncId: string): string {
    const { session, feed } = this.#options;
    // Whether the connections are loaded explains nothing about a job that was removed from the list.
    const isExplained = session.state.kind === 'signedOut' || this.#lookedFor.has(syncId);
    const explanation = isExplained ? notLoadedText(session.state, feed.state) : undefined;
    return explanation ?? this.#notKnownText(syncId);
  }

  #notKnownText(syncId: string): string {
    return this.#notFound.has(syncId)
      ? l10n.t(
          'The service does not have this job. If it belongs to another account, switch to that account. Otherwise, you can close this tab.',
        )
      : l10n.t('This job is not in the list of jobs of this account.');
  }
}
