import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { ConnectionFeed } from '../../../jobs/connectionFeed.ts';
import { SETTINGS_SECTION } from '../../settings.ts';
import { chooseTarget, connectionIn } from './chooseTarget.ts';
import type { UploadTarget } from './chooseTarget.ts';
import type { UploadHistory } from '../uploadHistory.ts';
import { mappedTarget } from './uploadTargets.ts';

interface ChooseOptions {
  readonly feed: ConnectionFeed;
  readonly history: UploadHistory;
  readonly accountId: string;
  /** The target that the caller named for all. */
  readonly entityId: string | undefined;
}

/**
 * A target for each URI: the one that the caller named, else the one that the settings name, else one that the user picks
 * for all the others at once. Undefined where they pick none.
 */
export async function chooseTargets(
  uris: readonly Uri[],
  { feed, history, accountId, entityId }: ChooseOptions,
): Promise<readonly UploadTarget[] | undefined> {
  const chosen = new Map<string, UploadTarget>();
  const named = uris.map((uri) => entityId ?? targetInSettings(uri));
  for (const id of new Set(named)) {
    // An id of the settings may be another account's: then the user is asked.
    const target = id === undefined ? undefined : await chooseTarget(id, feed, []);
    if (id !== undefined && target !== undefined && (id === entityId || connectionIn(feed, id) !== undefined)) {
      chosen.set(id, target);
    }
  }
  const open = uris.filter((_, index) => !chosen.has(named[index] ?? ''));
  const [first] = open;
  const picked =
    first === undefined
      ? undefined
      : await chooseTarget(undefined, feed, history.targets(accountId, first.toString()), open.length);
  if (first !== undefined && picked === undefined) {
    return undefined;
  }
  return named.flatMap((id) => chosen.get(id ?? '') ?? picked ?? []);
}

function targetInSettings(uri: Uri): string | undefined {
  if (!workspace.isTrusted) {
    return undefined;
  }
  const targets: unknown = workspace.getConfiguration(SETTINGS_SECTION, uri).get('upload.targets');
  return mappedTarget(targets, workspace.asRelativePath(uri, false));
}
