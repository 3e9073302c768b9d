import { l10n } from 'vscode';
import { plainValue } from '../../base/displayText.ts';
import { isOfMember } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { ArrayRows, Conversion } from '../../model/upload.ts';
import { delimiterName, encodingName } from '../format/dataText.ts';
import { numberText } from '../format/valueText.ts';

/** The names of the changes that a conversion makes. */
export function conversionNames(conversion: Conversion): readonly string[] {
  const { fromEncoding, fromDelimiter, fromDecimalCommas, fromMember, fromKeys, fromArrays } = conversion;
  const { withoutByteOrderMark, withoutSepLine } = conversion;
  return [
    ...(conversion.fromGzip === true ? [l10n.t('decompressed')] : []),
    ...(fromEncoding === undefined ? [] : [l10n.t('{0} to UTF-8', encodingName(fromEncoding))]),
    ...(conversion.fromDrawnTable === true ? [l10n.t('drawn table to CSV')] : []),
    ...(withoutByteOrderMark === true ? [l10n.t('without the byte order mark')] : []),
    ...(withoutSepLine === true ? [l10n.t('without the “sep=” line')] : []),
    ...titleLinesText(conversion),
    ...trailingLinesText(conversion),
    ...totalRowText(conversion),
    ...(conversion.withoutRepeatedHeaders === undefined ? [] : [l10n.t('without rows that repeat the header')]),
    ...(conversion.withoutEmptyRows === undefined ? [] : [l10n.t('without empty rows')]),
    ...(conversion.withoutTrailingDelimiters === undefined
      ? []
      : [l10n.t('without the delimiter at the end of each row')]),
    ...(conversion.withoutTrailingColumns === undefined ? [] : [l10n.t('without the empty columns on the right')]),
    ...(fromDelimiter === undefined ? [] : [l10n.t('{0} to comma', delimiterName(fromDelimiter))]),
    ...(conversion.toPlainNumbers === undefined ? [] : [l10n.t('formatted numbers to plain numbers')]),
    ...(fromDecimalCommas === undefined ? [] : [l10n.t('decimal commas to points')]),
    ...(conversion.withoutThousandsCommas === undefined ? [] : [l10n.t('without commas between thousands')]),
    ...(conversion.withoutFormulas === undefined ? [] : [l10n.t('formulas to plain text')]),
    ...(conversion.withoutNullTexts === undefined ? [] : [l10n.t('empty cells in place of NULL')]),
    ...(fromMember === undefined ? [] : [l10n.t('the rows in “{0}”', memberName(fromMember))]),
    ...(fromKeys === undefined
      ? []
      : [l10n.t('the members as rows, with their keys in the column “{0}”', memberName(fromKeys))]),
    ...(fromArrays === undefined ? [] : [arraysName(fromArrays)]),
    ...(conversion.withoutActions === true ? [l10n.t('without the Elasticsearch action lines')] : []),
    ...(conversion.toFlatRows === true ? [l10n.t('nested values to dotted columns')] : []),
    ...(conversion.toArray === true ? [l10n.t('as a JSON array')] : []),
  ];
}

export function titleLinesText({ withoutTitleLines: lines }: Conversion): readonly string[] {
  if (lines === undefined) {
    return [];
  }
  return [lines === 1 ? l10n.t('without 1 title line') : l10n.t('without {0} title lines', numberText(lines))];
}

export function totalRowText({ withoutTotalRow, totalRows: rows }: Conversion): readonly string[] {
  if (withoutTotalRow === undefined) {
    return [];
  }
  return [
    rows === undefined ? l10n.t('without the total row') : l10n.t('without the {0} total rows', numberText(rows)),
  ];
}

function trailingLinesText({ withoutTrailingLines: lines }: Conversion): readonly string[] {
  if (lines === undefined) {
    return [];
  }
  return [
    lines.count === 1
      ? l10n.t('without 1 line below the table')
      : l10n.t('without {0} lines below the table', numberText(lines.count)),
  ];
}

function arraysName({ member, namesIn }: ArrayRows): string {
  if (member === undefined) {
    return l10n.t('the arrays as rows, with the column names in the first one');
  }
  return namesIn === undefined
    ? l10n.t('the arrays in “{0}” as rows, with the column names in the first one', memberName(member))
    : l10n.t('the arrays in “{0}” as rows, with the column names in “{1}”', memberName(member), memberName(namesIn));
}

/** The label of an offered conversion. */
export function offerName(id: ConversionId, conversion: Conversion): string {
  switch (isOfMember(id) ? 'fromMember' : id) {
    case 'fromGzip':
      return l10n.t('Decompress');
    case 'fromEncoding':
    case 'otherEncoding':
      return l10n.t('Encoding: {0} to UTF-8', encodingName(conversion.fromEncoding ?? 'windows-1252'));
    case 'fromDrawnTable':
      return l10n.t('Drawn table to CSV');
    case 'withoutByteOrderMark':
      return l10n.t('Remove the byte order mark');
    case 'withoutSepLine':
      return l10n.t('Remove the “sep=” line');
    case 'withoutTitleLines':
      return l10n.t('Remove the title lines');
    case 'withoutTrailingLines':
      return l10n.t('Remove the lines below the table');
    case 'withoutTotalRow':
      return conversion.totalRows === undefined
        ? l10n.t('Remove the total row')
        : l10n.t('Remove the {0} total rows', numberText(conversion.totalRows));
    case 'withoutRepeatedHeaders':
      return l10n.t('Remove the rows that repeat the header');
    case 'withoutEmptyRows':
      return l10n.t('Remove the empty rows');
    case 'withoutTrailingDelimiters':
      return l10n.t('Remove the delimiter at the end of each row');
    case 'withoutTrailingColumns':
      return l10n.t('Remove the empty columns on the right');
    case 'fromDelimiter':
      return l10n.t('Delimiter: {0} to comma', delimiterName(conversion.fromDelimiter ?? ';'));
    case 'toPlainNumbers':
      return l10n.t('Formatted numbers to plain numbers');
    case 'fromDecimalCommas':
      return l10n.t('Decimal commas to points');
    case 'withoutThousandsCommas':
      return l10n.t('Remove commas between thousands');
    case 'withoutFormulas':
      return l10n.t('Formulas to plain text');
    case 'withoutNullTexts':
      return l10n.t('Empty cells in place of NULL');
    case 'fromMember':
      return l10n.t('Send the rows in “{0}”', memberName(conversion.fromMember ?? ''));
    case 'fromKeys':
      return l10n.t(
        'Send the members as rows, with their keys in the column “{0}”',
        memberName(conversion.fromKeys ?? ''),
      );
    case 'fromArrays':
      return conversion.fromArrays === undefined ? '' : arraysOfferName(conversion.fromArrays);
    case 'withoutActions':
      return l10n.t('Remove the Elasticsearch action lines');
    case 'toFlatRows':
      return l10n.t('Nested values to dotted columns');
    case 'toArray':
      return l10n.t('Send as a JSON array');
    case 'oneRow':
      return l10n.t('Send the object as one row');
  }
}

function arraysOfferName({ member, namesIn }: ArrayRows): string {
  if (member === undefined) {
    return l10n.t('Send the arrays as rows, with the column names in the first one');
  }
  return namesIn === undefined
    ? l10n.t('Send the arrays in “{0}” as rows, with the column names in the first one', memberName(member))
    : l10n.t(
        'Send the arrays in “{0}” as rows, with the column names in “{1}”',
        memberName(member),
        memberName(namesIn),
      );
}

function memberName(name: string): string {
  return plainValue(name, 40);
}
