import type { TextDocument } from 'vscode';

/** Whether the file on disk holds the text of the editor, in the only encoding that the service takes. Only the file tells all of its bytes. */
export function isAsOnDisk(document: TextDocument): boolean {
  return document.uri.scheme === 'file' && isAsStored(document);
}

/** The same wherever the file is stored. */
export function isAsStored({ isDirty, isUntitled, encoding }: TextDocument): boolean {
  return !isDirty && !isUntitled && isUtf8(encoding);
}

/** Whether this is UTF-8, as VS Code names encodings. It is what VS Code takes a file for unless told; what is not, it shows as U+FFFD. */
export function isUtf8(encoding: string): boolean {
  return encoding === 'utf8' || encoding === 'utf8bom';
}
