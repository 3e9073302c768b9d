import { CancellationError, l10n } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { ConfirmedTargets } from '../../jobs/store/confirmedTargets.ts';
import type { Account } from '../../model/account.ts';
import type { Conversion } from '../../model/upload.ts';
import type { Session } from '../../app/session/session.ts';
import { UserError } from '../errors/userError.ts';
import type { Settings } from '../settings.ts';
import { validateInputs } from './inputs/validateInputs.ts';
import type { CheckedInput } from './inputs/validateInputs.ts';
import type { UploadInput } from './inputs/uploadInput.ts';
import type { SkippedFile } from './skippedFile.ts';
import { offerSignIn } from './offerSignIn.ts';
import { showSummary } from './outcome/uploadSummary.ts';
import type { UploadPlan } from './uploadPlan.ts';
import { needsReview } from './review/needsReview.ts';
import { planUpload } from './review/planUpload.ts';
import { reviewUpload } from './review/reviewUpload.ts';
import { throwIfTooManyLinks } from './review/tooManyLinks.ts';
import { withUnanswered } from './review/unansweredUploads.ts';
import { alreadyUploading, throwIfInFlight } from './sending/alreadyUploading.ts';
import { Delivery } from './sending/delivery.ts';
import type { DeliveryOptions, StartedUpload } from './sending/delivery.ts';
import type { ReservedPlan } from './sending/sendUploads.ts';
import { draftOf } from './sending/uploadDraft.ts';
import { chooseTargets } from './targets/chooseTargets.ts';
import type { UploadArguments } from './uploadArguments.ts';

export interface UploadFlowOptions extends DeliveryOptions {
  readonly session: Session;
  readonly settings: () => Pick<Settings, 'uploadFormat' | 'uploadConfirm'>;
  readonly confirmedTargets: Pick<ConfirmedTargets, 'has' | 'add'>;
  /** Asks who the user is; resolves to whether they said. */
  readonly signIn: () => Promise<boolean>;
  /** Told what each check has found. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
}

interface UploadContext {
  /** A conversion that was chosen before for the same source. */
  readonly earlier?: Conversion;
  /** What belongs to the same upload and could not be read. */
  readonly unreadable?: readonly SkippedFile[];
}

interface AgreeContext {
  readonly account: Account;
  readonly given: UploadArguments;
  readonly leftOut: readonly SkippedFile[];
}

/** From things to upload to their jobs: check, sign-in, targets, one review, sending one after another. */
export class UploadFlow {
  readonly #options: UploadFlowOptions;
  readonly #delivery: Delivery;

  constructor(options: UploadFlowOptions) {
    this.#options = options;
    this.#delivery = new Delivery(options);
  }

  /**
   * Resolves to the jobs of what the service accepted: fewer than inputs where some were not sent (the user chose not to, or
   * a problem that was shown forbids it), were refused, or where the answer was lost; which was said. Throws `ApiError` and
   * `UserError` where a single input fails, and where nothing could even be tried.
   */
  async upload(
    inputs: readonly UploadInput[],
    given: UploadArguments,
    { earlier = {}, unreadable = [] }: UploadContext = {},
  ): Promise<readonly StartedUpload[]> {
    const { session, intents, signIn, documents, report, onDidCheck } = this.#options;
    throwIfInFlight(inputs, session, intents);
    // Without a review, no conversion is chosen and no sign-in offered: the caller gets the failure. What a text is and which
    // connection it goes to is asked all the same, where nothing tells.
    const mayAsk = !given.isConfirmed;
    const { good, leftOut } = await validateInputs(inputs, { unreadable, mayConvert: mayAsk, onDidCheck, report });
    const [first] = good;
    if (first === undefined) {
      if (leftOut.length > 1) {
        showSummary({ parcels: [], outcomes: [], leftOut }, documents, report);
      }
      return [];
    }
    throwIfTooManyLinks(good.map(({ input }) => input));
    if (session.state.kind === 'signedOut' && mayAsk && !(await offerSignIn(first.input.file.name, signIn))) {
      return [];
    }
    const starter = await session.clientForStarting();
    if (starter === undefined) {
      throw new CancellationError();
    }
    const { account, client } = starter;
    const proposed = await this.#propose(good, { account, given, earlier });
    const parcels = proposed && (await this.#reserve(proposed, { account, given, leftOut }));
    return parcels === undefined ? [] : this.#delivery.deliver(parcels, { client, account }, leftOut);
  }

  /** What the user agrees to send, written down as being sent; undefined: nothing. */
  async #reserve(proposed: readonly UploadPlan[], context: AgreeContext): Promise<readonly ReservedPlan[] | undefined> {
    const { intents, feed } = this.#options;
    const accountId = context.account.id;
    await intents.whenShared();
    const agreed = await this.#agree(await withUnanswered(proposed, accountId, this.#options), context);
    if (agreed === undefined) {
      return undefined;
    }
    this.#throwUnlessActive(context.account);
    const drafts = agreed.map((parcel) => draftOf(parcel, feed));
    const reservation = intents.reserve(accountId, drafts);
    switch (reservation.kind) {
      case 'reserved':
        return agreed.map((parcel, index) => ({ ...parcel, intentId: reservation.ids[index] ?? '' }));
      case 'inFlight':
        throw alreadyUploading(reservation.name);
      case 'unanswered':
        // Another window sent the same while the user was asked about this.
        return this.#reserve(agreed, context);
    }
  }

  /** What would be sent where; undefined where the user picks no target. */
  async #propose(
    good: readonly CheckedInput[],
    { account, given, earlier }: { account: Account; given: UploadArguments; earlier: Conversion },
  ): Promise<readonly UploadPlan[] | undefined> {
    const { feed, history, settings } = this.#options;
    const { uploadFormat } = settings();
    // A file suits every size and kind; a JSON body is for those who ask for it.
    const format = given.format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat);
    const accountId = account.id;
    const uris = good.map(({ input }) => input.uri);
    const targets = await chooseTargets(uris, { feed, history, accountId, entityId: given.entityId });
    return targets?.flatMap((target, index) => {
      const checked = good[index];
      const mayConvert = !given.isConfirmed;
      return checked === undefined
        ? []
        : [planUpload(checked, { target, format, earlier, mayConvert, history, accountId })];
    });
  }

  /** What the user agrees to send, where there is anything to ask; undefined: nothing. */
  async #agree(
    proposed: readonly UploadPlan[],
    { account, given, leftOut }: AgreeContext,
  ): Promise<readonly UploadPlan[] | undefined> {
    const { confirmedTargets, documents, settings } = this.#options;
    const isReviewNeeded = needsReview(proposed, {
      confirm: settings().uploadConfirm,
      isConfirmedByCaller: given.isConfirmed,
      isConfirmedTarget: (entityId) => confirmedTargets.has(account.id, entityId),
    });
    if (!isReviewNeeded && (leftOut.length === 0 || given.isConfirmed)) {
      return proposed;
    }
    const reasons = leftOut.map(({ name, reason }) => l10n.t('Left out: {0}. {1}', plainText(name, 60), reason));
    const agreed = await reviewUpload({ parcels: proposed, leftOut: reasons, account }, documents);
    if (agreed !== undefined) {
      this.#throwUnlessActive(account);
      agreed.forEach(({ target }) => confirmedTargets.add(account.id, target.entityId));
    }
    return agreed;
  }

  /** The review named an account: data must not go anywhere else. */
  #throwUnlessActive(account: Account): void {
    const { state } = this.#options.session;
    if (state.kind !== 'signedIn' || state.account.id !== account.id) {
      throw new UserError(l10n.t('Nothing was uploaded: the account was changed meanwhile. Upload again.'));
    }
  }
}
