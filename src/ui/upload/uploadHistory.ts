import type { Memento } from 'vscode';
import type { EpochMs } from '../../base/time.ts';
import type { Conversion, UploadFormat } from '../../model/upload.ts';

const KEY = 'dataConnections.upload.history';
const KEPT = 100;
const KEPT_COLUMNS = 1_000;

/** An upload that the service accepted. */
export interface AcceptedUpload {
  readonly at: EpochMs;
  readonly syncId: string;
  readonly entityId: string;
  /** What was uploaded, as a URI's text. */
  readonly source: string;
  readonly format: UploadFormat;
  readonly conversion: Conversion;
  /** SHA-256 of what was uploaded, before any conversion. */
  readonly digest: string;
  /** Empty for all but the latest upload to each connection. */
  readonly columns: readonly string[];
}

/** What this workspace uploaded, for each account: nothing in the service's answers tells that. No content is kept. */
export class UploadHistory {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  add(accountId: string, upload: AcceptedUpload): Thenable<void> {
    const earlier = this.#list(accountId).map((known) =>
      known.entityId === upload.entityId ? { ...known, columns: [] } : known,
    );
    const latest = { ...upload, columns: upload.columns.slice(0, KEPT_COLUMNS) };
    return this.#memory.update(KEY, { ...this.#read(), [accountId]: [latest, ...earlier].slice(0, KEPT) });
  }

  /** Forgets an account's, when it signs out. */
  forget(accountId: string): Thenable<void> {
    const kept = Object.entries(this.#read()).filter(([id]) => id !== accountId);
    return this.#memory.update(KEY, Object.fromEntries(kept));
  }

  /** The connections that took an upload: the latest to take this source first, then the latest to take anything. */
  targets(accountId: string, source?: string): readonly string[] {
    const list = this.#list(accountId);
    const ofSource = list.filter((known) => known.source === source);
    return [...new Set([...ofSource, ...list].map(({ entityId }) => entityId))];
  }

  /** The connection that took this source last. */
  targetOf(accountId: string, source: string): string | undefined {
    return this.#list(accountId).find((known) => known.source === source)?.entityId;
  }

  latest(accountId: string): AcceptedUpload | undefined {
    return this.#list(accountId)[0];
  }

  bySyncId(accountId: string, syncId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.syncId === syncId);
  }

  /** The latest upload of the same content to the same connection. */
  sameContent(accountId: string, entityId: string, digest: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.entityId === entityId && known.digest === digest);
  }

  /** The header that the connection took last; undefined where none is known, or where it had too many columns to be kept. */
  lastHeader(accountId: string, entityId: string): readonly string[] | undefined {
    const columns = this.#list(accountId).find((known) => known.entityId === entityId)?.columns ?? [];
    return columns.length > 0 && columns.length < KEPT_COLUMNS ? columns : undefined;
  }

  #list(accountId: string): readonly AcceptedUpload[] {
    return this.#read()[accountId] ?? [];
  }

  /** What is stored, as far as it is what we store. */
  #read(): Readonly<Record<string, readonly AcceptedUpload[]>> {
    const stored: unknown = this.#memory.get(KEY);
    if (!isObject(stored)) {
      return {};
    }
    return Object.fromEntries(
      Object.entries(stored).map(([accountId, uploads]) => [
        accountId,
        Array.isArray(uploads) ? uploads.filter(isAcceptedUpload) : [],
      ]),
    );
  }
}

function isAcceptedUpload(value: unknown): value is AcceptedUpload {
  return (
    isObject(value) &&
    typeof value['at'] === 'number' &&
    ['syncId', 'entityId', 'source', 'digest'].every((name) => typeof value[name] === 'string') &&
    (value['format'] === 'multipart' || value['format'] === 'json') &&
    isObject(value['conversion']) &&
    Array.isArray(value['columns']) &&
    value['columns'].every((name) => typeof name === 'string')
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
