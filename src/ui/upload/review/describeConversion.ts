import { l10n } from 'vscode';
import type { ConversionId } from '../../../data/convert/conversionOffers.ts';
import type { Conversion } from '../../../model/upload.ts';
import { delimiterName, encodingName } from '../../format/dataText.ts';

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
