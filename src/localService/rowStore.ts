import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';

/** The result of parsing an upload. With a problem, the rows before it are stored and the job will fail. */
export interface ParseResult {
  readonly columns: readonly string[];
  readonly problem?: string;
}

const BATCH_ROWS = 1_000;

/** Stores the rows of one upload. Cells are text, in the order of the columns. */
export interface RowWriter {
  readonly rowCount: number;
  add(cells: readonly string[]): void;
  /** Stores the pending rows; called after the last row. */
  flush(): void;
}

/** The rows of all uploads, in a SQLite database that is deleted with the process's temporary directory. */
export class RowStore {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE TABLE rows (syncId TEXT, rowIndex INTEGER, cells TEXT, PRIMARY KEY (syncId, rowIndex)) WITHOUT ROWID;
    `);
    this.#insert = this.#database.prepare('INSERT INTO rows VALUES (?, ?, ?)');
    this.#select = this.#database.prepare('SELECT cells FROM rows WHERE syncId = ? ORDER BY rowIndex');
  }

  write(syncId: string): RowWriter {
    let rowCount = 0;
    let pending: string[] = [];
    const flush = () => {
      this.#database.exec('BEGIN');
      pending.forEach((cells, index) => this.#insert.run(syncId, rowCount - pending.length + index, cells));
      this.#database.exec('COMMIT');
      pending = [];
    };
    return {
      get rowCount() {
        return rowCount;
      },
      add(cells) {
        pending.push(JSON.stringify(cells));
        rowCount += 1;
        if (pending.length === BATCH_ROWS) {
          flush();
        }
      },
      flush,
    };
  }

  /** The rows in order, padded to `width` with empty cells. */
  *read(syncId: string, width: number): Generator<readonly string[]> {
    for (const { cells } of this.#select.iterate(syncId)) {
      const row = JSON.parse(String(cells)) as string[];
      yield row.length < width ? [...row, ...Array<string>(width - row.length).fill('')] : row;
    }
  }

  count(syncId: string): number {
    return Number(this.#database.prepare('SELECT count(*) AS rows FROM rows WHERE syncId = ?').get(syncId)?.['rows']);
  }

  /** SHA-256 over the rows, each as the JSON array of its cells and a line feed. */
  digest(syncId: string, width: number): string {
    const hash = createHash('sha256');
    for (const row of this.read(syncId, width)) {
      hash.update(`${JSON.stringify(row)}\n`);
    }
    return hash.digest('hex');
  }

  remove(syncId: string): void {
    this.#database.prepare('DELETE FROM rows WHERE syncId = ?').run(syncId);
  }

  clear(): void {
    this.#database.exec('DELETE FROM rows');
  }

  close(): void {
    this.#database.close();
  }
}
