import { l10n, window } from 'vscode';
import type { Uri } from 'vscode';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { iconSafeText, plainText } from '../../base/displayText.ts';
import { chosenConversion, conversionOffers, offersWithin } from '../../data/conversionOffers.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import type { Conversion } from '../../data/conversions/conversion.ts';
import { compareHeaders } from '../../data/headerChange.ts';
import type { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { Account } from '../../model/account.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { Session } from '../accounts/session.ts';
import { UserError } from '../errors/userError.ts';
import type { FollowedJobs } from '../jobs/followedJobs.ts';
import type { Settings } from '../settings.ts';
import { checkInputs } from './checkInputs.ts';
import { connectionIn } from './chooseTarget.ts';
import type { UploadTarget } from './chooseTarget.ts';
import { chooseTargets } from './chooseTargets.ts';
import { problemLine } from './describeProblem.ts';
import { lookForUpload } from './lostUpload.ts';
import { offerSignIn } from './offerSignIn.ts';
import { blockingProblems, neededConversion } from './parcel.ts';
import type { Parcel } from './parcel.ts';
import type { ReadOnlyDocuments } from './readOnlyDocuments.ts';
import { reviewUpload } from './reviewUpload.ts';
import { sendParcels } from './sendParcels.ts';
import type { SendOutcome } from './sendParcels.ts';
import { showBlocking } from './showBlocking.ts';
import type { UploadArguments } from './uploadArguments.ts';
import type { UploadHistory } from './uploadHistory.ts';
import type { UploadInput } from './uploadInput.ts';
import { reasonText, showSummary } from './uploadSummary.ts';
import type { LeftOut } from './uploadSummary.ts';

/** What an upload command returns to whoever called it. */
export interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
}

export interface UploadFlowOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<FollowedJobs, 'start'>;
  readonly history: UploadHistory;
  readonly documents: ReadOnlyDocuments;
  readonly settings: () => Pick<Settings, 'uploadFormat' | 'uploadConfirm'>;
  /** Asks who the user is; resolves to whether they said. */
  readonly signIn: () => Promise<boolean>;
  readonly report: (error: unknown) => void;
  /** Told what each check has found. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
}

export interface UploadContext {
  /** A conversion that was chosen before for the same source. */
  readonly earlier?: Conversion;
  /** What belongs to the same upload and could not be read. */
  readonly unreadable?: readonly LeftOut[];
}

/** What of the inputs can be sent, and what can't. */
interface Sorted {
  readonly good: readonly { readonly input: UploadInput; readonly check: CheckResult }[];
  readonly leftOut: readonly LeftOut[];
}

/** From things to upload to their jobs: check, sign-in, targets, one review, sending one after another. */
export class UploadFlow {
  readonly #options: UploadFlowOptions;
  /** URIs of what is being uploaded, so that a second click does not load the same data twice. */
  readonly #underway = new Set<string>();

  constructor(options: UploadFlowOptions) {
    this.#options = options;
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
    const { session, signIn, feed, history, documents } = this.#options;
    this.#throwIfUnderway(inputs);
    // A caller who answers for the upload is not asked anything, and gets the failure.
    const mayAsk = !given.isConfirmed;
    const { good, leftOut } = await this.#sort(inputs, { mayConvert: mayAsk, unreadable });
    const [first] = good;
    if (first === undefined) {
      if (inputs.length + unreadable.length > 1) {
        this.#summarize([], [], leftOut);
      }
      return [];
    }
    if (session.state.kind === 'signedOut' && mayAsk && !(await offerSignIn(first.input.file.name, signIn))) {
      return [];
    }
    const { account, client } = await session.clientForStarting();
    const uris = good.map(({ input }) => input.uri);
    const targets = await chooseTargets(uris, { feed, history, accountId: account.id, entityId: given.entityId });
    if (targets === undefined) {
      return [];
    }
    const proposed = good.flatMap(({ input, check }, index) => {
      const target = targets[index];
      return target === undefined ? [] : [this.#parcel(input, check, { target, account, given, earlier })];
    });
    const reasons = leftOut.map(({ name, reason }) => l10n.t('Left out: {0}. {1}', plainText(name, 60), reason));
    const parcels =
      mayAsk && (reasons.length > 0 || this.#needReview(proposed, account))
        ? await reviewUpload({ parcels: proposed, leftOut: reasons, account }, documents)
        : proposed;
    if (parcels === undefined) {
      return [];
    }
    this.#throwUnlessActive(account);
    return this.#send(parcels, { client, account, leftOut });
  }

  /** Checks; a single input that can't be sent is told at once, those among many in the review and the summary. */
  async #sort(
    inputs: readonly UploadInput[],
    { mayConvert, unreadable }: { readonly mayConvert: boolean; readonly unreadable: readonly LeftOut[] },
  ): Promise<Sorted> {
    const good: { readonly input: UploadInput; readonly check: CheckResult }[] = [];
    const leftOut = [...unreadable];
    const isAlone = inputs.length + unreadable.length === 1;
    for (const checked of await checkInputs(inputs)) {
      const { name } = checked.input.file;
      if ('error' in checked) {
        if (isAlone) {
          throw checked.error;
        }
        leftOut.push({ name, reason: reasonText(checked.error) });
        continue;
      }
      const { input, check } = checked;
      this.#options.onDidCheck(input.uri, check);
      const [problem] = blockingProblems(check, mayConvert ? neededConversion(check) : {});
      if (problem === undefined) {
        good.push({ input, check });
      } else {
        leftOut.push({ name, reason: problemLine(problem) });
        if (isAlone) {
          showBlocking(input, check, this.#options.report);
        }
      }
    }
    return { good, leftOut };
  }

  #parcel(
    input: UploadInput,
    check: CheckResult,
    of: { target: UploadTarget; account: Account; given: UploadArguments; earlier: Conversion },
  ): Parcel {
    const { history, settings } = this.#options;
    const { target, account, given, earlier } = of;
    const { uploadFormat } = settings();
    const lastHeader = history.lastHeader(account.id, target.entityId);
    const offers = conversionOffers(check);
    const again = chosenConversion(offers, offersWithin(offers, earlier));
    return {
      input,
      check,
      target,
      // A file suits every size and kind; a JSON body is for those who ask for it.
      format: given.format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat),
      conversion: given.isConfirmed ? {} : { ...neededConversion(check), ...again },
      headerChange: lastHeader && compareHeaders(lastHeader, check.columns),
      sameContent: history.sameContent(account.id, target.entityId, check.digest),
    };
  }

  #needReview(parcels: readonly Parcel[], account: Account): boolean {
    const { settings, history } = this.#options;
    const { uploadConfirm } = settings();
    const known = history.targets(account.id);
    return (
      uploadConfirm === 'always' ||
      parcels.some(
        ({ check, target, conversion, headerChange, sameContent }) =>
          (uploadConfirm === 'newTarget' && !known.includes(target.entityId)) ||
          check.problems.length > 0 ||
          Object.keys(conversion).length > 0 ||
          headerChange !== undefined ||
          sameContent !== undefined,
      )
    );
  }

  /** The review named an account: data must not go anywhere else. */
  #throwUnlessActive(account: Account): void {
    const { state } = this.#options.session;
    if (state.kind !== 'signedIn' || state.account.id !== account.id) {
      throw new UserError(l10n.t('Nothing was uploaded: the account was changed meanwhile. Upload again.'));
    }
  }

  #throwIfUnderway(inputs: readonly UploadInput[]): void {
    for (const { uri, file } of inputs) {
      if (this.#underway.has(uri.toString())) {
        throw new UserError(l10n.t('“{0}” is being uploaded already. Wait for its end.', plainText(file.name)));
      }
    }
  }

  async #send(
    parcels: readonly Parcel[],
    { client, account, leftOut }: { client: ServiceClient; account: Account; leftOut: readonly LeftOut[] },
  ): Promise<readonly StartedUpload[]> {
    const { feed, report } = this.#options;
    this.#throwIfUnderway(parcels.map(({ input }) => input));
    const keys = parcels.map(({ input }) => input.uri.toString());
    keys.forEach((key) => this.#underway.add(key));
    const before = parcels.map(({ target }) => connectionIn(feed, target.entityId));
    try {
      const outcomes = await sendParcels(client, parcels, (parcel, started) => this.#follow(started, parcel, account));
      if (parcels.length + leftOut.length > 1) {
        this.#summarize(parcels, outcomes, leftOut);
      }
      for (const [index, { input, target }] of parcels.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind === 'unknown') {
          const lost = { fileName: input.file.name, entityId: target.entityId, targetName: target.name };
          await lookForUpload({ ...lost, before: before[index], error: outcome.error }, feed, report);
        }
      }
      this.#tellSingle(outcomes, leftOut);
      return outcomes.flatMap((outcome) =>
        outcome.kind === 'started' ? [{ syncId: outcome.started.syncId, entityId: outcome.started.entityId }] : [],
      );
    } finally {
      keys.forEach((key) => this.#underway.delete(key));
    }
  }

  /** What the summary says of many. */
  #tellSingle(outcomes: readonly SendOutcome[], leftOut: readonly LeftOut[]): void {
    const [outcome] = outcomes;
    if (outcomes.length + leftOut.length > 1) {
      return;
    }
    if (outcome?.kind === 'failed') {
      throw outcome.error;
    }
    if (outcome?.kind === 'cancelled') {
      quietly(l10n.t('Upload cancelled. Nothing was loaded.'));
    }
  }

  #summarize(parcels: readonly Parcel[], outcomes: readonly SendOutcome[], leftOut: readonly LeftOut[]): void {
    const { documents, report } = this.#options;
    showSummary({ parcels, outcomes, leftOut }, documents, report);
  }

  #follow(started: StartedJob, { input, check, target, format, conversion }: Parcel, account: Account): void {
    const { jobs, history, report } = this.#options;
    const { name, byteLength } = input.file;
    history
      .add(account.id, {
        at: Date.now(),
        syncId: started.syncId,
        entityId: target.entityId,
        source: input.uri.toString(),
        format,
        conversion,
        digest: check.digest,
        columns: check.columns,
      })
      .then(undefined, report);
    const source = { name, rows: check.rows, byteLength, uri: input.uri.toString() };
    jobs.start(started, { kind: 'upload', entityName: target.name, source, accountId: account.id });
    quietly(l10n.t('“{0}” was accepted for “{1}”.', iconSafeText(name), iconSafeText(target.name)));
  }
}

const QUIET_MS = 6_000;

/** The outcome of the job is announced when it is there; that it began is no news worth a notification. */
function quietly(message: string): void {
  window.setStatusBarMessage(message, QUIET_MS);
}
