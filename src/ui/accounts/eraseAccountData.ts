import { l10n } from 'vscode';
import type { EraseAccountData, HistoryChoice } from '../../app/session/signOut.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import { UserError } from '../errors/userError.ts';
import { ledgerProblemText, ledgerRemedyText, permissionsText } from '../format/ledgerProblemText.ts';

/** Where the data of accounts is stored on this machine. */
export interface AccountData {
  readonly ledger: Pick<Ledger, 'addPendingRemoval' | 'keepHistory' | 'removeAccount'> & {
    readonly access: Pick<Ledger['access'], 'problem'>;
  };
  readonly upload: { deleteAccountData(accountId: string): Promise<void> };
}

/** Erases the data of accounts. What can't be removed is removed later, and the user is told why. */
export function createEraseAccountData({ ledger, upload }: AccountData): EraseAccountData {
  const throwIfKept = (choice: HistoryChoice): void => {
    const { problem } = ledger.access;
    // A lock ends soon, and without SQLite nothing was written.
    if (problem !== undefined && problem !== 'locked' && problem !== 'noSqlite') {
      throw notRemoved(
        choice === 'erase'
          ? l10n.t('You are signed out, but the history of the account could not be removed from this machine.')
          : l10n.t(
              'You are signed out, but your confirmations for the account could not be removed from this machine.',
            ),
        ledgerProblemText(problem),
        ledgerRemedyText(problem),
      );
    }
  };
  return async (accountId, choice) => {
    if (choice === 'erase') {
      ledger.removeAccount(accountId);
    } else {
      ledger.keepHistory(accountId);
    }
    try {
      await upload.deleteAccountData(accountId);
    } catch (error) {
      ledger.addPendingRemoval(accountId, { keepsHistory: choice === 'keep' });
      throwIfKept(choice);
      throw notRemoved(
        l10n.t('You are signed out, but fingerprints or copies of uploads could not be removed from this machine.'),
        l10n.t('Close the programs that use them.'),
        permissionsText(),
        error,
      );
    }
    throwIfKept(choice);
  };
}

function notRemoved(what: string, why: string, remedy: string, cause?: unknown): UserError {
  const later = l10n.t('The removal is completed as soon as possible, even after a restart.');
  return new UserError([what, why, remedy, later].join(' '), { cause });
}
