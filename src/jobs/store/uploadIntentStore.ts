import type { UploadRecords } from '../../model/upload.ts';

export const NO_UPLOADS: UploadRecords = { uploads: [], intents: [] };

/** The changed records and what to return to the caller. Where the records are the same object, nothing is written. */
export interface UploadChange<T> {
  readonly records: UploadRecords;
  readonly result: T;
}

/** What is kept of uploads, an account at a time. A store may be shared by several windows: each change is one step. */
export interface UploadStore {
  read(accountId: string): UploadRecords;

  /**
   * Reads the records, changes them and writes them back, with no other writer in between. `isDurable`: what is written
   * survives a power failure.
   */
  change<T>(
    accountId: string,
    change: (records: UploadRecords) => UploadChange<T>,
    options?: { readonly isDurable?: boolean },
  ): T;

  /** Resolves once everything is where other windows read it, or after that time. */
  whenWritten(limitMs: number): Promise<void>;
}
