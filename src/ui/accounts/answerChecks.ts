import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import { isSupportedApiVersion } from '../../model/answerMeta.ts';
import type { AnswerMeta } from '../../model/answerMeta.ts';

// A service that names another workspace in every answer must not bury the user in notifications.
const MAX_TOLD = 3;

/** What the answers of one account have told about where they come from. */
export class AnswerChecks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #foreign = this.#disposables.add(new Emitter<string>());
  readonly #changes = this.#disposables.add(new Emitter<void>());

  /** Fires once for each workspace, other than the expected one, that answers came from; for the first few. */
  readonly onDidFindForeignWorkspace: Event<string> = this.#foreign.event;
  readonly onDidChange: Event<void> = this.#changes.event;

  readonly #expectedWorkspace: string;
  readonly #told = new Set<string>();
  #isWorkspaceKnown = false;
  #foreignWorkspace: string | undefined;
  #agreedWorkspace: string | undefined;
  #unsupportedVersion: string | undefined;

  constructor(expectedWorkspace: string) {
    this.#expectedWorkspace = expectedWorkspace;
  }

  /** Whether any answer told which workspace it came from. */
  get isWorkspaceKnown(): boolean {
    return this.#isWorkspaceKnown;
  }

  /** The workspace that the latest answer came from, where it is not the expected one. */
  get foreignWorkspace(): string | undefined {
    return this.#foreignWorkspace;
  }

  /** The foreign workspace that nobody has agreed to yet: nothing may be started until somebody does. */
  get unagreedWorkspace(): string | undefined {
    return this.#foreignWorkspace === this.#agreedWorkspace ? undefined : this.#foreignWorkspace;
  }

  /** The version of the interface that answers, where this extension was not written for it. */
  get unsupportedVersion(): string | undefined {
    return this.#unsupportedVersion;
  }

  /** The user has seen that answers come from this workspace and goes on; that holds until another one answers. */
  agreeTo(workspace: string): void {
    this.#agreedWorkspace = workspace;
  }

  see({ workspaceIdentifier, apiVersion }: AnswerMeta): void {
    // An answer that leaves the identifier out says nothing, so what was known stands.
    this.seeWorkspace(workspaceIdentifier ?? '');
    const unsupportedVersion = isSupportedApiVersion(apiVersion) ? undefined : apiVersion;
    if (unsupportedVersion === this.#unsupportedVersion) {
      return;
    }
    this.#unsupportedVersion = unsupportedVersion;
    this.#changes.fire();
  }

  /** Takes note of where an answer came from; '' is not known. */
  seeWorkspace(identifier: string): void {
    if (identifier === '' || this.#expectedWorkspace === '') {
      return;
    }
    this.#isWorkspaceKnown = true;
    const foreignWorkspace = identifier === this.#expectedWorkspace ? undefined : identifier;
    if (foreignWorkspace === this.#foreignWorkspace) {
      return;
    }
    this.#foreignWorkspace = foreignWorkspace;
    this.#agreedWorkspace = undefined;
    if (foreignWorkspace !== undefined && this.#told.size < MAX_TOLD && !this.#told.has(foreignWorkspace)) {
      this.#told.add(foreignWorkspace);
      this.#foreign.fire(foreignWorkspace);
    }
    this.#changes.fire();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
