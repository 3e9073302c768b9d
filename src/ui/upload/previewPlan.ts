import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { previewConversion } from '../../data/convert/conversion.ts';
import type { Conversion } from '../../model/upload.ts';
import { fileErrorOf } from '../errors/fileError.ts';

/** The first lines of a planned file, before and after a conversion. Throws `UserError` if the file has changed or can't be read. */
export async function previewPlan(
  { input: { file } }: Pick<UploadPlan, 'input'>,
  conversion: Conversion,
): ReturnType<typeof previewConversion> {
  try {
    return await previewConversion(file, conversion);
  } catch (error) {
    throw fileErrorOf(error, file.name);
  }
}
