import { Readable } from 'node:stream';
import { readCsv } from '../csvRows.ts';
import type { JobPlan } from '../job.ts';
import { planUpload } from '../jobRules.ts';
import { readJson, readJsonBody } from '../jsonBody.ts';
import { RefusedRequest } from '../responses.ts';
import type { ParseResult, RowWriter } from '../rowStore.ts';
import { guessKind } from '../uploadContent.ts';

const HEAD_BYTES = 64 * 1024;
/** Makes uploads of a few rows take long enough to watch. */
const SLOWDOWN = 2.5;

/** What is kept of an upload. Its rows are only counted. */
interface DemoUpload {
  readonly entityId: string;
  readonly rows: number;
  readonly problem: string | undefined;
}

/** Parses the body of an upload in either format (contract, POST /dataloader/upload). */
export async function readDemoUpload(body: Buffer, contentType = ''): Promise<DemoUpload> {
  return contentType.startsWith('multipart/form-data') ? readMultipart(body, contentType) : readJsonUpload(body);
}

export function planDemoUpload(rows: number, problem: string | undefined): JobPlan {
  const plan = planUpload(rows, problem);
  return { ...plan, extractMs: plan.extractMs * SLOWDOWN, loadMs: plan.loadMs * SLOWDOWN };
}

async function readMultipart(body: Buffer, contentType: string): Promise<DemoUpload> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- It reads everything into memory, where the body is already.
  const form = await response.formData().catch(() => undefined);
  const [entityId, file] = [form?.get('entityId'), form?.get('file')];
  if (file === null || file === undefined || typeof file === 'string') {
    throw new RefusedRequest('validation-error', 'The request has no file.', {
      file: ['A part "file" with a file name is required.'],
    });
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = await guessKind(file.name, file.type, () => Promise.resolve(bytes.subarray(0, HEAD_BYTES)));
  return count(typeof entityId === 'string' ? entityId : '', (writer) =>
    kind === 'csv' ? readCsvBytes(bytes, writer) : readJson(inOnePiece(bytes.toString()), writer),
  );
}

async function readJsonUpload(body: Buffer): Promise<DemoUpload> {
  const counter = rowCounter();
  try {
    const { entityId = '', data } = await readJsonBody(inOnePiece(body.toString()), counter);
    if (typeof data === 'string') {
      return await count(entityId, (writer) => readCsvBytes(Buffer.from(data), writer));
    }
    if (data === undefined || data.problem !== undefined) {
      const problem = data?.problem ?? 'It has to be an array of flat objects, or CSV text.';
      throw new RefusedRequest('validation-error', 'The request is not valid.', { data: [problem] });
    }
    return { entityId, rows: counter.rowCount, problem: undefined };
  } catch (error) {
    throw error instanceof SyntaxError
      ? new RefusedRequest('bad-request', `The body is not the JSON that was expected. ${error.message}`)
      : error;
  }
}

async function count(entityId: string, read: (writer: RowWriter) => Promise<ParseResult>): Promise<DemoUpload> {
  const counter = rowCounter();
  const { problem } = await read(counter);
  return { entityId, rows: counter.rowCount, problem };
}

function readCsvBytes(bytes: Buffer, writer: RowWriter): Promise<ParseResult> {
  return readCsv(Readable.from([bytes], { objectMode: false }), bytes.subarray(0, HEAD_BYTES), writer);
}

function rowCounter(): RowWriter {
  let rowCount = 0;
  return {
    get rowCount() {
      return rowCount;
    },
    add: () => void (rowCount += 1),
    flush: () => undefined,
  };
}

/** Without a byte order mark. */
async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text.replace(/^\uFEFF/, ''));
}
