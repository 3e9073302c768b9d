import * as vscode from 'vscode';
import { MINUTE_MS } from '../../base/time.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Throttle } from '../../base/throttle.ts';
import { treeText } from '../../base/sinkText.ts';
import type { TreeText } from '../../base/sinkText.ts';
import { NO_FILTER, filterJobs, isFiltering } from '../../jobs/history/jobFilter.ts';
import type { JobFilter } from '../../jobs/history/jobFilter.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { setContextKey } from '../contextKeys.ts';
import { jobTargetName } from '../format/jobText.ts';
import { numberText } from '../format/valueText.ts';
import { JOBS_VIEW } from '../manifestIds.ts';
import { DoubleClicks, isOnlySelected } from '../window/doubleClicks.ts';
import type { DeferredView, View } from '../window/trees.ts';
import type { JobsElement } from './jobRow.ts';
import { JobTree } from './jobTree.ts';

const TICK_MS = 1000;
/** With many running jobs, durations are updated less often, because each redrawn row is sent to the window, whether visible or not. */
const TICK_MS_PER_JOB = 50;
const MAX_TICK_MS = 10_000;
/** Simultaneous changes are drawn together, because VS Code reads all rows for each job that starts or ends. */
const MIN_REDRAW_MS = 500;
/** Short enough for "Today" to become "Yesterday" soon after midnight. */
const IDLE_TICK_MS = MINUTE_MS;

type ShownTracker = Pick<JobTracker, 'jobs' | 'onDidChange' | 'markSeen' | 'markAllSeen'>;

/**
 * The Jobs view. While it is visible and jobs are running, durations are updated every second, those of long or many jobs less
 * often. It has no timer while it is hidden.
 */
export class JobsView implements Disposable {
  readonly #tracker: ShownTracker;
  readonly #open: (job: Job) => void;
  readonly #doubleClicks = new DoubleClicks();
  readonly #owned = new DisposableStore();
  readonly #tree = this.#owned.add(new JobTree());
  readonly #view: View<JobsElement>;
  #ticker: ReturnType<typeof setTimeout> | undefined;
  /** How many jobs ran when the next tick was set; undefined before the first one. */
  #tickedCount: number | undefined;
  #filter = NO_FILTER;
  /**
   * After a switch to or from the demo, another JobsView fills the same view, while a filter prompt of this one may still be open.
   */
  #isDisposed = false;

  /** @param open opens the page of a job. */
  constructor(tracker: ShownTracker, view: Pick<DeferredView<JobsElement>, 'fill'>, open: (job: Job) => void) {
    this.#tracker = tracker;
    this.#open = open;
    this.#view = view.fill(this.#tree);
    this.#owned.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) {
          tracker.markAllSeen();
        }
        this.#draw({ isTick: true });
      }),
    );
    this.#owned.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        tracker.markSeen(selection.flatMap((element) => (element.kind === 'day' ? [] : element.job)));
      }),
    );
    this.#owned.add(this.#view.onDidExpandElement(({ element }) => this.#handleToggle(element, true)));
    this.#owned.add(this.#view.onDidCollapseElement(({ element }) => this.#handleToggle(element, false)));
    const redraw = this.#owned.add(new Throttle(() => this.#draw(), MIN_REDRAW_MS));
    this.#owned.add(
      tracker.onDidChange(({ syncIds }) => {
        // The rows of another account, or the first ones after a reload, are shown in a view that may be visible by then.
        if (syncIds === 'all' && this.#view.visible) {
          tracker.markAllSeen();
        }
        redraw.call();
      }),
    );
    this.#owned.add({ dispose: () => clearTimeout(this.#ticker) });
    // The context key may still be set from before the demo was started or left.
    this.setFilter(NO_FILTER);
  }

  /** Opens the view. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${JOBS_VIEW}.focus`);
  }

  /** Shown above the jobs, unless it is ''. */
  setMessage(text: string): void {
    this.#view.message = treeText(text);
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  setFilter(filter: JobFilter): void {
    if (this.#isDisposed) {
      return;
    }
    this.#filter = filter;
    setContextKey('filteringJobs', isFiltering(filter));
    this.#draw();
  }

  /** The jobs that match the filter. */
  get shown(): readonly Job[] {
    return filterJobs(this.#tracker.jobs.sorted, this.#filter);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
  }

  /** `isTick`: whether this is a periodic update, which updates durations. */
  #draw({ isTick = false } = {}): void {
    const { sorted, runningCount, usual } = this.#tracker.jobs;
    const { shown } = this;
    const selected = this.#view.selection.flatMap((row) => (row.kind === 'day' ? [] : row.job));
    this.#tree.show(shown, { usual, now: Date.now(), isTick, isVisible: this.#view.visible });
    this.#keepSelected(selected);
    this.#view.badge = badge(runningCount);
    const description = isFiltering(this.#filter) ? this.#filterText(shown.length, sorted) : treeText('');
    if (description !== this.#view.description) {
      this.#view.description = description;
    }
    if (isTick || runningCount !== this.#tickedCount) {
      this.#tickedCount = runningCount;
      this.#tick(runningCount > 0 ? tickMs(runningCount) : IDLE_TICK_MS);
    }
  }

  #handleToggle(row: JobsElement, isOpen: boolean): void {
    this.#tree.setOpen(row, isOpen);
    if (row.kind !== 'job') {
      return;
    }
    const { job } = row;
    if (isOpen) {
      this.#tracker.markSeen([job]);
    }
    if (this.#doubleClicks.handleToggle(job.syncId, isOnlySelected(this.#view, row))) {
      this.#open(job);
    }
  }

  /** Selects a job's row again when the job has ended, because VS Code sees a new row then. */
  #keepSelected(selected: readonly Job[]): void {
    const [row] = selected.flatMap((job) => (isRunning(job) ? (this.#tree.find(job.syncId) ?? []) : []));
    if (row && !isRunning(row.job) && this.#view.visible) {
      // Rejects if the row has been removed meanwhile.
      this.#view.reveal(row, { select: true, focus: false, expand: false }).then(undefined, () => undefined);
    }
  }

  #filterText(shown: number, jobs: readonly Job[]): TreeText {
    const { text, entityId } = this.#filter;
    const name = entityId === undefined ? '' : nameIn(jobs, entityId);
    const what = [name, text].filter(Boolean).join(' · ');
    return treeText(vscode.l10n.t('{0} of {1} · {2}', numberText(shown), numberText(jobs.length), what));
  }

  #tick(afterMs: number): void {
    clearTimeout(this.#ticker);
    this.#ticker = this.#view.visible ? setTimeout(() => this.#draw({ isTick: true }), afterMs) : undefined;
  }
}

/** The name of a connection as its jobs have it, else its ID. */
function nameIn(jobs: readonly Job[], entityId: string): string {
  const job = jobs.find((candidate) => candidate.entityId === entityId);
  return job ? jobTargetName(job) : entityId;
}

function tickMs(runningCount: number): number {
  return Math.min(Math.max(TICK_MS, runningCount * TICK_MS_PER_JOB), MAX_TICK_MS);
}

function badge(running: number): View<unknown>['badge'] {
  return running === 0
    ? undefined
    : {
        value: running,
        tooltip: treeText(
          running === 1 ? vscode.l10n.t('1 running job') : vscode.l10n.t('{0} running jobs', numberText(running)),
        ),
      };
}
