import type { Consents } from '../../jobs/store/consents.ts';
import type { Disposable } from '../../base/disposable.ts';
import { uploadFiles } from './uploadFiles.ts';
import type { PlannedUploads, UploadContext, UploadOutcome } from './uploadRequest.ts';
import type { UploadSource } from './uploadInput.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { ReviewAnswer, UploadNotice, UploadPrompts, UploadReview } from './uploadPrompts.ts';
import { mappedTarget } from './uploadTargets.ts';

export interface SaveUploadsOptions {
  readonly context: UploadContext;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  /** Reads the file of a URI. */
  readonly sourceOf: (source: string) => UploadSource;
  /** Shows the problem that prevents an upload, once until the file has none. */
  readonly showBlocked: (notice: Extract<UploadNotice, { kind: 'blocked' }>) => void;
  /** Shows that the file is not uploaded on save for as long as the window is open. */
  readonly showDeclined: (fileName: string) => void;
  /** Reports why a file could not be read or sent. */
  readonly reportOutcome: (outcome: UploadOutcome) => void;
  readonly report: (error: unknown) => void;
}

/** A request for which the settings name the connection. */
const BY_SETTINGS = { entityId: undefined, format: undefined, isConfirmed: false } as const;

/**
 * Uploads files that the user saves to the connections that the settings name for them, one after another. The user reviews the
 * first upload of each file, and every one that needs it as any other upload does. A file that was not changed is not sent again.
 */
export class SaveUploads implements Disposable {
  readonly #options: SaveUploadsOptions;
  /** In the order in which they were saved. A file that is saved again while it waits, is uploaded or is reviewed waits once. */
  readonly #waiting = new Set<string>();
  /** The files whose first upload the user has declined in this window. */
  readonly #declined = new Set<string>();
  /** The files whose problem was shown. */
  readonly #blocked = new Set<string>();
  #isRunning = false;
  #isDisposed = false;

  constructor(options: SaveUploadsOptions) {
    this.#options = options;
  }

  /** Call this when the user has saved a file, by its URI. Resolves once nothing waits any more. */
  async noteSave(source: string): Promise<void> {
    if (this.#declined.has(source) || this.#targetOf(source) === undefined) {
      return;
    }
    this.#waiting.add(source);
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

  /** The connection that the settings name for a file; undefined while signed out. */
  #targetOf(source: string): string | undefined {
    const { session, targetSettings } = this.#options.context;
    const { settings, path } = targetSettings(source);
    return session.state.kind === 'signedIn' ? mappedTarget(settings, path)?.entityId : undefined;
  }

  async #upload(source: string): Promise<void> {
    const { context, sourceOf, reportOutcome, report } = this.#options;
    const { feed } = context;
    try {
      if (feed.state.kind !== 'loaded') {
        await feed.refresh();
      }
      const entityId = this.#targetOf(source);
      // The ID may be of another account.
      if (entityId !== undefined && feed.find(entityId) !== undefined && !this.#isDisposed) {
        const subject = JSON.stringify([source, entityId]);
        const accepts = ({ plans }: PlannedUploads): boolean => this.#isStillTarget(entityId, plans);
        reportOutcome(
          await uploadFiles([sourceOf(source)], { ...BY_SETTINGS, accepts }, this.#contextFor(source, subject)),
        );
      }
    } catch (error) {
      report(error);
    }
  }

  /** Whether the settings still name the connection that the user was or is asked about. Otherwise, the file waits again. */
  #isStillTarget(entityId: string, plans: readonly UploadPlan[]): boolean {
    const others = plans.filter(({ target }) => target.entityId !== entityId);
    others.forEach(({ input }) => this.#waiting.add(input.source));
    return others.length === 0;
  }

  /** The context in which the first upload of the file is reviewed, whatever the settings say. */
  #contextFor(source: string, subject: string): UploadContext {
    const { context, consents, showBlocked } = this.#options;
    const { prompts, session } = context;
    const isAgreed = (): boolean =>
      session.state.kind === 'signedIn' && consents.has(session.state.account.id, 'uploadOnSave', subject);
    const notify = (notice: UploadNotice): void => {
      if (notice.kind !== 'blocked') {
        this.#blocked.delete(source);
        prompts.notify(notice);
      } else if (!this.#blocked.has(source)) {
        this.#blocked.add(source);
        showBlocked(notice);
      }
    };
    return {
      ...context,
      settings: () => ({ ...context.settings(), ...(isAgreed() ? {} : { uploadConfirm: 'always' as const }) }),
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
    const { consents, context, showDeclined } = this.#options;
    const { account, plans } = review;
    // None of them has a problem any longer.
    plans.forEach(({ input }) => this.#blocked.delete(input.source));
    if (plans.every((plan) => isAlreadyUploaded(plan, account.id, context))) {
      return undefined;
    }
    const isAgreed = consents.has(account.id, 'uploadOnSave', subject);
    const agreed = await prompts.review({ ...review, isFirstOnSave: !isAgreed });
    if (agreed === 'postponed') {
      return agreed;
    }
    if (agreed !== undefined) {
      consents.add(account.id, 'uploadOnSave', subject);
    } else if (!isAgreed) {
      plans.forEach(({ input }) => {
        this.#declined.add(input.source);
        showDeclined(input.file.name);
      });
    }
    return agreed;
  }
}

/** Whether the file was saved with what was last uploaded from it to the connection. */
function isAlreadyUploaded(
  { input, check, target, unanswered }: UploadPlan,
  accountId: string,
  { history }: Pick<UploadContext, 'history'>,
): boolean {
  const latest = history.latestOf(accountId, { source: input.source, entityId: target.entityId });
  return unanswered === undefined && latest?.digest === check.digest;
}
