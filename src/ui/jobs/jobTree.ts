import { EventEmitter } from 'vscode';
import type { TreeDataProvider, TreeItem } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { lookOf, stepRows, treeItemOf } from './jobRow.ts';
import type { JobRow, JobsElement } from './jobRow.ts';
import { jobTooltip, stepTooltip } from './jobTooltip.ts';

interface Shown {
  readonly row: { -readonly [K in keyof JobRow]: JobRow[K] };
  readonly look: string;
}

/** Hands the jobs to VS Code, and after a change only those rows that look different. */
export class JobTree implements TreeDataProvider<JobsElement>, Disposable {
  readonly #changes = new EventEmitter<JobsElement[] | undefined>();
  #shown = new Map<string, Shown>();

  readonly onDidChangeTreeData = this.#changes.event;

  /** Shows these jobs, in this order. */
  show(jobs: readonly Job[]): void {
    const before = this.#shown;
    const now = Date.now();
    this.#shown = new Map(jobs.map((job) => [job.syncId, shown(job, before.get(job.syncId)?.row, now)]));
    const rows = [...this.#shown.values()];
    const rowsBefore = [...before.values()];
    if (rows.length !== rowsBefore.length || rows.some(({ row }, index) => row !== rowsBefore[index]?.row)) {
      this.#changes.fire(undefined);
      return;
    }
    const changed = rows.filter(({ look }, index) => look !== rowsBefore[index]?.look);
    if (changed.length > 0) {
      this.#changes.fire(changed.map(({ row }) => row));
    }
  }

  find(syncId: string): JobRow | undefined {
    return this.#shown.get(syncId)?.row;
  }

  getTreeItem(element: JobsElement): TreeItem {
    return treeItemOf(element, Date.now());
  }

  getChildren(element?: JobsElement): JobsElement[] {
    if (element === undefined) {
      return Array.from(this.#shown.values(), ({ row }) => row);
    }
    return element.kind === 'job' ? stepRows(element) : [];
  }

  getParent(element: JobsElement): JobsElement | undefined {
    return element.kind === 'step' ? this.find(element.job.syncId) : undefined;
  }

  /** Called when the pointer rests on a row: a tooltip nobody looks at is never made. */
  resolveTreeItem(item: TreeItem, element: JobsElement): TreeItem {
    const now = Date.now();
    item.tooltip = element.kind === 'job' ? jobTooltip(element.job, now) : stepTooltip(element.job, element.step, now);
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

function shown(job: Job, known: Shown['row'] | undefined, now: number): Shown {
  const row = known ?? { kind: 'job', job, isOpen: job.origin === 'started' && isRunning(job) };
  row.job = job;
  return { row, look: lookOf(row, now) };
}
