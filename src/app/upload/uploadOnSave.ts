import { ApiError } from '../../api/apiError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { isFresh, refreshFailure } from '../connections/feedState.ts';
import { activeAccount } from '../session/session.ts';
import { uploadFiles } from './uploadFiles.ts';
import type { PlannedUploads, UploadContext, UploadOutcome } from './uploadRequest.ts';
import type { UploadSource } from './uploadInput.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { ReviewAnswer, UploadNotice, UploadPrompts, UploadReview } from './uploadPrompts.ts';
import { mappedTarget } from './uploadTargets.ts';

/** Why a saved file has no connection to be uploaded to. */
export type MissingTarget =
  | { readonly kind: 'signedOut' }
  /** The list of connections has none with the ID that the settings name. */
  | { readonly kind: 'unknownId'; readonly entityId: string };

export interface UploadOnSaveOptions {
  readonly context: UploadContext;
  /** Whether the user's settings still say that files are uploaded on save. */
  readonly isOn: () => boolean;
  /** Reads the file of a URI. */
  readonly sourceOf: (uri: string) => UploadSource;
  /** Shows the problem that prevents an upload, once until the file has none. */
  readonly showBlocked: (notice: Extract<UploadNotice, { kind: 'blocked' }>) => void;
  /** Shows why a file was not uploaded: once until the user signs in, and once for each file and ID. */
  readonly showMissingTarget: (fileName: string, reason: MissingTarget) => void;
  /** Shows that the file is not uploaded on save for as long as the window is open. */
  readonly showDeclined: (fileName: string) => void;
  /** Shows that what was saved is not sent, because an upload of the file or of the same content is in progress, as in another window. */
  readonly showInFlight: (fileName: string) => void;
  /** Reports why a file could not be read or sent. */
  readonly reportOutcome: (outcome: UploadOutcome) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Uploads files that the user saves to the connections that the settings name for them, one after another. The user reviews the
 * first upload of each file, and every one that needs it as any other upload does. A file that was not changed is not sent again.
 */
export class UploadOnSave implements Disposable {
  readonly #options: UploadOnSaveOptions;
  /** In the order in which they were saved. A file that is saved again while it waits, is uploaded or is reviewed waits once. */
  readonly #waiting = new Set<string>();
  /** The files whose first upload the user has declined in this window. */
  readonly #declined = new Set<string>();
  /** The files whose problem was shown. */
  readonly #blocked = new Set<string>();
  /** What was shown of missing targets. */
  readonly #missing = new Set<string>();
  #isRunning = false;
  #isDisposed = false;

  constructor(options: UploadOnSaveOptions) {
    this.#options = options;
  }

  /** Uploads a file that the user has saved. If an upload is running, the file waits, and this resolves at once. */
  async uploadSaved(uri: string): Promise<void> {
    if (this.#declined.has(uri) || this.#targetOf(uri) === undefined) {
      return;
    }
    this.#waiting.add(uri);
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    try {
      for (const next of this.#waiting) {
        this.#waiting.delete(next);
        // It may have been saved again during the review.
        if (!this.#declined.has(next)) {
          await this.#upload(next);
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#waiting.clear();
  }

  /** The ID of the connection that the settings name for a file. Undefined once uploads on save are turned off, also for a file that waits. */
  #targetOf(uri: string): string | undefined {
    const { context, isOn } = this.#options;
    const { settings, path } = context.targetSettings(uri);
    return isOn() ? mappedTarget(settings, path)?.entityId : undefined;
  }

  async #upload(uri: string): Promise<void> {
    const { sourceOf, report } = this.#options;
    try {
      await this.#waitUntilSent(uri);
      const entityId = await this.#findTarget(uri);
      if (entityId !== undefined && !this.#isDisposed) {
        const subject = JSON.stringify([uri, entityId]);
        const earlierConversion = () => this.#latestOf(uri, entityId)?.conversion;
        const approvePlans = ({ plans }: PlannedUploads): boolean => this.#isStillTarget(entityId, plans);
        const source = sourceOf(uri);
        const request = { earlierConversion, approvePlans };
        this.#showOutcome(source.name, await uploadFiles([source], request, this.#contextFor(uri, subject)));
      }
    } catch (error) {
      report(error);
    }
  }

  #showOutcome(fileName: string, outcome: UploadOutcome): void {
    const { showInFlight, reportOutcome } = this.#options;
    if (outcome.kind === 'refused' && outcome.refusal.kind === 'inFlight') {
      showInFlight(fileName);
    } else {
      reportOutcome(outcome);
    }
  }

  /** Waits while an upload that the user has started in this window sends the file, whose content may have changed since. */
  async #waitUntilSent(uri: string): Promise<void> {
    const { session, intents } = this.#options.context;
    const account = activeAccount(session);
    if (account && intents.isInFlight(account.id, uri)) {
      await intents.whenSettled();
    }
  }

  #latestOf(uri: string, entityId: string): AcceptedUpload | undefined {
    const { session, history } = this.#options.context;
    const account = activeAccount(session);
    return account && history.latestOfFileTo(account.id, { uri, entityId });
  }

  /** The target of a file if the account has it. If not, the user is told why. Throws `ApiError` if the connections can't be listed. */
  async #findTarget(uri: string): Promise<string | undefined> {
    const { session, feed } = this.#options.context;
    const needsList = session.state.kind === 'signedIn' && this.#needsList(uri);
    const failure = needsList ? refreshFailure(await feed.refresh()) : undefined;
    const entityId = this.#targetOf(uri);
    if (entityId === undefined) {
      return undefined;
    }
    if (session.state.kind === 'signedOut') {
      this.#showMissing(uri, { kind: 'signedOut' });
      return undefined;
    }
    this.#missing.delete('signedOut');
    if (feed.find(entityId) !== undefined) {
      return entityId;
    }
    if (failure !== undefined) {
      throw new ApiError(failure);
    }
    // The ID may belong to another account; in the demo, every ID does.
    if (feed.state.kind === 'loaded' && !session.isDemo) {
      this.#showMissing(uri, { kind: 'unknownId', entityId });
    }
    return undefined;
  }

  /** Also true if the target isn't listed, because it may be new; after the user was told so, at most once a minute. */
  #needsList(uri: string): boolean {
    const { feed } = this.#options.context;
    const entityId = this.#targetOf(uri);
    if (feed.state.kind !== 'loaded') {
      return true;
    }
    if (entityId === undefined || feed.find(entityId) !== undefined) {
      return false;
    }
    const wasShown = this.#missing.has(missingKey(uri, { kind: 'unknownId', entityId }));
    return !wasShown || !isFresh(feed.state.receivedAtMonotonic);
  }

  #showMissing(uri: string, reason: MissingTarget): void {
    const { sourceOf, showMissingTarget } = this.#options;
    const key = missingKey(uri, reason);
    if (!this.#missing.has(key)) {
      this.#missing.add(key);
      showMissingTarget(sourceOf(uri).name, reason);
    }
  }

  /** Whether the settings still name the connection that the user was or is asked about. Otherwise, the file waits again. */
  #isStillTarget(entityId: string, plans: readonly UploadPlan[]): boolean {
    const others = plans.filter(({ target }) => target.entityId !== entityId);
    others.forEach(({ input }) => this.#waiting.add(input.uri));
    return others.length === 0;
  }

  /** The context in which the first upload of the file is reviewed, whatever the settings say. */
  #contextFor(uri: string, subject: string): UploadContext {
    const { context, showBlocked } = this.#options;
    const { prompts, session } = context;
    const isConfirmed = (): boolean => {
      const account = activeAccount(session);
      return account !== undefined && context.consents.has(account.id, 'uploadOnSave', subject);
    };
    const notify = (notice: UploadNotice): void => {
      if (notice.kind !== 'blocked') {
        this.#blocked.delete(uri);
        prompts.notify(notice);
      } else if (!this.#blocked.has(uri)) {
        this.#blocked.add(uri);
        showBlocked(notice);
      }
    };
    return {
      ...context,
      settings: () => ({ ...context.settings(), ...(isConfirmed() ? {} : { uploadConfirm: 'always' as const }) }),
      prompts: {
        ...prompts,
        notify,
        signIn: () => Promise.resolve(false),
        chooseTarget: () => Promise.resolve(undefined),
        review: (review) => this.#review(review, subject, prompts),
      },
    };
  }

  async #review(review: UploadReview, subject: string, prompts: UploadPrompts): Promise<ReviewAnswer> {
    const { context, showDeclined } = this.#options;
    const { account, plans } = review;
    // None of them has a problem any longer.
    plans.forEach(({ input }) => this.#blocked.delete(input.uri));
    if (plans.every((plan) => isAlreadyUploaded(plan, account.id, context))) {
      return undefined;
    }
    const isConfirmed = context.consents.has(account.id, 'uploadOnSave', subject);
    const confirmed = await prompts.review({ ...review, isFirstOnSave: !isConfirmed });
    if (confirmed === 'postponed') {
      return confirmed;
    }
    if (confirmed !== undefined) {
      context.consents.add(account.id, 'uploadOnSave', subject);
    } else if (!isConfirmed) {
      plans.forEach(({ input }) => {
        this.#declined.add(input.uri);
        showDeclined(input.file.name);
      });
    }
    return confirmed;
  }
}

function missingKey(uri: string, reason: MissingTarget): string {
  return reason.kind === 'signedOut' ? reason.kind : JSON.stringify([uri, reason.entityId]);
}

/** Whether the file was saved with what was last uploaded from it to the connection. */
function isAlreadyUploaded(
  { input, check, target, unanswered }: UploadPlan,
  accountId: string,
  { history }: Pick<UploadContext, 'history'>,
): boolean {
  const latest = history.latestOfFileTo(accountId, { uri: input.uri, entityId: target.entityId });
  return unanswered === undefined && latest?.digest === check.digest;
}
