// Runs the integration tests in every VS Code server there is, or with --desktop in a downloaded desktop VS Code.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { LocalService } from '../service/localService.ts';
import { SERVER_VERSION_VARIABLE } from './launcherEnvironment.ts';
import { QUIET_SETTINGS } from './server.ts';
import { ROOT, VERSIONS } from './versions.ts';

const isDesktop = process.argv.includes('--desktop');

for (const version of isDesktop ? ['stable'] : VERSIONS) {
  console.log(`\nIntegration tests in VS Code ${version}${isDesktop ? ' for the desktop' : ''}`);
  await runIn(version);
}

async function runIn(version: string): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 'integration-'));
  const service = await LocalService.start({ validate: true });
  try {
    const folder = join(temp, 'workspace');
    const userData = join(temp, 'user-data');
    await mkdir(folder);
    await mkdir(join(userData, 'User'), { recursive: true });
    await writeFile(join(userData, 'User', 'settings.json'), JSON.stringify(QUIET_SETTINGS));
    await runTests({
      ...(isDesktop ? { version } : { vscodeExecutablePath: join(import.meta.dirname, 'launcher.ts') }),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(ROOT, 'out', 'integration.cjs'),
      launchArgs: [folder, '--disable-extensions', `--user-data-dir=${userData}`],
      extensionTestsEnv: {
        // The launcher is run by the Node that PATH finds first.
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        [SERVER_VERSION_VARIABLE]: version,
        DATA_CONNECTIONS_SERVICE: service.readyLine,
      },
    });
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await service.stop();
    await rm(temp, { recursive: true, force: true });
  }
}
