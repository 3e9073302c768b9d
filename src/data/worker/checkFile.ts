import { closeSync, openSync, readSync } from 'node:fs';
import type { TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { DataCheck } from '../check/dataCheck.ts';

const CHUNK_BYTES = 262_144;
const BYTES_BETWEEN_REPORTS = 8 * 1_048_576;

/**
 * Checks a file where it lies, in any size, without ever holding more than a piece of it. Keeps its thread busy until it
 * is done: for workers only. Throws what the file system says.
 */
export function checkFile(
  path: string,
  kind: UploadKind,
  encoding: TextEncodingName | undefined,
  onRead: (bytes: number) => void,
): CheckResult {
  const file = openSync(path, 'r');
  try {
    const check = new DataCheck(kind, encoding);
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let bytes = 0;
    let reported = 0;
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      check.push(chunk.subarray(0, length));
      bytes += length;
      if (bytes - reported >= BYTES_BETWEEN_REPORTS) {
        reported = bytes;
        onRead(bytes);
      }
    }
    return check.end();
  } finally {
    closeSync(file);
  }
}
