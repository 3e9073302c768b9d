// npm start: the packaged extension in a real VS Code, a demo workspace, and the local service. Runs until Ctrl+C.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalService } from '../service/localService.ts';
import { VsCodeServer } from './server.ts';
import { ROOT } from './versions.ts';

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);

console.log('Building the extension …');
packageExtension();
const folder = await mkdtemp(join(tmpdir(), 'data-connections-demo-'));
await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
const service = await LocalService.start({ seed: 'demo' });
const server = await VsCodeServer.start({
  vsix: join(ROOT, 'out', 'data-connections.vsix'),
  settings: {
    'dataConnections.defaultBaseUrl': service.baseUrl,
    'window.commandCenter': true,
    'workbench.startupEditor': 'readme',
  },
});

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
await server.stop();
await service.stop();
await rm(folder, { recursive: true, force: true });

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
