import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import Papa from 'papaparse';

const CHUNK_BYTES = 65_536;

/** papaparse at its best: 64 KiB chunks, only counting rows. */
export function countWithPapaparse(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    Papa.parse<string[]>(createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES }), {
      chunk: ({ data }) => void (rows += data.length),
      complete: () => resolve(rows),
      error: reject,
    });
  });
}

/** csv-parse as a stream, only counting rows. */
export function countWithCsvParse(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    const parser = parse({ relax_column_count: true });
    parser.on('readable', () => {
      while (parser.read() !== null) {
        rows++;
      }
    });
    parser.on('error', reject).on('end', () => resolve(rows));
    createReadStream(path, { highWaterMark: CHUNK_BYTES }).pipe(parser);
  });
}

/** Reads the whole file as a string and parses it. */
export async function parseWithJsonParse(path: string): Promise<unknown> {
  const file = await open(path);
  try {
    return JSON.parse(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}
