import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Commits what the other process changed, and releases the lock. */
export type Release = () => Promise<void>;

/** Holds a lock on a database in another process, which runs `sql` meanwhile. */
export async function holdLock(file: string, lock: 'IMMEDIATE' | 'EXCLUSIVE', sql = ''): Promise<Release> {
  const child = fork(fileURLToPath(new URL('./lockHolder.ts', import.meta.url)), [file, lock, sql]);
  const exit = once(child, 'exit');
  const held = await Promise.race([once(child, 'message'), exit]);
  assert.deepEqual(held[0], 'held');
  return async () => {
    child.send('release');
    assert.deepEqual(await exit, [0, null]);
  };
}
