import { closeSync, openSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 1_048_576;
const WORDS = ['Umsätze', 'north', 'Zürich', 'ledger', '東京', 'cost center', 'naïve', '😀 margin', 'Øre', 'balance'];

const HEADER = 'id,date,account,text,quantity,price,amount,currency,note,flag\n';

/** Writes a CSV of 10 columns with quotes, line breaks in quotes and Unicode, at least `byteLength` long. Returns the number of rows. */
export function writeCsv(path: string, byteLength: number): number {
  return writeRows(path, byteLength, HEADER, csvRow, '');
}

/** Writes a CSV without quotes, except, optionally, an unclosed one near the top. */
export function writePlainCsv(path: string, byteLength: number, hasOpenQuote: boolean): number {
  return writeRows(
    path,
    byteLength,
    HEADER + (hasOpenQuote ? '0,"open,' : ''),
    (row) => csvRow(row).replace(/"|\n(?=.)/g, ''),
    '',
  );
}

/** Writes the same rows as a JSON array of flat objects. */
export function writeJson(path: string, byteLength: number): number {
  return writeRows(path, byteLength, '[\n', (row) => `${row === 0 ? '' : ',\n'}${jsonRow(row)}`, '\n]\n');
}

function writeRows(
  path: string,
  byteLength: number,
  start: string,
  write: (row: number) => string,
  end: string,
): number {
  const file = openSync(path, 'w');
  try {
    let written = writeSync(file, start);
    let rows = 0;
    let chunk: string[] = [];
    let chunkLength = 0;
    while (written + chunkLength < byteLength) {
      const text = write(rows++);
      chunk.push(text);
      chunkLength += Buffer.byteLength(text);
      if (chunkLength >= CHUNK_BYTES) {
        written += writeSync(file, chunk.join(''));
        chunk = [];
        chunkLength = 0;
      }
    }
    writeSync(file, chunk.join('') + end);
    return rows;
  } finally {
    closeSync(file);
  }
}

function csvRow(row: number): string {
  const { id, date, account, text, quantity, price, amount, currency, note, flag } = fields(row);
  const quotedNote =
    row % 10 === 0 ? `"${note.replaceAll('"', '""')}\nsecond line, with a comma"` : note.replace(/["\n,]/g, ' ');
  return `${id},${date},${account},"${text}, ""${row % 97}""",${quantity},${price},${amount},${currency},${quotedNote},${flag}\n`;
}

function jsonRow(row: number): string {
  const { text, note, ...others } = fields(row);
  return JSON.stringify({
    ...others,
    text: `${text}, "${row % 97}"`,
    note: row % 10 === 0 ? `${note}\nsecond line` : note,
  });
}

function fields(row: number) {
  const word = (shift: number) => WORDS[(row * 7 + shift) % WORDS.length] ?? '';
  return {
    id: row,
    date: `2026-${String((row % 12) + 1).padStart(2, '0')}-${String((row % 28) + 1).padStart(2, '0')}`,
    account: `A-${(row * 7919) % 100_000}`,
    text: `${word(0)} ${word(3)}`,
    quantity: row % 1000,
    price: ((row * 31) % 100_000) / 100,
    amount: -((row * 17) % 1_000_000) / 100,
    currency: ['EUR', 'CHF', 'JPY'][row % 3] ?? '',
    note: `${word(5)} "${word(2)}"`,
    flag: row % 2 === 0,
  };
}
