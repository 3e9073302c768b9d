// npm start: the packaged extension in a real VS Code, a demo workspace, and the local service. Runs until Ctrl+C.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalService } from '../service/localService.ts';
import { VsCodeServer } from './server.ts';
import { ROOT } from './versions.ts';

const stopped = new Promise<void>((resolve) => {
  // A second signal must not end the process before everything is stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => resolve());
  }
});
const cleanUps: (() => Promise<unknown>)[] = [];

try {
  await run();
} finally {
  for (const cleanUp of cleanUps.reverse()) {
    await cleanUp();
  }
}

async function run(): Promise<void> {
  console.log('Building the extension …');
  packageExtension();
  const folder = await mkdtemp(join(tmpdir(), 'data-connections-demo-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
  const service = await LocalService.start({ seed: 'demo' });
  cleanUps.push(() => service.stop());
  const server = await VsCodeServer.start({
    vsix: join(ROOT, 'out', 'data-connections.vsix'),
    settings: {
      'dataConnections.defaultBaseUrl': service.baseUrl,
      'window.commandCenter': true,
      'workbench.startupEditor': 'readme',
    },
  });
  cleanUps.push(() => server.stop());

  console.log(`
VS Code with Data Connections runs here:

    ${server.address({ folder })}

Open it in a browser, click the Data Connections icon in the activity bar and sign in:

    Base URL        ${service.baseUrl}
    API key         ${service.apiKey}
    Access token    ${service.accessToken}
    Email           ${service.email}

One of the two secrets is enough; the base URL is filled in already. The files in the Explorer are
copies: change them as you like. Ctrl+C stops everything and removes them.
`);

  await stopped;
  console.log('\nStopping …');
}

function packageExtension(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'package'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nThe extension could not be built.`);
    process.exit(1);
  }
}
