import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { FilesProblem } from '../../app/upload/findFiles.ts';
import type { DefinitionProblem } from '../../app/tasks/taskDefinition.ts';
import type { TaskEvent } from '../../app/tasks/taskEvent.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { terminalText } from '../../base/terminalText.ts';
import type { TerminalText } from '../../base/terminalText.ts';
import { stepState } from '../../jobs/history/jobSteps.ts';
import { isSecretRefused } from '../../model/failure.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { columnsText, omittedText, problemsText } from '../check/checkText.ts';
import { syncUnknownText } from '../connections/syncText.ts';
import { logError } from '../errors/reportError.ts';
import { UserError } from '../errors/userError.ts';
import { unlistedText } from '../format/connectionText.ts';
import { describeFailure, failureSentence, unexpectedErrorText } from '../format/failureText.ts';
import { jobName, jobStatusText, stepName, stepStatusText } from '../format/jobText.ts';
import { rowsText } from '../format/valueText.ts';
import { errorsIn, logUnexpected } from '../upload/logUploadErrors.ts';
import { fileErrorText, refusalText, signedOutText } from '../upload/uploadErrorText.ts';
import { noticeLines, problemLinesOf } from './noticeLines.ts';

const STEP_INDENT = 2;

/** The lines that a terminal shows for an event of a task. Unexpected errors are logged. */
export function taskLines(event: TaskEvent, log: Logger): readonly TerminalText[] {
  switch (event.kind) {
    case 'invalid':
      return [red(definitionText(event.problem))];
    case 'untrusted':
      return [red(l10n.t('Data Connections tasks run only in trusted workspaces.'))];
    case 'files':
      return [red(filesText(event.problem, event.file))];
    case 'checked':
      return checkedLines(event);
    case 'fileError':
      return [red(fileEventText(event, log))];
    case 'signedOut':
      return [red(signedOutText(event.fileName))];
    case 'notice':
      logUnexpected(errorsIn(event.notice), log);
      return noticeLines(event.notice);
    case 'refused':
      return [red(refusalText(event.refusal))];
    case 'declined':
      return [yellow(l10n.t('Nothing was started.'))];
    case 'unlisted':
      return [red([unlistedText(event.entityId), l10n.t('Check “entityId” of the task.')].join(' '))];
    case 'syncUnknown':
      return [yellow(syncUnknownText(event.result))];
    case 'failed':
      return [red(errorText(event.error, log))];
    case 'accepted':
      return [
        event.waits
          ? terminalText(l10n.t('The service accepted job “{0}”.', plainText(event.syncId)))
          : terminalText(
              l10n.t('The service accepted job “{0}”. This task does not wait for it.', plainText(event.syncId)),
            ),
      ];
    case 'job':
      return changedLines(event.job, event.before);
    case 'ended':
      return [terminalText(jobLine(event.job), { color: colorOf(event.job) })];
    case 'notTracked':
      return [
        yellow(withJob(event.job, l10n.t('The job is no longer watched in this window. Its outcome is unknown.'))),
      ];
    case 'noAccess':
      return [
        yellow(
          withJob(
            event.job,
            l10n.t(
              'The service no longer accepts the key or token, so the outcome of the job is unknown. The job continues in the service. Sign in again to watch it.',
            ),
          ),
        ),
      ];
    case 'timedOut':
      return [
        yellow(
          withJob(
            event.job,
            l10n.t('The job did not finish within the timeout of the task. It continues in the service.'),
          ),
        ),
      ];
    case 'stopped':
      return [yellow(l10n.t('The task was stopped. Jobs that the service has accepted continue.'))];
  }
}

function definitionText(problem: DefinitionProblem): string {
  switch (problem) {
    case 'command':
      return l10n.t('Set “command” of the task to “sync”, “upload”, or “check”.');
    case 'entityId':
      return l10n.t('Set “entityId” of the task to the entity ID of a connection.');
    case 'file':
      return l10n.t('Set “file” of the task to a path or a glob pattern.');
    case 'wait':
      return l10n.t('Set “wait” of the task to true or false.');
    case 'timeout':
      return l10n.t('Set “timeout” of the task to a number of seconds above 0.');
  }
}

function filesText(problem: FilesProblem, path: string): string {
  const file = plainText(path);
  switch (problem) {
    case 'noFolder':
      return l10n.t('Open the folder of “{0}”, then run the task again.', file);
    case 'outside':
      return l10n.t('“{0}” is not in an open folder. Tasks can use only files in open folders.', file);
    case 'noMatch':
      return l10n.t('No file matches “{0}”.', file);
    case 'folder':
      return l10n.t(
        '“{0}” is a folder. For the files in it, use a glob pattern such as “{1}”.',
        file,
        plainText(`${path.trim().replace(/[\\/]+$/, '')}/*.csv`),
      );
    case 'tooMany':
      return l10n.t('Too many files match “{0}”, or there are too many to search. Use a narrower glob pattern.', file);
  }
}

function checkedLines({ file, check }: Extract<TaskEvent, { kind: 'checked' }>): readonly TerminalText[] {
  const name = plainText(file.path.split(/[\\/]/).at(-1) ?? '');
  const size = l10n.t('{0}, {1}', rowsText(check.rows), columnsText(check));
  const summary = l10n.t('“{0}”: {1}; {2}.', name, size, problemsText(check));
  return [...problemLinesOf(file.path, check), terminalText([summary, omittedText(check)].join(' '))];
}

/** A line for each step that has changed, and one if requests about the job have started to fail, unless the task then ends. */
function changedLines(job: Job, before: Job | undefined): readonly TerminalText[] {
  const now = Date.now();
  const steps = (job.status?.steps ?? []).filter(
    (step, index) => stepState(job, step) !== 'waiting' && !isSame(step, before?.status?.steps[index]),
  );
  const { failure } = job;
  return [
    ...steps.map((step) =>
      terminalText(l10n.t('{0}: {1}', `${jobName(job)} · ${stepName(step)}`, stepStatusText(job, step, now)), {
        indent: STEP_INDENT,
      }),
    ),
    ...(failure === undefined || before?.failure !== undefined || isSecretRefused(failure)
      ? []
      : [terminalText(l10n.t('{0} The task keeps waiting.', describeFailure(failure).what), { indent: STEP_INDENT })]),
  ];
}

/** Whether a step is unchanged since it was last shown, apart from its start time. */
function isSame(step: JobStep, before: JobStep | undefined): boolean {
  return (
    before?.name === step.name &&
    before.status === step.status &&
    before.count === step.count &&
    before.message === step.message &&
    before.completedAt === step.completedAt
  );
}

/** A sentence about a job after its name, as in the lines of its steps. */
function withJob(job: Job | undefined, sentence: string): string {
  return job === undefined ? sentence : l10n.t('{0}: {1}', jobName(job), sentence);
}

function jobLine(job: Job): string {
  return l10n.t('{0}: {1}', jobName(job), jobStatusText(job, Date.now()));
}

function colorOf(job: Job): 'green' | 'red' | 'yellow' {
  switch (jobState(job)) {
    case 'succeeded':
      return 'green';
    case 'failed':
      return 'red';
    case 'running':
    case 'finished':
    case 'lost':
      return 'yellow';
  }
}

function fileEventText({ error, fileName }: Extract<TaskEvent, { kind: 'fileError' }>, log: Logger): string {
  logUnexpected([error], log);
  const text = fileErrorText(error, fileName);
  return error instanceof ApiError ? l10n.t('{0}: {1}', plainText(fileName, 80), text) : text;
}

function errorText(error: unknown, log: Logger): string {
  if (error instanceof ApiError) {
    return failureSentence(error.failure);
  }
  if (error instanceof UserError) {
    return error.message;
  }
  logError(error, log);
  return unexpectedErrorText();
}

function red(text: string): TerminalText {
  return terminalText(text, { color: 'red' });
}

function yellow(text: string): TerminalText {
  return terminalText(text, { color: 'yellow' });
}
