import { isUsableId } from '../../model/limits.ts';

/** How long a task waits for the jobs that it starts. */
interface Waiting {
  /** Whether the task ends with its jobs, or as soon as the service has accepted them. */
  readonly waits: boolean;
  /** Undefined: without a limit. */
  readonly timeoutMs: number | undefined;
}

/** What a task does, as its definition in `tasks.json` says. */
export type DataTask =
  | ({ readonly command: 'sync'; readonly entityId: string } & Waiting)
  | ({ readonly command: 'upload'; readonly entityId: string; readonly file: string } & Waiting)
  | { readonly command: 'check'; readonly file: string };

/** The property of a definition that is missing or invalid. */
export type DefinitionProblem = 'command' | 'entityId' | 'file' | 'wait' | 'timeout';

const MAX_FILE_LENGTH = 1_000;

/** Parses the definition of a task, which any folder may contain, once VS Code has replaced its variables. */
export function parseTaskDefinition({
  command,
  entityId,
  file,
  wait = true,
  timeout,
}: Readonly<Record<string, unknown>>): DataTask | DefinitionProblem {
  if (command !== 'sync' && command !== 'upload' && command !== 'check') {
    return 'command';
  }
  if (command !== 'sync' && !isPath(file)) {
    return 'file';
  }
  if (command === 'check') {
    return { command, file: String(file) };
  }
  if (typeof entityId !== 'string' || !isUsableId(entityId)) {
    return 'entityId';
  }
  if (typeof wait !== 'boolean') {
    return 'wait';
  }
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
    return 'timeout';
  }
  const waiting = { waits: wait, timeoutMs: timeout === undefined ? undefined : 1000 * timeout };
  return command === 'sync' ? { command, entityId, ...waiting } : { command, entityId, file: String(file), ...waiting };
}

function isPath(file: unknown): file is string {
  return typeof file === 'string' && /\S/.test(file) && file.length <= MAX_FILE_LENGTH;
}
