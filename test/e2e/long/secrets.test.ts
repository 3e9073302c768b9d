import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { ROOT } from '../../vscode/versions.ts';
import { browserStorageOf, contentOf, newSecret, tracesIn, tracesInFiles, tracesOf } from '../canaries.ts';
import {
  eachField,
  PLACES_STAGE,
  PLAIN_ID,
  prepareTexts,
  readLog,
  uploadByProbe,
  visitPlaces,
} from '../hostilePlaces.ts';
import { MARK } from '../hostileTexts.ts';
import { openProbed } from '../openProbed.ts';
import { COPIES, echoesOf, faultsOf, harmless, LOG_LEVELS } from '../secretEchoes.ts';
import { beginSignIn, enterSecret } from '../pages/signIn.ts';
import type { SignInMethod } from '../pages/signIn.ts';
import { withRetries } from '../pages/withRetries.ts';
import type { Workbench } from '../pages/workbench.ts';
import type { Stage } from '../stage.ts';
import { useStage } from '../useStage.ts';

const METHODS: readonly SignInMethod[] = ['API key', 'Access token', 'Email and API key'];
const CONNECTION = 'Customers';
/** How long a request may take to arrive. */
const REQUEST_MS = 10_000;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};
/** The demo replaces the account for a while. Sign Out ends it, in the end. */
const DEMO = ['dataConnections.tryDemo', 'dataConnections.leaveDemo'];
const SIGN_OUT = 'dataConnections.signOut';
const COMMANDS = [
  ...manifest.contributes.commands.map(({ command }) => command).filter((id) => ![...DEMO, SIGN_OUT].includes(id)),
  ...DEMO,
];

describe('A secret', function () {
  this.timeout(1_800_000);
  const stage = useStage({ ...PLACES_STAGE, logLevel: 'trace' });

  for (const method of METHODS) {
    it(`is nowhere but encrypted in the secret storage, whatever is run, fails or is repeated by the service: ${method}`, async () => {
      const { service } = stage();
      const { secret, sent, traces } = await renewSecrets(stage(), method);
      const ours = {
        entityId: harmless(PLAIN_ID),
        fileName: harmless(MARK),
        linkWorkspace: harmless(`${MARK} workspace`),
        column: harmless(`${MARK} column`),
        cell: harmless(`${MARK} cell`),
        convertedColumn: harmless(`${MARK} converted`),
        jsonKey: harmless(`${MARK} key`),
      };
      const texts = { ...eachField(echoesOf(secret, sent)), ...ours };
      const prepared = await prepareTexts(stage(), texts);
      const workbench = await openProbed(stage());
      const { page } = workbench;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const readClipboard = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
      const look = async (place: string): Promise<void> => {
        assert.deepEqual(tracesIn(await contentOf(page), traces), [], place);
        assert.deepEqual(tracesIn(await readClipboard(), traces), [], `the clipboard, ${place}`);
        stage().checkActions(place);
      };

      await signInAtSecondTry(workbench, stage(), method, secret);
      await look('signing in');
      const scene = { ...prepared, workbench, stage: stage() };
      await visitPlaces(scene, async ({ name }) => look(name));
      await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'loseResponse' } });
      await uploadByProbe(scene, 'again', { confirm: false });
      await workbench.notifications.awaitMessage(/The upload of .* may have been accepted/);
      await look('an upload whose response is lost');
      await workbench.showViews();
      for (const [name, fault] of faultsOf(echoesOf(secret, sent))) {
        await service.clearFaults();
        await service.addFault(fault);
        await runCommand(workbench, 'dataConnections.refresh');
        const row = workbench.connections.row(CONNECTION);
        // While VS Code reads the rows again, it runs a command without its row, which is refused.
        await withRetries(
          async () => {
            await workbench.connections.choose(row, 'Start Sync');
            await eventually(
              async () => (await service.requests()).some(({ method: verb }) => verb === 'POST'),
              `A sync is requested: ${name}`,
              REQUEST_MS,
            );
          },
          async () => {
            // A second click on the entry, before this fault, has started a sync. While it runs, no other is requested.
            await service.clearFaults();
            await service.advance(120_000);
            await runCommand(workbench, 'dataConnections.refresh');
            await row.filter({ hasNotText: 'syncing' }).waitFor();
            await service.addFault(fault);
          },
        );
        await look(name);
        await service.clearTraffic();
        await service.advance(120_000);
      }
      await runCommand(workbench, 'dataConnections.refresh');
      const rows = {
        connections: workbench.connections.row(CONNECTION),
        jobs: workbench.jobs.root.getByRole('treeitem', { name: /^Customers/ }).first(),
      };
      for (const [view, entry] of COPIES) {
        await page.evaluate("navigator.clipboard.writeText('')");
        await workbench[view].choose(rows[view], entry);
        const copied = await eventually(async () => (await readClipboard()) || undefined, `${entry} copies something`);
        assert.deepEqual(tracesIn(copied, traces), [], entry);
      }
      for (const id of COMMANDS) {
        await runCommand(workbench, id, () => look(id));
      }
      await stage().withoutService(async () => {
        await runCommand(workbench, 'dataConnections.refresh', () => look('a refused connection'));
        await workbench.notifications.awaitMessage(/The network connection was refused/);
        await look('the notification of a refused connection');
      });
      assert.deepEqual(tracesIn(await browserStorageOf(page), traces), [], 'the storage of the window');
      // Among them are the files of the installed extension.
      assert.deepEqual(await tracesInFiles(stage().server.dataDir, traces), []);

      await workbench.connections.chooseFromTitle('Sign Out…');
      await workbench.notifications.answerDialog('Sign Out');
      await workbench.connections.welcome.waitFor();
      await look(SIGN_OUT);
      assert.deepEqual(tracesIn(await browserStorageOf(page), traces), [], 'the storage of the window, signed out');
      assert.deepEqual(await tracesInFiles(stage().server.dataDir, traces), [], 'signed out');
      // The commands have changed the window too much for another test.
      await stage().closeWindows();
    });
  }

  /** Runs a command without arguments, and cancels what it asks. `look` is called when it has asked or returned. */
  async function runCommand(workbench: Workbench, id: string, look?: () => Promise<void>): Promise<void> {
    const { folder } = stage();
    const { notifications, page, quickInput } = workbench;
    const result = join(folder, 'command-result.txt');
    await rm(result, { force: true });
    await writeFile(join(folder, 'command.txt'), id);
    await workbench.runCommand('Probe: Run Command');
    const hasReturned = async (): Promise<boolean> => (await readFile(result, 'utf8').catch(() => '')) !== '';
    const asks = async (): Promise<boolean> =>
      (await quickInput.root.isVisible()) || (await notifications.dialog.isVisible());
    await eventually(async () => (await asks()) || (await hasReturned()), `${id} has asked or returned`);
    await look?.();
    await eventually(async () => {
      if (await asks()) {
        await page.keyboard.press('Escape');
      }
      return !(await asks()) && (await hasReturned());
    }, `${id} has returned`);
  }
});

for (const logLevel of LOG_LEVELS) {
  describe(`A secret at the log level ${logLevel}`, function () {
    this.timeout(600_000);
    const stage = useStage({ logLevel });

    it('is in no file and not in the window, even if the service repeats it in an error', async () => {
      const { server, service } = stage();
      const { secret, sent, traces } = await renewSecrets(stage(), 'API key');
      const workbench = await stage().openWindow();
      await signInAtSecondTry(workbench, stage(), 'API key', secret);
      const [, fault] = faultsOf(echoesOf(secret, sent)).find(([name]) => name.startsWith('422')) ?? [];
      assert.ok(fault);
      await service.addFault({ ...fault, method: 'POST' });
      await workbench.connections.choose(workbench.connections.row(CONNECTION), 'Start Sync');
      await workbench.notifications.awaitMessage(/rejected the request/);
      assert.deepEqual(tracesIn(await contentOf(workbench.page), traces), []);
      // The level is in effect: the rejection is an error.
      assert.equal((await readLog(stage())) === '', logLevel === 'off');
      assert.deepEqual(await tracesInFiles(server.dataDir, traces), []);
    });
  });
}

/** Gives the service new secrets. `sent` is the value of the header, `traces` what must not be found. */
async function renewSecrets({ service }: Stage, method: SignInMethod) {
  const [apiKey, accessToken] = [newSecret('key'), newSecret('token')];
  await service.setSettings({ apiKey, accessToken });
  const pair = `${service.email}:${apiKey}`;
  const secret = method === 'Access token' ? accessToken : apiKey;
  const sent = {
    'Access token': `Bearer ${accessToken}`,
    'API key': apiKey,
    'Email and API key': `Basic ${Buffer.from(pair).toString('base64')}`,
  }[method];
  const traces = [
    ...tracesOf('secret', secret),
    // Its first half is the email address, which may be shown.
    ...tracesOf('pair', pair).filter(({ name }) => /base64|as it is/.test(name)),
  ];
  return { secret, sent, traces };
}

async function signInAtSecondTry(
  workbench: Workbench,
  { service: { baseUrl, email } }: Stage,
  method: SignInMethod,
  secret: string,
): Promise<void> {
  await beginSignIn(workbench, { baseUrl, email, method });
  await enterSecret(workbench, newSecret('wrong'));
  await workbench.quickInput.awaitStep(/did not accept/);
  await enterSecret(workbench, secret);
  await workbench.connections.rowSaying(new RegExp(`^${CONNECTION}`)).waitFor();
}
