import { commands } from 'vscode';
import type { Uri } from 'vscode';

const NO_CODE = 'what-the-check-finds';

/** Shows the place in the README that explains a problem, by its code; without one, all of them. */
export async function explainProblem(readme: Uri, code: unknown): Promise<void> {
  const fragment = typeof code === 'string' && /^[A-Za-z]+$/.test(code) ? code : NO_CODE;
  await commands.executeCommand('markdown.showPreview', readme.with({ fragment }));
}
