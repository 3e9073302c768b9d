import { execFile, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { API_PATH } from '../../src/api/baseUrl.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import type { UploadRun, UploadWay } from './uploadOnce.ts';

const SINK = join(import.meta.dirname, 'uploadSink.ts');
const UPLOAD_ONCE = join(import.meta.dirname, 'uploadOnce.ts');
const run = promisify(execFile);

/** A file to upload, and the expected response of the receiver. */
export interface Cargo {
  readonly path: string;
  readonly content: string;
}

export async function cargoOf(path: string): Promise<Cargo> {
  let bytes = 0;
  let digest = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    digest = crc32(chunk, digest);
  }
  return { path, content: `${bytes} bytes, ${digest}` };
}

export interface Sink extends Disposable {
  readonly url: string;
}

export async function startSink(): Promise<Sink> {
  const sink = spawn(process.execPath, [SINK], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const url of createInterface({ input: sink.stdout })) {
    return { url, dispose: () => void sink.stdin.end() };
  }
  throw new Error('The receiver of the uploads did not start.');
}

/** Uploads in a separate process. Throws unless everything arrived or the upload was cancelled. */
export async function uploadOnce(way: UploadWay, cargo: Cargo, sink: Sink, program = ''): Promise<UploadRun> {
  const { stdout } = await run(process.execPath, ['--expose-gc', UPLOAD_ONCE, way, cargo.path, sink.url, program]);
  const result = JSON.parse(stdout) as UploadRun;
  if (way !== 'cancelled') {
    expectArrived(result.received, cargo);
  }
  return result;
}

/** The duration that curl reports, in milliseconds. */
export async function uploadWithCurl({ path, content }: Cargo, { url }: Sink): Promise<number> {
  const fields = ['-F', 'entityId=entity', '-F', `file=@${path};type=text/csv`];
  const target = `${url}${API_PATH}/dataloader/upload`;
  const { stdout } = await run('curl', ['-sS', '-w', '\n%{time_total}', ...fields, target]);
  const [response = '', seconds] = stdout.split('\n');
  const { data } = JSON.parse(response) as { data: { message: string } };
  expectArrived(data.message, { path, content });
  return Number(seconds) * 1000;
}

export async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

function expectArrived(received: string, { content }: Cargo): void {
  if (received !== content) {
    throw new Error(`Sent ${content}; what arrived is ${received}.`);
  }
}
