import { activeAccount } from '../../app/session/session.ts';
import type { CommandId, CommandTable } from '../commands/commandIds.ts';
import { setContextKey } from '../contextKeys.ts';
import type { DemoFeatures, FirstRunOptions } from './demoSwitch.ts';

type FirstRunCommand =
  'dataConnections.getStarted' | 'dataConnections.openSample' | 'dataConnections.tryDemo' | 'dataConnections.leaveDemo';

/** The walkthrough, its sample file, and the demo. */
export function createFirstRunFeature(options: FirstRunOptions): {
  readonly commands: Partial<CommandTable> & CommandTable<FirstRunCommand>;
} {
  const { extensionUri, demo, session } = options;
  setContextKey('demo', demo.isDemo);
  /** The demo that is being started: a second one would end the first. */
  let starting: Promise<void> | undefined;
  const tryDemo = async (): Promise<void> => {
    const { tryDemo: start } = await import('./tryDemo.ts');
    await (starting ??= start(options).finally(() => (starting = undefined)));
  };
  const leave = (): Promise<DemoFeatures> => demo.change(undefined);
  /** Runs a command for the user's accounts. */
  const leaveAndRun =
    (id: CommandId) =>
    async (...args: readonly unknown[]): Promise<unknown> =>
      (await leave()).commands[id](...args);
  return {
    commands: {
      'dataConnections.getStarted': async () => (await import('./walkthrough.ts')).openWalkthrough(),
      'dataConnections.openSample': async () => (await import('./walkthrough.ts')).openSample(extensionUri),
      'dataConnections.tryDemo': tryDemo,
      'dataConnections.leaveDemo': async () => {
        if (demo.isDemo) {
          await leave();
        }
      },
      ...(demo.isDemo && {
        'dataConnections.signIn': leaveAndRun('dataConnections.signIn'),
        'dataConnections.switchAccount': leaveAndRun('dataConnections.switchAccount'),
        'dataConnections.signOut': async (...args: readonly unknown[]) => {
          const [accountId] = args;
          const demoId = activeAccount(session)?.id;
          const isOfUser = typeof accountId === 'string' && accountId !== demoId;
          const { commands } = await leave();
          return isOfUser ? commands['dataConnections.signOut'](...args) : true;
        },
      }),
    },
  };
}
