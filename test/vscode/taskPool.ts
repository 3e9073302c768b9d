import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long an interrupted program may take to end its own processes. */
const GRACE_MS = 10_000;

/** A program that is part of a run. */
export interface Task {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The names of the tasks that have to end well before this one starts. */
  readonly after?: readonly string[];
}

export interface TaskEnd {
  readonly hasEndedWell: boolean;
  readonly seconds: number;
  /** Everything that the program printed, or why it was not started. */
  readonly output: string;
}

interface PoolOptions {
  /** How many tasks run at the same time. */
  readonly slots: number;
  /** Ends all running programs, with all processes that they started. */
  readonly signal?: AbortSignal;
  readonly onEnd?: (task: Task, end: TaskEnd) => void;
}

/**
 * Runs programs side by side, in the given order as far as they don't wait for each other. The output of each is kept together.
 * A task that waits for one that failed is not started, and has failed, too.
 */
export async function runTasks<T extends Task>(
  tasks: readonly T[],
  { slots, signal, onEnd }: PoolOptions,
): Promise<ReadonlyMap<T, TaskEnd>> {
  const ends = new Map<T, TaskEnd>();
  const endOf = (name: string): TaskEnd | undefined => ends.get(named(tasks, name));
  const running = new Map<T, Promise<void>>();
  const finish = (task: T, end: TaskEnd): void => {
    running.delete(task);
    ends.set(task, end);
    onEnd?.(task, end);
  };
  for (let waiting = tasks; waiting.length > 0 || running.size > 0;) {
    const failed = waiting.find(({ after = [] }) => after.some((name) => endOf(name)?.hasEndedWell === false));
    const ready = waiting.find(({ after = [] }) => after.every((name) => endOf(name)?.hasEndedWell === true));
    if (signal?.aborted === true) {
      waiting = [];
      await Promise.all(running.values());
    } else if (failed) {
      waiting = waiting.filter((task) => task !== failed);
      finish(failed, {
        hasEndedWell: false,
        seconds: 0,
        output: `Not started: ${failed.after?.join(' or ')} failed.\n`,
      });
    } else if (ready && running.size < slots) {
      waiting = waiting.filter((task) => task !== ready);
      running.set(
        ready,
        run(ready, signal).then((end) => finish(ready, end)),
      );
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      throw new Error(`These tasks wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    }
  }
  return ends;
}

function named<T extends Task>(tasks: readonly T[], name: string): T {
  const task = tasks.find((candidate) => candidate.name === name);
  if (!task) {
    throw new Error(`There is no task “${name}”.`);
  }
  return task;
}

/** In a process group of its own, so that all processes that the program starts can be ended with it. */
async function run({ command, env }: Task, signal: AbortSignal | undefined): Promise<TaskEnd> {
  const begun = performance.now();
  const [program, ...args] = command;
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const interrupt = (): void => endGroup(child);
  const kill = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', kill);
  signal?.addEventListener('abort', interrupt);
  let status: unknown;
  try {
    [status] = (await once(child, 'close')) as unknown[];
  } catch (error) {
    // The program could not be started.
    chunks.push(Buffer.from(`${String(error)}\n`));
  } finally {
    signal?.removeEventListener('abort', interrupt);
    process.removeListener('exit', kill);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  return { hasEndedWell: status === 0, seconds, output: Buffer.concat(chunks).toString() };
}

/** Like Ctrl+C in a terminal, and after a while for good. */
function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGINT');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  child.once('close', () => clearTimeout(timer));
}

/** Sends a signal to a process that leads a group, and to the group. Processes that have ended are ignored. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The process group has exited.
  }
}
