import { l10n, Uri } from 'vscode';
import { curlForUpload } from '../../app/curl/curlCommands.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { notificationText, statusBarText } from '../../base/sinkText.ts';
import { isNoOp } from '../../data/convert/conversionEffects.ts';
import type { Account } from '../../model/account.ts';
import { copiedCurlText } from '../format/curlText.ts';
import { showWarning } from '../window/notifications.ts';
import { copyText } from '../window/statusBar.ts';

/** Copies the cURL commands of an upload that is being reviewed, one per line. They send the files as stored on disk. */
export async function copyUploadsAsCurl(plans: readonly UploadPlan[], account: Account): Promise<void> {
  const commands = plans.map((plan) => curlOf(plan, account));
  const usable = commands.filter((command) => command !== undefined);
  if (usable.length < commands.length) {
    warn(
      l10n.t(
        'Nothing was copied. A command is available only for files on a local disk whose names have no special characters.',
      ),
    );
    return;
  }
  await copyText(usable.join('\n'), statusBarText(copiedCurlText(account)));
  if (plans.some(isOtherThanOnDisk)) {
    warn(l10n.t('The copied command sends the file as it is on disk, without unsaved changes or conversions.'));
  }
}

function isOtherThanOnDisk({ input, conversion }: UploadPlan): boolean {
  return input.hasUnsavedChanges || input.editorEncoding !== undefined || !isNoOp(conversion);
}

function curlOf({ input, target, format }: UploadPlan, account: Account): string | undefined {
  const { scheme, fsPath } = Uri.parse(input.uri, true);
  const { name, kind } = input.file;
  return scheme === 'file' && input.earlier === undefined
    ? curlForUpload(account, { entityId: target.entityId, path: fsPath, name, kind, format })
    : undefined;
}

function warn(message: string): void {
  void showWarning(notificationText(message));
}
