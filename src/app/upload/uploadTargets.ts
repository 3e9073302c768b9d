import { parseGlob } from '../../base/glob.ts';
import { isObject } from '../../base/json.ts';
import { connectionName, namesakes } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { connectionNameById } from '../connections/listedConnection.ts';
import type { UploadHistory } from './uploadHistory.ts';
import type { UploadTarget } from './uploadPlan.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

/** The values of the setting `dataConnections.upload.targets`, not yet validated. */
export interface TargetSettings {
  readonly ofUser: unknown;
  /** The workspace's, then that of the file's folder. */
  readonly ofWorkspace: readonly unknown[];
}

/** The target settings for a file. */
export interface FileTargetSettings {
  readonly settings: TargetSettings;
  /** The file's path in its workspace folder, or its full path if it is in none. */
  readonly path: string;
}

interface MappedTarget {
  readonly entityId: string;
  readonly isProposed: boolean;
  readonly isByTask?: boolean;
}

interface TargetSource {
  /** Its URI. */
  readonly source: string;
  readonly name: string;
}

interface TargetOptions {
  readonly prompts: Pick<UploadPrompts, 'chooseTarget'>;
  readonly feed: ConnectionFeed;
  readonly history: UploadHistory;
  readonly accountId: string;
  /** The target that the caller named for all files. */
  readonly entityId: string | undefined;
  /** The target that the caller named for one source. */
  readonly targetOf?: ((source: string) => string | undefined) | undefined;
  /** Whether that caller is a task of a folder. */
  readonly isByTask?: boolean | undefined;
  readonly targetSettings: (source: string) => FileTargetSettings;
}

/**
 * A target for each source: the one that the caller named, else the one in the user's settings, else the one that a trusted
 * workspace proposes, else one that the user chooses for all the others at once. Undefined if they cancel.
 */
export async function chooseTargets(
  sources: readonly TargetSource[],
  { prompts, feed, history, accountId, entityId, targetOf, isByTask = false, targetSettings }: TargetOptions,
): Promise<readonly UploadTarget[] | undefined> {
  const byCaller = sources.map(({ source }) => entityId ?? targetOf?.(source));
  const named = sources.map(({ source }, index): MappedTarget | undefined => {
    const namedId = byCaller[index];
    if (namedId !== undefined) {
      return { entityId: namedId, isProposed: isByTask, isByTask };
    }
    const { settings, path } = targetSettings(source);
    return mappedTarget(settings, path);
  });
  if (named.some((target) => target !== undefined) && feed.state.kind !== 'loaded') {
    // For the names, and to know each connection's last job before this one. The upload continues without them.
    await feed.refresh();
  }
  // Resolved before the user is asked: meanwhile, the connections may be loaded or change.
  const before = targetNotes(feed);
  const resolved = named.map((target, index): UploadTarget | undefined =>
    // An ID in the settings may be of another account: then the user is asked.
    target !== undefined && (target.entityId === byCaller[index] || feed.find(target.entityId) !== undefined)
      ? { ...target, name: connectionNameById(feed, target.entityId), ...before(feed.find(target.entityId)) }
      : undefined,
  );
  const open = sources.filter((_, index) => resolved[index] === undefined);
  if (open.length === 0) {
    return resolved.filter((target) => target !== undefined);
  }
  const remembered = history.targets(
    accountId,
    open.map(({ source }) => source),
  );
  const chosen = await prompts.chooseTarget(
    open.map(({ name }) => name),
    remembered,
  );
  if (chosen === undefined) {
    return undefined;
  }
  const { entityId: chosenId } = chosen;
  const ofUser = { entityId: chosenId, name: connectionName(chosen), ...targetNotes(feed)(chosen) };
  return resolved.map((target) => target ?? ofUser);
}

/** Returns a function that gives what the user should know of a connection. */
function targetNotes(
  feed: Pick<ConnectionFeed, 'state'>,
): (connection: Connection | undefined) => Pick<UploadTarget, 'isInactive' | 'hasNamesake'> {
  const hasNamesake = namesakes(feed.state.kind === 'loaded' ? feed.state.connections : []);
  return (connection) => ({
    ...(connection?.isActive === false && { isInactive: true }),
    ...(connection !== undefined && hasNamesake(connection) && { hasNamesake: true }),
  });
}

/**
 * The target that the setting names for a file: the user's, else the one that a workspace proposes. In each, the longest matching
 * glob wins, because it is the most specific. Invalid globs and IDs are ignored.
 */
export function mappedTarget({ ofUser, ofWorkspace }: TargetSettings, path: string): MappedTarget | undefined {
  const own = longestMatch([ofUser], path);
  if (own !== undefined) {
    return { entityId: own, isProposed: false };
  }
  const proposed = longestMatch(ofWorkspace, path);
  return proposed === undefined ? undefined : { entityId: proposed, isProposed: true };
}

/** @param values of which later ones override earlier ones with the same glob. */
function longestMatch(values: readonly unknown[], path: string): string | undefined {
  const entries = values.flatMap((value) => (isObject(value) ? Object.entries(value) : []));
  const [best] = [...new Map<string, unknown>(entries)]
    .filter(([glob, entityId]) => typeof entityId === 'string' && entityId !== '' && parseGlob(glob)?.(path) === true)
    .sort(([a], [b]) => b.length - a.length);
  return best?.[1] as string | undefined;
}
