import { findSepLine } from '../csv/sepLine.ts';
import type { Conversion } from '../../model/upload.ts';
import { sniffEncoding } from '../textEncoding.ts';
import type { ByteTransform } from './byteTransform.ts';
import { inTurn } from './inTurn.ts';
import { toArray } from './toArray.ts';
import { ToCommas } from './toCommas.ts';
import { toUtf8 } from './toUtf8.ts';
import { withoutStart } from './withoutStart.ts';

/** What makes all the changes. */
export function transformOf(conversion: Conversion): ByteTransform {
  const { fromEncoding, withoutByteOrderMark, withoutSepLine, fromDelimiter } = conversion;
  return inTurn([
    ...(fromEncoding === undefined ? [] : [toUtf8(fromEncoding)]),
    ...(withoutByteOrderMark === true
      ? [
          withoutStart(3, (start) =>
            sniffEncoding(start).encoding === 'utf-8' ? sniffEncoding(start).byteOrderMarkLength : 0,
          ),
        ]
      : []),
    ...(withoutSepLine === true ? [withoutStart(16, (start) => findSepLine(start)?.length ?? 0)] : []),
    ...(fromDelimiter === undefined ? [] : [new ToCommas(fromDelimiter)]),
    ...(conversion.toArray === true ? [toArray()] : []),
  ]);
}
