import { Position, Range } from 'vscode';
import type { TextDocument } from 'vscode';
import type { DocumentText } from '../../data/text/textSlices.ts';

/**
 * The text of a document, to be read slice by slice. VS Code keeps an array of lines: `getText()` joins all of them, which blocks the
 * extension host for 10 to 50 ms per 10 MB, and for three times that with very short lines; `getText` of a range joins only its lines.
 */
export function documentText(document: TextDocument): DocumentText {
  return {
    get version() {
      return document.version;
    },
    get isClosed() {
      return document.isClosed;
    },
    get length() {
      return document.offsetAt(new Position(document.lineCount, 0));
    },
    // The position of an offset within a line break is before the line break.
    read: (start, maxUnits) =>
      document.getText(new Range(document.positionAt(start), document.positionAt(start + maxUnits))),
  };
}
