import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { ParseResult, RowWriter } from './rowStore.ts';

/** A record that is larger must be due to an unclosed quote. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/**
 * Parses CSV like a data loader. The delimiter is the most frequent of comma, semicolon and tab in the first line, the first
 * row is the header, and blank lines are skipped. Parsing ends at the first row with a different number of cells.
 */
export async function readCsv(input: Readable, head: Uint8Array, writer: RowWriter): Promise<ParseResult> {
  const parser = input.pipe(
    parse({
      bom: true,
      delimiter: guessDelimiter(head),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_BYTES,
    }),
  );
  let columns: readonly string[] | undefined;
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      if (!columns) {
        columns = record;
        const problem = headerProblem(record);
        if (problem !== undefined) {
          return { columns, problem };
        }
      } else if (record.length === columns.length) {
        writer.add(record);
      } else {
        const values = record.length === 1 ? '1 value' : `${record.length} values`;
        const expected = columns.length === 1 ? 'is 1 column' : `are ${columns.length} columns`;
        const problem = `Row ${writer.rowCount + 1} has ${values}, but there ${expected}.`;
        return { columns, problem };
      }
    }
  } catch (error) {
    if (error instanceof CsvError) {
      return {
        columns: columns ?? [],
        problem: `After row ${writer.rowCount} the data is not readable as CSV: ${error.message}`,
      };
    }
    throw error;
  } finally {
    input.destroy();
    writer.flush();
  }
  return columns ? { columns } : { columns: [], problem: 'The data is empty: there is no header row.' };
}

function headerProblem(columns: readonly string[]): string | undefined {
  const unnamed = columns.findIndex((name) => name.trim() === '');
  if (unnamed !== -1) {
    return `Column ${unnamed + 1} has no name.`;
  }
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  return repeated === undefined ? undefined : `The column name "${repeated}" occurs twice.`;
}

function guessDelimiter(head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1').replaceAll('\0', '');
  const firstLine = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const countOf = (delimiter: string) => firstLine.split(delimiter).length - 1;
  return [',', ';', '\t'].reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best));
}
