import { findSepLine } from '../csv/sepLine.ts';
import type { Conversion } from '../../model/upload.ts';
import { afterByteOrderMark } from './afterByteOrderMark.ts';
import type { ByteTransform } from './byteTransform.ts';
import { inTurn } from './inTurn.ts';
import { toArray } from './toArray.ts';
import { ToCommas } from './toCommas.ts';
import { toUtf8 } from './toUtf8.ts';
import { withoutStart } from './withoutStart.ts';

/** What makes all the changes. */
export function transformOf(conversion: Conversion): ByteTransform {
  const { fromEncoding, withoutByteOrderMark, withoutSepLine, fromDelimiter } = conversion;
  const change = inTurn([
    ...(withoutSepLine === true ? [withoutStart(16, (start) => findSepLine(start)?.length ?? 0)] : []),
    ...(fromDelimiter === undefined ? [] : [new ToCommas(fromDelimiter)]),
    ...(conversion.toArray === true ? [toArray()] : []),
  ]);
  return inTurn([
    ...(fromEncoding === undefined ? [] : [toUtf8(fromEncoding)]),
    afterByteOrderMark(change, { isKept: withoutByteOrderMark !== true }),
  ]);
}
