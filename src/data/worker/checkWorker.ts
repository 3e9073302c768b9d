import { parentPort } from 'node:worker_threads';
import { checkFile } from './checkFile.ts';
import type { CheckAnswer, CheckRequest, ConversionAnswer } from './checkMessage.ts';
import type { ByteTransform } from '../convert/byteTransform.ts';
import { DataCheck } from '../check/dataCheck.ts';
import { createTransform } from '../convert/conversion.ts';
import { unpackText } from '../text/textUnits.ts';

// The worker's whole program: it runs checks and conversions, so that the extension host never stands still for one.
let check: DataCheck | undefined;
let conversion: ByteTransform | undefined;

parentPort?.on('message', (request: CheckRequest) => {
  switch (request.type) {
    case 'file':
      try {
        const result = checkFile(request.path, request.kind, request.encoding, (bytes) =>
          answer({ type: 'read', bytes }),
        );
        answer({ type: 'checked', result });
      } catch (error) {
        // Not the error itself: on its way it would lose its code.
        const { message, code } = error as NodeJS.ErrnoException;
        answer({ type: 'failed', message, code });
      }
      break;
    case 'begin':
      check = new DataCheck(request.kind, request.encoding);
      break;
    case 'text':
      check?.push(Buffer.from(unpackText(request.units)));
      answer({ type: 'taken' });
      break;
    case 'convert':
      conversion = createTransform(request.conversion);
      break;
    case 'bytes':
      if (conversion !== undefined) {
        answerConverted(conversion.push(request.bytes));
        break;
      }
      check?.push(request.bytes);
      answer({ type: 'taken' });
      break;
    case 'end':
      if (conversion !== undefined) {
        answerConverted(conversion.end());
        conversion = undefined;
      }
      if (check !== undefined) {
        answer({ type: 'checked', result: check.end() });
        check = undefined;
      }
      break;
  }
});

/** What a transform returns may be part of memory that others use, too. */
function answerConverted(converted: Uint8Array): void {
  const bytes = new Uint8Array(converted);
  answer({ type: 'converted', bytes }, [bytes.buffer]);
}

function answer(message: CheckAnswer | ConversionAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
