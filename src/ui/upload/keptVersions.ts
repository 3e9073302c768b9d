import { commands, l10n, Uri } from 'vscode';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { UploadCopies, UploadCopy } from '../../app/upload/uploadCopies.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { sentName } from '../../app/upload/uploadPlan.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, titleText } from '../../base/sinkText.ts';
import { nameInside } from '../../data/file/dataName.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import { connectionName } from '../../model/connection.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { readSyncId, requireAccount } from '../commands/commandTargets.ts';
import { activeSource } from '../editor/activeEditor.ts';
import { baseName } from '../editor/openEditors.ts';
import { UserError } from '../errors/userError.ts';
import { dateTimeText } from '../format/valueText.ts';
import { SETTINGS_SECTION } from '../settings.ts';
import { readUri } from './uploadArguments.ts';
import { uriOfCopy } from './uploadCopyFileSystem.ts';

interface KeptVersionsOptions {
  readonly session: Pick<Session, 'state'>;
  readonly history: UploadHistory;
  readonly copies: UploadCopies | undefined;
  readonly tracker: Pick<JobTracker, 'jobs'>;
}

/** An earlier upload, and the URI of its content as it was sent. */
interface KeptVersion {
  readonly upload: AcceptedUpload;
  readonly uri: Uri;
}

/** Compares a file, by default that of the active editor, with its last upload. */
export async function compareWithLastUpload(args: readonly unknown[], options: KeptVersionsOptions): Promise<void> {
  const uri = readUri(args) ?? activeSource()?.uri;
  if (uri === undefined) {
    throw new UserError(l10n.t('First, open the file that you want to compare.'));
  }
  const name = plainText(baseName(uri), 80);
  const upload = options.history.latestOfFile(requireAccount(options.session).id, uri.toString());
  if (upload === undefined) {
    throw new UserError(l10n.t('“{0}” has not been uploaded with this account yet.', name));
  }
  if (upload.conversion.fromGzip === true) {
    throw new UserError(l10n.t('“{0}” is compressed, so VS Code can’t compare it.', name));
  }
  const version = await keptVersionOf(upload, options);
  const { entityId, syncId } = upload;
  const entityName = options.tracker.jobs.find(syncId)?.entityName ?? '';
  const connection = plainText(connectionName({ entityId, entityName }), 40);
  const title = l10n.t('{0} (uploaded {1} to “{2}”) ↔ {0}', plainText(name, 40), dateTimeText(upload.at), connection);
  await commands.executeCommand('vscode.diff', version.uri, uri, titleText(title));
}

/** The version that was sent by the job on which a command was called. Throws `UserError` if there is no copy of it. */
export function keptVersionOfJob(args: readonly unknown[], options: KeptVersionsOptions): Promise<KeptVersion> {
  const upload = options.history.bySyncId(requireAccount(options.session).id, readSyncId(args));
  if (upload === undefined) {
    throw unknownFileError();
  }
  return keptVersionOf(upload, options);
}

export function unknownFileError(): UserError {
  return new UserError(l10n.t('The file of this upload is unknown. Upload it from its editor or from the Explorer.'));
}

async function keptVersionOf(upload: AcceptedUpload, options: KeptVersionsOptions): Promise<KeptVersion> {
  // The name of an untitled text has no extension, unlike that of its upload.
  const job = options.tracker.jobs.find(upload.syncId);
  const name = job?.source?.name ?? baseName(Uri.parse(upload.uri, true));
  const copy = await copyOf(upload, options);
  if (copy === undefined) {
    throw new UserError(
      l10n.t(
        'There is no copy of “{0}” as it was uploaded. The setting “dataConnections.upload.keepCopies” determines how much is kept.',
        plainText(name, 80),
      ),
      { buttons: [{ title: buttonText(l10n.t('Open Setting')), run: openSetting }] },
    );
  }
  const kind = kindByName({ languageId: '', fileName: nameInside(name) });
  return { upload, uri: uriOfCopy(copy, sentName({ name, ...(kind && { kind }) }, upload.conversion)) };
}

async function openSetting(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', `${SETTINGS_SECTION}.upload.keepCopies`);
}

async function copyOf({ syncId }: AcceptedUpload, options: KeptVersionsOptions): Promise<UploadCopy | undefined> {
  return options.copies?.find({ accountId: requireAccount(options.session).id, syncId });
}
