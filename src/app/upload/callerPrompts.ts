import type { UploadNotice, UploadPrompts } from './uploadPrompts.ts';

/** The usual prompts, but work that a signal also cancels, and notices for the caller. */
export function promptsFor(
  usual: UploadPrompts,
  { notify, signal }: { readonly notify: (notice: UploadNotice) => void; readonly signal: AbortSignal },
): UploadPrompts {
  const either = (other: AbortSignal): AbortSignal => AbortSignal.any([signal, other]);
  return {
    ...usual,
    whileChecking: (inputs, check) =>
      usual.whileChecking(inputs, (progress) =>
        check({
          signal: either(progress.signal),
          report: (file, checkedBytes) => progress.report(file, checkedBytes),
        }),
      ),
    whileSending: (plans, send) =>
      usual.whileSending(plans, (progress) =>
        send({
          signal: either(progress.signal),
          begin: (file) => progress.begin(file),
          converting: () => progress.converting(),
          sending: (sentBytes, totalBytes) => progress.sending(sentBytes, totalBytes),
        }),
      ),
    notify: (notice) => {
      notify(notice);
      if (notice.kind === 'unknown') {
        // The user can check it again there.
        usual.notify(notice);
      }
    },
  };
}
