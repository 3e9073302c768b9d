import { env, l10n } from 'vscode';
import type { TextEncodingName, UploadFormat, UploadKind } from '../../model/upload.ts';

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

const EDITOR_ENCODINGS: ReadonlyMap<string, TextEncodingName> = new Map([
  ['utf16le', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['windows1252', 'windows-1252'],
  ['iso88591', 'iso-8859-1'],
]);

/** The name of an encoding as VS Code identifies it; those that are rare here are called by what identifies them. */
export function editorEncodingName(encoding: string): string {
  const known = EDITOR_ENCODINGS.get(encoding);
  return known === undefined ? encoding : encodingName(known);
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** "812 bytes", "12.3 MB", in the user's language. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) {
    return bytes === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', bytes);
  }
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const unit = UNITS[power - 1] ?? 'kilobyte';
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, format).format(bytes / 1000 ** power);
}

export function numberText(count: number): string {
  return new Intl.NumberFormat(env.language).format(count);
}
