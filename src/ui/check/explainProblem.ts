import { commands, Uri, workspace } from 'vscode';

const ALL_CODES = 'problems';

/** Shows the place in the README that explains a problem, by its code; without one, all of them. */
export async function explainProblem(extensionUri: Uri, code: unknown): Promise<void> {
  // As Markdown makes them of headings.
  const fragment = typeof code === 'string' && /^[A-Za-z]+$/.test(code) ? code.toLowerCase() : ALL_CODES;
  // In a package its name is in small letters.
  const names = (await workspace.fs.readDirectory(extensionUri)).map(([name]) => name);
  const readme = names.find((name) => name.toLowerCase() === 'readme.md') ?? 'README.md';
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extensionUri, readme).with({ fragment }));
}
