import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { openLedgerFile } from './ledgerFile.ts';
import { LedgerJobStore } from './ledgerJobStore.ts';
import { LedgerWatch } from './ledgerWatch.ts';

interface LedgerOptions {
  /** The extension's own folder, which all windows share. It need not exist. */
  readonly folder: string;
  readonly log: Logger;
}

/** The jobs of all windows. Nothing is opened before it is first used; nothing that can happen to it is fatal. */
export function openLedger({ folder, log }: LedgerOptions): LedgerJobStore {
  const watch = new LedgerWatch({ folder, log, onDidWrite: () => store.catchUp() });
  const store: LedgerJobStore = new LedgerJobStore({
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
  return store;
}
