import { rename, rm } from 'node:fs/promises';
import { orAborted } from '../../base/abort.ts';
import { isBlocked } from '../../data/convert/remainingProblems.ts';
import { isRepetition } from '../../data/fingerprint/loadAnomalies.ts';
import type { LoadAnomaly } from '../../data/fingerprint/loadAnomalies.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { keptTotals } from '../../model/limits.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { earlierFile } from './fingerprintStore.ts';
import type { FingerprintStore } from './fingerprintStore.ts';
import type { UploadHistory } from './uploadHistory.ts';
import { checkOfSentData } from './uploadPlan.ts';
import type { PlannedFingerprint, UploadPlan } from './uploadPlan.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

/** An upload that was accepted without a review, and how it is unlike the earlier loads to its connection. */
export interface AnomalousLoad {
  readonly fileName: string;
  readonly targetName: string;
  readonly anomalies: readonly LoadAnomaly[];
}

interface LoadComparisonOptions {
  readonly fingerprintStore: Pick<FingerprintStore, 'fileOf' | 'mayKeep'>;
  readonly workers: Pick<DataWorkers, 'writeLoad'>;
  readonly history: Pick<UploadHistory, 'latestLoadTo' | 'uploadsTo' | 'hasFailed'>;
  /** Called after an upload of one file. A review shows the differences before it. */
  readonly onDidFindAnomalies: (load: AnomalousLoad) => void;
  readonly log: { warn(message: string): void };
}

interface KeepOptions {
  /** One of several files may be a part of a load, and isn't compared with whole ones. */
  readonly isOneOfSeveral: boolean;
}

interface ReadOptions {
  /** Compares with the load before the upload with this ID. */
  readonly before?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
}

/** Compares what is uploaded with the last load to the same connection that did not fail, and keeps its fingerprint once it is accepted. */
export class LoadComparison {
  readonly #options: LoadComparisonOptions;
  /** Settles when all accepted loads are kept, which takes place one after another. */
  #pendingStores: Promise<void> = Promise.resolve();

  constructor(options: LoadComparisonOptions) {
    this.#options = options;
  }

  /**
   * The plan with its fingerprint, for a review of a single file: with several, each would be compared with the same load. The plans
   * as they are if there is nothing to compare, undefined if the user cancelled.
   */
  async compare(
    plans: readonly UploadPlan[],
    accountId: string,
    prompts: Pick<UploadPrompts, 'whileChecking'>,
  ): Promise<readonly UploadPlan[] | undefined> {
    const [plan, ...others] = plans;
    if (plan === undefined || others.length > 0 || isBlocked(plan)) {
      return plans;
    }
    const { file } = plan.input;
    return prompts.whileChecking([plan.input], async (progress) => {
      const { signal } = progress;
      try {
        // This may take long for a large file.
        await orAborted(this.#pendingStores, signal);
        const onProgress = (bytes: number): void => progress.report(file, bytes);
        return [{ ...plan, fingerprint: await this.#read(plan, accountId, { signal, onProgress }) }];
      } catch (error) {
        if (signal.aborted) {
          return undefined;
        }
        // Whatever is wrong with the file is reported when it is sent.
        this.#warn('compared with the last load', error);
        return [{ ...plan, fingerprint: undefined }];
      }
    });
  }

  /** Keeps the fingerprint of an accepted upload, in the background. */
  keep(
    plan: UploadPlan,
    upload: Pick<AcceptedUpload, 'syncId' | 'at'>,
    accountId: string,
    { isOneOfSeveral }: KeepOptions,
  ): void {
    const storeAndReport = async (): Promise<void> => {
      const fingerprint = await this.#storeFingerprint(plan, upload, accountId);
      const isCompared = plan.fingerprint !== undefined || isOneOfSeveral;
      if (fingerprint !== undefined && fingerprint.anomalies.length > 0 && !isCompared) {
        const { anomalies } = fingerprint;
        this.#options.onDidFindAnomalies({ fileName: plan.input.file.name, targetName: plan.target.name, anomalies });
      }
    };
    this.#pendingStores = this.#pendingStores
      .then(storeAndReport)
      .catch((error: unknown) => this.#warn('kept for the next comparison', error));
  }

  async #storeFingerprint(
    plan: UploadPlan,
    { syncId, at }: Pick<AcceptedUpload, 'syncId' | 'at'>,
    accountId: string,
  ): Promise<PlannedFingerprint | undefined> {
    const { fingerprintStore, workers, history: uploads } = this.#options;
    const fingerprint = plan.fingerprint ?? (await this.#read(plan, accountId, { before: syncId }));
    if (fingerprint === undefined) {
      return undefined;
    }
    // Uses the secret with which the file was read. The account may have another one by now.
    const { fingerprintFile, summary, history, hashes, keys } = fingerprint;
    const [latest] = uploads.uploadsTo(accountId, plan.target.entityId, syncId);
    if (latest === undefined || !uploads.hasFailed(latest)) {
      // If there is none, or it is in use, there is merely less to compare with.
      await rename(fingerprintFile.path, earlierFile(fingerprintFile).path).catch(() => undefined);
    }
    await workers.writeLoad(fingerprintFile, { syncId, at, summary, history, hashes, keys });
    if (!(await fingerprintStore.mayKeep(accountId, fingerprintFile))) {
      await Promise.all([fingerprintFile, earlierFile(fingerprintFile)].map(({ path }) => rm(path, { force: true })));
      return undefined;
    }
    return fingerprint;
  }

  /** Undefined if nothing is to be kept, or the data can't be compared or is no longer what was checked. */
  async #read(
    plan: UploadPlan,
    accountId: string,
    { before, ...options }: ReadOptions,
  ): Promise<PlannedFingerprint | undefined> {
    const { fingerprintStore, history } = this.#options;
    const { input, check, conversion } = plan;
    const { entityId } = plan.target;
    const fingerprintFile = await fingerprintStore.fileOf(accountId, entityId);
    if (fingerprintFile === undefined) {
      return undefined;
    }
    const [latest] = history.uploadsTo(accountId, entityId, before);
    const last = history.latestLoadTo(accountId, entityId, before);
    const request = {
      conversion,
      fingerprintFile: last?.syncId === latest?.syncId ? fingerprintFile : earlierFile(fingerprintFile),
      lastSyncId: last?.syncId,
      sums: keptTotals(checkOfSentData(plan).totals ?? []),
    };
    const read = await input.fingerprint(request, options);
    if (read?.digest !== check.digest) {
      return undefined;
    }
    const hasLastFailed = last !== undefined && history.hasFailed(last);
    // Sending the same data again is normal after a failure.
    const anomalies = hasLastFailed ? read.anomalies.filter((anomaly) => !isRepetition(anomaly)) : read.anomalies;
    return { ...read, anomalies, fingerprintFile, hasLastFailed };
  }

  #warn(what: string, error: unknown): void {
    this.#options.log.warn(`An upload could not be ${what}: ${String(error)}`);
  }
}
