import { randomUUID } from 'node:crypto';
import type { ServiceClient, ServiceClientOptions } from '../../../../src/api/serviceClient.ts';
import { createSessionFeed } from '../../../../src/app/connections/sessionFeed.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { MemorySecrets } from '../../../../src/app/demo/memoryStorage.ts';
import type { Session, SessionState } from '../../../../src/app/session/session.ts';
import type { JobDescription } from '../../../../src/app/tracking/startedJobs.ts';
import { LoadComparison } from '../../../../src/app/upload/loadComparison.ts';
import type { AnomalousLoad } from '../../../../src/app/upload/loadComparison.ts';
import { FingerprintStore } from '../../../../src/app/upload/fingerprintStore.ts';
import type { CopyKeeper } from '../../../../src/app/upload/uploadCopies.ts';
import { uploadFiles } from '../../../../src/app/upload/uploadFiles.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from '../../../../src/app/upload/uploadRequest.ts';
import { UploadHistory } from '../../../../src/app/upload/uploadHistory.ts';
import type { RememberedTargets } from '../../../../src/app/upload/uploadHistory.ts';
import type { UploadInput, UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import type { UploadNotice, UploadPrompts, UploadReview } from '../../../../src/app/upload/uploadPrompts.ts';
import type { ConfirmLevel } from '../../../../src/app/upload/needsReview.ts';
import type { TargetSettings } from '../../../../src/app/upload/uploadTargets.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Disposable } from '../../../../src/base/disposable.ts';
import { ConvertedCheck } from '../../../../src/data/convert/convertedCheck.ts';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import type { Account } from '../../../../src/model/account.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { StartedJob, UploadFormat, UploadKind } from '../../../../src/model/upload.ts';
import type { LocalService } from '../../../service/localService.ts';
import { clientOf } from '../../api/rawServer.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';

const NO_LOADS = new FingerprintStore({ folder: undefined, secrets: new MemorySecrets(), isEnabled: () => true });

export const WORKER_PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);

/** A service to upload to, and how its client differs from that of other tests. */
interface UploadService extends Pick<LocalService, 'baseUrl' | 'apiKey'> {
  readonly client?: Partial<ServiceClientOptions>;
}

export function accountOf(service: Pick<LocalService, 'baseUrl' | 'email'>): Account {
  return {
    id: randomUUID(),
    baseUrl: service.baseUrl,
    method: 'apiKey',
    user: { email: service.email, fullName: '' },
    workspace: { identifier: 'acme', name: 'Acme' },
  };
}

/** A window that uploads to a service. Prompts are answered by its fields. */
export class UploadWindow implements Disposable {
  readonly workers = new DataWorkers(WORKER_PROGRAM);
  readonly intents: UploadIntents;
  readonly history: UploadHistory;
  readonly loadComparison: LoadComparison;
  readonly client: ServiceClient;
  readonly jobs: Job[] = [];
  readonly started: { readonly job: StartedJob; readonly of: JobDescription }[] = [];
  readonly checked: string[] = [];
  readonly #ledger: Ledger;

  state: SessionState;
  /** Whether the user agrees to send to the workspace that responds. */
  agreesToWorkspace = true;
  settings: { uploadFormat: 'auto' | UploadFormat; uploadConfirm: ConfirmLevel } = {
    uploadFormat: 'auto',
    uploadConfirm: 'newTarget',
  };
  copies: CopyKeeper | undefined;
  /** Whether its account is still signed in, in any window. */
  isSignedIn = true;
  readonly signOuts = new Emitter<string>();
  readonly lifetime = new AbortController();
  isDemo = false;
  targets: TargetSettings = { ofUser: undefined, ofWorkspace: [] };
  readonly checkCancel = new AbortController();
  readonly sendCancel = new AbortController();

  // The answers of the user. By default, they agree to reviews and cancel all other prompts.
  kind: UploadKind | undefined;
  chosenId: string | undefined;
  /** Called with the names of the files. */
  answerSignIn: (fileNames: readonly string[]) => boolean = () => false;
  answerReview = (review: UploadReview): ReturnType<UploadPrompts['review']> => Promise.resolve(review.plans);
  onBegin = (): unknown => undefined;
  onSending: (sentBytes: number, totalBytes: number) => unknown = () => undefined;

  // The prompts and notifications so far.
  readonly reviews: UploadReview[] = [];
  readonly offered: { fileNames: readonly string[]; remembered: RememberedTargets; unlistedId: string | undefined }[] =
    [];
  readonly notices: UploadNotice[] = [];
  readonly anomalousLoads: AnomalousLoad[] = [];
  readonly warnings: string[] = [];

  readonly prompts: UploadPrompts = {
    chooseKind: () => Promise.resolve(this.kind),
    signIn: (fileNames) => Promise.resolve(this.answerSignIn(fileNames)),
    chooseTarget: async (fileNames, remembered, unlistedId) => {
      this.offered.push({ fileNames, remembered, unlistedId });
      await this.feed.refresh();
      const { state } = this.feed;
      return state.kind === 'loaded' ? state.connections.find((known) => known.entityId === this.chosenId) : undefined;
    },
    review: (review) => {
      this.reviews.push(review);
      return this.answerReview(review);
    },
    whileChecking: (_inputs, check) => check({ signal: this.checkCancel.signal, report: () => undefined }),
    whileSending: (_plans, send) =>
      send({
        signal: this.sendCancel.signal,
        begin: () => void this.onBegin(),
        converting: () => undefined,
        sending: (sentBytes, totalBytes) => void this.onSending(sentBytes, totalBytes),
      }),
    notify: (notice) => void this.notices.push(notice),
  };

  readonly session: Session;
  readonly feed;

  constructor(service: UploadService, account: Account, ledger: Ledger, fingerprintStore: FingerprintStore = NO_LOADS) {
    this.#ledger = ledger;
    this.intents = new UploadIntents(ledger.uploads);
    const jobs = { find: (syncId: string) => this.jobs.find((job) => job.syncId === syncId) };
    this.history = new UploadHistory(ledger.uploads, 'workspace', jobs);
    const log = { warn: (message: string): unknown => this.warnings.push(message) };
    this.loadComparison = new LoadComparison({
      fingerprintStore,
      workers: this.workers,
      history: this.history,
      log,
      onDidFindAnomalies: (load) => void this.anomalousLoads.push(load),
    });
    const credential = { method: 'apiKey', origin: new URL(service.baseUrl).origin, apiKey: service.apiKey } as const;
    this.client = clientOf(service.baseUrl, {
      credential: () => Promise.resolve(credential),
      ...service.client,
    });
    this.state = { kind: 'signedIn', account, client: this.client, isStored: true };
    const currentState = (): SessionState => this.state;
    const isDemo = (): boolean => this.isDemo;
    this.session = {
      get state() {
        return currentState();
      },
      onDidChange: () => ({ dispose: () => undefined }),
      get isDemo() {
        return isDemo();
      },
      warnings: [],
      onDidChangeWarnings: () => ({ dispose: () => undefined }),
      clientForStarting: () => {
        const signedIn = this.state.kind === 'signedIn' ? this.state : { account, client: this.client };
        return Promise.resolve(this.agreesToWorkspace ? signedIn : undefined);
      },
      recordFailure: () => undefined,
    };
    this.feed = createSessionFeed({ session: this.session, store: ledger.jobs, intervalMs: () => 0 });
  }

  get context(): UploadContext {
    const { session, feed, history, intents, workers, prompts, jobs } = this;
    return {
      session,
      feed,
      history,
      intents,
      workers,
      prompts,
      copies: this.copies,
      isSignedIn: () => Promise.resolve(this.isSignedIn),
      lifetime: this.lifetime.signal,
      onDidSignOut: (accountId, listener) =>
        this.signOuts.event((signedOut) => {
          if (signedOut === accountId) {
            listener();
          }
        }),
      tracker: {
        get jobs() {
          return new JobCollection(jobs);
        },
        inBatch: (count, work) => work(count > 1 ? `batch of ${count}` : undefined),
        track: (job, of) => {
          this.started.push({ job, of });
          const added = sampleJob({ syncId: job.syncId, entityId: job.entityId });
          this.jobs.push(added);
          return added;
        },
      },
      loadComparison: this.loadComparison,
      consents: this.#ledger.consents,
      settings: () => this.settings,
      targetSettings: (uri) => ({ settings: this.targets, path: uri.replace('file:///', '') }),
      onDidCheck: (uri) => this.checked.push(uri),
    };
  }

  upload(
    sources: readonly UploadSource[],
    request: UploadRequest = {},
    prompts = this.prompts,
  ): Promise<UploadOutcome> {
    return uploadFiles(sources, request, { ...this.context, prompts });
  }

  /** A file whose bytes are in memory. */
  source(
    name: string,
    content: string | Uint8Array,
    of: Partial<UploadInput> = {},
    kind: UploadKind = 'csv',
  ): UploadSource {
    const bytes = Buffer.from(content);
    const uri = `file:///${name}`;
    return {
      uri,
      name,
      read: () =>
        Promise.resolve({
          uri,
          file: memoryFile(name, kind, bytes),
          hasUnsavedChanges: false,
          hasEditor: true,
          check: ({ signal, onProgress, ...options }) => {
            signal.throwIfAborted();
            const check = new ConvertedCheck({ kind, ...options });
            check.scan(bytes);
            onProgress?.(bytes.length);
            const digest = new ContentDigest();
            digest.update(bytes);
            return Promise.resolve(check.end(digest.digest()));
          },
          fingerprint: (request, options) => this.workers.fingerprintBytes([bytes], { ...request, kind }, options),
          ...of,
        }),
    };
  }

  dispose(): void {
    this.intents.dispose();
    this.feed.dispose();
    this.workers.dispose();
  }
}
