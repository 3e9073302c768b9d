import { checkedFile } from '../../../data/file/checkedFile.ts';
import { isUnchanged } from '../../../data/convert/conversionOffers.ts';
import type { UploadFile } from '../../../model/upload.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';
import { sentName } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';

/**
 * What is sent of a parcel: bytes that were checked, and no others. Reading it throws `UploadChangedError` before its end where the
 * source has changed since. Rejects with the signal's reason once it is aborted.
 */
export async function fileToSend(
  parcel: Pick<UploadPlan, 'check' | 'conversion'> & { readonly input: Pick<UploadInput, 'file' | 'convert'> },
  { signal, onConverting }: { readonly signal: AbortSignal; readonly onConverting: () => void },
): Promise<UploadFile> {
  const { input, check, conversion } = parcel;
  signal.throwIfAborted();
  const file = checkedFile(input.file, check.digest);
  if (isUnchanged(conversion)) {
    return file;
  }
  onConverting();
  const converted = await input.convert(file, conversion, signal);
  return { ...converted, name: sentName(parcel) };
}
