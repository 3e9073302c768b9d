import { closeSync, openSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 1_048_576;
const WORDS = ['Umsätze', 'north', 'Zürich', 'ledger', '東京', 'cost center', 'naïve', '😀 margin', 'Øre', 'balance'];

/** Other readers read a text faster without other characters. */
const ASCII_WORDS = [
  'revenue',
  'north',
  'Zurich',
  'ledger',
  'Tokyo',
  'cost center',
  'naive',
  'margin',
  'Oslo',
  'balance',
];

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

/** Writes a CSV of 400 columns without quotes: text, whole numbers, decimal numbers and dates. */
export function writeWideCsv(path: string, byteLength: number): number {
  const header = Array.from({ length: 400 }, (_, column) => `column ${column + 1}`);
  return writeRows(path, byteLength, `${header.join(',')}\n`, (row) => `${wideCells(row).join(',')}\n`, '');
}

function wideCells(row: number): readonly (string | number)[] {
  return Array.from({ length: 100 }, (_, block) => {
    const { account, quantity, price, currency, date } = fields(row * 100 + block);
    return [account, quantity, price, block < 50 ? currency : date];
  }).flat();
}

/** Writes a CSV of a number and a text of 4 kB in ASCII, without quotes. */
export function writeLongCellCsv(path: string, byteLength: number): number {
  const text = `${ASCII_WORDS.join(' ')}. `.repeat(60);
  return writeRows(path, byteLength, 'id,text\n', (row) => `${row},${text.slice(row % 97, 4_000)}\n`, '');
}

/** Writes a CSV of two columns of short numbers. */
export function writeNarrowCsv(path: string, byteLength: number): number {
  return writeRows(path, byteLength, 'id,v\n', (row) => `${row},${(row * 7919) % 1_000}\n`, '');
}

/** Writes a CSV of 10 columns, each cell in quotes, with CRLF. */
export function writeQuotedCsv(path: string, byteLength: number): number {
  const write = (cells: readonly unknown[]) =>
    `${cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
  return writeRows(path, byteLength, write(HEADER.trim().split(',')), (row) => write(Object.values(fields(row))), '');
}

/** Writes a CSV of Chinese text and numbers. */
export function writeChineseCsv(path: string, byteLength: number): number {
  const characters = '数据连接服务上传文件检查北京上海广州深圳客户订单金额日期备注说明'.repeat(2);
  const text = (row: number, length: number) => characters.slice((row * 7) % 31, ((row * 7) % 31) + length);
  return writeRows(
    path,
    byteLength,
    '编号,姓名,城市,备注,金额\n',
    (row) => `${row},${text(row, 3)},${text(row + 1, 2)},${text(row + 2, 12)},${((row * 31) % 100_000) / 100}\n`,
    '',
  );
}

/** Writes a CSV of numbers with a decimal comma, dates and times, with semicolons. */
export function writeTypedCsv(path: string, byteLength: number): number {
  return writeRows(
    path,
    byteLength,
    'id;amount;price;date;time\n',
    (row) => {
      const { amount, price, date } = fields(row);
      const time = `${String(row % 24).padStart(2, '0')}:${String(row % 60).padStart(2, '0')}`;
      return `${row};${String(amount).replace('.', ',')};1.${(row % 900) + 100},5${Math.floor(price)};${date};${date} ${time}\n`;
    },
    '',
  );
}

/** Writes the same rows as a JSON array of flat objects. */
export function writeJson(path: string, byteLength: number): number {
  return writeArray(path, byteLength, (row) => JSON.stringify(jsonRow(row)));
}

/** Writes rows of 10 members in ASCII as `JSON.stringify(rows, undefined, 2)` does. */
export function writeIndentedJson(path: string, byteLength: number): number {
  return writeArray(path, byteLength, (row) => {
    return `  ${JSON.stringify(jsonRow(row, ASCII_WORDS), undefined, 2).replaceAll('\n', '\n  ')}`;
  });
}

/** Writes JSON rows of 120 members in ASCII. */
export function writeWideJson(path: string, byteLength: number): number {
  return writeArray(path, byteLength, (row) => {
    const fieldsOf = (block: number) => Object.entries(fields(row + block, ASCII_WORDS));
    const members = Array.from({ length: 12 }, (_, block) =>
      fieldsOf(block).map(([name, value]) => [`${name}_${block + 1}`, value] as const),
    );
    return JSON.stringify(Object.fromEntries(members.flat()));
  });
}

/** Writes JSON rows of three members with short keys, in ASCII. */
export function writeNarrowJson(path: string, byteLength: number): number {
  return writeArray(path, byteLength, (row) => {
    const { price, account } = fields(row);
    return JSON.stringify({ id: row, v: price, s: account });
  });
}

/** Writes JSON rows whose strings have an escape every few characters. */
export function writeEscapedJson(path: string, byteLength: number): number {
  return writeArray(path, byteLength, (row) => {
    const { id, text, note } = fields(row);
    const file = `C:\\data\\${row % 97}\\${note}`;
    const escaped = JSON.stringify({
      id,
      file,
      lines: `${text}\n\t"${text}"\r\n${note}\n`,
      html: `<a href="${id}">${text}</a>`,
    });
    // As PHP writes it.
    return escaped
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/');
  });
}

/** Writes a JSON array with one element a line. */
function writeArray(path: string, byteLength: number, write: (row: number) => string): number {
  return writeRows(path, byteLength, '[\n', (row) => `${row === 0 ? '' : ',\n'}${write(row)}`, '\n]\n');
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

function jsonRow(row: number, words = WORDS) {
  const { text, note, ...others } = fields(row, words);
  return { ...others, text: `${text}, "${row % 97}"`, note: row % 10 === 0 ? `${note}\nsecond line` : note };
}

function fields(row: number, words = WORDS) {
  const word = (shift: number) => words[(row * 7 + shift) % words.length] ?? '';
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
