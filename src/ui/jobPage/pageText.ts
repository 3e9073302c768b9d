import { l10n } from 'vscode';
import type { PageWords } from './messages.ts';

/** What the page says beside the data: it has no way of its own to words in the user's language. */
export function pageText(): PageWords {
  return {
    copied: l10n.t('Copied {0}.'),
    copy: l10n.t('Copy {0}'),
    count: l10n.t('Count'),
    counts: l10n.t('Count per run'),
    countsOfRuns: l10n.t('Bar chart of the count of each run. The table below has the same numbers.'),
    duration: l10n.t('Duration'),
    durations: l10n.t('Duration per run'),
    durationsOfRuns: l10n.t('Bar chart of the duration of each run. The table below has the same numbers.'),
    elapsed: l10n.t('Elapsed'),
    failed: l10n.t('failed'),
    file: l10n.t('File'),
    history: l10n.t('History of this connection'),
    ids: l10n.t('IDs'),
    message: l10n.t('Message'),
    name: l10n.t('Name'),
    noHistory: l10n.t('This is the first run that is remembered of this connection.'),
    noSteps: l10n.t('The service has named no steps yet.'),
    openFile: l10n.t('Open {0}'),
    openRun: l10n.t('Open the job of {0}'),
    outcome: l10n.t('Outcome'),
    requestId: l10n.t('Request ID'),
    retry: l10n.t('Retry as a New Sync'),
    showAsTable: l10n.t('Show as a table'),
    started: l10n.t('Started'),
    state: l10n.t('State'),
    states: l10n.t('States seen'),
    step: l10n.t('Step'),
    steps: l10n.t('Steps'),
    stepsPicture: l10n.t('Timeline of the steps. The table below says the same.'),
    thisRun: l10n.t('this job'),
    time: l10n.t('Time'),
  };
}
