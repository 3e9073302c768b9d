import { l10n } from 'vscode';
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

/** The plural, as in "separated by semicolons". */
export function delimitersName(delimiter: string): string {
  switch (delimiter) {
    case ';':
      return l10n.t('semicolons');
    case '\t':
      return l10n.t('tabs');
    case ',':
      return l10n.t('commas');
    default:
      return l10n.t('“{0}”', delimiter);
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

/** The name of an encoding by VS Code's ID. Encodings that are not known are shown by their ID. */
export function editorEncodingName(encoding: string): string {
  const name = EDITOR_ENCODINGS.get(encoding);
  return name === undefined ? encoding : encodingName(name);
}
