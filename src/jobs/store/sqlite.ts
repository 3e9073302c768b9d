import type * as Sqlite from 'node:sqlite';

/** Node's own SQLite; undefined where this Node has none. */
export function loadSqlite(): typeof Sqlite | undefined {
  // Some versions of Node warn that it is experimental, which in the editor's log looks like an error of this extension.
  // The module is loaded before anything else runs, so nobody else's warning can get lost.
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
