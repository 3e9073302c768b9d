import { setImmediate as turn } from 'node:timers/promises';
import type { TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { CheckConversation } from './workerSession.ts';

const PIECE_BYTES = 1_048_576;
/** How many pieces may wait for the worker: all of them together would be the bytes once more. */
const PIECES_AHEAD = 4;

/** Hands copies of bytes to the worker piece by piece, letting others run in between. Returns early once nobody waits for the answer. */
export async function sendBytes(
  conversation: CheckConversation,
  bytes: Uint8Array,
  kind: UploadKind,
  encoding: TextEncodingName | undefined,
): Promise<void> {
  conversation.send({ type: 'begin', kind, encoding });
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
    const copy = new Uint8Array(bytes.subarray(start, start + PIECE_BYTES));
    conversation.send({ type: 'bytes', bytes: copy }, [copy.buffer]);
    await turn();
    await conversation.untilFewerWait(PIECES_AHEAD);
    if (conversation.isOver) {
      return;
    }
  }
  conversation.send({ type: 'end' });
}
