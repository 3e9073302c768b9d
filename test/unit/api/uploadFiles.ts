import { Emitter } from '../../../src/base/event.ts';
import type { UploadFile, UploadKind } from '../../../src/model/upload.ts';

/** A file with the given chunks. */
export function fileOf(kind: UploadKind, chunks: readonly (string | Uint8Array)[], name = `data.${kind}`): UploadFile {
  const bytes = chunks.map((chunk) => Buffer.from(chunk));
  return {
    name,
    kind,
    byteLength: bytes.reduce((sum, { byteLength }) => sum + byteLength, 0),
    async *chunks() {
      for (const chunk of bytes) {
        yield await Promise.resolve(chunk);
      }
    },
  };
}

/** A file whose reading never ends, with the number of stopped reads. */
export class EndlessFile implements UploadFile {
  readonly name = 'endless.csv';
  readonly kind: UploadKind;
  readonly byteLength: number;
  readonly #stallsAfter: number;
  readonly #emitter = new Emitter<'read' | 'stopped'>();
  stops = 0;

  /** Declares `byteLength` bytes; a read after `stallsAfter` chunks never resolves. */
  constructor({
    byteLength = 2 ** 40,
    stallsAfter = Infinity,
    kind = 'csv',
  }: { readonly byteLength?: number; readonly stallsAfter?: number; readonly kind?: UploadKind } = {}) {
    this.kind = kind;
    this.byteLength = byteLength;
    this.#stallsAfter = stallsAfter;
  }

  /** Called before each read, and when reading is stopped. */
  readonly onDidCall = this.#emitter.event;

  chunks(): AsyncIterable<Uint8Array> {
    let count = 0;
    const next = () => {
      this.#emitter.fire('read');
      return count++ < this.#stallsAfter
        ? Promise.resolve({ done: false as const, value: Buffer.alloc(64 * 1024, 'a') })
        : new Promise<never>(() => undefined);
    };
    const stop = () => {
      this.stops++;
      this.#emitter.fire('stopped');
      return Promise.resolve({ done: true as const, value: undefined });
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  }
}
