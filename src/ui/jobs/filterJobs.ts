import * as vscode from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { NO_FILTER } from '../../jobs/history/jobList.ts';
import { latestByConnection } from '../../jobs/history/runHistory.ts';
import { readTargets } from '../commands/commandTargets.ts';
import { jobName } from '../format/jobText.ts';
import { createPicker } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import type { JobsView } from './jobsView.ts';

interface ConnectionItem extends PickItem {
  readonly entityId: string | undefined;
}

/**
 * Filter…: takes a text, or a row of a connection or job, or `{ entityId }`, as its argument; otherwise asks for a text or a connection. The
 * rows follow each key; Escape brings the old filter back.
 */
export async function filterJobsBy(
  args: readonly unknown[],
  view: Pick<JobsView, 'filter' | 'setFilter' | 'reveal'>,
  jobs: Pick<JobTracker, 'jobs'>,
): Promise<void> {
  const [argument] = args;
  if (typeof argument === 'string') {
    view.setFilter({ ...NO_FILTER, text: argument.trim() });
    return;
  }
  const [target] = readTargets(args)?.targets ?? [];
  if (target) {
    view.setFilter({ ...NO_FILTER, entityId: target.entityId });
    await view.reveal();
    return;
  }
  ask(view, jobs);
}

function ask(view: Pick<JobsView, 'filter' | 'setFilter'>, jobs: Pick<JobTracker, 'jobs'>): void {
  const disposables = new DisposableStore();
  const pick = disposables.add(createPicker<ConnectionItem>());
  let kept = view.filter;
  pick.title = titleText(vscode.l10n.t('Filter Jobs'));
  pick.placeholder = titleText(vscode.l10n.t('Words in the name, the file, the message or the ID; or a connection'));
  const draw = (): void => {
    pick.items = itemsFor(pick.value, jobs);
  };
  pick.value = kept.text;
  draw();
  disposables.add(
    pick.onDidChangeValue((value) => {
      view.setFilter({ ...NO_FILTER, text: value.trim() });
      draw();
    }),
  );
  disposables.add(
    pick.onDidAccept(() => {
      const entityId = pick.activeItems[0]?.entityId;
      kept = entityId === undefined ? { ...NO_FILTER, text: pick.value.trim() } : { ...NO_FILTER, entityId };
      pick.hide();
    }),
  );
  disposables.add(
    pick.onDidHide(() => {
      view.setFilter(kept);
      disposables.dispose();
    }),
  );
  pick.show();
}

function itemsFor(value: string, { jobs }: Pick<JobTracker, 'jobs'>): ConnectionItem[] {
  const text = plainText(value, 60);
  const label = text === '' ? vscode.l10n.t('All jobs') : vscode.l10n.t('Jobs with “{0}”', text);
  const connections = Array.from(latestByConnection(jobs, 1).values(), ([job]) => job).filter(
    (job) => job !== undefined,
  );
  return [
    { label: quickPickText(label), entityId: undefined, alwaysShow: true },
    ...connections
      .map((job) => ({
        label: quickPickText(jobName({ ...job, source: undefined }), { maxLength: 100 }),
        entityId: job.entityId,
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ];
}
