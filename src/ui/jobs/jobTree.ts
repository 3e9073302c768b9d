import { EventEmitter, Uri } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { isSameList, repeatedIn } from '../../base/lists.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Writable } from '../../base/writable.ts';
import { jobsByDay } from '../../jobs/history/jobsByDay.ts';
import type { JobDay } from '../../jobs/history/jobsByDay.ts';
import type { UsualDurations } from '../../jobs/history/usualDurations.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { shownFolder } from '../format/pathText.ts';
import type { TreeRow, TreeSource } from '../window/trees.ts';
import { jobTreeItem, renderKey, renderKeyWithoutCounts, rowsBelow } from './jobRow.ts';
import type { DayElement, JobElement, JobsElement } from './jobRow.ts';

/** The rows that are shown. The object of a job or a day stays the same while it is shown. */
interface TreeState {
  readonly roots: readonly (DayElement | JobElement)[];
  readonly days: ReadonlyMap<string, Writable<DayElement>>;
  readonly jobs: ReadonlyMap<string, Writable<JobElement>>;
  readonly jobsOfDay: ReadonlyMap<JobsElement, readonly JobElement[]>;
  /** How each row looks. */
  readonly rendered: ReadonlyMap<DayElement | JobElement, RenderedRow>;
  /** The day on which the rows were created. After it, their times of day need a date. */
  readonly date: string;
}

interface RenderedRow {
  readonly key: string;
  /** Only for a running job. */
  readonly keyWithoutCounts?: string | undefined;
  readonly usualMs?: number | undefined;
  /** When the row was drawn like this for the first time. */
  readonly drawnAt: EpochMs;
}

/** What a row depends on besides its job. */
interface Context {
  readonly usual: UsualDurations;
  readonly now: EpochMs;
  /** Whether this is a periodic update, which updates durations. */
  readonly isTick: boolean;
  readonly isVisible: boolean;
}

/** The row on which the pointer rests, and the time from which it may be redrawn although its job is running. */
interface PointedRow {
  readonly row: JobElement;
  readonly until: EpochMs;
}

/** VS Code takes longer to refresh more rows than this one by one than to read all of them again. */
const MANY_ROWS = 50;
/** How long the tooltip of a running job can be read: a redraw of its row closes it. */
const POINTED_MS = 15_000;
/** How often new counts are drawn if nothing else of the row has changed. */
const COUNTS_MS = 5000;
/** Older days are collapsed at first. */
const OPEN_DAYS = 2;

/** The tree of jobs: running jobs first, then finished jobs by day. After a change, only rows that look different are refreshed. */
export class JobTree implements TreeSource<JobsElement>, Disposable {
  readonly #didChangeTreeData = new EventEmitter<JobsElement[] | undefined>();
  #state: TreeState = {
    roots: [],
    days: new Map(),
    jobs: new Map(),
    jobsOfDay: new Map(),
    rendered: new Map(),
    date: '',
  };
  #usual: UsualDurations = () => undefined;
  #pointedAt: PointedRow | undefined;

  readonly onDidChangeTreeData = this.#didChangeTreeData.event;

  /** Shows these jobs, in this order. */
  show(jobs: readonly Job[], context: Context): void {
    const before = this.#state;
    this.#usual = context.usual;
    const pointedAt =
      this.#pointedAt !== undefined && context.now < this.#pointedAt.until ? this.#pointedAt.row : undefined;
    this.#state = arrange(jobs, before, pointedAt, context);
    const { roots, jobsOfDay, rendered } = this.#state;
    const isChanged = (row: DayElement | JobElement): boolean =>
      rendered.get(row)?.key !== before.rendered.get(row)?.key;
    const changed = roots.flatMap((root) => {
      const rows = jobsOfDay.get(root) ?? [];
      const isSame = !isChanged(root) && isSameList(before.jobsOfDay.get(root) ?? [], rows);
      return isSame ? rows.filter(isChanged) : [root];
    });
    const areSame = isSameList(before.roots, roots);
    if (!areSame || changed.length > 0) {
      // VS Code reads single rows of a hidden view at once, but all of them only when it becomes visible.
      this.#didChangeTreeData.fire(areSame && context.isVisible && changed.length <= MANY_ROWS ? changed : undefined);
    }
  }

  find(syncId: string): JobElement | undefined {
    return this.#state.jobs.get(syncId);
  }

  /** Remembers whether the user has expanded a row, wherever it moves. */
  setOpen(element: JobsElement, isOpen: boolean): void {
    const { days, jobs } = this.#state;
    const row = element.kind === 'day' ? days.get(element.day.date) : jobs.get(element.job.syncId);
    if (row) {
      row.isOpen = isOpen;
    }
  }

  getTreeItem(element: JobsElement): TreeRow {
    return jobTreeItem(element, Date.now(), this.#usual);
  }

  getChildren(element?: JobsElement): JobsElement[] {
    const { roots, jobsOfDay } = this.#state;
    if (element?.kind === 'job') {
      return rowsBelow(element);
    }
    return [...(element ? (jobsOfDay.get(element) ?? []) : roots)];
  }

  getParent(element: JobsElement): JobsElement | undefined {
    if (element.kind === 'step' || element.kind === 'noSteps') {
      return this.find(element.job.syncId);
    }
    return element.kind === 'job'
      ? Array.from(this.#state.jobsOfDay).find(([, rows]) => rows.includes(element))?.[0]
      : undefined;
  }

  /** Called when the pointer rests on a row, so that tooltips are loaded and created only when they are shown. */
  async resolveTreeItem(item: TreeRow, element: JobsElement): Promise<TreeRow> {
    const { jobTooltip, stepTooltip } = await import('../format/jobTooltip.ts');
    const now = Date.now();
    const row = element.kind === 'day' ? undefined : this.find(element.job.syncId);
    this.#pointedAt = row && { row, until: now + POINTED_MS };
    if (element.kind === 'job') {
      item.tooltip = jobTooltip(element.job, now, this.#usual(element.job));
    } else if (element.kind === 'step') {
      item.tooltip = stepTooltip(element.job, element.step, now);
    }
    return item;
  }

  dispose(): void {
    this.#didChangeTreeData.dispose();
  }
}

function arrange(
  jobs: readonly Job[],
  before: TreeState,
  pointedAt: JobElement | undefined,
  context: Context,
): TreeState {
  const { usual, now, isTick } = context;
  const date = new Date(now).toDateString();
  const rendered = new Map<DayElement | JobElement, RenderedRow>();
  const otherFiles = filesWithSameName(jobs);
  const rowOf = (job: Job): Writable<JobElement> => {
    const isOpen = job.origin === 'started' && isRunning(job);
    const known = before.jobs.get(job.syncId);
    const folder = otherFiles.has(job.source?.uri ?? '') ? folderOf(job, known) : '';
    const row: Writable<JobElement> = known ?? { kind: 'job', job, isOpen, folder };
    if (isRunning(row.job) && !isRunning(job)) {
      row.isOpen = false;
    }
    const last = before.rendered.get(row);
    // Only the row of a running job shows how long it usually takes.
    const usualMs = isRunning(job) ? usual(job) : undefined;
    // The text of a row is computed again only if something that it shows has changed.
    const isSameText = row.job === job && row.folder === folder && date === before.date && last?.usualMs === usualMs;
    const isSame = isSameText && !(isTick && isRunning(job));
    const isPointedAt = row === pointedAt && isRunning(job);
    row.job = job;
    row.folder = folder;
    rendered.set(row, last && (isSame || isPointedAt) ? last : renderRow(row, last, usualMs, context));
    return row;
  };
  const { running, days } = jobsByDay(jobs, now);
  const runningRows = running.map(rowOf);
  const jobsOfDay = new Map(days.map((day) => [dayRow(day, before), day.jobs.map(rowOf)]));
  const rows = [...runningRows, ...[...jobsOfDay.values()].flat()];
  for (const row of jobsOfDay.keys()) {
    rendered.set(row, { key: renderKey(row, now, usual), drawnAt: now });
  }
  return {
    roots: [...runningRows, ...jobsOfDay.keys()],
    days: new Map(Array.from(jobsOfDay.keys(), (row) => [row.day.date, row])),
    jobs: new Map(rows.map((row) => [row.job.syncId, row])),
    jobsOfDay,
    rendered,
    date,
  };
}

/** The folder of a job's file. A row that has it already keeps it, so that it isn't computed with each update. */
function folderOf({ source }: Job, known: JobElement | undefined): string {
  return known !== undefined && known.folder !== '' ? known.folder : shownFolder(Uri.parse(source?.uri ?? '', true));
}

/** The uploaded files, by their URIs, that have the same name as another one. */
function filesWithSameName(jobs: readonly Job[]): ReadonlySet<string> {
  const names = new Map(jobs.flatMap(({ source }) => (source?.uri === undefined ? [] : [[source.uri, source.name]])));
  const repeated = repeatedIn([...names.values()]);
  return new Set(Array.from(names).flatMap(([uri, name]) => (repeated.has(name) ? [uri] : [])));
}

/** How a row looks by now, or as before if only counts have changed recently. */
function renderRow(
  row: JobElement,
  last: RenderedRow | undefined,
  usualMs: number | undefined,
  { usual, now }: Context,
): RenderedRow {
  const keyWithoutCounts = isRunning(row.job) ? renderKeyWithoutCounts(row, now, usual) : undefined;
  const isOnlyCounts = keyWithoutCounts !== undefined && keyWithoutCounts === last?.keyWithoutCounts;
  if (last && isOnlyCounts && now < last.drawnAt + COUNTS_MS) {
    return last;
  }
  const key = renderKey(row, now, usual);
  return { key, keyWithoutCounts, usualMs, drawnAt: key === last?.key ? last.drawnAt : now };
}

function dayRow(day: JobDay, before: TreeState): Writable<DayElement> {
  const isOpen = day.daysAgo < OPEN_DAYS;
  const row: Writable<DayElement> = before.days.get(day.date) ?? { kind: 'day', day, isOpen };
  row.day = day;
  return row;
}
