import type { Job } from '../../model/job.ts';
import type { LedgerTables } from './ledgerTables.ts';

/** Up to where an account's jobs have been read. */
interface Position {
  readonly dataVersion: number;
  readonly revision: number;
  readonly deletions: number;
}

/** Jobs that are new or changed or, where something was deleted, all that there are. */
export interface News {
  readonly jobs: ReadonlyMap<string, Job>;
  readonly isAll: boolean;
  /** To be noted once the news have been taken in. */
  readonly position: Position;
}

/** What other windows have written since this one last read, which costs next to nothing where none has. */
export class LedgerNews {
  readonly #positions = new Map<string, Position>();

  /** Those that were read before. */
  get accountIds(): readonly string[] {
    return [...this.#positions.keys()];
  }

  /** Undefined: nobody else has written. */
  read(tables: LedgerTables, accountId: string): News | undefined {
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

  /** Of another database nothing has been read. */
  forget(): void {
    this.#positions.clear();
  }
}

/** Up to where the database is written. */
export function positionIn(tables: LedgerTables, dataVersion = tables.dataVersion()): Position {
  return { ...tables.position(), dataVersion };
}
