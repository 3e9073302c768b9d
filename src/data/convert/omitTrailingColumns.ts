import type { TrailingColumns } from '../../model/upload.ts';
import { endsRecord } from '../csv/cellBatch.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CellTransform, copyCell } from './cellTransform.ts';

/** Omits the empty columns at the right of CSV in UTF-8, and the delimiters before them. */
export function omitTrailingColumns({ delimiter, columnsKept }: TrailingColumns): ByteTransform {
  let column = 0;
  const isOmitted = (bits: number): boolean => {
    const isTrailing = column >= columnsKept;
    column = endsRecord(bits) ? 0 : column + 1;
    return isTrailing;
  };
  return new CellTransform({ from: delimiter, to: delimiter }, copyCell, isOmitted);
}
