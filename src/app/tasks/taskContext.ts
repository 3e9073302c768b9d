import type { CheckResult } from '../../data/check/checkResult.ts';
import type { Consents } from '../../jobs/store/consents.ts';
import type { Account } from '../../model/account.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { SyncStarter } from '../sync/syncStarter.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import type { UploadOutcome } from '../upload/uploadRequest.ts';
import type { UploadSource } from '../upload/uploadInput.ts';
import type { UploadNotice } from '../upload/uploadPrompts.ts';
import type { TaskReporter } from './taskEvent.ts';
import type { OpenFolder, FoundFile } from '../upload/findFiles.ts';

export interface SyncQuestion {
  readonly account: Account;
  readonly entityId: string;
  readonly name: string;
}

interface TaskUpload {
  readonly entityId: string;
  readonly notify: (notice: UploadNotice) => void;
  /** Cancels the upload. */
  readonly signal: AbortSignal;
}

export interface TaskContext {
  readonly isTrusted: () => boolean;
  /** The open folders; that of the task comes first. */
  readonly folders: readonly OpenFolder[];
  readonly tracker: Pick<JobTracker, 'jobs' | 'hasAccess' | 'onDidChange'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'find' | 'refresh'>;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  /** If no account is signed in, asks the user to sign in to one. Resolves to whether one is. */
  readonly signIn: () => Promise<boolean>;
  readonly starter: () => Promise<Pick<SyncStarter, 'start'>>;
  /** Asks whether tasks may sync a connection. */
  readonly confirmSync: (question: SyncQuestion) => Promise<boolean>;
  readonly sourceOf: (file: FoundFile) => Promise<UploadSource>;
  /** Uploads as any upload of a target that a folder proposes. Throws nothing but what `uploadFiles` throws. */
  readonly upload: (files: readonly FoundFile[], options: TaskUpload) => Promise<UploadOutcome>;
  /** Called with the first check of each text that an editor can show. */
  readonly onDidCheck: (uri: string, check: CheckResult) => void;
  readonly report: TaskReporter;
  /** Aborted when the user ends the task. */
  readonly signal: AbortSignal;
}
