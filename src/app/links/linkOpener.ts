import { ApiError } from '../../api/apiError.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { isUnlisted } from '../connections/listedConnection.ts';
import type { AccountStore, KnownAccount } from '../session/accountStore.ts';
import type { Session } from '../session/session.ts';
import type { WindowSession } from '../session/windowSession.ts';
import type { Failure } from '../../model/failure.ts';
import { parseLink } from './link.ts';
import type { Link, LinkParts } from './link.ts';

/** Why a link shows nothing. */
export type LinkProblem =
  | { readonly kind: 'invalid' }
  /** The user signed in, but to another workspace. */
  | { readonly kind: 'otherWorkspace'; readonly workspace: string }
  /** `isListComplete`: false if the list of connections has rows that were not read, of which it may be one. */
  | { readonly kind: 'connectionNotFound'; readonly isListComplete: boolean }
  | { readonly kind: 'jobNotFound' };

export interface LinkPrompts {
  /** Asks whether this window should use the account. */
  confirmSwitch(known: KnownAccount): PromiseLike<boolean>;
  /** Asks whether to leave the demo for the service. Must show its host. */
  confirmLeaveDemo(link: Link): PromiseLike<boolean>;
  /** Asks whether to sign in to the service. Must show its host. */
  confirmSignIn(link: Link): PromiseLike<boolean>;
  /** Asks for the secret for this base URL. Resolves to whether the user signed in. */
  signIn(baseUrl: string): Promise<boolean>;
  /** Resolves to whether its row is there, and not hidden by a filter. */
  showConnection(entityId: string): PromiseLike<boolean>;
  /** Asks whether to clear the filter that hides the connection. */
  confirmClearFilter(): PromiseLike<boolean>;
  clearFilter(): void;
  showJob(syncId: string): PromiseLike<void>;
  showProblem(problem: LinkProblem): void;
  /** Shows progress while a request is in flight. */
  showProgress<T>(work: () => Promise<T>): PromiseLike<T>;
}

export type FoundJob = { readonly kind: 'job' } | { readonly kind: 'failure'; readonly failure: Failure };

interface LinkOptions {
  readonly store: Pick<AccountStore, 'all'>;
  readonly session: Pick<Session, 'state'> & Pick<WindowSession, 'use'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'find' | 'refresh'>;
  /** Finds a job, or requests its status if it is not tracked. Undefined if the account changes meanwhile. */
  readonly lookUpJob: (syncId: string) => Promise<FoundJob | undefined>;
  readonly prompts: LinkPrompts;
  /** In the demo only: leaves it, and opens the link with the user's accounts. */
  readonly openOutsideDemo?: OpenLink | undefined;
}

export type OpenLink = (parts: LinkParts) => Promise<void>;

/** Opens links. A link only shows something; the user is asked before this window changes its account. */
export class LinkOpener {
  readonly #options: LinkOptions;
  #isOpening = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Links that arrive while the user is asked about another one are ignored, so that a web page can't open one dialog after another. */
  readonly open: OpenLink = async (parts) => {
    if (this.#isOpening) {
      return;
    }
    this.#isOpening = true;
    let hidden: string | undefined;
    try {
      hidden = await this.#open(parts);
    } finally {
      this.#isOpening = false;
    }
    // A notification can stay unanswered for as long as the window is open. Other links are opened meanwhile.
    if (hidden !== undefined) {
      await this.#offerToClearFilter(hidden);
    }
  };

  /** Resolves to the connection of the link if it is hidden by a filter. */
  async #open(parts: LinkParts): Promise<string | undefined> {
    const link = parseLink(parts);
    if (link === undefined) {
      this.#options.prompts.showProblem({ kind: 'invalid' });
    } else if (this.#isActive(link) || (await this.#changeAccount(link, parts))) {
      return this.#show(link);
    }
    return undefined;
  }

  /** Resolves to whether the window uses an account of the link's workspace. */
  async #changeAccount(link: Link, parts: LinkParts): Promise<boolean> {
    const { store, session, prompts, openOutsideDemo } = this.#options;
    const known = store.all.find((candidate) => isFor(link, candidate));
    if (known) {
      if (!(await prompts.confirmSwitch(known))) {
        return false;
      }
      await session.use(known);
      if (!store.all.some(({ account }) => account.id === known.account.id)) {
        // Another window signed out of it meanwhile.
        return this.#changeAccount(link, parts);
      }
    } else if (openOutsideDemo) {
      // An account that signs in during the demo is removed with it, and the user may already be signed in outside of it.
      if (await prompts.confirmLeaveDemo(link)) {
        await openOutsideDemo(parts);
      }
      return false;
    } else if (!(await prompts.confirmSignIn(link)) || !(await prompts.signIn(link.baseUrl))) {
      return false;
    }
    if (!this.#isActive(link)) {
      prompts.showProblem({ kind: 'otherWorkspace', workspace: link.workspace });
      return false;
    }
    return true;
  }

  #isActive(link: Link): boolean {
    const { state } = this.#options.session;
    return state.kind === 'signedIn' && isFor(link, state);
  }

  /** Resolves to the connection if it is hidden by a filter. */
  async #show(link: Link): Promise<string | undefined> {
    const { feed, prompts } = this.#options;
    const { target } = link;
    // For the name of a job's connection, too.
    if (feed.state.kind !== 'loaded' || (target.kind === 'connection' && !feed.find(target.entityId))) {
      const result = await prompts.showProgress(() => feed.refresh());
      if (result.kind === 'failure') {
        throw new ApiError(result.failure);
      }
      if (!this.#isActive(link)) {
        // The account changed meanwhile: its connections and jobs are not those of the link.
        return undefined;
      }
    }
    if (target.kind === 'connection') {
      return this.#showConnection(target.entityId);
    }
    await this.#showJob(target.syncId);
    return undefined;
  }

  async #showConnection(entityId: string): Promise<string | undefined> {
    const { feed, prompts } = this.#options;
    if (!feed.find(entityId)) {
      prompts.showProblem({ kind: 'connectionNotFound', isListComplete: isUnlisted(feed, entityId) });
      return undefined;
    }
    return (await prompts.showConnection(entityId)) ? undefined : entityId;
  }

  async #offerToClearFilter(entityId: string): Promise<void> {
    const { prompts } = this.#options;
    if (await prompts.confirmClearFilter()) {
      prompts.clearFilter();
      await prompts.showConnection(entityId);
    }
  }

  /** Also a job that someone else has started: its status is requested once. */
  async #showJob(syncId: string): Promise<void> {
    const { lookUpJob, prompts } = this.#options;
    const result = await prompts.showProgress(() => lookUpJob(syncId));
    if (result?.kind === 'job') {
      await prompts.showJob(syncId);
    } else if (result?.failure.kind === 'notFound') {
      prompts.showProblem({ kind: 'jobNotFound' });
    } else if (result) {
      throw new ApiError(result.failure);
    }
  }
}

function isFor({ baseUrl, workspace }: Link, { account }: Pick<KnownAccount, 'account'>): boolean {
  return account.baseUrl === baseUrl && account.workspace.identifier === workspace;
}
