import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DataWorkers } from '../../src/data/worker/dataWorkers.ts';
import type { UploadKind } from '../../src/model/upload.ts';
import { fixedSlices } from '../fixedText.ts';
import { ResourceWatch } from './resourceWatch.ts';

// Runs one check in a separate process: node checkOnce.ts file|text KIND PATH PROGRAM [totals]. Prints the peak memory above the
// baseline, and the longest time for which the calling thread was blocked.

const [, , source, kind, path = '', program = '', totals] = process.argv;
const options = { totals: totals === 'totals' };
const workers = new DataWorkers(program);
const text = source === 'text' ? readFileSync(path, 'utf8') : undefined;
// Warm-up, so that starting a worker and compiling the code aren't measured, but the code of totals is, which is extra memory.
await workers.check(fixedSlices('a,b\n1,2\n'), 'csv');
globalThis.gc?.();
await wait(200);

const watch = new ResourceWatch();
await (text === undefined
  ? workers.checkFile(path, kind as UploadKind, options)
  : workers.check(fixedSlices(text), kind as UploadKind, options));
const result = watch.end();
workers.dispose();
console.log(JSON.stringify(result));
