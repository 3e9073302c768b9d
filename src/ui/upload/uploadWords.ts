import { env, l10n } from 'vscode';
import type { TextEncodingName } from '../../data/textEncoding.ts';
import type { UploadFormat, UploadKind } from '../../model/upload.ts';

export function kindName(kind: UploadKind): string {
  switch (kind) {
    case 'csv':
      return l10n.t('CSV');
    case 'tsv':
      return l10n.t('TSV (CSV with tabs)');
    case 'json':
      return l10n.t('JSON');
  }
}

export function formatName(format: UploadFormat): string {
  return format === 'multipart' ? l10n.t('as a file (multipart)') : l10n.t('in a JSON body');
}

export function delimiterName(delimiter: string): string {
  switch (delimiter) {
    case ',':
      return l10n.t('comma');
    case ';':
      return l10n.t('semicolon');
    case '\t':
      return l10n.t('tab');
    case '|':
      return l10n.t('bar');
    default:
      return delimiter;
  }
}

export function encodingName(encoding: TextEncodingName): string {
  return {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Windows-1252',
    'iso-8859-1': 'ISO-8859-1',
  }[encoding];
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** "812 byte", "12.3 MB", in the user's language. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const format = {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(env.language, format).format(value);
}

export function numberText(count: number): string {
  return new Intl.NumberFormat(env.language).format(count);
}
