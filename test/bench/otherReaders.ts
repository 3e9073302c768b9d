import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import Papa from 'papaparse';

const CHUNK_BYTES = 65_536;

/** A parser that checks nothing: how it is called in results, and how it reads a file. */
interface Reader {
  readonly label: string;
  readonly read: (path: string) => Promise<unknown>;
}

export type ReaderName = 'papaparse' | 'csvParse' | 'jsonParse';

export const OTHER_READERS: Readonly<Record<ReaderName, Reader>> = {
  papaparse: { label: 'papaparse in 64 KiB chunks', read: countWithPapaparse },
  csvParse: { label: 'csv-parse', read: countWithCsvParse },
  jsonParse: { label: 'JSON.parse', read: parseWithJsonParse },
};

/** papaparse at its best: 64 KiB chunks, only counting rows. */
function countWithPapaparse(path: string): Promise<number> {
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
function countWithCsvParse(path: string): Promise<number> {
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
async function parseWithJsonParse(path: string): Promise<unknown> {
  const file = await open(path);
  try {
    return JSON.parse(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}
