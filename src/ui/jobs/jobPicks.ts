import { l10n } from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isObject } from '../../base/json.ts';
import { repeatedIn, uniqueBy } from '../../base/lists.ts';
import { quickPickText, statusBarText, titleText } from '../../base/sinkText.ts';
import { NO_FILTER } from '../../jobs/history/jobFilter.ts';
import type { UsualDurations } from '../../jobs/history/usualDurations.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { readArgument, readTarget } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { jobIcon } from '../format/jobIcons.ts';
import { jobName, jobStatusText, jobTargetName } from '../format/jobText.ts';
import { numberText } from '../format/valueText.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { createPicker, pickOne, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import { showAfterTyping } from '../window/typingPause.ts';
import type { JobsView } from './jobsView.ts';

interface JobItem extends PickItem {
  readonly open?: () => Promise<void>;
}

type FilteredView = Pick<JobsView, 'filter' | 'setFilter' | 'shown' | 'reveal'>;

const MAX_RECENT = 20;
const MESSAGE_MS = 3000;

interface JobPickActions {
  readonly openPage: (job: Job) => Promise<void>;
  readonly openView: () => Promise<void>;
}

/** Lets the user pick one of the running and recent jobs, and opens it. The failures that are listed count as seen. */
export async function pickJob(
  tracker: Pick<JobTracker, 'jobs' | 'markAllSeen'>,
  { openPage, openView }: JobPickActions,
): Promise<void> {
  const { jobs } = tracker;
  const all = jobs.sorted;
  if (all.length === 0) {
    showStatusMessage(statusBarText(l10n.t('There are no jobs yet.')), MESSAGE_MS);
    await openView();
    return;
  }
  tracker.markAllSeen();
  const running = all.filter(isRunning);
  const ended = all.filter((job) => !isRunning(job)).slice(0, MAX_RECENT);
  const toItem = (job: Job): JobItem => jobItem(job, jobs.usual, () => openPage(job));
  const items: JobItem[] = [
    ...section(l10n.t('Running'), running.map(toItem)),
    ...section(l10n.t('Recent'), ended.map(toItem)),
    separator(quickPickText('')),
    { label: quickPickText(l10n.t('Open Jobs View'), { icon: 'list-tree' }), open: openView },
  ];
  const chosen = await pickOne(items, {
    title: titleText(l10n.t('Jobs')),
    placeHolder: titleText(l10n.t('Select a job to open')),
    matchOnDescription: true,
  });
  await chosen?.open?.();
}

function section(label: string, items: readonly JobItem[]): JobItem[] {
  return items.length === 0 ? [] : [separator(quickPickText(label)), ...items];
}

function jobItem(job: Job, usual: UsualDurations, open: () => Promise<void>): JobItem {
  return {
    label: quickPickText(jobName(job), { maxLength: 100 }),
    // With the state in words: screen readers don't read the icon.
    description: quickPickText(jobStatusText(job, Date.now(), usual(job))),
    iconPath: jobIcon(job),
    open,
  };
}

interface FilterItem extends PickItem {
  /** undefined for the item that filters by the text. */
  readonly entityId: string | undefined;
}

/** Filters the jobs by the argument (a text, or `{ entityId }`), or asks for a text or a connection. */
export async function changeJobFilter(
  args: readonly unknown[],
  view: FilteredView,
  tracker: Pick<JobTracker, 'jobs'>,
): Promise<void> {
  const argument = readArgument(args);
  if (argument === undefined) {
    pickFilter(view, tracker);
  } else if (typeof argument === 'string') {
    view.setFilter({ ...NO_FILTER, text: argument.trim() });
    showCount(view, tracker);
  } else if (isObject(argument) && 'entityId' in argument) {
    await showConnectionJobs(args, view);
  } else {
    throw new UserError(l10n.t('This command accepts text, or an object with an “entityId” property.'));
  }
}

/** Shows the jobs of the connection that the command was called on: a row, or `{ entityId }`. */
export async function showConnectionJobs(
  args: readonly unknown[],
  view: Pick<JobsView, 'setFilter' | 'reveal'>,
): Promise<void> {
  view.setFilter({ ...NO_FILTER, entityId: readTarget(args).entityId });
  await view.reveal();
}

/** For screen readers, which don't announce that rows appear or disappear. */
function showCount({ shown }: Pick<JobsView, 'shown'>, { jobs }: Pick<JobTracker, 'jobs'>): Disposable {
  return showStatusMessage(
    statusBarText(l10n.t('{0} of {1} jobs', numberText(shown.length), numberText(jobs.sorted.length))),
    MESSAGE_MS,
  );
}

/** Lets the user type a text or pick a connection, and filters while typing. Escape restores the previous filter, Enter focuses the rows. */
function pickFilter(view: FilteredView, tracker: Pick<JobTracker, 'jobs'>): void {
  const owned = new DisposableStore();
  const pick = owned.add(createPicker<FilterItem>());
  let acceptedFilter = view.filter;
  pick.title = titleText(l10n.t('Filter Jobs'));
  pick.placeholder = titleText(l10n.t('Type part of a name, file, message, or ID, or select a connection'));
  const draw = (): void => {
    pick.items = filterItems(pick.value, tracker.jobs.sorted);
  };
  pick.value = acceptedFilter.text;
  draw();
  const showCountSoon = showAfterTyping(() => showCount(view, tracker), owned);
  owned.add(
    pick.onDidChangeValue((value) => {
      view.setFilter({ ...NO_FILTER, text: value.trim() });
      draw();
      showCountSoon();
    }),
  );
  owned.add(
    pick.onDidAccept(() => {
      const entityId = pick.activeItems[0]?.entityId;
      acceptedFilter = { ...NO_FILTER, ...(entityId === undefined ? { text: pick.value.trim() } : { entityId }) };
      pick.hide();
      view.setFilter(acceptedFilter);
      showCount(view, tracker);
      void view.reveal();
    }),
  );
  owned.add(
    pick.onDidHide(() => {
      view.setFilter(acceptedFilter);
      owned.dispose();
    }),
  );
  pick.show();
}

function filterItems(value: string, jobs: readonly Job[]): FilterItem[] {
  const text = plainText(value, 60);
  const label = text === '' ? l10n.t('All jobs') : l10n.t('Jobs with “{0}”', text);
  const connections = uniqueBy(jobs, ({ entityId }) => entityId).map((job) => ({
    entityId: job.entityId,
    name: jobTargetName(job),
  }));
  const repeated = repeatedIn(connections.map(({ name }) => name));
  return [
    { label: quickPickText(label), entityId: undefined, alwaysShow: true },
    ...connections
      .map(({ entityId, name }) => ({
        label: quickPickText(name, { maxLength: 100 }),
        ...(repeated.has(name) && { description: quickPickText(entityId, { maxLength: 100 }) }),
        entityId,
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ];
}
