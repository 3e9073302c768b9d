import { l10n } from 'vscode';
import type { ServiceClient } from '../../../api/serviceClient.ts';
import { plainText } from '../../../base/displayText.ts';
import { notificationText, statusBarText } from '../../../base/sinkText.ts';
import type { ConnectionFeed } from '../../../app/connections/connectionFeed.ts';
import type { UploadIntents } from '../../../jobs/store/uploadIntents.ts';
import type { Account } from '../../../model/account.ts';
import type { StartedJob } from '../../../model/upload.ts';
import { knownConnection, otherConnection } from '../../../app/connections/knownConnection.ts';
import type { JobTracker } from '../../../app/tracking/jobTracker.ts';
import { showWarning } from '../../window/notifications.ts';
import { showStatusMessage } from '../../window/statusBar.ts';
import type { SkippedFile } from '../skippedFile.ts';
import { showSummary } from '../outcome/uploadSummary.ts';
import { keyOf } from '../uploadPlan.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import type { UploadHistory } from '../uploadHistory.ts';
import { reconcileUpload } from './reconcileUpload.ts';
import { sendUploads } from './sendUploads.ts';
import type { ReservedPlan, SendOutcome } from './sendUploads.ts';

const QUIET_MS = 6_000;

/** What an upload command returns to whoever called it. */
export interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
}

export interface DeliveryOptions {
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<JobTracker, 'start' | 'jobs'>;
  readonly history: UploadHistory;
  readonly intents: UploadIntents;
  readonly documents: ReadOnlyDocuments;
  readonly report: (error: unknown) => void;
}

interface Recipient {
  readonly client: ServiceClient;
  readonly account: Account;
}

/** Sends what was agreed to, has each job followed, and says what became of the rest. */
export class Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the jobs of what the service accepted. Throws why a single parcel failed.
   * @param leftOut what belongs to the same upload and was not sent.
   */
  async deliver(
    parcels: readonly ReservedPlan[],
    { client, account }: Recipient,
    leftOut: readonly SkippedFile[],
  ): Promise<readonly StartedUpload[]> {
    const { feed, intents, documents, report } = this.#options;
    const before = parcels.map(({ target }) => knownConnection(feed, target.entityId));
    let outcomes: readonly SendOutcome[];
    try {
      outcomes = await sendUploads(client, parcels, {
        begin: async ({ intentId }) => {
          const isBegun = intents.begin(intentId);
          await intents.whenShared();
          return isBegun;
        },
        settle: (parcel, outcome) => this.#settle(parcel, outcome, account),
      });
    } finally {
      intents.abandon(parcels.map(({ intentId }) => intentId));
    }
    const isMany = parcels.length + leftOut.length > 1;
    if (isMany) {
      showSummary({ parcels, outcomes, leftOut }, documents, report);
    }
    for (const [index, { input, target }] of parcels.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'unknown') {
        const lost = { fileName: input.file.name, entityId: target.entityId, targetName: target.name };
        await reconcileUpload({ ...lost, before: before[index], error: outcome.error }, feed, report);
      }
    }
    if (!isMany) {
      tellSingle(outcomes[0]);
    }
    return outcomes.flatMap((outcome) =>
      outcome.kind === 'started' ? [{ syncId: outcome.started.syncId, entityId: outcome.started.entityId }] : [],
    );
  }

  #settle(parcel: ReservedPlan, outcome: SendOutcome, account: Account): void {
    switch (outcome.kind) {
      case 'started':
        this.#follow(outcome.started, parcel, account);
        break;
      case 'unknown':
        this.#options.intents.settle(parcel.intentId, { kind: 'unknown' });
        break;
      case 'failed':
      case 'cancelled':
      case 'notSent':
        this.#options.intents.settle(parcel.intentId, { kind: 'notLoaded' });
    }
  }

  #follow(started: StartedJob, parcel: ReservedPlan, account: Account): void {
    const { feed, jobs, history, intents } = this.#options;
    const { input, check, target, format, conversion } = parcel;
    const { name, byteLength } = input.file;
    const { workspace } = history;
    const { syncId } = started;
    const { columns, rows } = check;
    const upload = { ...keyOf(parcel), at: Date.now(), syncId, format, conversion, columns, workspace };
    const other = otherConnection(started, target.entityId, feed);
    // Once the account is signed out, nothing about it is written down any more.
    if (intents.settle(parcel.intentId, { kind: 'accepted', upload })) {
      const source = { name, rows, byteLength, uri: input.uri.toString() };
      jobs.start(started, { kind: 'upload', entityName: other ?? target.name, source, accountId: account.id });
    }
    if (other === undefined) {
      quietly(l10n.t('“{0}” was accepted for “{1}”.', plainText(name, 80), plainText(target.name, 80)));
    } else {
      void showWarning(
        notificationText(
          l10n.t(
            '“{0}” was sent to “{1}”, but the service says that it loads it into “{2}”. Check both connections in the service.',
            plainText(name, 80),
            plainText(target.name, 80),
            plainText(other, 80),
          ),
        ),
      );
    }
  }
}

function tellSingle(outcome: SendOutcome | undefined): void {
  if (outcome?.kind === 'failed') {
    throw outcome.error;
  }
  if (outcome?.kind === 'cancelled') {
    quietly(l10n.t('Upload cancelled. Nothing was loaded.'));
  }
}

/** The outcome of the job is announced when it is there; that it began is no news worth a notification. */
function quietly(message: string): void {
  showStatusMessage(statusBarText(message), QUIET_MS);
}
