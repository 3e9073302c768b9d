import { window, workspace } from 'vscode';
import type { Tab, TextDocument, Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { tabFile, tabsOf } from '../editor/openEditors.ts';
import { logExceptCancellation } from './logExceptCancellation.ts';
import { automaticKind } from './automaticKind.ts';
import type { DocumentChecks } from './documentChecks.ts';

/** After the last key: typing on costs nothing. A large text is taken up less often. */
const PAUSE_MS = 400;
const LONG_PAUSE_MS = 2_000;
const LARGE_BYTES = 4_000_000;
/** For a check that the user has not asked for: the largest text takes a fraction of it. */
const AUTOMATIC_LIMIT_MS = 10_000;

interface RenewOptions {
  readonly checks: DocumentChecks;
  /** Whether tables are checked without being asked for. */
  readonly isAutomatic: () => boolean;
  readonly log: Logger;
}

/** Keeps what is known up to date: checks tables when they are shown, all checked texts when they change, and forgets them when they close. */
export class AutoCheck implements Disposable {
  readonly #options: RenewOptions;
  readonly #disposables = new DisposableStore();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(options: RenewOptions) {
    this.#options = options;
    const own = (subscription: Disposable) => this.#disposables.add(subscription);
    own(window.onDidChangeVisibleTextEditors(() => this.#considerVisible()));
    // A document whose language is changed closes and opens again.
    own(workspace.onDidOpenTextDocument(() => this.#considerVisible()));
    own(workspace.onDidChangeTextDocument(({ document }) => this.#renewLater(document)));
    own(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    own(window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forgetUnlessOpen(tab))));
    this.#considerVisible();
  }

  dispose(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
    this.#disposables.dispose();
  }

  #considerVisible(): void {
    for (const { document } of window.visibleTextEditors) {
      if (this.#options.checks.find(document.uri) === undefined && !this.#timers.has(document.uri.toString())) {
        this.#checkByItself(document);
      }
    }
  }

  #checkByItself(document: TextDocument): void {
    const { checks, isAutomatic, log } = this.#options;
    const kind = isAutomatic() ? automaticKind(document) : undefined;
    if (kind !== undefined) {
      logExceptCancellation(checks.check(document.uri, kind, { limitMs: AUTOMATIC_LIMIT_MS }), log);
    }
  }

  #renewLater(document: TextDocument): void {
    const { checks, log } = this.#options;
    const { uri } = document;
    const known = checks.find(uri);
    if (known === undefined ? !isShown(document) : known.isTooComplex) {
      return;
    }
    checks.interrupt(uri);
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    const isLarge = (known?.result?.byteLength ?? 0) > LARGE_BYTES;
    const renew = () => {
      this.#timers.delete(key);
      const now = checks.find(uri);
      if (now !== undefined) {
        logExceptCancellation(checks.check(uri, now.kind, { limitMs: AUTOMATIC_LIMIT_MS }), log);
      } else if (isShown(document)) {
        this.#checkByItself(document);
      }
    };
    this.#timers.set(key, setTimeout(renew, isLarge ? LONG_PAUSE_MS : PAUSE_MS));
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
