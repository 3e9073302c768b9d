import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import { isSupportedApiVersion } from '../../model/responseMeta.ts';
import type { ResponseMeta } from '../../model/responseMeta.ts';

// A service may name another workspace in every response, which must not cause a notification each time.
const MAX_WARNINGS = 3;

/** Checks which workspace and API version the responses for one account come from. */
export class ResponseChecks implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #didFindForeignWorkspace = this.#owned.add(new Emitter<string>());
  readonly #didChange = this.#owned.add(new Emitter<void>());

  /** Fires once for each unexpected workspace that responses came from; for the first few only. */
  readonly onDidFindForeignWorkspace: Event<string> = this.#didFindForeignWorkspace.event;
  readonly onDidChange: Event<void> = this.#didChange.event;

  readonly #expectedWorkspace: string;
  readonly #warned = new Set<string>();
  #isWorkspaceKnown = false;
  #foreignWorkspace: string | undefined;
  #confirmedWorkspace: string | undefined;
  #unsupportedVersion: string | undefined;

  constructor(expectedWorkspace: string) {
    this.#expectedWorkspace = expectedWorkspace;
  }

  /** Whether any response has named its workspace. */
  get isWorkspaceKnown(): boolean {
    return this.#isWorkspaceKnown;
  }

  /** The workspace of the latest response if it is not the expected one. */
  get foreignWorkspace(): string | undefined {
    return this.#foreignWorkspace;
  }

  /** The foreign workspace that the user has not confirmed yet: nothing may be started until then. */
  get unconfirmedWorkspace(): string | undefined {
    return this.#foreignWorkspace === this.#confirmedWorkspace ? undefined : this.#foreignWorkspace;
  }

  /** The API version of the latest response if this extension does not support it. */
  get unsupportedVersion(): string | undefined {
    return this.#unsupportedVersion;
  }

  /** Records that the user confirmed this workspace; valid until responses come from another. */
  confirm(workspace: string): void {
    this.#confirmedWorkspace = workspace;
  }

  check({ workspaceIdentifier, apiVersion }: ResponseMeta): void {
    // A response without the identifier changes nothing.
    this.checkWorkspace(workspaceIdentifier ?? '');
    const unsupportedVersion = isSupportedApiVersion(apiVersion) ? undefined : apiVersion;
    if (unsupportedVersion === this.#unsupportedVersion) {
      return;
    }
    this.#unsupportedVersion = unsupportedVersion;
    this.#didChange.fire();
  }

  /** Checks the workspace of a response; '' if unknown. */
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
      this.#didFindForeignWorkspace.fire(foreignWorkspace);
    }
    this.#didChange.fire();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
