import { DiagnosticSeverity, l10n, RelativePattern, Uri, window, workspace } from 'vscode';
import type { TextDocument, TextDocumentChangeEvent } from 'vscode';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { diagnosticText } from '../../base/sinkText.ts';
import { movePlace } from '../../data/places/movePlace.ts';
import type { MessagePlace } from '../../data/places/placeSearch.ts';
import type { CommandId } from '../commands/commandIds.ts';
import { hasHiddenChanges, openDocument } from '../editor/openEditors.ts';
import { createProblem, createProblemCollection } from '../window/problems.ts';
import type { Problem } from '../window/problems.ts';
import { isShown, rangeOf } from './placeReader.ts';

const OPEN_JOB: CommandId = 'dataConnections.openJob';

/** The problems of a file that the service reported for one upload of it. */
interface FileProblems extends Disposable {
  readonly uri: Uri;
  readonly syncId: string;
  places: readonly MessagePlace[];
  /** Whether its editor has edits that are not saved. */
  hasEdits: boolean;
}

/**
 * Shows in the Problems view what the service says about places in files that were uploaded, until the file is no longer known to
 * have them. Places follow the edits of an open document; one that is edited itself is no longer shown.
 */
export class ServiceProblems implements Disposable {
  readonly #files = new Map<string, FileProblems>();
  readonly #owned = new DisposableStore();
  readonly #collection = this.#owned.add(createProblemCollection('dataConnections.service'));

  constructor() {
    const own = (subscription: Disposable) => this.#owned.add(subscription);
    own(workspace.onDidChangeTextDocument((change) => this.#follow(change)));
    own(workspace.onDidOpenTextDocument((document) => this.#compare(document)));
    own(workspace.onDidSaveTextDocument(({ uri }) => this.#noteSaved(uri)));
    own(workspace.onDidCloseTextDocument(({ uri }) => this.#files.get(uri.toString())?.hasEdits && this.remove(uri)));
    // Of files that are too large for a document, only the tab shows that they were edited.
    own(window.tabGroups.onDidChangeTabs(() => this.#removeWhere(({ uri }) => hasHiddenChanges(uri))));
  }

  /** The files and the jobs of their problems. */
  get shown(): readonly Pick<FileProblems, 'uri' | 'syncId'>[] {
    return [...this.#files.values()];
  }

  /** Replaces the problems of the file. The places must be those of its content as it is now. */
  show(uri: Uri, syncId: string, places: readonly MessagePlace[]): void {
    const key = uri.toString();
    this.#files.get(key)?.dispose();
    const watch = new MutableDisposable<Disposable>();
    if (uri.scheme === 'file') {
      watch.value = watchFile(uri, () => openDocument(uri) === undefined && this.remove(uri));
    }
    const file: FileProblems = { uri, syncId, places, hasEdits: false, dispose: () => watch.dispose() };
    this.#files.set(key, file);
    this.#draw(file);
  }

  remove(uri: Uri): void {
    const key = uri.toString();
    this.#files.get(key)?.dispose();
    this.#files.delete(key);
    this.#collection.delete(uri);
  }

  /** The places of a file's problems as they are now. */
  placesOf(uri: Uri): readonly MessagePlace[] {
    return this.#files.get(uri.toString())?.places ?? [];
  }

  dispose(): void {
    this.#files.forEach((file) => file.dispose());
    this.#files.clear();
    this.#owned.dispose();
  }

  #removeWhere(test: (file: FileProblems) => boolean): void {
    [...this.#files.values()].filter(test).forEach(({ uri }) => this.remove(uri));
  }

  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
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
    file.places = file.places.flatMap((place) => movePlace(place, changes) ?? []);
    this.#draw(file);
  }

  /** A document that opens may have edits from before, or another encoding. */
  #compare(document: TextDocument): void {
    const file = this.#files.get(document.uri.toString());
    if (file !== undefined) {
      file.places = document.isDirty ? [] : file.places.filter((place) => isShown(document, place));
      this.#draw(file);
    }
  }

  #noteSaved(uri: Uri): void {
    const file = this.#files.get(uri.toString());
    if (file !== undefined) {
      file.hasEdits = false;
    }
  }

  #draw(file: FileProblems): void {
    if (file.places.length === 0) {
      this.remove(file.uri);
    } else {
      this.#collection.set(
        file.uri,
        file.places.map((place) => problemOf(place, file.syncId)),
      );
    }
  }
}

function problemOf(place: MessagePlace, syncId: string): Problem {
  const problem = createProblem(rangeOf(place), diagnosticText(place.text), DiagnosticSeverity.Error);
  problem.source = diagnosticText(l10n.t('Data Connections (reported by the service)'));
  const target = Uri.parse(`command:${OPEN_JOB}?${encodeURIComponent(JSON.stringify([{ syncId }]))}`);
  problem.code = { value: diagnosticText(l10n.t('Show Job')), target };
  return problem;
}

/** Calls back when a file on disk is changed or deleted. Its folder is watched, because a name may contain what a pattern means. */
function watchFile(uri: Uri, onChange: () => unknown): Disposable {
  const owned = new DisposableStore();
  const watcher = owned.add(workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, '..'), '*'), true));
  const take = (changed: Uri): unknown => changed.toString() === uri.toString() && onChange();
  owned.add(watcher.onDidChange(take));
  owned.add(watcher.onDidDelete(take));
  return owned;
}
