import { Position, Range, TextEditorRevealType, window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { DataProblem } from '../../../data/check/dataProblem.ts';
import { openDocument } from '../../editor/openEditors.ts';

/** Shows the place of a problem in the editor. Where the text has changed meanwhile, the place is as near as it gets. */
export async function goToProblem(uri: Uri, { line, column }: DataProblem): Promise<void> {
  const document = openDocument(uri) ?? (await workspace.openTextDocument(uri));
  const place = document.validatePosition(new Position(line - 1, column - 1));
  const range = new Range(place, place);
  const editor = await window.showTextDocument(document, { selection: range });
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}
