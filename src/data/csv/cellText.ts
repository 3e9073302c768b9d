import Papa from 'papaparse';

/** The cells of whole records, each without its line break. papaparse says what a cell is. */
export function cellsOfRecords(records: readonly string[], delimiter: string): readonly (readonly string[])[] {
  // The line break behind the last record makes papaparse judge its last quote as it does everyone else's.
  const text = `${records.join('\n')}\n`;
  // `Papa.parse` would take a BOM at the start of each text away, where it is data.
  const { data } = new Papa.Parser({ delimiter, newline: '\n' }).parse(text, 0, false) as { data: string[][] };
  return data;
}
