import type { Account } from '../../model/account.ts';
import type { StartedJob } from '../../model/upload.ts';
import { fileToSend } from './fileToSend.ts';
import { MAX_COPY_BYTES } from './uploadCopies.ts';
import type { ReservedPlan } from './uploadPlan.ts';
import type { SendResult, UploadPrompts } from './uploadPrompts.ts';
import type { UploadContext } from './uploadRequest.ts';

interface KeepCopiesOptions extends Pick<UploadContext, 'workers' | 'copies' | 'isSignedIn'> {
  readonly account: Account;
  readonly prompts: Pick<UploadPrompts, 'notify'>;
}

/**
 * Copies the data of the plans that were accepted, one after another, if copies are kept. Tells the user which could not be copied.
 *
 * @param signal aborted once the account is signed out or the extension is deactivated.
 */
export async function keepCopies(
  plans: readonly ReservedPlan[],
  results: readonly SendResult[],
  options: KeepCopiesOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, plan] of plans.entries()) {
    const result = results[index];
    if (result?.kind === 'started' && !signal.aborted) {
      await keepCopy(plan, result.started, options, signal);
    }
  }
}

async function keepCopy(
  plan: ReservedPlan,
  { syncId }: StartedJob,
  { account, workers, copies, isSignedIn, prompts }: KeepCopiesOptions,
  signal: AbortSignal,
): Promise<void> {
  const { byteLength, unpackedBytes = byteLength } = plan.check;
  // Skips data that would almost certainly still be too large after the conversion, so that it isn't converted in vain.
  if (copies?.isEnabled !== true || unpackedBytes > 4 * MAX_COPY_BYTES) {
    return;
  }
  const key = { accountId: account.id, syncId };
  try {
    const file = await fileToSend(plan, { workers, signal, onConverting: () => undefined });
    await copies.keep(file, key, signal);
    if (!(await isSignedIn(account.id))) {
      await copies.remove(key);
    }
  } catch (error) {
    if (!signal.aborted) {
      prompts.notify({ kind: 'noCopy', fileName: plan.input.file.name, error });
    }
  }
}
