import { findSepLine } from '../csv/sepLine.ts';
import type { TextEncodingName } from '../textEncoding.ts';
import { sniffEncoding } from '../textEncoding.ts';
import type { ByteTransform } from './byteTransform.ts';
import { inTurn } from './inTurn.ts';
import { toArray } from './toArray.ts';
import { ToCommas } from './toCommas.ts';
import { toUtf8 } from './toUtf8.ts';
import { withoutStart } from './withoutStart.ts';

/** What is changed in the bytes of a file on their way. Nothing else is. */
export interface Conversion {
  /** Decoded from this encoding and sent as UTF-8. */
  readonly fromEncoding?: Exclude<TextEncodingName, 'utf-8'> | undefined;
  /** The byte order mark left out. It always is where another encoding is decoded. */
  readonly withoutByteOrderMark?: boolean;
  /** Excel's `sep=` line left out. */
  readonly withoutSepLine?: boolean;
  /** Commas put where this delimiter is, and quotes around cells that hold a comma. */
  readonly fromDelimiter?: string | undefined;
  /** JSON Lines, or one object, sent as an array. */
  readonly toArray?: boolean;
}

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
