import type { UploadNotice, UploadPrompts } from './uploadPrompts.ts';

/** The usual prompts, except that `signal` also cancels checking and sending, and notices go to the caller. */
export function withCallerNotices(
  usual: UploadPrompts,
  { notify, signal }: { readonly notify: (notice: UploadNotice) => void; readonly signal: AbortSignal },
): UploadPrompts {
  return {
    ...usual,
    ...cancellableProgress(signal, usual),
    notify: (notice) => {
      notify(notice);
      if (notice.kind === 'unknown') {
        // The notification lets the user check again.
        usual.notify(notice);
      }
    },
  };
}

/** The usual progress of checking and sending, which `signal` also cancels. */
export function cancellableProgress(
  signal: AbortSignal,
  usual: Pick<UploadPrompts, 'whileChecking' | 'whileSending'>,
): Pick<UploadPrompts, 'whileChecking' | 'whileSending'> {
  const either = (other: AbortSignal): AbortSignal => AbortSignal.any([signal, other]);
  return {
    whileChecking: (inputs, check) =>
      usual.whileChecking(inputs, (progress) => check({ ...progress, signal: either(progress.signal) })),
    whileSending: (plans, send) =>
      usual.whileSending(plans, (progress) => send({ ...progress, signal: either(progress.signal) })),
  };
}
