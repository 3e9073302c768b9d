import { parseGlob } from '../../../base/glob.ts';

/**
 * The entity id that the setting `dataConnections.upload.targets` names for a file. The longest glob that fits says it, as
 * it is the most particular. Undefined where none does; what is no glob, and what is no id, counts as not set.
 * @param path of the file in its workspace folder, or all of it outside.
 */
export function mappedTarget(targets: unknown, path: string): string | undefined {
  if (typeof targets !== 'object' || targets === null) {
    return undefined;
  }
  const [best] = Object.entries(targets)
    .filter(([glob, entityId]) => typeof entityId === 'string' && entityId !== '' && parseGlob(glob)?.(path) === true)
    .sort(([a], [b]) => b.length - a.length);
  return best?.[1] as string | undefined;
}
