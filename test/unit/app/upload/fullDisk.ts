import fs from 'node:fs';
import { mock } from 'node:test';

type Done = (error: Error | null, written?: number) => void;

/**
 * From the second write of a file stream on, the disk is full, until `mock.reset()`. Returns how often it was written to. The system's
 * call fails, because mounting a small disk takes rights that not every machine grants.
 */
export function fillDisk(): () => number {
  const { write } = fs;
  let writes = 0;
  const fail = (done: Done): void =>
    done(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
  mock.method(
    fs,
    'write',
    (file: number, bytes: Uint8Array, offset: number, length: number, position: number | undefined, done: Done) => {
      writes++;
      if (writes === 1) {
        write(file, bytes, offset, length, position, done);
      } else {
        fail(done);
      }
    },
  );
  mock.method(
    fs,
    'writev',
    (_file: number, _parts: readonly Uint8Array[], _position: number | undefined, done: Done) => {
      writes++;
      fail(done);
    },
  );
  return () => writes;
}
