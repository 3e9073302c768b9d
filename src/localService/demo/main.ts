import type { AddressInfo } from 'node:net';
import { createSettings } from '../settings.ts';
import { createDemoServer } from './demoServer.ts';

/**
 * The service of the demo: a process that keeps everything in memory, and exits when its standard input closes. That also happens when
 * the process that started it is killed. The argument is the name of the workspace. Prints one line of JSON when it
 * is ready: `baseUrl` and `apiKey`, which is new for each process.
 */
const settings = {
  ...createSettings(),
  workspaceIdentifier: 'demo',
  workspaceName: process.argv[2] ?? 'Demo',
};
const server = createDemoServer(settings);
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, apiKey: settings.apiKey })}\n`);
});
const end = (): never => process.exit();
process.stdin.resume().once('close', end).once('end', end).once('error', end);
// Writing fails if the parent process has closed its end of the pipe.
process.stdout.once('error', end);
