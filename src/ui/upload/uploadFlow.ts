import { l10n, window } from 'vscode';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { iconSafeText, plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import type { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { Account } from '../../model/account.ts';
import type { StartedJob, UploadFormat } from '../../model/upload.ts';
import type { Session } from '../accounts/session.ts';
import { UserError } from '../errors/userError.ts';
import type { FollowedJobs } from '../jobs/followedJobs.ts';
import type { Settings } from '../settings.ts';
import { checkInput } from './checkInput.ts';
import { chooseTarget, connectionIn } from './chooseTarget.ts';
import type { UploadTarget } from './chooseTarget.ts';
import { lookForUpload } from './lostUpload.ts';
import { offerSignIn } from './offerSignIn.ts';
import type { RecentTargets } from './recentTargets.ts';
import { reviewUpload } from './reviewUpload.ts';
import { sendUpload } from './sendUpload.ts';
import { blockingProblems, showBlocking } from './showBlocking.ts';
import type { UploadArguments } from './uploadArguments.ts';
import type { UploadInput } from './uploadInput.ts';

/** What an upload command returns to whoever called it. */
export interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
}

interface UploadFlowOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<FollowedJobs, 'start'>;
  readonly targets: RecentTargets;
  readonly settings: () => Pick<Settings, 'uploadFormat' | 'uploadConfirm'>;
  /** Asks who the user is; resolves to whether they said. */
  readonly signIn: () => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

/** All that is decided before anything is sent. */
interface Decided {
  readonly input: UploadInput;
  readonly check: CheckResult;
  readonly account: Account;
  readonly target: UploadTarget;
  readonly format: UploadFormat;
}

/** From something to upload to its job: check, sign-in, target, review, sending. */
export class UploadFlow {
  readonly #options: UploadFlowOptions;
  /** URIs of what is being uploaded, so that a second click does not load the same data twice. */
  readonly #underway = new Set<string>();

  constructor(options: UploadFlowOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the job, or to undefined where nothing was sent (the user chose not to, or a problem that was shown forbids
   * it) or where the answer was lost, which was said. Throws `ApiError` and `UserError`.
   */
  async upload(input: UploadInput, given: UploadArguments): Promise<StartedUpload | undefined> {
    const key = input.uri.toString();
    if (this.#underway.has(key)) {
      throw new UserError(l10n.t('“{0}” is being uploaded already. Wait for its end.', plainText(input.file.name)));
    }
    this.#underway.add(key);
    try {
      return await this.#run(input, given);
    } finally {
      this.#underway.delete(key);
    }
  }

  async #run(input: UploadInput, given: UploadArguments): Promise<StartedUpload | undefined> {
    const { session, signIn, feed, targets, report } = this.#options;
    const check = await checkInput(input);
    if (blockingProblems(check).length > 0) {
      showBlocking(input, check, report);
      return undefined;
    }
    // A caller who answers for the upload is not asked anything, and gets the failure.
    const mayAsk = !given.isConfirmed;
    if (session.state.kind === 'signedOut' && mayAsk && !(await offerSignIn(input.file.name, signIn))) {
      return undefined;
    }
    const { account, client } = await session.clientForStarting();
    const target = await chooseTarget(given.entityId, feed, targets.list(account.id));
    if (target === undefined) {
      return undefined;
    }
    const decided: Decided = { input, check, account, target, format: this.#format(given) };
    if (mayAsk && this.#needsReview(decided) && !(await reviewUpload({ ...decided, targetName: target.name }))) {
      return undefined;
    }
    this.#throwUnlessActive(account);
    return this.#send(decided, client);
  }

  #format({ format }: UploadArguments): UploadFormat {
    const { uploadFormat } = this.#options.settings();
    // A file suits every size and kind; a JSON body is for those who ask for it.
    return format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat);
  }

  #needsReview({ check, account, target }: Decided): boolean {
    const { settings, targets } = this.#options;
    const { uploadConfirm } = settings();
    const isNew = uploadConfirm === 'newTarget' && !targets.list(account.id).includes(target.entityId);
    return uploadConfirm === 'always' || isNew || check.problems.length > 0;
  }

  /** The review named an account: data must not go anywhere else. */
  #throwUnlessActive(account: Account): void {
    const { state } = this.#options.session;
    if (state.kind !== 'signedIn' || state.account.id !== account.id) {
      throw new UserError(l10n.t('Nothing was uploaded: the account was changed meanwhile. Upload again.'));
    }
  }

  async #send(decided: Decided, client: ServiceClient): Promise<StartedUpload | undefined> {
    const { feed, report } = this.#options;
    const { input, format, target } = decided;
    const { entityId, name: targetName } = target;
    const before = connectionIn(feed, entityId);
    const outcome = await sendUpload(client, { entityId, format, file: input.file }, targetName);
    switch (outcome.kind) {
      case 'started':
        this.#follow(outcome.started, decided);
        return { syncId: outcome.started.syncId, entityId: outcome.started.entityId };
      case 'cancelled':
        quietly(l10n.t('Upload cancelled. Nothing was loaded.'));
        return undefined;
      case 'unknown': {
        const { error } = outcome;
        await lookForUpload({ fileName: input.file.name, entityId, targetName, before, error }, feed, report);
        return undefined;
      }
    }
  }

  #follow(started: StartedJob, { input, check, account, target }: Decided): void {
    const { jobs, targets, report } = this.#options;
    const { name, byteLength } = input.file;
    const source = { name, rows: check.rows, byteLength, uri: input.uri.toString() };
    jobs.start(started, { kind: 'upload', entityName: target.name, source, accountId: account.id });
    targets.add(account.id, target.entityId).then(undefined, report);
    quietly(l10n.t('“{0}” was accepted for “{1}”.', iconSafeText(name), iconSafeText(target.name)));
  }
}

const QUIET_MS = 6_000;

/** The outcome of the job is announced when it is there; that it began is no news worth a notification. */
function quietly(message: string): void {
  window.setStatusBarMessage(message, QUIET_MS);
}
