import { l10n, Uri } from 'vscode';
import { UploadOnSave } from '../../app/upload/uploadOnSave.ts';
import type { MissingTarget, UploadOnSaveOptions } from '../../app/upload/uploadOnSave.ts';
import type { UploadNotice } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { goToPosition } from '../editor/openEditors.ts';
import { UserError } from '../errors/userError.ts';
import { problemLine } from '../format/problemText.ts';
import { showInformation, showWarning } from '../window/notifications.ts';

/** Creates uploads on save that report to the user in notifications. */
export function createUploadOnSave(
  options: Omit<UploadOnSaveOptions, 'showBlocked' | 'showMissingTarget' | 'showDeclined' | 'showInFlight'>,
): UploadOnSave {
  return new UploadOnSave({
    ...options,
    showBlocked: (notice) => void showBlocked(notice).catch(options.report),
    showMissingTarget: (fileName, reason) => options.report(missingTargetError(plainText(fileName, 80), reason)),
    showDeclined: (fileName) => {
      const message = l10n.t('“{0}” won’t be uploaded on save until you reload the window.', plainText(fileName, 80));
      void showInformation(notificationText(message));
    },
    showInFlight: (fileName) => {
      const message = l10n.t(
        '“{0}” was saved but not uploaded because another upload of the file, or of the same content, is in progress. Save it again once that upload has finished.',
        plainText(fileName, 80),
      );
      void showWarning(notificationText(message));
    },
  });
}

async function showBlocked({ input, blocking }: Extract<UploadNotice, { kind: 'blocked' }>): Promise<void> {
  const [problem] = blocking;
  const go = { title: buttonText(l10n.t('Go to Problem')) };
  const message = l10n.t(
    '“{0}” was saved but not uploaded. {1} It will be uploaded once you save it without errors.',
    plainText(input.file.name, 80),
    problemLine(problem),
  );
  if ((await showWarning(notificationText(message), go)) === go) {
    await goToPosition(Uri.parse(input.uri, true), problem);
  }
}

function missingTargetError(fileName: string, reason: MissingTarget): UserError {
  switch (reason.kind) {
    case 'signedOut':
      return new UserError(l10n.t('“{0}” was saved but not uploaded because you are not signed in.', fileName), {
        offersSignIn: true,
      });
    case 'unknownId':
      return new UserError(
        l10n.t(
          '“{0}” was saved but not uploaded: the account has no connection with the entity ID “{1}”. Check the setting “dataConnections.upload.targets”.',
          fileName,
          plainText(reason.entityId, 80),
        ),
      );
  }
}
