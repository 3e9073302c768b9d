import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CheckInWorker } from '../../src/data/worker/checkInWorker.ts';
import type { UploadKind } from '../../src/model/upload.ts';
import { ResourceWatch } from './resourceWatch.ts';

// A process of its own for one check: node checkOnce.ts file|text KIND PATH PROGRAM. Prints the most memory it took above
// what it had before, and the longest time for which the thread that asked for the check could do nothing else.

const [, , source, kind, path = '', program = ''] = process.argv;
const checker = new CheckInWorker(program);
const text = source === 'text' ? readFileSync(path, 'utf8') : undefined;
// Once before, so that neither starting a worker nor compiling the code is taken for the check's own.
await checker.check('a,b\n1,2\n', 'csv');
globalThis.gc?.();
await wait(200);

const watch = new ResourceWatch();
await (text === undefined ? checker.checkFile(path, kind as UploadKind) : checker.check(text, kind as UploadKind));
const result = watch.end();
checker.dispose();
console.log(JSON.stringify(result));
