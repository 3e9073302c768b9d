import { window, workspace } from 'vscode';
import type { Tab, TextDocument, Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { UploadKind } from '../../model/upload.ts';
import { tabFile, tabsOf } from '../editor/openEditors.ts';
import { isCancellation } from '../errors/userError.ts';
import type { DocumentChecks } from './documentChecks.ts';
import { onDidChangeAutomaticCheck } from './onceTableShown.ts';

/** How long to wait for further changes before a check; longer for large texts. */
const DEBOUNCE_MS = 400;
const LARGE_DEBOUNCE_MS = 2_000;
const LARGE_BYTES = 4_000_000;
/** An automatic check that takes longer is stopped. The largest text normally takes a fraction of this time. */
const AUTOMATIC_LIMIT_MS = 10_000;

interface AutoCheckOptions {
  readonly checks: DocumentChecks;
  /** The kind of a document that is to be checked automatically; undefined for any other document. */
  readonly kindToCheck: (document: TextDocument) => UploadKind | undefined;
  readonly log: Logger;
}

/** Keeps results current: checks CSV and TSV files when they are shown and checked texts when they change, and forgets closed texts. */
export class AutoCheck implements Disposable {
  readonly #options: AutoCheckOptions;
  readonly #owned = new DisposableStore();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(options: AutoCheckOptions) {
    this.#options = options;
    this.#owned.add(window.onDidChangeVisibleTextEditors(() => this.#checkVisible()));
    // VS Code closes and reopens a document when its language changes.
    this.#owned.add(workspace.onDidOpenTextDocument(() => this.#checkVisible()));
    this.#owned.add(
      onDidChangeAutomaticCheck(() => {
        this.#forgetUnwanted();
        this.#checkVisible();
      }),
    );
    this.#owned.add(workspace.onDidChangeTextDocument(({ document }) => this.#checkLater(document)));
    this.#owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#owned.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forgetUnlessOpen(tab))),
    );
    this.#checkVisible();
  }

  dispose(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
    this.#owned.dispose();
  }

  #checkVisible(): void {
    for (const { document } of window.visibleTextEditors) {
      if (this.#options.checks.find(document.uri) === undefined && !this.#timers.has(document.uri.toString())) {
        this.#check(document.uri, this.#options.kindToCheck(document));
      }
    }
  }

  /** The user has not requested this check, so a failure is only logged. */
  #check(uri: Uri, kind: UploadKind | undefined): void {
    const { checks, log } = this.#options;
    if (kind === undefined) {
      return;
    }
    checks.check(uri, kind, { limitMs: AUTOMATIC_LIMIT_MS }).catch((error: unknown) => {
      if (!isCancellation(error)) {
        log.warn(`A check failed: ${error instanceof Error ? error.message : 'an error that is not an Error'}`);
      }
    });
  }

  #checkLater(document: TextDocument): void {
    const { checks, kindToCheck } = this.#options;
    const { uri } = document;
    const checked = checks.find(uri);
    // VS Code also reports a change when a document is saved.
    if (checked === undefined ? !isShown(document) : checked.isTooComplex || checks.isCurrent(document)) {
      return;
    }
    checks.interrupt(uri);
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    const isLarge = (checked?.result?.byteLength ?? 0) > LARGE_BYTES;
    const check = (): void => {
      this.#timers.delete(key);
      const kind = checks.find(uri)?.kind ?? (isShown(document) ? kindToCheck(document) : undefined);
      this.#check(uri, kind);
    };
    this.#timers.set(key, setTimeout(check, isLarge ? LARGE_DEBOUNCE_MS : DEBOUNCE_MS));
  }

  /** Forgets what was only checked automatically and no longer is. */
  #forgetUnwanted(): void {
    const { checks, kindToCheck } = this.#options;
    for (const document of workspace.textDocuments) {
      if (checks.find(document.uri)?.isAutomatic === true && kindToCheck(document) === undefined) {
        this.#forget(document.uri);
      }
    }
  }

  /** VS Code keeps the document of a closed tab for a while, and has none for a large file. */
  #forgetUnlessOpen(closed: Tab): void {
    const uri = tabFile(closed);
    if (uri !== undefined && tabsOf(uri).length === 0) {
      this.#forget(uri);
    }
  }

  #forget(uri: Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#options.checks.forget(uri);
  }
}

function isShown(document: TextDocument): boolean {
  return window.visibleTextEditors.some((editor) => editor.document === document);
}
