import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import type { ConversionId } from '../../../data/conversionOffers.ts';
import type { Conversion } from '../../../data/conversions/conversion.ts';
import type { ConversionPreview } from '../../../data/conversions/previewConversion.ts';
import { delimiterName, encodingName } from '../uploadWords.ts';

const LINE_LENGTH = 70;

/** What is changed, one sentence each; empty where nothing is. */
export function conversionNames(conversion: Conversion): readonly string[] {
  const { fromEncoding, fromDelimiter, withoutByteOrderMark, withoutSepLine, toArray } = conversion;
  return [
    ...(fromEncoding === undefined ? [] : [l10n.t('{0} to UTF-8', encodingName(fromEncoding))]),
    ...(withoutByteOrderMark === true ? [l10n.t('without the byte order mark')] : []),
    ...(withoutSepLine === true ? [l10n.t('without the “sep=” line')] : []),
    ...(fromDelimiter === undefined ? [] : [l10n.t('{0} to comma', delimiterName(fromDelimiter))]),
    ...(toArray === true ? [l10n.t('as a JSON array')] : []),
  ];
}

/** One conversion as it is offered. */
export function offerName(id: ConversionId, conversion: Conversion): string {
  switch (id) {
    case 'encoding':
    case 'otherEncoding':
      return l10n.t('Encoding: {0} to UTF-8', encodingName(conversion.fromEncoding ?? 'windows-1252'));
    case 'byteOrderMark':
      return l10n.t('Leave out the byte order mark');
    case 'sepLine':
      return l10n.t('Leave out the “sep=” line');
    case 'delimiter':
      return l10n.t('Separator: {0} to comma', delimiterName(conversion.fromDelimiter ?? ';'));
    case 'array':
      return l10n.t('Send as a JSON array');
  }
}

/** The first line that the conversion changes, before and after; undefined where none of the first lines is. */
export function firstChange({ before, after }: ConversionPreview): string | undefined {
  const shift = before.length - after.length > 0 && before[1] === after[0] ? 1 : 0;
  const index = before.findIndex((line, at) => line !== after[at - shift] && at >= shift);
  return index < 0
    ? undefined
    : `${plainText(before[index] ?? '', LINE_LENGTH)} → ${plainText(after[index - shift] ?? '', LINE_LENGTH)}`;
}
