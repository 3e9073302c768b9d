import { commands, l10n, Uri } from 'vscode';
import { startDemoProcess } from '../../app/demo/demoProcess.ts';
import type { DemoProcess } from '../../app/demo/demoProcess.ts';
import { MemorySecrets, MemoryStorage } from '../../app/demo/memoryStorage.ts';
import type { SignedInState } from '../../app/session/session.ts';
import type { Logger } from '../../base/logger.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, notificationText } from '../../base/sinkText.ts';
import { UserError } from '../errors/userError.ts';
import { CONNECTIONS_VIEW } from '../manifestIds.ts';
import { askInDialog, showWarning } from '../window/notifications.ts';
import { withViewProgress } from '../window/progress.ts';
import type { Demo, DemoFeatures, DemoSwitch, FirstRunOptions } from './demoSwitch.ts';

/** Long enough even for a busy machine. */
const START_TIMEOUT_MS = 30_000;

/** Starts the demo in this window, unless it is already running, and shows its connections. */
export async function tryDemo(options: FirstRunOptions): Promise<void> {
  const { demo, session } = options;
  if (!demo.isDemo) {
    const { state } = session;
    if (state.kind === 'signedIn' && !(await confirmDemo(state))) {
      return;
    }
    await withViewProgress(CONNECTIONS_VIEW, () => start(options));
  }
  await commands.executeCommand(`${CONNECTIONS_VIEW}.focus`);
}

async function start({ demo, distFolder, session, log, report }: FirstRunOptions): Promise<void> {
  const running = await startProcess(distFolder, log);
  log.info(`The demo service runs at ${running.baseUrl}.`);
  try {
    const features = await demo.change(demoOf(running, session.state.kind === 'signedIn'));
    await features.signInWith({ baseUrl: running.baseUrl, method: 'apiKey', secret: running.apiKey });
  } catch (error) {
    // It may not be the current demo yet.
    running.dispose();
    await demo.change(undefined);
    throw error;
  }
  void running.ended.then(() => leaveEnded(demo)).then(undefined, report);
}

async function startProcess(distFolder: Uri, log: Logger): Promise<DemoProcess> {
  try {
    return await startDemoProcess({
      execPath: process.execPath,
      program: Uri.joinPath(distFolder, 'demoService.mjs').fsPath,
      workspaceName: l10n.t('Demo: {0}', 'Brookfield Mills'),
      environment: process.env,
      timeoutMs: START_TIMEOUT_MS,
    });
  } catch (error) {
    log.error(`The demo could not be started: ${String(error)}`);
    throw new UserError(l10n.t('The demo could not be started. See the log for details.'), { cause: error });
  }
}

function demoOf(running: DemoProcess, wasSignedIn: boolean): Demo {
  return {
    wasSignedIn,
    storage: { secrets: new MemorySecrets(), globalState: new MemoryStorage(), workspaceState: new MemoryStorage() },
    dispose: () => running.dispose(),
  };
}

/** Leaves the demo after its process has ended unexpectedly. */
async function leaveEnded(demo: DemoSwitch): Promise<void> {
  const features: DemoFeatures = await demo.change(undefined);
  const again = { title: buttonText(l10n.t('Try Again')) };
  const message = notificationText(l10n.t('The demo ended unexpectedly.'));
  if (await showWarning(message, again)) {
    await features.commands['dataConnections.tryDemo']();
  }
}

async function confirmDemo({ account, isStored }: SignedInState): Promise<boolean> {
  const name = plainText(account.workspace.name, 80);
  const chosen = await askInDialog(
    {
      message: dialogText(l10n.t('Show the demo in this window?')),
      detail: dialogText(
        isStored
          ? l10n.t('You stay signed in to “{0}”, which is shown again when you leave the demo.', name)
          : l10n.t('The key for “{0}” could not be stored. Sign in again when you leave the demo.', name),
        l10n.t('Any upload in progress will be stopped.'),
      ),
      isWarning: false,
    },
    [{ title: buttonText(l10n.t('Show Demo')) }],
  );
  return chosen !== undefined;
}
