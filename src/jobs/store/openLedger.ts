import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { Ledger } from './ledger.ts';
import { deleteDamagedCopies, openLedgerFile } from './ledgerFile.ts';
import { LedgerWatch } from './ledgerWatch.ts';
import { UnfinishedRemovals } from './unfinishedRemovals.ts';

interface LedgerPlace {
  /** The extension's own folder, which all windows share. It need not exist. */
  readonly folder: string;
  readonly log: Logger;
}

/**
 * The jobs of all windows. Nothing is opened before it is first used, unless accounts are still to be removed; nothing that can
 * happen to it is fatal.
 */
export function openLedger({ folder, log }: LedgerPlace): Ledger {
  const file = join(folder, 'jobs.db');
  const unfinished = new UnfinishedRemovals(file, log);
  const watch = new LedgerWatch({ folder, log, onDidWrite: () => ledger.jobs.catchUp() });
  const ledger: Ledger = new Ledger({
    open: () => {
      const database = openLedgerFile(file, log);
      if (database) {
        watch.start();
      }
      return database;
    },
    log,
    deleteDamagedCopies: () => deleteDamagedCopies(file),
    unfinished,
    owned: watch,
  });
  unfinished.list().forEach((accountId) => ledger.removeAccount(accountId));
  return ledger;
}
