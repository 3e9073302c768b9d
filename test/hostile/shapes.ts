import { parseGlob } from '../../src/base/glob.ts';
import { problemEndColumn } from '../../src/data/check/problemRange.ts';
import { omitFormulas } from '../../src/data/convert/omitFormulas.ts';
import { toCommas } from '../../src/data/convert/toCommas.ts';
import { DataCheck } from '../../src/data/check/dataCheck.ts';
import { quoteCell } from '../../src/data/csv/cellText.ts';
import { fixText } from '../../src/data/fix/fixText.ts';
import type { FixId } from '../../src/data/fix/fixId.ts';
import { compareHeaders } from '../../src/data/check/headerChange.ts';
import type { UploadKind } from '../../src/model/upload.ts';

/** An input made to stall its reader, and the work of reading it. */
export interface HostileShape {
  readonly name: string;
  /** Large enough that quadratic work takes minutes, while linear work takes a moment. */
  readonly size: number;
  /** Creates an input of about `size` bytes and returns the work on it. */
  readonly prepare: (size: number) => () => unknown;
}

const CHUNK_BYTES = 262_144;
const SMALL_CHUNK_BYTES = 1_024;
const MB = 1_000_000;
/** The longest record that is read as a header. */
const HEADER_BYTES = 1_000_000;

export const HOSTILE_SHAPES: readonly HostileShape[] = [
  // The check of CSV
  checking('a column name of digits', HEADER_BYTES, 'csv', (size) => `${'1'.repeat(size)}x,b\n1,2\n3,4\n`),
  checking('a column name with stray quotes before white space', HEADER_BYTES, 'csv', (size) => {
    return `"${'"x'.repeat(size / 4)}${' '.repeat(size / 2)},",b\n1,2\n`;
  }),
  checking('a first row with stray quotes before white space', HEADER_BYTES, 'csv', (size) => {
    return `a,b\n"${'"x'.repeat(size / 4)}${' '.repeat(size / 2)},",2\n`;
  }),
  checking('duplicate column names', HEADER_BYTES, 'csv', (size) => `${'a,'.repeat(size / 2)}b\n1,2\n`),
  checking('column names of white space', HEADER_BYTES, 'csv', (size) => `${' '.repeat(size)}x,b\n1,2\n`),
  checking('decimal commas after a long cell', HEADER_BYTES, 'csv', (size) => {
    const header = Array.from({ length: 1_000 }, (_, index) => `c${index}`).join(';');
    return `${header}\n${'x'.repeat(size)}${';1,5'.repeat(999)}\n`;
  }),
  checking('decimal commas in many columns', HEADER_BYTES, 'csv', (size) => {
    const columns = size / 80;
    const header = Array.from({ length: columns }, (_, index) => `c${index}`).join(';');
    return `${header}\n${`${'1,5;'.repeat(columns - 1)}1,5\n`.repeat(20)}`;
  }),
  checking('an unterminated quote', 64 * MB, 'csv', (size) => `a,b\n1,"${'x,\n'.repeat(size / 3)}`),
  checking('stray quotes on one line', 4 * MB, 'csv', (size) => `a,b\n${'"x"y,'.repeat(size / 5)}\n`),
  checking(
    'cells of long numbers',
    4 * MB,
    'csv',
    (size) => `a,b\n${`${'1'.repeat(1_000)}x,2\n`.repeat(size / 1_000)}`,
  ),
  checking('a quoted cell of white space', 4 * MB, 'csv', (size) => `a,b\n"${'" '.repeat(size / 2)}\n`),
  checking(
    'rows with too many cells',
    4 * MB,
    'csv',
    (size) => `a,b\n${`${','.repeat(50_000)}\n`.repeat(size / 50_000)}`,
  ),
  checking('blank lines', 4 * MB, 'csv', (size) => `a,b\n${'\n'.repeat(size)}1,2\n`),
  checking('lost characters on one line', 4 * MB, 'csv', (size) => `a,b\n${'\uFFFD'.repeat(size / 3)},2\n`),
  checking('an unterminated comment before a web page', 16 * MB, 'csv', (size) => `<!--${'<!-- '.repeat(size / 5)}`),
  checking('rows with more cells each', 4 * MB, 'csv', (size) => {
    const rows = Math.floor(Math.sqrt(size * 2));
    return `a,b\n${Array.from({ length: rows }, (_, row) => ','.repeat(row)).join('\n')}\n`;
  }),
  checking('a wide header with an empty first name, below a title', HEADER_BYTES, 'csv', (size) => {
    const names = Array.from({ length: size / 8 }, (_, index) => `c${index}`);
    return `Report\n\n,${names.join(',')}\n${`x,${names.map(() => '1').join(',')}\n`.repeat(4)}`;
  }),
  checking('a wide header', HEADER_BYTES, 'csv', (size) => {
    const names = Array.from({ length: size / 8 }, (_, index) => `c${index}`);
    return `${names.join(',')}\n${`${names.map(() => '1').join(',')}\n`.repeat(4)}`;
  }),
  checking('quotes only', 4 * MB, 'csv', (size) => `a,b\n${'"'.repeat(size)}`),
  checking('escaped quotes', 4 * MB, 'csv', (size) => `a,b\n"${'""'.repeat(size / 2)}",1\n`),
  checking('escaped quotes in small chunks', 4 * MB, 'csv', (size) => `a,b\n"${'""x'.repeat(size / 3)}",1\n`, 1_021),
  checking('delimiters only', 4 * MB, 'csv', (size) => `a,b\n${','.repeat(size)}`),
  checking('line feeds only', 4 * MB, 'csv', (size) => '\n'.repeat(size)),
  checking('carriage returns only', 4 * MB, 'csv', (size) => `a,b\r${'\r'.repeat(size)}1,2`),
  checking('an open quote in every row', 4 * MB, 'csv', (size) => `a,b\n${'1,"x\n'.repeat(size / 5)}`),
  checking('quotes within cells', 4 * MB, 'csv', (size) => `a,b\n${'x"y,z"\n'.repeat(size / 7)}`),
  checking('closing quotes before white space', 4 * MB, 'csv', (size) => `a,b\n"${'" x'.repeat(size / 3)}",1\n`),
  checking('one text', 16 * MB, 'csv', (size) => `a,b\n${'x'.repeat(size)}`),
  checking('tabs in one text', 4 * MB, 'csv', (size) => `a,b\n${'x\t'.repeat(size / 2)},1\n`),
  checking('NULs', 4 * MB, 'csv', (size) => `a,b\n${'\0'.repeat(size)},1\n`),
  checking('white space only', 4 * MB, 'csv', (size) => ' '.repeat(size)),
  checking('mixed line breaks', 4 * MB, 'csv', (size) => `a,b\n${'1,2\r\n3,4\r5,6\n'.repeat(size / 13)}`),
  checking('rows of any length', 4 * MB, 'csv', (size) => `a,b\n${'1\n1,2,3\n,\n"a\nb",2\n'.repeat(size / 19)}`),
  checking('line breaks in one cell', 4 * MB, 'csv', (size) => `a,b\n"${'x\r\n'.repeat(size / 3)}",1\n`),
  checking('a change of type in each column', 4 * MB, 'csv', (size) => {
    const row = (cell: string) => `${Array.from({ length: 1_000 }, () => cell).join(',')}\n`;
    return row('a') + row('1').repeat(25) + row('x').repeat(size / 2_000);
  }),
  checking(
    'texts that are nearly dates',
    4 * MB,
    'csv',
    (size) => `a,b\n${'2026-01-31T00:00:00.1-,1,1\n'.repeat(size / 27)}`,
  ),
  checking(
    'bytes that are not UTF-8',
    4 * MB,
    'csv',
    (size) => `a,b\n${'\xe9\x81'.repeat(size / 2)},1\n`,
    undefined,
    'latin1',
  ),
  checking('number signs only', 4 * MB, 'csv', (size) => `a,b\n${'#'.repeat(size)},1\n`),
  checking('error values in each cell', 4 * MB, 'csv', (size) => `a,b\n${'#N/A,#REF!\n'.repeat(size / 11)}`),
  checking('error values in one row', 4 * MB, 'csv', (size) => `a,b\n1,"${',#N/A'.repeat(size / 5)}"\n`),
  checking('error values in texts', 4 * MB, 'csv', (size) => `a,b\n${`1,${'x #N/A'.repeat(20)}\n`.repeat(size / 123)}`),
  checking('surrogates that are alone', 4 * MB, 'csv', (size) => `a,b\n${'\ud800x'.repeat(size / 4)},1\n`),
  checking('one byte a chunk', 0.2 * MB, 'csv', (size) => `a,b\n${'1,"x y"\n'.repeat(size / 8)}`, 1),
  // The check of JSON
  checking('rows without the keys of a wide first row', 4 * MB, 'json', (size) => {
    return `[{${members(40_000)}}${',{}'.repeat(size / 3)}]`;
  }),
  checking('another key in every row', 4 * MB, 'json', (size) => {
    return `[${Array.from({ length: size / 16 }, (_, index) => `{"key${index}":1}`).join(',')}]`;
  }),
  checking('many keys in the first rows', HEADER_BYTES, 'json', (size) => {
    const row = `{${members(4_000)}}`;
    return `[${row},${row.slice(0, 9_000)}"z":1},{${members(size / 12)}}]`;
  }),
  checking('a number with zeros inside', 4 * MB, 'json', (size) => {
    const zeros = Math.min(50_000, size / 16);
    return `[${`{"a":1${'0'.repeat(zeros)}1},`.repeat(size / zeros)}{"a":1}]`;
  }),
  checking(
    'nesting in a first row',
    64_000,
    'json',
    (size) => `[{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}]`,
  ),
  checking('a duplicate key many times in a row', 4 * MB, 'json', (size) => `[{${'"a":1,'.repeat(size / 6)}"b":2}]`),
  checking('trailing commas', 4 * MB, 'json', (size) => `[${'{"a":1,},'.repeat(size / 9)}{}]`),
  checking('escapes in an unterminated string', 4 * MB, 'json', (size) => `[{"a":"${'\\u0041'.repeat(size / 6)}`),
  checking('one long string', 16 * MB, 'json', (size) => `[{"a":"${'x'.repeat(size)}"}]`),
  checking('one long number', 4 * MB, 'json', (size) => `[{"a":${'1'.repeat(size)}}]`),
  checking('white space only', 4 * MB, 'json', (size) => ' \n'.repeat(size / 2)),
  checking('white space between tokens', 4 * MB, 'json', (size) => `[{"a"${' '.repeat(size)}:1}]`),
  checking('comments', 4 * MB, 'json', (size) => `[${'/* x */ // y\n'.repeat(size / 13)}{"a":1}]`),
  checking('deep nesting', 4 * MB, 'json', (size) => `[{"a":${'{"a":['.repeat(size / 8)}1${']}'.repeat(size / 8)}}]`),
  checking('NULs', 4 * MB, 'json', (size) => `[{"a":"${'\0'.repeat(size)}"}]`),
  checking('escaped surrogates that are alone', 4 * MB, 'json', (size) => `[{"a":"${'\\ud800'.repeat(size / 6)}"}]`),
  checking('one byte a chunk', 0.2 * MB, 'json', (size) => `[${'{"a":"x y"},'.repeat(size / 12)}{}]`, 1),
  // Fixes and conversions
  fixing(
    'duplicate column names',
    1 * MB,
    'makeColumnNamesUnique',
    'csv',
    (size) => `${'a,'.repeat(size / 2)}b\n1,2\n`,
  ),
  fixing('deep nesting', 4 * MB, 'flattenNested', 'json', (size) => {
    return `[{"a":${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}}]`;
  }),
  fixing('a leaf at every depth', 1 * MB, 'flattenNested', 'json', (size) => {
    return `[{"a":${'{"b":1,"a":'.repeat(size / 12)}1${'}'.repeat(size / 12)}}]`;
  }),
  fixing('nested values under the same name', 2 * MB, 'flattenNested', 'json', (size) => {
    return `[{${'"a":{"b":1},'.repeat(size / 12)}"c":2}]`;
  }),
  fixing('stray quotes before white space', 4 * MB, 'delimiterToComma', 'csv', (size) => {
    return `a;b\n"${'"x'.repeat(size / 4)}${' '.repeat(size / 2)};";2\n`;
  }),
  fixing(
    'trailing delimiters',
    4 * MB,
    'removeTrailingDelimiters',
    'csv',
    (size) => `a,b\n${'1,2,\n'.repeat(size / 5)}`,
  ),
  fixing('empty rows', 4 * MB, 'removeTrailingEmptyRows', 'csv', (size) => `a,b\n1,2\n${',\n'.repeat(size / 2)}`),
  {
    name: 'conversion of one cell in small chunks',
    size: 64 * MB,
    prepare: (size) => () => {
      const commas = toCommas(';');
      const chunk = Buffer.alloc(SMALL_CHUNK_BYTES, 'x\n');
      commas.push(Buffer.from('a;b\n1;"'));
      for (let bytes = 0; bytes < size; bytes += chunk.length) {
        commas.push(chunk);
      }
      return commas.end();
    },
  },
  {
    name: 'conversion of long formula texts',
    size: 32 * MB,
    prepare: (size) => {
      const formulas = [`="${'x'.repeat(size / 2)}"`, `="${'x""'.repeat(size / 8)}"`];
      const bytes = Buffer.from(`a,b\n${formulas.map(quoteCell).join(',')}\n`);
      return () => {
        const transform = omitFormulas(',');
        return [transform.push(bytes), transform.end()];
      };
    },
  },
  // On the thread of the extension host
  {
    name: 'headers that differ by case',
    size: 0.2 * MB,
    prepare: (size) => {
      const before = Array.from({ length: size / 2 }, () => 'a');
      const now = Array.from({ length: size / 2 }, () => 'A');
      return () => compareHeaders(before, now, true);
    },
  },
  {
    name: 'the end of a problem range in one long cell',
    size: 4 * MB,
    prepare: (size) => {
      const text = `"${'""'.repeat(size / 2)}`;
      const problem = {
        code: 'typeChange',
        name: 'a',
        from: 'number',
        rows: 20,
        severity: 'warning',
        line: 1,
      } as const;
      return () =>
        Array.from({ length: 100 }, (_, at) =>
          problemEndColumn({ ...problem, column: 1 + 2 * at }, { text, delimiter: ',' }),
        );
    },
  },
  matching('stars', 100_000, `${'*a'.repeat(20)}*b`),
  matching('deep stars', 100_000, `${'**/*a'.repeat(20)}*b`),
  matching('stars in braces', 100_000, `${'{*a,*aa}'.repeat(20)}b`),
];

function checking(
  name: string,
  size: number,
  kind: UploadKind,
  write: (size: number) => string,
  chunkBytes = CHUNK_BYTES,
  encoding: BufferEncoding = 'utf8',
): HostileShape {
  return {
    name: `check of ${kind.toUpperCase()}: ${name}`,
    size,
    prepare: (bytes) => {
      const input = Buffer.from(write(bytes), encoding);
      return () => {
        const check = new DataCheck(kind);
        for (let at = 0; at < input.length; at += chunkBytes) {
          check.push(input.subarray(at, at + chunkBytes));
        }
        return check.end();
      };
    },
  };
}

function fixing(
  name: string,
  size: number,
  fix: FixId,
  kind: UploadKind,
  write: (size: number) => string,
): HostileShape {
  return {
    name: `fix ${fix}: ${name}`,
    size,
    prepare: (bytes) => {
      const text = write(bytes);
      return () => fixText(fix, text, kind);
    },
  };
}

function matching(name: string, size: number, glob: string): HostileShape {
  return {
    name: `glob: ${name}`,
    size,
    prepare: (bytes) => {
      const path = 'a'.repeat(bytes);
      return () => parseGlob(glob)?.(path);
    },
  };
}

/** Members of a JSON object with different keys. */
function members(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');
}
