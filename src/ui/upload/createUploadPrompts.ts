import { l10n } from 'vscode';
import type { Uri } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { UploadInput } from '../../app/upload/uploadInput.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { UploadPrompts } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { progressText, titleText } from '../../base/sinkText.ts';
import type { ProgressText } from '../../base/sinkText.ts';
import { askToSignIn } from '../errors/askToSignIn.ts';
import { pickConnection } from '../connections/pickConnection.ts';
import { chooseKind } from '../editor/chooseKind.ts';
import { numberText, percentText } from '../format/valueText.ts';
import { withNotificationProgress, withProgressIfSlow } from '../window/progress.ts';
import { reviewUpload } from './reviewUpload.ts';
import { errorsIn, errorsOfSkipped, logUnexpected } from './logUploadErrors.ts';
import { showNotice } from './uploadNotices.ts';
import type { NoticeActions } from './uploadNotices.ts';
import { UploadProgress } from './uploadProgress.ts';

interface PromptOptions extends NoticeActions {
  readonly feed: ConnectionFeed;
  /** The folder of the pages' scripts and style sheets. */
  readonly distFolder: Uri;
  /** Asks the user to sign in. Resolves to whether they did. */
  readonly signIn: () => Promise<boolean>;
  readonly log: Logger;
  readonly report: (error: unknown) => void;
}

/** Implements the prompts with VS Code's dialogs, quick picks and notifications. */
export function createUploadPrompts({
  feed,
  distFolder,
  signIn,
  log,
  report,
  ...noticeActions
}: PromptOptions): UploadPrompts {
  return {
    chooseKind: (fileName) => chooseKind(fileName, titleText(l10n.t('Upload'))),

    signIn: ([name = '', ...others]) =>
      askToSignIn(
        others.length === 0
          ? l10n.t('Sign in to upload “{0}”.', name)
          : l10n.t('Sign in to upload {0} files.', numberText(others.length + 1)),
        signIn,
      ),

    chooseTarget: (fileNames, { ofFiles, others }, unlistedId) => {
      const [only, ...more] = fileNames;
      const isSingle = only !== undefined && more.length === 0;
      return pickConnection(feed, {
        title: titleText(
          isSingle ? l10n.t('Upload “{0}”', plainText(only, 80)) : l10n.t('Upload {0} Files', fileNames.length),
        ),
        placeholder: titleText(unlistedId === undefined ? selectText(fileNames.length) : chooseAnotherText(unlistedId)),
        groups: [
          { label: isSingle ? l10n.t('used for this file') : l10n.t('used for these files'), entityIds: ofFiles },
          { label: l10n.t('used for other files'), entityIds: others },
        ],
      });
    },

    review: (review) => {
      logUnexpected(errorsOfSkipped(review.skipped), log);
      return reviewUpload(review, distFolder);
    },

    whileChecking: (inputs, check) =>
      withProgressIfSlow(checkTitle(inputs), ({ signal, showMessage }) =>
        check({
          signal,
          report: ({ name, byteLength }, checkedBytes) => {
            const parts = [
              ...(inputs.length === 1 ? [] : [plainText(name, 60)]),
              ...(checkedBytes === 0 ? [] : [percentText(checkedBytes, byteLength)]),
            ];
            showMessage(progressText(parts.join(' · ')));
          },
        }),
      ),

    whileSending: (plans, send) =>
      Promise.resolve(
        withNotificationProgress(sendTitle(plans), (progress, signal) => {
          const shown = new UploadProgress(
            progress,
            plans.map(({ input }) => input.file.byteLength),
          );
          return send({
            signal,
            begin: (file) => shown.begin(file),
            converting: () => shown.converting(),
            sending: (sentBytes, totalBytes) => shown.sending(sentBytes, totalBytes),
          }).finally(() => shown.dispose());
        }),
      ),

    notify: (notice) => {
      void showNotice(notice, noticeActions).catch(report);
      logUnexpected(errorsIn(notice), log);
    },
  };
}

function selectText(count: number): string {
  return count === 1
    ? l10n.t('Select the connection to upload to')
    : l10n.t('Select the connection to upload {0} files to', count);
}

function chooseAnotherText(entityId: string): string {
  return l10n.t(
    '“dataConnections.upload.targets” names “{0}”, but the account has no connection with this entity ID. Select one',
    plainText(entityId, 80),
  );
}

function checkTitle(inputs: readonly UploadInput[]): ProgressText {
  const [first] = inputs;
  return progressText(
    inputs.length === 1 && first !== undefined
      ? l10n.t('Checking “{0}”', plainText(first.file.name, 80))
      : l10n.t('Checking {0} files', inputs.length),
  );
}

function sendTitle(plans: readonly UploadPlan[]): ProgressText {
  const [first] = plans;
  if (plans.length === 1 && first !== undefined) {
    const { input, target } = first;
    return progressText(l10n.t('Uploading “{0}” to “{1}”', plainText(input.file.name, 80), plainText(target.name, 80)));
  }
  return progressText(l10n.t('Uploading {0} files', plans.length));
}
