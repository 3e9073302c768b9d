import type { UploadKind } from '../../src/model/upload.ts';
import {
  writeChineseCsv,
  writeCsv,
  writeEscapedJson,
  writeIndentedJson,
  writeJson,
  writeLongCellCsv,
  writeNarrowCsv,
  writeNarrowJson,
  writeQuotedCsv,
  writeTypedCsv,
  writeWideCsv,
  writeWideJson,
} from './generate.ts';
import type { ReaderName } from './otherReaders.ts';

/** A file whose check is timed side by side with other readers of the same file. */
export interface DataShape {
  readonly name: string;
  readonly kind: UploadKind;
  readonly megabytes: number;
  readonly write: (path: string, byteLength: number) => unknown;
  /** The readers, and what share of their time the check may take. */
  readonly goals: Readonly<Partial<Record<ReaderName, number>>>;
  /** How many times the CPU time of all threads a check may take that computes control totals, too. */
  readonly totalsGoal: number;
}

export const DATA_SHAPES: readonly DataShape[] = [
  {
    name: 'CSV',
    kind: 'csv',
    megabytes: 200,
    write: writeCsv,
    goals: { papaparse: 0.5, csvParse: 0.25 },
    totalsGoal: 1.8,
  },
  {
    name: 'CSV of 400 columns',
    kind: 'csv',
    megabytes: 200,
    write: writeWideCsv,
    goals: { papaparse: 0.5 },
    totalsGoal: 2.3,
  },
  {
    name: 'CSV with cells of 4 kB',
    kind: 'csv',
    megabytes: 200,
    write: writeLongCellCsv,
    goals: { papaparse: 0.8 },
    totalsGoal: 1.15,
  },
  {
    name: 'narrow CSV',
    kind: 'csv',
    megabytes: 100,
    write: writeNarrowCsv,
    goals: { papaparse: 0.4 },
    totalsGoal: 1.8,
  },
  {
    name: 'CSV all in quotes, with CRLF',
    kind: 'csv',
    megabytes: 100,
    write: writeQuotedCsv,
    goals: { papaparse: 0.4 },
    totalsGoal: 1.65,
  },
  {
    name: 'Chinese CSV',
    kind: 'csv',
    megabytes: 100,
    write: writeChineseCsv,
    goals: { papaparse: 0.4 },
    totalsGoal: 1.5,
  },
  {
    name: 'CSV of dates and decimal commas',
    kind: 'csv',
    megabytes: 100,
    write: writeTypedCsv,
    goals: { papaparse: 1 },
    totalsGoal: 2.2,
  },
  { name: 'JSON', kind: 'json', megabytes: 200, write: writeJson, goals: { jsonParse: 0.5 }, totalsGoal: 2 },
  {
    name: 'indented JSON',
    kind: 'json',
    megabytes: 200,
    write: writeIndentedJson,
    goals: { jsonParse: 0.6 },
    totalsGoal: 2.15,
  },
  {
    name: 'JSON with 120 keys',
    kind: 'json',
    megabytes: 150,
    write: writeWideJson,
    goals: { jsonParse: 0.6 },
    totalsGoal: 2.3,
  },
  {
    name: 'narrow JSON',
    kind: 'json',
    megabytes: 100,
    write: writeNarrowJson,
    goals: { jsonParse: 0.5 },
    totalsGoal: 1.8,
  },
  {
    name: 'JSON with escapes',
    kind: 'json',
    megabytes: 150,
    write: writeEscapedJson,
    goals: { jsonParse: 0.5 },
    totalsGoal: 1.45,
  },
];
