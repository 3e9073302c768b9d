import { parentPort } from 'node:worker_threads';
import type { CheckAnswer, CheckRequest } from './checkMessage.ts';
import { TextCheck } from './textCheck.ts';

// The worker's whole program: it runs the checks, so that the extension host never stands still for one.
let check: TextCheck | undefined;

parentPort?.on('message', (request: CheckRequest) => {
  switch (request.type) {
    case 'begin':
      check = new TextCheck(request.kind);
      break;
    case 'text': {
      const { buffer, byteOffset, byteLength } = request.units;
      check?.push(Buffer.from(buffer, byteOffset, byteLength).toString('utf16le'));
      break;
    }
    case 'end':
      if (check !== undefined) {
        const answer: CheckAnswer = { result: check.end() };
        check = undefined;
        parentPort?.postMessage(answer);
      }
      break;
  }
});
