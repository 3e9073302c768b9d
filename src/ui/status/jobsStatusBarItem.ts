import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Throttle } from '../../base/throttle.ts';
import { statusBarText, titleText } from '../../base/sinkText.ts';
import { summarizeJobs } from '../../jobs/history/jobSummary.ts';
import type { Account } from '../../model/account.ts';
import type { Session } from '../../app/session/session.ts';
import { prefillOf } from '../../app/session/signInPrefill.ts';
import { sessionWarningText } from '../accounts/sessionText.ts';
import type { CommandId } from '../commands/commandIds.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { screenReaderText } from '../format/screenReaderText.ts';
import { outageText } from '../format/staleText.ts';
import { userText } from '../format/accountText.ts';
import { createStatusItem } from '../window/statusBar.ts';
import type { StatusItem, TitledCommand } from '../window/statusBar.ts';
import { statusText, statusTooltip, tooltipJobs } from './statusText.ts';

interface StatusBarOptions {
  readonly session: Session;
  readonly tracker: JobTracker;
}

const PICK_JOB: CommandId = 'dataConnections.openJob';
const SIGN_IN: CommandId = 'dataConnections.signIn';
const TICK_MS = 1000;
/** The minimum interval between redraws, so that many changes at once cause only one. */
const MIN_REDRAW_INTERVAL_MS = 100;

/**
 * The status bar item. Shows the name of the service's workspace, or a summary of the jobs. It is hidden while signed out, updated every
 * second while a job is running, and has no timer otherwise.
 */
export class JobsStatusBarItem implements Disposable {
  readonly #options: StatusBarOptions;
  readonly #owned = new DisposableStore();
  readonly #item: StatusItem;
  #ticker: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StatusBarOptions) {
    const { session, tracker } = options;
    this.#options = options;
    this.#item = this.#owned.add(createStatusItem('dataConnections.jobs'));
    this.#item.name = titleText(vscode.l10n.t('Data Connections'));
    this.#owned.add(session.onDidChange(() => this.#draw()));
    this.#owned.add(session.onDidChangeWarnings(() => this.#draw()));
    const redraw = this.#owned.add(new Throttle(() => this.#draw(), MIN_REDRAW_INTERVAL_MS));
    this.#owned.add(tracker.onDidChange(() => redraw.call()));
    this.#owned.add({ dispose: () => clearTimeout(this.#ticker) });
    this.#draw();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #draw(): void {
    const { session, tracker } = this.#options;
    clearTimeout(this.#ticker);
    if (session.state.kind === 'signedOut') {
      this.#item.hide();
      return;
    }
    const now = Date.now();
    // Read once, because each read queries the database for changes by other windows.
    const { jobs } = tracker;
    const { account } = session.state;
    const workspaceName = account.workspace.name || account.workspace.identifier;
    const summary = summarizeJobs(jobs, now, { outageSince: tracker.outageSince, hasAccess: tracker.hasAccess });
    const { icon, text, accessibilityLabel = text, isError } = statusText(summary, workspaceName, now);
    // When idle, the item shows the name of the demo's workspace, which already identifies the demo.
    const needsDemoLabel = session.isDemo && summary.kind !== 'idle';
    const withDemoLabel = (label: string): string => (needsDemoLabel ? vscode.l10n.t('Demo · {0}', label) : label);
    const needsSignIn = summary.kind === 'noAccess';
    this.#item.command = needsSignIn ? signInAgain(account) : PICK_JOB;
    this.#item.text = statusBarText(withDemoLabel(text), { icon });
    const warnings = [
      ...session.warnings.map(sessionWarningText),
      ...(summary.kind === 'offline' ? [outageText(summary.since, now)] : []),
    ];
    const tooltip = statusTooltip(`${workspaceName} · ${userText(account)}`, warnings, tooltipJobs(jobs), {
      now,
      needsSignIn,
    });
    // An open tooltip would flicker if it was set anew.
    if (tooltip.value !== this.#item.tooltip?.value) {
      this.#item.tooltip = tooltip;
    }
    const label = vscode.l10n.t('Data Connections, {0}', screenReaderText(withDemoLabel(accessibilityLabel)));
    this.#item.accessibilityInformation = { label: titleText(label) };
    this.#item.backgroundColor = isError ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.#item.show();
    if (jobs.runningCount > 0) {
      this.#ticker = setTimeout(() => this.#draw(), TICK_MS);
    }
  }
}

/** A command that opens Sign In, filled in for this account. */
function signInAgain(account: Account): TitledCommand {
  return { command: SIGN_IN, title: titleText(vscode.l10n.t('Sign In…')), arguments: [prefillOf(account)] };
}
