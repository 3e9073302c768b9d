import { isObject } from '../../base/json.ts';
import type { Job } from '../../model/job.ts';

/** A connection that a command was called on: a row, or `{ entityId }` given by another extension. */
export interface ConnectionTarget {
  readonly entityId: string;
  /** Undefined if only an ID was given. */
  readonly entityName: string | undefined;
  readonly lastSyncId: string | undefined;
  /** Whether it is a row of a view, which the user sees, and not only an ID. */
  readonly isRow: boolean;
}

export interface TargetSelection {
  /** Each connection once. */
  readonly targets: readonly ConnectionTarget[];
  /** Whether the caller gave several, or a list of one: the command then returns a list as well. */
  readonly isList: boolean;
}

export interface ParsedTargets extends TargetSelection {
  /** All that were selected or given, which may be several jobs of a connection. */
  readonly rows: readonly ConnectionTarget[];
}

/** Parses a command's arguments, which may come from anywhere. `none` if it was called without a target, as from the Command Palette. */
export function parseTargets(args: readonly unknown[]): ParsedTargets | 'none' | 'invalid' {
  const [first, second] = args;
  // VS Code passes the row, then the whole selection if the row is part of one.
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  if (selection === undefined || selection === null) {
    return 'none';
  }
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const rows: ConnectionTarget[] = [];
  for (const item of items.filter((one) => !isOtherRow(one))) {
    const target = parseTarget(item);
    if (target === undefined) {
      return 'invalid';
    }
    rows.push(target);
  }
  const isList = Array.isArray(selection) && (selection !== second || items.length > 1);
  return { targets: eachOnce(rows), rows, isList };
}

/** The connections of these jobs, each once. */
export function targetsOfJobs(jobs: readonly Job[]): TargetSelection {
  const rows = jobs.map(({ entityId, entityName, syncId }) => ({
    entityId,
    entityName,
    lastSyncId: syncId,
    isRow: true,
  }));
  return { targets: eachOnce(rows), isList: jobs.length > 1 };
}

function eachOnce(rows: readonly ConnectionTarget[]): readonly ConnectionTarget[] {
  const targets = new Map<string, ConnectionTarget>();
  for (const row of rows) {
    targets.set(row.entityId, targets.get(row.entityId) ?? row);
  }
  return [...targets.values()];
}

function parseTarget(item: unknown): ConnectionTarget | undefined {
  const row = isObject(item) ? item : {};
  const isRow = row['kind'] === 'connection' || row['kind'] === 'job';
  const subject = row['kind'] === 'connection' ? row['connection'] : row['kind'] === 'job' ? row['job'] : row;
  const { entityId, entityName, lastSyncId, syncId }: Readonly<Record<string, unknown>> = isObject(subject)
    ? subject
    : {};
  if (typeof entityId !== 'string' || entityId === '') {
    return undefined;
  }
  return {
    entityId,
    entityName: isRow && typeof entityName === 'string' ? entityName : undefined,
    lastSyncId: textOrUndefined(row['kind'] === 'job' ? syncId : lastSyncId),
    isRow,
  };
}

/** Rows of the Connections view that may be selected together with connections. */
function isOtherRow(item: unknown): boolean {
  return isObject(item) && ['group', 'more', 'note'].includes(String(item['kind']));
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
