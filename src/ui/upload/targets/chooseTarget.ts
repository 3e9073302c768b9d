import { l10n } from 'vscode';
import { nameOfConnection } from '../../../app/connections/knownConnection.ts';
import { titleText } from '../../../base/sinkText.ts';
import type { ConnectionFeed } from '../../../app/connections/connectionFeed.ts';
import { connectionName } from '../../../model/connection.ts';
import { pickConnection } from '../../connections/pickConnection.ts';

/** Where an upload goes. */
export interface UploadTarget {
  readonly entityId: string;
  /** For people: the connection's name, or the id where no connection is known to have it. */
  readonly name: string;
  /** Whether a workspace's settings name it, and neither the user nor the caller does. */
  readonly isProposed?: boolean;
}

/** The target that the caller named, else one that the user picks, those of `recent` first; undefined where they pick none. */
export async function chooseTarget(
  entityId: string | undefined,
  feed: ConnectionFeed,
  recent: readonly string[],
  files = 1,
): Promise<UploadTarget | undefined> {
  if (entityId !== undefined) {
    if (feed.state.kind !== 'loaded') {
      // For the name, and to know the connection's last job before this one. Uploading goes on without either.
      await feed.refresh();
    }
    return { entityId, name: nameOfConnection(feed, entityId) };
  }
  const picked = await pickConnection(feed, {
    title: titleText(l10n.t('Upload')),
    placeholder: titleText(
      files === 1 ? l10n.t('The connection to upload to') : l10n.t('The connection to upload {0} files to', files),
    ),
    recent,
  });
  return picked && { entityId: picked.entityId, name: connectionName(picked) };
}
