import { CancellationError, Uri, workspace } from 'vscode';
import type { CancellationToken } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { SyncStarter } from '../../app/sync/syncStarter.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { SyncConfirmation, UploadConfirmation } from '../../app/tools/confirmation.ts';
import { assertInWorkspace, checkToolFile } from '../../app/tools/checkToolFile.ts';
import type { ToolFile } from '../../app/tools/checkToolFile.ts';
import { PreparedConfirmations } from '../../app/tools/confirmation.ts';
import { listConnections } from '../../app/tools/readConnections.ts';
import { getConnection, getJob, listJobs, lookUpJob } from '../../app/tools/readJobs.ts';
import type { JobSource } from '../../app/tools/readJobs.ts';
import { planSync, startToolSync } from '../../app/tools/syncTool.ts';
import type { SyncToolContext } from '../../app/tools/syncTool.ts';
import { assertAllowed } from '../../app/tools/toolAccess.ts';
import { findInFolders } from '../../app/tools/toolFilePath.ts';
import { readToolInput } from '../../app/tools/toolInput.ts';
import type { ToolInputs } from '../../app/tools/toolInput.ts';
import type { ToolName } from '../../app/tools/toolNames.ts';
import { toolJson } from '../../app/tools/toolResult.ts';
import type { ToolResult } from '../../app/tools/toolResult.ts';
import { planToolUpload, sendToolUpload } from '../../app/tools/uploadTool.ts';
import type { UploadToolContext } from '../../app/tools/uploadTool.ts';
import type { Logger } from '../../base/logger.ts';
import { shownPath } from '../format/pathText.ts';
import { isCancellation } from '../errors/userError.ts';
import { describeProblem } from '../format/problemText.ts';
import { readChatSettings } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { linkOf } from '../upload/fileLink.ts';
import type { UploadFeature } from '../upload/uploadFeature.ts';
import type { ToolConfirmation } from '../window/languageModelTools.ts';
import { signalOf } from '../window/progress.ts';
import type { Tools } from './registerTools.ts';
import { reviewSync, syncQuestion, uploadQuestion } from './toolConfirmation.ts';
import { errorResult } from './toolErrors.ts';

interface AgentToolsOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly syncStarter: () => Promise<SyncStarter>;
  readonly upload: Pick<UploadFeature, 'uploadFor' | 'sourceOf' | 'reviewLines'>;
  readonly consents: SyncToolContext['consents'];
  readonly settings: () => Pick<Settings, 'agentTools'>;
  readonly log: Logger;
}

type ToolImplementations = {
  readonly [Name in ToolName]: (input: ToolInputs[Name], signal: AbortSignal) => Promise<ToolResult> | ToolResult;
};

/** The tools for language models. Tools that only read run without a question; the others do what the user has confirmed. */
export class AgentTools implements Tools {
  readonly #options: AgentToolsOptions;
  readonly #syncs = new PreparedConfirmations<SyncConfirmation>();
  readonly #uploads = new PreparedConfirmations<UploadConfirmation>();
  readonly #context: JobSource & SyncToolContext & UploadToolContext;

  constructor(options: AgentToolsOptions) {
    const { session, feed, tracker, syncStarter, upload, consents } = options;
    this.#options = options;
    this.#context = {
      session,
      feed,
      tracker,
      consents,
      upload: ({ uri }, request, adapt) => upload.uploadFor([Uri.parse(uri, true)], request, adapt),
      lookUpJob: (syncId) => lookUpJob(syncId, tracker),
      starter: syncStarter,
      reviewSync,
      describe: describeProblem,
    };
  }

  /** Resolves to undefined if the tool can't be used: the user isn't asked, and `invoke` returns the reason to the model. */
  async prepare(name: ToolName, input: unknown, token: CancellationToken): Promise<ToolConfirmation | undefined> {
    try {
      this.#assertAllowed(name);
      switch (name) {
        case 'dataConnections_startSync':
          return await this.#prepareSync(readToolInput(name, input));
        case 'dataConnections_uploadFile':
          return await this.#prepareUpload(readToolInput(name, input), signalOf(token));
        default:
          return undefined;
      }
    } catch (error) {
      if (isCancellation(error)) {
        throw new CancellationError();
      }
      return undefined;
    }
  }

  async invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<string> {
    try {
      this.#assertAllowed(name);
      return toolJson(await run(name, this.#implementations[name], input, signalOf(token)));
    } catch (error) {
      if (isCancellation(error)) {
        throw new CancellationError();
      }
      return toolJson(errorResult(error, this.#options.log));
    }
  }

  #assertAllowed(name: ToolName): void {
    const { allowsExtensionTools } = readChatSettings(workspace.getConfiguration('chat'));
    const { agentTools: allowed } = this.#options.settings();
    assertAllowed(name, { allowed, allowsExtensionTools, isTrusted: workspace.isTrusted });
  }

  async #prepareSync(input: ToolInputs['dataConnections_startSync']): Promise<ToolConfirmation> {
    const planned = await planSync(input, this.#context);
    this.#syncs.add(input, planned.confirmation);
    return syncQuestion(planned);
  }

  async #prepareUpload(
    input: ToolInputs['dataConnections_uploadFile'],
    signal: AbortSignal,
  ): Promise<ToolConfirmation> {
    const file = await toolFile(input.file);
    const planned = await planToolUpload(input, file, { context: this.#context, signal });
    const facts = await this.#options.upload.reviewLines(planned.plan, planned.account);
    this.#uploads.add(input, planned.confirmation);
    return uploadQuestion(planned, file.path, facts);
  }

  readonly #implementations: ToolImplementations = {
    dataConnections_listConnections: (input) => listConnections(input, this.#context),
    dataConnections_getConnection: (input) => getConnection(input, this.#context),
    dataConnections_listJobs: (input) => listJobs(input, this.#context),
    dataConnections_getJob: (input) => getJob(input, this.#context),
    dataConnections_checkFile: async ({ file, limit }, signal) => {
      const { upload } = this.#options;
      const chooseKind = () => Promise.resolve(undefined);
      const read = async ({ uri }: ToolFile) => (await upload.sourceOf(Uri.parse(uri, true), chooseKind)).read();
      return checkToolFile(await toolFile(file), { read, limit, signal, describe: describeProblem });
    },
    dataConnections_startSync: (input, signal) =>
      startToolSync(input, { confirmation: this.#syncs.take(input), context: this.#context, signal }),
    dataConnections_uploadFile: async (input, signal) =>
      sendToolUpload(input, await toolFile(input.file), {
        confirmation: this.#uploads.take(input),
        context: this.#context,
        signal,
      }),
  };
}

/** Finds the file that a language model named. Throws `ToolError` if it is not in the workspace, before any of it is read. */
async function toolFile(file: string): Promise<ToolFile> {
  const folders = (workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    name,
    uri,
    path: uri.scheme === 'file' ? uri.fsPath : undefined,
  }));
  const { folder, segments } = findInFolders(file, folders, process.platform === 'win32');
  const uri = Uri.joinPath(folder.uri, ...segments);
  assertInWorkspace({ link: await linkOf(uri) });
  return { uri: uri.toString(), path: shownPath(uri) };
}

function run<Name extends ToolName>(
  name: Name,
  implementation: ToolImplementations[Name],
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> | ToolResult {
  return implementation(readToolInput(name, input), signal);
}
