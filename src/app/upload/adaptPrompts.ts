import type { UploadNotice, UploadPrompts } from './uploadPrompts.ts';

/** The default prompts, except that `signal` also cancels checking and sending, and notices go to the caller. */
export function withCallerNotices(
  defaultPrompts: UploadPrompts,
  { notify, signal }: { readonly notify: (notice: UploadNotice) => void; readonly signal: AbortSignal },
): UploadPrompts {
  return {
    ...defaultPrompts,
    ...cancellableProgress(signal, defaultPrompts),
    notify: (notice) => {
      notify(notice);
      if (notice.kind === 'unknown') {
        // The notification lets the user check again.
        defaultPrompts.notify(notice);
      }
    },
  };
}

/** The progress of checking and sending, which `signal` also cancels. */
export function cancellableProgress(
  signal: AbortSignal,
  prompts: Pick<UploadPrompts, 'whileChecking' | 'whileSending'>,
): Pick<UploadPrompts, 'whileChecking' | 'whileSending'> {
  const either = (other: AbortSignal): AbortSignal => AbortSignal.any([signal, other]);
  return {
    whileChecking: (inputs, check) =>
      prompts.whileChecking(inputs, (progress) => check({ ...progress, signal: either(progress.signal) })),
    whileSending: (plans, send) =>
      prompts.whileSending(plans, (progress) => send({ ...progress, signal: either(progress.signal) })),
  };
}
