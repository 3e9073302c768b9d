import type { Job } from '../../model/job.ts';
import type { LedgerTables } from './ledgerTables.ts';

/** Up to where an account's jobs have been read. */
interface Position {
  readonly dataVersion: number;
  readonly revision: number;
  readonly deletions: number;
}

/** Jobs that are new or changed or, where something was deleted, all that there are. */
export interface LedgerChanges {
  readonly jobs: ReadonlyMap<string, Job>;
  readonly isAll: boolean;
  /** To be noted once the news have been taken in. */
  readonly position: Position;
}

/** What other windows have written since this one last read, which costs next to nothing where none has. */
export class ChangeCursor {
  readonly #positions = new Map<string, Position | undefined>();

  /** Those that were asked for before. */
  get accountIds(): readonly string[] {
    return [...this.#positions.keys()];
  }

  /** Undefined: no other window has written. */
  read(tables: LedgerTables, accountId: string): LedgerChanges | undefined {
    const dataVersion = tables.dataVersion();
    const known = this.#positions.get(accountId);
    if (known?.dataVersion === dataVersion) {
      return undefined;
    }
    // The position first: what is written in between is then read twice, and not never.
    const position = positionIn(tables, dataVersion);
    const isAll = known?.deletions !== position.deletions;
    const jobs = tables.jobs(accountId, isAll ? -1 : known.revision);
    return { jobs: new Map(jobs.map((job) => [job.syncId, job])), isAll, position };
  }

  note(accountId: string, position: Position): void {
    this.#positions.set(accountId, position);
  }

  /** The account was asked for while it could not be read. */
  noteUnread(accountId: string): void {
    this.#positions.set(accountId, this.#positions.get(accountId));
  }

  /** All is to be read again, of another database or after writes of our own. */
  forget(): void {
    this.accountIds.forEach((accountId) => this.#positions.set(accountId, undefined));
  }
}

/** Up to where the database is written. */
export function positionIn(tables: LedgerTables, dataVersion = tables.dataVersion()): Position {
  return { ...tables.position(), dataVersion };
}
