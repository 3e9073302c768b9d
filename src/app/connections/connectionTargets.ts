import { fieldsOf, isNullish, isObject } from '../../base/json.ts';
import { uniqueBy } from '../../base/lists.ts';
import type { Job } from '../../model/job.ts';
import { isUsableId } from '../../model/limits.ts';

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

/**
 * Why a command can't use its arguments: one is not a connection or there is none in a list, only other rows are selected, an ID can be
 * neither sent nor stored, an object has other properties than a connection or a job, or several were passed instead of a list.
 */
export type TargetProblem = 'notATarget' | 'noConnection' | 'unusableId' | 'unknownProperty' | 'severalArguments';

/** What the commands return, and what describes a connection. An object that is no row may have all of these, and no others. */
const PROPERTIES: readonly string[] = ['entityId', 'entityName', 'syncId', 'lastSyncId', 'uri', 'totals'];

/** Parses a command's arguments, which may come from anywhere. `none` if it was called without a target, as from the Command Palette. */
export function parseTargets(args: readonly unknown[]): ParsedTargets | 'none' | TargetProblem {
  if (hasSeveralArguments(args)) {
    return 'severalArguments';
  }
  const [first, second] = args;
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  if (isNullish(selection)) {
    return 'none';
  }
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const rows: ConnectionTarget[] = [];
  for (const item of items.filter((candidate) => !isOtherRow(candidate))) {
    const target = parseTarget(item);
    if (typeof target === 'string') {
      return target;
    }
    rows.push(target);
  }
  if (rows.length === 0) {
    return items.length === 0 ? 'notATarget' : 'noConnection';
  }
  const isList = Array.isArray(selection) && (selection !== second || items.length > 1);
  return { targets: uniqueTargets(rows), rows, isList };
}

/** Whether there are more arguments than VS Code passes: the row, then the whole selection if the row is part of one. */
export function hasSeveralArguments([first, second, ...others]: readonly unknown[]): boolean {
  const hasSelection = Array.isArray(second) && (isNullish(first) || isViewRow(first));
  return !(isNullish(second) || hasSelection) || !others.every(isNullish);
}

/** Whether an argument is a row of a view. To a command in the title of a view, VS Code passes the focused one. */
export function isViewRow(argument: unknown): boolean {
  return isObject(argument) && typeof argument['kind'] === 'string';
}

/** The connections of these jobs, each once. */
export function targetsOfJobs(jobs: readonly Job[]): TargetSelection {
  const rows = jobs.map(({ entityId, entityName, syncId }) => ({
    entityId,
    entityName,
    lastSyncId: syncId,
    isRow: true,
  }));
  return { targets: uniqueTargets(rows), isList: jobs.length > 1 };
}

function uniqueTargets(rows: readonly ConnectionTarget[]): readonly ConnectionTarget[] {
  return uniqueBy(rows, ({ entityId }) => entityId);
}

function parseTarget(item: unknown): ConnectionTarget | TargetProblem {
  const { kind, connection, job } = fieldsOf(item);
  const isRow = kind === 'connection' || kind === 'job';
  const rowSubject = kind === 'connection' ? connection : job;
  const subject = isRow ? rowSubject : item;
  const { entityId, entityName, lastSyncId, syncId } = fieldsOf(subject);
  if (typeof entityId !== 'string' || entityId === '') {
    return 'notATarget';
  }
  if (!isUsableId(entityId)) {
    return 'unusableId';
  }
  if (!isRow && hasUnknownProperty(item)) {
    return 'unknownProperty';
  }
  return {
    entityId,
    entityName: isRow && typeof entityName === 'string' ? entityName : undefined,
    lastSyncId: textOrUndefined(kind === 'job' ? syncId : lastSyncId),
    isRow,
  };
}

/** Whether an object that is no row has another property than a connection or a job. */
export function hasUnknownProperty(item: unknown): boolean {
  return Object.keys(fieldsOf(item)).some((name) => !PROPERTIES.includes(name));
}

/** Rows of the Connections view that may be selected together with connections. */
function isOtherRow(item: unknown): boolean {
  return isObject(item) && ['group', 'more', 'message'].includes(String(item['kind']));
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
