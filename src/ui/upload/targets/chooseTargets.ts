import { knownConnection } from '../../../app/connections/knownConnection.ts';
import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { ConnectionFeed } from '../../../app/connections/connectionFeed.ts';
import { readTargetSettings, SETTINGS_SECTION } from '../../settings.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { UploadTarget } from './chooseTarget.ts';
import type { UploadHistory } from '../uploadHistory.ts';
import { mappedTarget } from './uploadTargets.ts';
import type { MappedTarget } from './uploadTargets.ts';

interface ChooseOptions {
  readonly feed: ConnectionFeed;
  readonly history: UploadHistory;
  readonly accountId: string;
  /** The target that the caller named for all. */
  readonly entityId: string | undefined;
}

/**
 * A target for each URI: the one that the caller named, else the one that the user's settings name, else the one that those of
 * a trusted workspace propose, else one that the user picks for all the others at once. Undefined where they pick none.
 */
export async function chooseTargets(
  uris: readonly Uri[],
  { feed, history, accountId, entityId }: ChooseOptions,
): Promise<readonly UploadTarget[] | undefined> {
  const chosen = new Map<string, UploadTarget>();
  const named = uris.map((uri) => (entityId === undefined ? targetInSettings(uri) : { entityId, isProposed: false }));
  for (const id of new Set(named.map((target) => target?.entityId))) {
    // An id of the settings may be another account's: then the user is asked.
    const target = id === undefined ? undefined : await chooseTarget(id, feed, []);
    if (id !== undefined && target !== undefined && (id === entityId || knownConnection(feed, id) !== undefined)) {
      chosen.set(id, target);
    }
  }
  const open = uris.filter((_, index) => !chosen.has(named[index]?.entityId ?? ''));
  const [first] = open;
  const picked =
    first === undefined
      ? undefined
      : await chooseTarget(undefined, feed, history.targets(accountId, first.toString()), open.length);
  if (first !== undefined && picked === undefined) {
    return undefined;
  }
  return named.flatMap((mapped) => {
    const target = mapped && chosen.get(mapped.entityId);
    return target === undefined ? (picked ?? []) : { ...target, isProposed: mapped?.isProposed === true };
  });
}

function targetInSettings(uri: Uri): MappedTarget | undefined {
  const settings = readTargetSettings(workspace.getConfiguration(SETTINGS_SECTION, uri), workspace.isTrusted);
  return mappedTarget(settings, workspace.asRelativePath(uri, false));
}
