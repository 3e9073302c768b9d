import { CancellationError, l10n, ProgressLocation, window } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient, UploadRequest } from '../../api/serviceClient.ts';
import { notificationText } from '../../base/displayText.ts';
import type { StartedJob } from '../../model/upload.ts';
import { isCancellation } from '../errors/cancellation.ts';
import { BodyProgress } from './bodyProgress.ts';

/** What came of sending. `unknown`: the data went out, and what the service made of it was not heard. */
export type SendOutcome =
  | { readonly kind: 'started'; readonly started: StartedJob }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unknown'; readonly error: ApiError | undefined };

/** Sends with progress and a way out. Never sends twice. Throws `ApiError` where the service surely has nothing. */
export async function sendUpload(
  client: ServiceClient,
  request: UploadRequest,
  targetName: string,
): Promise<SendOutcome> {
  const title = notificationText(l10n.t('Uploading “{0}” to “{1}”', request.file.name, targetName));
  const cancel = new AbortController();
  let body: BodyProgress | undefined;
  try {
    const started = await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        const shown = (body = new BodyProgress(progress));
        token.onCancellationRequested(() => cancel.abort(new CancellationError()));
        return client.upload(request, {
          signal: cancel.signal,
          onProgress: (sentBytes, totalBytes) => shown.update(sentBytes, totalBytes),
        });
      },
    );
    return { kind: 'started', started };
  } catch (error) {
    if (isCancellation(error)) {
      return body?.isSent === true ? { kind: 'unknown', error: undefined } : { kind: 'cancelled' };
    }
    if (error instanceof ApiError && error.mayHaveArrived) {
      return { kind: 'unknown', error };
    }
    throw error;
  }
}
