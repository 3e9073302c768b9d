import { isNoOp } from '../../data/convert/conversionEffects.ts';
import { checkedFile } from '../../data/file/checkedFile.ts';
import type { UploadFile } from '../../model/upload.ts';
import type { UploadInput } from './uploadInput.ts';
import { sentName } from './uploadPlan.ts';
import type { UploadPlan } from './uploadPlan.ts';

/**
 * The file to send for a plan: exactly the bytes that were checked. Reading them throws `FileChangedError` before their end if
 * the source has changed. Rejects with the signal's reason once it is aborted.
 */
export async function fileToSend(
  plan: Pick<UploadPlan, 'check' | 'conversion'> & { readonly input: Pick<UploadInput, 'file' | 'convert'> },
  { signal, onConverting }: { readonly signal: AbortSignal; readonly onConverting: () => void },
): Promise<UploadFile> {
  const { input, check, conversion } = plan;
  signal.throwIfAborted();
  const file = checkedFile(input.file, check.digest);
  if (isNoOp(conversion)) {
    return file;
  }
  onConverting();
  const converted = await input.convert(file, conversion, signal);
  return { ...converted, name: sentName(input.file, conversion) };
}
