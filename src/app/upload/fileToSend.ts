import { isNoOp } from '../../data/convert/conversionEffects.ts';
import { checkedFile } from '../../data/file/checkedFile.ts';
import { convertFile } from '../../data/worker/convertFile.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { UploadFile } from '../../model/upload.ts';
import type { UploadInput } from './uploadInput.ts';
import { sentName } from './uploadPlan.ts';
import type { UploadPlan } from './uploadPlan.ts';

interface FileToSendOptions {
  readonly workers: DataWorkers;
  readonly signal: AbortSignal;
  /** Called before the file is converted, if it is. */
  readonly onConverting: () => void;
}

/**
 * The file to send for a plan: exactly the bytes that were checked. Reading them throws `FileChangedError` before their end if
 * the source has changed. Rejects with the signal's reason once it is aborted.
 */
export async function fileToSend(
  plan: Pick<UploadPlan, 'check' | 'conversion'> & { readonly input: Pick<UploadInput, 'file'> },
  { workers, signal, onConverting }: FileToSendOptions,
): Promise<UploadFile> {
  const { input, check, conversion } = plan;
  signal.throwIfAborted();
  const file = checkedFile(input.file, check.digest);
  if (isNoOp(conversion)) {
    return file;
  }
  onConverting();
  const converted = await convertFile(file, conversion, workers, signal);
  return { ...converted, name: sentName(input.file, conversion) };
}
