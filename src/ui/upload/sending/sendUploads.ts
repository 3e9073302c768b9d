import { CancellationError, l10n } from 'vscode';
import { ApiError } from '../../../api/apiError.ts';
import type { ServiceClient } from '../../../api/serviceClient.ts';
import { plainText } from '../../../base/displayText.ts';
import { progressText } from '../../../base/sinkText.ts';
import type { ProgressText } from '../../../base/sinkText.ts';
import type { StartedJob } from '../../../model/upload.ts';
import { isCancellation, UserError } from '../../errors/userError.ts';
import { withNotificationProgress } from '../../window/progress.ts';
import { describeFileError } from '../inputs/describeFileError.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import { fileToSend } from './fileToSend.ts';
import { UploadProgress } from './uploadProgress.ts';

/** What came of sending one. `unknown`: the data went out, and what the service made of it was not heard. */
export type SendOutcome =
  | { readonly kind: 'started'; readonly started: StartedJob }
  /** The service surely has nothing. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }
  /** One before it went wrong in a way that would have met this one too. */
  | { readonly kind: 'notSent' }
  | { readonly kind: 'unknown'; readonly error: ApiError | undefined };

/** Something to send that was written down before. */
export interface ReservedPlan extends UploadPlan {
  readonly intentId: string;
}

interface SendListener {
  /** Awaited before the first byte of each. False: it must not be sent any more. */
  begin(parcel: ReservedPlan): Promise<boolean>;
  /** Called as soon as it is known what came of one. */
  settle(parcel: ReservedPlan, outcome: SendOutcome): void;
}

/** Sends one after another, with one progress and a way out. Never sends twice. Resolves to an outcome for each. */
export async function sendUploads(
  client: ServiceClient,
  parcels: readonly ReservedPlan[],
  listener: SendListener,
): Promise<readonly SendOutcome[]> {
  return withNotificationProgress(titleOf(parcels), async (progress, token) => {
    const cancel = new AbortController();
    token.onCancellationRequested(() => cancel.abort(new CancellationError()));
    const shown = new UploadProgress(
      progress,
      parcels.map(({ input }) => input.file.byteLength),
    );
    const outcomes: SendOutcome[] = [];
    let isOver = false;
    for (const parcel of parcels) {
      const begin = (): Promise<boolean> => listener.begin(parcel);
      const outcome: SendOutcome = isOver
        ? { kind: 'notSent' }
        : await sendOne(client, parcel, { signal: cancel.signal, shown, begin });
      outcomes.push(outcome);
      listener.settle(parcel, outcome);
      isOver ||= endsAll(outcome);
    }
    return outcomes;
  });
}

interface Sending {
  readonly signal: AbortSignal;
  readonly shown: UploadProgress;
  readonly begin: () => Promise<boolean>;
}

async function sendOne(
  client: ServiceClient,
  parcel: UploadPlan,
  { signal, shown, begin }: Sending,
): Promise<SendOutcome> {
  const { name, byteLength } = parcel.input.file;
  shown.begin(name, byteLength);
  try {
    const file = await fileToSend(parcel, { signal, onConverting: () => shown.converting() });
    if (!(await begin())) {
      throw new UserError(l10n.t('“{0}” was not uploaded: the account was signed out meanwhile.', plainText(name, 80)));
    }
    const started = await client.upload(
      { entityId: parcel.target.entityId, format: parcel.format, file },
      { signal, onProgress: (sentBytes, totalBytes) => shown.sending(sentBytes, totalBytes) },
    );
    return { kind: 'started', started };
  } catch (error) {
    if (isCancellation(error)) {
      return shown.isSent ? { kind: 'unknown', error: undefined } : { kind: 'cancelled' };
    }
    if (error instanceof ApiError && error.mayHaveArrived) {
      return { kind: 'unknown', error };
    }
    return { kind: 'failed', error: describeFileError(error, name) };
  }
}

/** What the service says of one file says nothing of the next; a network that is gone, or a key that is refused, does. */
function endsAll(outcome: SendOutcome): boolean {
  switch (outcome.kind) {
    case 'started':
      return false;
    case 'failed':
      return !(
        outcome.error instanceof UserError ||
        (outcome.error instanceof ApiError && outcome.error.failure.kind === 'rejected')
      );
    case 'cancelled':
    case 'notSent':
    case 'unknown':
      return true;
  }
}

function titleOf(parcels: readonly UploadPlan[]): ProgressText {
  const [first] = parcels;
  if (parcels.length === 1 && first !== undefined) {
    const { input, target } = first;
    return progressText(l10n.t('Uploading “{0}” to “{1}”', plainText(input.file.name, 80), plainText(target.name, 80)));
  }
  return progressText(l10n.t('Uploading {0} files', parcels.length));
}
