// A separate process that records an upload as being sent, and runs until it is killed.
import { writeSync } from 'node:fs';
import { openLedger } from '../../../../src/jobs/store/ledger.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import { ACCOUNT_ID } from '../sampleJobs.ts';
import { sampleDraft } from './sampleUploads.ts';

const [folder = ''] = process.argv.slice(2);
const ignore = (): void => undefined;
const { uploads } = openLedger({ folder, log: { debug: ignore, info: ignore, warn: ignore, error: console.error } });
const intents = new UploadIntents(uploads);
const draft = sampleDraft();
const isBegun = intents.reserve(ACCOUNT_ID, [draft]).kind === 'reserved' && intents.begin(draft.id);
writeSync(1, isBegun ? 'sending\n' : 'refused\n');
