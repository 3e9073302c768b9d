import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { Ledger } from './ledger.ts';
import { openLedgerFile } from './ledgerFile.ts';
import { LedgerWatch } from './ledgerWatch.ts';

interface LedgerPlace {
  /** The extension's own folder, which all windows share. It need not exist. */
  readonly folder: string;
  readonly log: Logger;
}

/** The jobs of all windows. Nothing is opened before it is first used; nothing that can happen to it is fatal. */
export function openLedger({ folder, log }: LedgerPlace): Ledger {
  const watch = new LedgerWatch({ folder, log, onDidWrite: () => ledger.jobs.catchUp() });
  const ledger: Ledger = new Ledger({
    open: () => {
      const database = openLedgerFile(join(folder, 'jobs.db'), log);
      if (database) {
        watch.start();
      }
      return database;
    },
    log,
    owned: watch,
  });
  return ledger;
}
