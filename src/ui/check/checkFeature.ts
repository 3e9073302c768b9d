import { commands, Position, Uri, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/logger.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { UploadKind } from '../../model/upload.ts';
import { WrongDecodings } from '../editor/wrongDecodings.ts';
import type { Settings } from '../settings.ts';

interface DataCheckOptions {
  readonly extensionUri: Uri;
  readonly settings: () => Pick<Settings, 'checkAutomatic'>;
  readonly report: (error: unknown) => void;
  readonly log: Logger;
}

/** Above this length, in UTF-16 code units, a document is checked only by command. */
const MAX_AUTOMATIC_LENGTH = 10_000_000;
/** How long the texts must stay unchanged before they are looked at, in ms. */
const DEBOUNCE_MS = 400;

/** The check of data in editors. The code behind it is loaded once a table is shown or a check is requested. */
export function createDataCheckFeature({ extensionUri, settings, report, log }: DataCheckOptions) {
  const isAutomatic = (): boolean => settings().checkAutomatic === 'csv';
  const owned = new DisposableStore();
  const workers = owned.add(new DataWorkers(Uri.joinPath(extensionUri, 'dist', 'dataWorker.mjs').fsPath));
  const decodings = owned.add(new WrongDecodings(workers));
  const load = lazy(async () => {
    const { DataCheck } = await import('./dataCheck.ts');
    const kindToCheck = (document: TextDocument) => (isAutomatic() ? automaticKind(document) : undefined);
    return owned.add(new DataCheck({ workers, decodings, kindToCheck, report, log }));
  });
  owned.add(onceTableShown(isAutomatic, () => void load().catch(report)));
  return {
    workers,
    decodings,
    /** Shows what the check of an upload has found. */
    accept: async (uri: Uri, result: CheckResult): Promise<void> => (await load()).accept(uri, result),
    commands: {
      'dataConnections.checkActiveEditor': async () => (await load()).checkActiveEditor(),
      'dataConnections.explainProblem': (code: unknown) => explainProblem(extensionUri, code),
    },
    dispose: () => owned.dispose(),
  };
}

/** Calls `then` once an editor shows a table while tables are checked automatically. */
function onceTableShown(isAutomatic: () => boolean, then: () => void): Disposable {
  const subscriptions = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    // Reading the setting reads all settings: look for a table first.
    if (window.visibleTextEditors.some(({ document }) => automaticKind(document) !== undefined) && isAutomatic()) {
      subscriptions.dispose();
      then();
    }
  };
  subscriptions.add(window.onDidChangeVisibleTextEditors(look));
  // An empty editor becomes a table by a change. Not at once, because finding out the length of a text takes longer the more lines it has.
  const lookLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, DEBOUNCE_MS);
  };
  subscriptions.add(workspace.onDidChangeTextDocument(lookLater));
  subscriptions.add({ dispose: () => clearTimeout(timer) });
  look();
  return subscriptions;
}

/**
 * The kind of a document that is checked automatically: a table that is open in an editor and not too large. JSON has too
 * many other uses to be checked without a request.
 */
function automaticKind(document: TextDocument): UploadKind | undefined {
  const { uri, lineCount } = document;
  const kind = kindByName(document);
  const isBlank = lineCount === 1 && document.lineAt(0).isEmptyOrWhitespace;
  const isSmall = () => document.offsetAt(new Position(lineCount, 0)) <= MAX_AUTOMATIC_LENGTH;
  return kind !== undefined && kind !== 'json' && isUserFile(uri.scheme) && !isBlank && isSmall() ? kind : undefined;
}

/** False for the original side of a diff editor and for output channels. */
function isUserFile(scheme: string): boolean {
  const isInWorkspace = workspace.workspaceFolders?.some(({ uri }) => uri.scheme === scheme) ?? false;
  return scheme === 'file' || scheme === 'untitled' || isInWorkspace;
}

const ALL_CODES = 'problems';

/** Opens the README at the section about a problem, by its code; without one, at the list of all problems. */
async function explainProblem(extensionUri: Uri, code: unknown): Promise<void> {
  // The anchors that Markdown makes of headings.
  const fragment = typeof code === 'string' && /^[A-Za-z]+$/.test(code) ? code.toLowerCase() : ALL_CODES;
  // In a packaged extension the file's name is in lower case.
  const names = (await workspace.fs.readDirectory(extensionUri)).map(([name]) => name);
  const readme = names.find((name) => name.toLowerCase() === 'readme.md') ?? 'README.md';
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extensionUri, readme).with({ fragment }));
}
