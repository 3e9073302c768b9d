import { parseGlob } from '../../../base/glob.ts';
import type { TargetSettings } from '../../settings.ts';

/** The connection that the settings name for a file. */
export interface MappedTarget {
  readonly entityId: string;
  /** Whether a workspace names it, and not the user. */
  readonly isProposed: boolean;
}

/**
 * The entity id that the setting `dataConnections.upload.targets` names for a file: the user's, else the one that a workspace
 * proposes. Of each, the longest glob that fits says it, as it is the most particular. Undefined where none does; what is no
 * glob, and what is no id, counts as not set.
 * @param path of the file in its workspace folder, or all of it outside.
 */
export function mappedTarget({ ofUser, ofWorkspace }: TargetSettings, path: string): MappedTarget | undefined {
  const own = longest([ofUser], path);
  if (own !== undefined) {
    return { entityId: own, isProposed: false };
  }
  const proposed = longest(ofWorkspace, path);
  return proposed === undefined ? undefined : { entityId: proposed, isProposed: true };
}

/** @param values of a later one replaces the same glob's of an earlier one. */
function longest(values: readonly unknown[], path: string): string | undefined {
  const entries = values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []));
  const [best] = [...new Map<string, unknown>(entries)]
    .filter(([glob, entityId]) => typeof entityId === 'string' && entityId !== '' && parseGlob(glob)?.(path) === true)
    .sort(([a], [b]) => b.length - a.length);
  return best?.[1] as string | undefined;
}
