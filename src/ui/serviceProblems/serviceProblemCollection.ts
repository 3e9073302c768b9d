import { DiagnosticSeverity, l10n, RelativePattern, Uri, window, workspace } from 'vscode';
import type { TextDocument, TextDocumentChangeEvent } from 'vscode';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { diagnosticText } from '../../base/sinkText.ts';
import { moveRange } from '../../data/references/moveRange.ts';
import type { ServiceProblem } from '../../data/references/referenceResolver.ts';
import { commandLink } from '../commands/commandIds.ts';
import { hasHiddenChanges, openDocument } from '../editor/openEditors.ts';
import { createProblem, createProblemCollection } from '../window/problems.ts';
import type { Problem } from '../window/problems.ts';
import { isShown, rangeOf } from './searchUpload.ts';

/** The problems that the service reported for one upload of a file. */
interface FileProblems extends Disposable {
  readonly uri: Uri;
  readonly syncId: string;
  problems: readonly ServiceProblem[];
  /** Whether its document has unsaved edits. */
  hasEdits: boolean;
}

/**
 * Shows messages of the service in the Problems view, at the cells of uploaded files to which they refer. While a document is open,
 * its problems move with edits, and a problem is removed when its own text is edited.
 */
export class ServiceProblemCollection implements Disposable {
  readonly #files = new Map<string, FileProblems>();
  readonly #owned = new DisposableStore();
  readonly #collection = this.#owned.add(createProblemCollection('dataConnections.service'));

  constructor() {
    const own = (subscription: Disposable) => this.#owned.add(subscription);
    own(workspace.onDidChangeTextDocument((change) => this.#applyEdits(change)));
    own(workspace.onDidOpenTextDocument((document) => this.#removeMismatches(document)));
    own(workspace.onDidSaveTextDocument(({ uri }) => this.#clearEdits(uri)));
    own(workspace.onDidCloseTextDocument(({ uri }) => this.#files.get(uri.toString())?.hasEdits && this.remove(uri)));
    // For files that are too large for a document, only the tab shows that there are edits.
    own(window.tabGroups.onDidChangeTabs(() => this.#removeWhere(({ uri }) => hasHiddenChanges(uri))));
  }

  /** The files with problems, and the job that reported them. */
  get shown(): readonly Pick<FileProblems, 'uri' | 'syncId'>[] {
    return [...this.#files.values()];
  }

  /** Replaces the problems of the file. Their ranges must be those in its current content. */
  show(uri: Uri, syncId: string, problems: readonly ServiceProblem[]): void {
    const key = uri.toString();
    this.#files.get(key)?.dispose();
    const watch = new MutableDisposable<Disposable>();
    if (uri.scheme === 'file') {
      watch.value = watchFile(uri, () => openDocument(uri) === undefined && this.remove(uri));
    }
    const file: FileProblems = { uri, syncId, problems, hasEdits: false, dispose: () => watch.dispose() };
    this.#files.set(key, file);
    this.#draw(file);
  }

  remove(uri: Uri): void {
    const key = uri.toString();
    this.#files.get(key)?.dispose();
    this.#files.delete(key);
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#files.forEach((file) => file.dispose());
    this.#files.clear();
    this.#owned.dispose();
  }

  #removeWhere(test: (file: FileProblems) => boolean): void {
    [...this.#files.values()].filter(test).forEach(({ uri }) => this.remove(uri));
  }

  #applyEdits({ document, contentChanges }: TextDocumentChangeEvent): void {
    const file = this.#files.get(document.uri.toString());
    if (file === undefined || contentChanges.length === 0) {
      return;
    }
    const changes = contentChanges.map(({ range: { start, end }, text }) => ({
      line: start.line + 1,
      column: start.character + 1,
      endLine: end.line + 1,
      endColumn: end.character + 1,
      newText: text,
    }));
    file.hasEdits = document.isDirty;
    file.problems = file.problems.flatMap((problem) => moveRange(problem, changes) ?? []);
    this.#draw(file);
  }

  /** A document may have restored edits or another encoding when it opens, so that ranges no longer match. */
  #removeMismatches(document: TextDocument): void {
    const file = this.#files.get(document.uri.toString());
    if (file !== undefined) {
      file.problems = document.isDirty ? [] : file.problems.filter((problem) => isShown(document, problem));
      this.#draw(file);
    }
  }

  #clearEdits(uri: Uri): void {
    const file = this.#files.get(uri.toString());
    if (file !== undefined) {
      file.hasEdits = false;
    }
  }

  #draw(file: FileProblems): void {
    if (file.problems.length === 0) {
      this.remove(file.uri);
    } else {
      this.#collection.set(
        file.uri,
        file.problems.map((problem) => problemOf(problem, file.syncId)),
      );
    }
  }
}

function problemOf(reported: ServiceProblem, syncId: string): Problem {
  const problem = createProblem(rangeOf(reported), diagnosticText(reported.text), DiagnosticSeverity.Error);
  problem.source = diagnosticText(l10n.t('Data Connections (reported by the service)'));
  const target = Uri.parse(commandLink('dataConnections.openJob', { syncId }));
  problem.code = { value: diagnosticText(l10n.t('Open Job')), target };
  return problem;
}

/** Calls `onChange` when a file on disk is changed or deleted. Watches its folder, because the file name may contain glob characters. */
function watchFile(uri: Uri, onChange: () => unknown): Disposable {
  const owned = new DisposableStore();
  const watcher = owned.add(workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, '..'), '*'), true));
  const callIfSame = (changed: Uri): unknown => changed.toString() === uri.toString() && onChange();
  owned.add(watcher.onDidChange(callIfSame));
  owned.add(watcher.onDidDelete(callIfSame));
  return owned;
}
