import type { Job } from '../../model/job.ts';
import type { JobTables } from './jobTables.ts';

/** The position up to which an account's jobs have been read. */
interface Position {
  readonly dataVersion: string;
  readonly revision: number;
  readonly deletions: number;
}

/** What other windows have written. */
export interface LedgerChanges {
  /** Jobs that were added or changed. */
  readonly jobs: readonly Job[];
  /** The IDs of all jobs that are there now, if some may have been deleted. */
  readonly remainingIds: ReadonlySet<string> | undefined;
  /** To be passed to `moveTo` when the changes have been processed. */
  readonly position: Position;
}

/** Reads what other windows have written since the last read. Cheap if they have written nothing. */
export class ChangeCursor {
  readonly #positions = new Map<string, Position | undefined>();

  /** The accounts read so far. */
  get accountIds(): readonly string[] {
    return [...this.#positions.keys()];
  }

  /** Undefined if no other window has written. */
  read(tables: JobTables, accountId: string): LedgerChanges | undefined {
    const dataVersion = tables.dataVersion();
    const known = this.#positions.get(accountId);
    if (known?.dataVersion === dataVersion) {
      return undefined;
    }
    // The position is read first, so that what is written in between is read twice rather than never.
    const position = positionIn(tables, dataVersion);
    const jobs = tables.jobs(accountId, known?.revision ?? -1);
    const remainingIds = known?.deletions === position.deletions ? undefined : new Set(tables.syncIds(accountId));
    return { jobs, remainingIds, position };
  }

  moveTo(accountId: string, position: Position): void {
    this.#positions.set(accountId, position);
  }

  /** Records an account that could not be read. */
  addAccount(accountId: string): void {
    this.#positions.set(accountId, this.#positions.get(accountId));
  }

  /** Reads everything again next time: for another database, or after pending writes. */
  invalidate(): void {
    this.accountIds.forEach((accountId) => this.#positions.set(accountId, undefined));
  }
}

/** The current position of the database. */
export function positionIn(tables: JobTables, dataVersion = tables.dataVersion()): Position {
  return { ...tables.position(), dataVersion };
}
