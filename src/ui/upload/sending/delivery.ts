import { l10n } from 'vscode';
import type { ServiceClient } from '../../../api/serviceClient.ts';
import { plainText } from '../../../base/displayText.ts';
import { notificationText, statusBarText } from '../../../base/sinkText.ts';
import type { ConnectionFeed } from '../../../jobs/connectionFeed.ts';
import type { Account } from '../../../model/account.ts';
import type { StartedJob } from '../../../model/upload.ts';
import { otherConnection } from '../../connections/otherConnection.ts';
import type { FollowedJobs } from '../../jobs/followedJobs.ts';
import { showWarning } from '../../window/notifications.ts';
import { showStatusMessage } from '../../window/statusBar.ts';
import type { LeftOut } from '../leftOut.ts';
import { showSummary } from '../outcome/uploadSummary.ts';
import type { Parcel } from '../parcel.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { connectionIn } from '../targets/chooseTarget.ts';
import type { UploadHistory } from '../uploadHistory.ts';
import { lookForUpload } from './lostUpload.ts';
import { sendParcels } from './sendParcels.ts';
import type { SendOutcome } from './sendParcels.ts';

const QUIET_MS = 6_000;

/** What an upload command returns to whoever called it. */
export interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
}

export interface DeliveryOptions {
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<FollowedJobs, 'start'>;
  readonly history: UploadHistory;
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
    parcels: readonly Parcel[],
    { client, account }: Recipient,
    leftOut: readonly LeftOut[],
  ): Promise<readonly StartedUpload[]> {
    const { feed, documents, report } = this.#options;
    const before = parcels.map(({ target }) => connectionIn(feed, target.entityId));
    const outcomes = await sendParcels(client, parcels, (parcel, started) => this.#follow(started, parcel, account));
    const isMany = parcels.length + leftOut.length > 1;
    if (isMany) {
      showSummary({ parcels, outcomes, leftOut }, documents, report);
    }
    for (const [index, { input, target }] of parcels.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'unknown') {
        const lost = { fileName: input.file.name, entityId: target.entityId, targetName: target.name };
        await lookForUpload({ ...lost, before: before[index], error: outcome.error }, feed, report);
      }
    }
    if (!isMany) {
      tellSingle(outcomes[0]);
    }
    return outcomes.flatMap((outcome) =>
      outcome.kind === 'started' ? [{ syncId: outcome.started.syncId, entityId: outcome.started.entityId }] : [],
    );
  }

  #follow(started: StartedJob, { input, check, target, format, conversion }: Parcel, account: Account): void {
    const { feed, jobs, history, report } = this.#options;
    const { name, byteLength } = input.file;
    const uri = input.uri.toString();
    const { digest, columns, rows } = check;
    const sent = { source: uri, format, conversion, digest, columns };
    history
      .add(account.id, { at: Date.now(), syncId: started.syncId, entityId: target.entityId, ...sent })
      .then(undefined, report);
    const source = { name, rows, byteLength, uri };
    const other = otherConnection(started, target.entityId, feed);
    jobs.start(started, { kind: 'upload', entityName: other ?? target.name, source, accountId: account.id });
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
