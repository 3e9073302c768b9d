import { setImmediate as turn } from 'node:timers/promises';
import type { UploadKind } from '../../model/upload.ts';
import type { CheckConversation } from './workerSession.ts';
import { textSlices } from '../text/textSlices.ts';
import { packText } from '../text/textUnits.ts';

/** 1 MB a message: copying more at once would be felt in the editor. */
const SLICE_UNITS = 524_288;
/** How many slices may wait for the worker: all of them together would be the text once more. */
const SLICES_AHEAD = 4;

/** Hands a text to the worker in slices, letting others run in between. Returns early once nobody waits for the answer. */
export async function sendText(conversation: CheckConversation, text: string, kind: UploadKind): Promise<void> {
  conversation.send({ type: 'begin', kind, encoding: 'utf-8' });
  for (const slice of textSlices(text, SLICE_UNITS)) {
    const units = packText(slice);
    conversation.send({ type: 'text', units }, [units.buffer]);
    await turn();
    await conversation.untilFewerWait(SLICES_AHEAD);
    if (conversation.isOver) {
      return;
    }
  }
  conversation.send({ type: 'end' });
}
