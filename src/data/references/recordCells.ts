import { CELL_STRIDE, END } from '../csv/cellBatch.ts';
import { cellsOfRecord, scanAll, valueOfCell } from '../csv/cellText.ts';
import { positionAfter } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { Conversion } from '../../model/upload.ts';
import { chain } from '../convert/byteTransform.ts';
import { valueTransforms } from '../convert/conversion.ts';
import { endOfLastLine } from './cellMatch.ts';
import type { RowCell, RangeWithText } from './cellMatch.ts';

interface RecordOptions {
  readonly delimiter: string;
  /** The line in which the record begins. */
  readonly firstLine: number;
  /** How values are changed before they are sent; `{}` for the header. */
  readonly conversion: Conversion;
}

/** The cells of a record without its line break. */
export function readRecord(
  record: Uint8Array,
  { delimiter, firstLine, conversion }: RecordOptions,
): readonly RowCell[] {
  const sent = withSentValues(record, conversion);
  const sentValues = sent && cellsOfRecord(textOfBytes(sent), delimiter);
  return rangesOfCells(record, delimiter, firstLine).map((range, index) => ({
    value: sentValues?.[index] ?? valueOfCell(range.written),
    range,
  }));
}

/** The record with its values as they are sent; undefined if they are sent as they are. */
function withSentValues(record: Uint8Array, conversion: Conversion): Uint8Array | undefined {
  const transforms = valueTransforms(conversion);
  if (transforms.length === 0) {
    return undefined;
  }
  const transform = chain(transforms.map((value) => value.transform));
  // The transforms leave the first record, the header, as it is.
  transform.push(Buffer.from('x\n'));
  return Buffer.concat([transform.push(record), transform.end()]);
}

function rangesOfCells(record: Uint8Array, delimiter: string, firstLine: number): readonly RangeWithText[] {
  const ranges: RangeWithText[] = [];
  const text = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  let position = { line: firstLine, column: 1 };
  let before = '';
  let next = 0;
  const addCell = (start: number, end: number): void => {
    const separator = text.toString('utf8', next, start);
    const written = text.toString('utf8', start, end);
    const cellStart = positionAfter(position, separator);
    position = positionAfter(cellStart, written);
    before = endOfLastLine(before + separator);
    ranges.push({ ...cellStart, endLine: position.line, endColumn: position.column, written, before });
    before = endOfLastLine(before + written);
    next = end;
  };
  scanAll(record, delimiter, ({ cells, length }) => {
    for (let index = 0; index < length; index += CELL_STRIDE) {
      addCell(cells[index] ?? 0, cells[index + END] ?? 0);
    }
  });
  return ranges;
}
