import type { TextDocument } from 'vscode';

/** Whether the file on disk holds the text of the editor, in the only encoding that the service takes. Only the file tells all of its bytes. */
export function isAsOnDisk({ uri, isDirty, encoding }: TextDocument): boolean {
  return uri.scheme === 'file' && !isDirty && isUtf8(encoding);
}

/** @param encoding as VS Code names it; what a text is in that it can't read as this one, it shows with U+FFFD. */
export function isUtf8(encoding: string): boolean {
  return encoding === 'utf8' || encoding === 'utf8bom';
}
