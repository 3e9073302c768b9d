import { l10n } from 'vscode';
import type { Session } from '../../app/session/session.ts';
import type { LedgerAccess } from '../../jobs/database/ledgerAccess.ts';
import type { LedgerProblem } from '../../jobs/database/sqlite.ts';

/** The folder of the ledger, in the folder of VS Code's user data. Its whole path would show the name of the user. */
const STORAGE_FOLDER = 'globalStorage/data-connections.data-connections';

/** Why the database of jobs can't be used. */
export function ledgerProblemText(problem: LedgerProblem): string {
  switch (problem) {
    case 'locked':
      return l10n.t('Another program is using the database of jobs.');
    case 'unwritable':
      return l10n.t('The storage folder of the extension can’t be written.');
    case 'full':
      return l10n.t('The disk is full.');
    case 'failing':
      return l10n.t('The database of jobs can’t be read or written.');
    case 'newer':
      return l10n.t('A newer version of the extension has changed the database of jobs.');
    case 'noSqlite':
      return l10n.t('This version of VS Code has no SQLite.');
  }
}

/** What the user can do about it. */
export function ledgerRemedyText(problem: LedgerProblem): string {
  switch (problem) {
    case 'locked':
      return l10n.t('Close other windows, and programs that have the database open.');
    case 'unwritable':
      return permissionsText();
    case 'full':
      return l10n.t('Free up disk space.');
    case 'failing':
      return l10n.t('Check the free disk space, and close other windows.');
    case 'newer':
      return l10n.t('Update this extension, and reload the window.');
    case 'noSqlite':
      return l10n.t('Update VS Code.');
  }
}

export function permissionsText(): string {
  return l10n.t('Check the permissions of the folder {0}, and whether its disk is read-only.', STORAGE_FOLDER);
}

/**
 * Why jobs are kept only while the window is open, for the Jobs view; '' if they are kept for longer. While signed out, there are no jobs,
 * and those of the demo are never kept.
 */
export function keptInMemoryText(
  { state, isDemo }: Pick<Session, 'state' | 'isDemo'>,
  { lastingProblem: problem }: Pick<LedgerAccess, 'lastingProblem'>,
): string {
  if (state.kind === 'signedOut' || isDemo || problem === undefined) {
    return '';
  }
  return `${l10n.t('Jobs and uploads are kept only while this window is open.')} ${ledgerProblemText(problem)}`;
}
