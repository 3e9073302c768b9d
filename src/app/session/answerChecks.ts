import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import { isSupportedApiVersion } from '../../model/answerMeta.ts';
import type { AnswerMeta } from '../../model/answerMeta.ts';

// A service may name another workspace in every answer, which must not cause a notification each time.
const MAX_WARNINGS = 3;

/** Checks which workspace and API version the answers to one account come from. */
export class AnswerChecks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #foreign = this.#disposables.add(new Emitter<string>());
  readonly #changes = this.#disposables.add(new Emitter<void>());

  /** Fires once for each unexpected workspace that answers came from; for the first few only. */
  readonly onDidFindForeignWorkspace: Event<string> = this.#foreign.event;
  readonly onDidChange: Event<void> = this.#changes.event;

  readonly #expectedWorkspace: string;
  readonly #warned = new Set<string>();
  #isWorkspaceKnown = false;
  #foreignWorkspace: string | undefined;
  #confirmedWorkspace: string | undefined;
  #unsupportedVersion: string | undefined;

  constructor(expectedWorkspace: string) {
    this.#expectedWorkspace = expectedWorkspace;
  }

  /** Whether any answer has named its workspace. */
  get isWorkspaceKnown(): boolean {
    return this.#isWorkspaceKnown;
  }

  /** The workspace of the latest answer if it is not the expected one. */
  get foreignWorkspace(): string | undefined {
    return this.#foreignWorkspace;
  }

  /** The foreign workspace that the user has not confirmed yet: nothing may be started until then. */
  get unconfirmedWorkspace(): string | undefined {
    return this.#foreignWorkspace === this.#confirmedWorkspace ? undefined : this.#foreignWorkspace;
  }

  /** The API version of the latest answer if this extension does not support it. */
  get unsupportedVersion(): string | undefined {
    return this.#unsupportedVersion;
  }

  /** Records that the user confirmed this workspace; valid until answers come from another. */
  confirm(workspace: string): void {
    this.#confirmedWorkspace = workspace;
  }

  check({ workspaceIdentifier, apiVersion }: AnswerMeta): void {
    // An answer without the identifier changes nothing.
    this.checkWorkspace(workspaceIdentifier ?? '');
    const unsupportedVersion = isSupportedApiVersion(apiVersion) ? undefined : apiVersion;
    if (unsupportedVersion === this.#unsupportedVersion) {
      return;
    }
    this.#unsupportedVersion = unsupportedVersion;
    this.#changes.fire();
  }

  /** Checks the workspace of an answer; '' if unknown. */
  checkWorkspace(identifier: string): void {
    if (identifier === '' || this.#expectedWorkspace === '') {
      return;
    }
    this.#isWorkspaceKnown = true;
    const foreignWorkspace = identifier === this.#expectedWorkspace ? undefined : identifier;
    if (foreignWorkspace === this.#foreignWorkspace) {
      return;
    }
    this.#foreignWorkspace = foreignWorkspace;
    this.#confirmedWorkspace = undefined;
    if (foreignWorkspace !== undefined && this.#warned.size < MAX_WARNINGS && !this.#warned.has(foreignWorkspace)) {
      this.#warned.add(foreignWorkspace);
      this.#foreign.fire(foreignWorkspace);
    }
    this.#changes.fire();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
