import { parentPort } from 'node:worker_threads';
import { unpackText } from '../text/textUnits.ts';
import type { FixMessage } from './fixInWorker.ts';
import { fixText } from '../fix/fixText.ts';

// The worker's whole program: one fix of one text.
let text = '';

parentPort?.on('message', (message: FixMessage) => {
  switch (message.type) {
    case 'text':
      text += unpackText(message.units);
      break;
    case 'fix':
      parentPort?.postMessage(fixText(message.fix, text, message.kind));
      break;
  }
});
