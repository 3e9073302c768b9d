import { matchesGlob } from '../../base/glob.ts';
import { isObject } from '../../base/json.ts';
import { connectionName, duplicateNameTest } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { connectionNameById, isUnlisted } from '../connections/listedConnection.ts';
import type { Session } from '../session/session.ts';
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

interface NamedTarget extends MappedTarget {
  /** Whether the caller names it, and not the settings. */
  readonly isByCaller: boolean;
}

interface TargetSource {
  readonly uri: string;
  readonly name: string;
}

interface TargetOptions {
  readonly session: Pick<Session, 'isDemo'>;
  readonly prompts: Pick<UploadPrompts, 'chooseTarget'>;
  readonly feed: ConnectionFeed;
  readonly history: UploadHistory;
  readonly accountId: string;
  /** The target that the caller named for all files. */
  readonly entityId: string | undefined;
  /** The target that the caller named for one source. */
  readonly targetOf?: ((uri: string) => string | undefined) | undefined;
  /** Whether that caller is a task. */
  readonly isByTask?: boolean | undefined;
  readonly targetSettings: (uri: string) => FileTargetSettings;
}

/**
 * A target for each source: the one that the caller named, else the one in the user's settings, else the one that a trusted
 * workspace proposes, else one that the user chooses for all the others at once. Undefined if they cancel.
 */
export async function chooseTargets(
  sources: readonly TargetSource[],
  { prompts, session, feed, history, accountId, entityId, targetOf, isByTask = false, targetSettings }: TargetOptions,
): Promise<readonly UploadTarget[] | undefined> {
  const named = sources.map(({ uri }): NamedTarget | undefined => {
    const namedId = entityId ?? targetOf?.(uri);
    if (namedId !== undefined) {
      return { entityId: namedId, isProposed: isByTask, isByTask, isByCaller: true };
    }
    const { settings, path } = targetSettings(uri);
    const target = mappedTarget(settings, path);
    return target && { ...target, isByCaller: false };
  });
  // The connection of an ID that isn't listed may be new.
  const needsList = (target: NamedTarget): boolean => feed.state.kind !== 'loaded' || isUnlisted(feed, target.entityId);
  if (named.some((target) => target !== undefined && needsList(target))) {
    // For the names, and to know each connection's last job before this one. The upload continues without them.
    await feed.refresh();
  }
  // Resolved before the user is asked: meanwhile, the connections may be loaded or change.
  const resolved = resolveTargets(named, feed);
  const unresolved = sources.filter((_, index) => resolved[index] === undefined);
  if (unresolved.length === 0) {
    return resolved.filter((target) => target !== undefined);
  }
  const remembered = history.rememberedTargets(
    accountId,
    unresolved.map(({ uri }) => uri),
  );
  const unlistedIds = named.flatMap((target, index) =>
    target !== undefined && resolved[index] === undefined && isUnlisted(feed, target.entityId) ? target.entityId : [],
  );
  const connection = await prompts.chooseTarget(
    unresolved.map(({ name }) => name),
    remembered,
    // In the demo, every ID is that of another account.
    session.isDemo ? undefined : unlistedIds[0],
  );
  if (connection === undefined) {
    return undefined;
  }
  const notes = notesAbout(connection, duplicateNamesIn(feed));
  const chosen = { entityId: connection.entityId, name: connectionName(connection), ...notes };
  return resolved.map((target) => target ?? chosen);
}

/** The targets that can be used. An ID in the settings may be of another account: then the user is asked. */
function resolveTargets(
  named: readonly (NamedTarget | undefined)[],
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
): readonly (UploadTarget | undefined)[] {
  const hasDuplicateName = duplicateNamesIn(feed);
  return named.map((target) => {
    if (target === undefined) {
      return undefined;
    }
    const { isByCaller, ...rest } = target;
    const connection = feed.find(target.entityId);
    return isByCaller || connection !== undefined
      ? {
          ...rest,
          name: connectionNameById(feed, target.entityId),
          ...notesAbout(connection, hasDuplicateName),
          ...(isUnlisted(feed, target.entityId) && { isUnlisted: true }),
        }
      : undefined;
  });
}

/** Returns a function that says whether another listed connection has the same name. */
function duplicateNamesIn({ state }: Pick<ConnectionFeed, 'state'>): (connection: Connection) => boolean {
  return duplicateNameTest(state.kind === 'loaded' ? state.connections : []);
}

/** What the user should know about a target. */
function notesAbout(
  connection: Connection | undefined,
  hasDuplicateName: (connection: Connection) => boolean,
): Pick<UploadTarget, 'isInactive' | 'hasDuplicateName'> {
  return {
    ...(connection?.isActive === false && { isInactive: true }),
    ...(connection !== undefined && hasDuplicateName(connection) && { hasDuplicateName: true }),
  };
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
    .filter(([glob, entityId]) => typeof entityId === 'string' && entityId !== '' && matchesGlob(glob, path))
    .sort(([a], [b]) => b.length - a.length);
  return best?.[1] as string | undefined;
}
