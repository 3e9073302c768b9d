import type { CheckInWorker } from '../../data/checkInWorker.ts';
import { readActiveEditor } from './editorInput.ts';
import { readUploadArguments } from './uploadArguments.ts';
import type { StartedUpload, UploadFlow } from './uploadFlow.ts';

/**
 * Uploads the text of the active editor as it stands. Takes `{ entityId?, format?, confirm?: false }` or a row of the
 * Connections view. Resolves to the job, or to undefined where nothing was sent or no answer came, which was said.
 */
export async function uploadActiveEditor(
  args: readonly unknown[],
  { flow, checker }: { readonly flow: UploadFlow; readonly checker: CheckInWorker },
): Promise<StartedUpload | undefined> {
  const given = readUploadArguments(args);
  const input = await readActiveEditor(checker);
  return input && flow.upload(input, given);
}
