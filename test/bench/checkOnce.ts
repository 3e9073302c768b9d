import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CheckInWorker } from '../../src/data/checkInWorker.ts';
import type { UploadKind } from '../../src/model/upload.ts';

// A process of its own for one check: node checkOnce.ts file|text KIND PATH PROGRAM. Prints the most memory it took above
// what it had before, and the longest time for which the thread that asked for the check could do nothing else.

const SAMPLE_MS = 1;

const [, , source, kind, path = '', program = ''] = process.argv;
const checker = new CheckInWorker(program);
const text = source === 'text' ? readFileSync(path, 'utf8') : undefined;
// Once before, so that neither starting a worker nor compiling the code is taken for the check's own.
await checker.check('a,b\n1,2\n', 'csv');
globalThis.gc?.();
await wait(200);

const idleBytes = process.memoryUsage.rss();
let peakBytes = idleBytes;
let longestPauseMs = 0;
let last = performance.now();
const sampler = setInterval(() => {
  const now = performance.now();
  longestPauseMs = Math.max(longestPauseMs, now - last - SAMPLE_MS);
  last = now;
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, SAMPLE_MS);
await (text === undefined ? checker.checkFile(path, kind as UploadKind) : checker.check(text, kind as UploadKind));
clearInterval(sampler);
checker.dispose();
console.log(JSON.stringify({ addedMb: (peakBytes - idleBytes) / 1_048_576, longestPauseMs }));
