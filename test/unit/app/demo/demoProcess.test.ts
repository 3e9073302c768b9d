import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startDemoProcess } from '../../../../src/app/demo/demoProcess.ts';
import type { DemoProcess } from '../../../../src/app/demo/demoProcess.ts';
import type { ServiceClient } from '../../../../src/api/serviceClient.ts';
import type { UploadFormat } from '../../../../src/model/upload.ts';
import { eventually } from '../../../eventually.ts';
import { fileOf } from '../../api/uploadFiles.ts';
import { clientOf } from '../../api/rawServer.ts';

const PROGRAM = resolve('dist', 'demoService.mjs');

describe('The process of the demo', function () {
  this.timeout(60_000);

  let running: DemoProcess[] = [];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
  });
  afterEach(async () => {
    const started = running;
    running = [];
    started.forEach((one) => one.dispose());
    await rm(folder, { recursive: true });
  });

  async function start(): Promise<DemoProcess> {
    const one = await startDemoProcess({
      execPath: process.execPath,
      program: PROGRAM,
      workspaceName: 'Demo: Örebro Mills',
      environment: { ...process.env, TMPDIR: folder, TEMP: folder },
      timeoutMs: 30_000,
    });
    running.push(one);
    return one;
  }

  function clientFor({ baseUrl, apiKey }: DemoProcess): ServiceClient {
    return clientOf(baseUrl, { credential: () => Promise.resolve({ method: 'apiKey', origin: baseUrl, apiKey }) });
  }

  it('answers like the service, with the name it was given and connections in every state', async () => {
    const client = clientFor(await start());
    const { workspace } = await client.getIdentity();
    assert.equal(workspace.name, 'Demo: Örebro Mills');
    const { connections } = await client.listConnections();
    const some = (test: (one: (typeof connections)[number]) => boolean): boolean => connections.some(test);
    assert.ok(some(({ isCurrentlySyncing }) => isCurrentlySyncing));
    assert.ok(some(({ isActive }) => !isActive));
    assert.ok(some(({ nextScheduledSyncAt }) => nextScheduledSyncAt !== undefined));
    assert.ok(some(({ lastSyncAt }) => lastSyncAt === undefined));
    const failed = connections.find(({ entityName }) => entityName === 'Vendor Ledger Entries');
    assert.ok(failed?.hasError === true && failed.lastSyncId !== undefined);
    const { message } = await client.getJobStatus(failed.lastSyncId);
    assert.match(message, /503 Service Unavailable after 3 attempts/);
  });

  it('runs a sync and uploads in both formats with steps, and keeps no file', async () => {
    const client = clientFor(await start());
    const { connections } = await client.listConnections();
    const idOf = (name: string): string => connections.find(({ entityName }) => entityName === name)?.entityId ?? '';
    const sync = await client.startSync(idOf('FX Rates'));
    assert.equal((await client.getJobStatus(sync.syncId)).status, 'running');
    for (const format of ['multipart', 'json'] satisfies UploadFormat[]) {
      const file = fileOf('csv', ['store;target\n101;5\n102;7\n']);
      const { syncId } = await client.upload({ entityId: idOf('Store Targets'), file, format });
      const { status, steps } = await client.getJobStatus(syncId);
      assert.deepEqual([status, steps.map(({ name }) => name)], ['running', ['Extract']]);
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('reads the ID of a sync from the path, whatever the query contains', async () => {
    const demo = await start();
    const client = clientFor(demo);
    const { connections } = await client.listConnections();
    const { syncId } = await client.startSync(
      connections.find(({ entityName }) => entityName === 'FX Rates')?.entityId ?? '',
    );
    const url = `${demo.baseUrl}/api/public/v1/connections/sync/${syncId}/status?from=/a/b`;
    const { status } = await fetch(url, { headers: { 'x-api-key': demo.apiKey } });
    assert.equal(status, 200);
  });

  it('accepts the sample for the connection that the walkthrough names, in each language', async () => {
    const client = clientFor(await start());
    const { connections } = await client.listConnections();
    const named = connections.find(({ entityName }) => entityName === 'Store Targets');
    assert.ok(named);
    for (const language of ['', '.de', '.fr', '.ja']) {
      const texts = JSON.parse(await readFile(`package.nls${language}.json`, 'utf8')) as Record<string, string>;
      assert.ok(texts['walkthrough.upload.description']?.includes(named.entityName), language);
    }
    const file = fileOf('csv', [await readFile(join('media', 'sample', 'store-targets.csv'), 'utf8')]);
    const { syncId } = await client.upload({ entityId: named.entityId, file, format: 'multipart' });
    assert.equal((await client.getJobStatus(syncId)).status, 'running');
  });

  it('refuses requests without its key, of web pages, and for another host name', async () => {
    const { baseUrl, apiKey } = await start();
    const { port, host } = new URL(baseUrl);
    assert.equal(await statusOf(port, { 'x-api-key': apiKey }), 200);
    assert.equal(await statusOf(port, {}), 401);
    assert.equal(await statusOf(port, { 'x-api-key': `${apiKey}0` }), 401);
    assert.equal(await statusOf(port, { 'x-api-key': apiKey, origin: `http://${host}` }), 401);
    assert.equal(await statusOf(port, { 'x-api-key': apiKey, host: `localhost:${port}` }), 401);
  });

  it('accepts an upload of up to 64 MB', async () => {
    const { baseUrl, apiKey } = await start();
    const sizeAccepted = async (byteLength: number): Promise<boolean> => {
      const { status } = await fetch(`${baseUrl}/api/public/v1/dataloader/upload`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: Buffer.alloc(byteLength, ' '),
      });
      return status !== 413;
    };
    assert.deepEqual([await sizeAccepted(64 * 1024 * 1024), await sizeAccepted(64 * 1024 * 1024 + 1)], [true, false]);
  });

  it('has a key of its own each time, and is reached only by the loopback address', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    assert.notEqual(one.apiKey, other.apiKey);
    assert.match(one.apiKey, /^[\da-f]{48}$/);
    assert.match(one.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.notEqual(one.baseUrl, other.baseUrl);
    const { port } = new URL(one.baseUrl);
    const addresses = Object.values(networkInterfaces()).flatMap((known) => known ?? []);
    const others = addresses.filter(({ address }) => address !== '127.0.0.1').map(({ address }) => address);
    for (const address of ['127.0.0.2', ...others]) {
      assert.equal(await isReached(address, port), false, address);
    }
  });

  it('ends when it is disposed', async () => {
    const one = await start();
    one.dispose();
    await untilClosed(one.baseUrl);
  });

  it('ends when the process that started it is killed, and leaves no file', async () => {
    const script = `
      import { startDemoProcess } from ${JSON.stringify(resolve('src/app/demo/demoProcess.ts'))};
      const { baseUrl } = await startDemoProcess({
        execPath: process.execPath, program: ${JSON.stringify(PROGRAM)}, workspaceName: 'Demo',
        environment: process.env, timeoutMs: 30_000,
      });
      console.log(baseUrl);`;
    const parent = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: folder, TEMP: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [baseUrl] = (await once(createInterface(parent.stdout), 'line')) as [string];
    assert.ok(await isOpen(baseUrl));
    parent.kill('SIGKILL');
    await untilClosed(baseUrl);
    assert.deepEqual(await readdir(folder), []);
  });

  /** Starts a program in place of the service. */
  async function startScript(script: string, environment: NodeJS.ProcessEnv = process.env): Promise<DemoProcess> {
    const program = join(folder, 'program.mjs');
    await writeFile(program, script);
    const options = { execPath: process.execPath, workspaceName: 'Mills', environment, timeoutMs: 30_000 };
    const one = await startDemoProcess({ ...options, program });
    running.push(one);
    return one;
  }

  it('tells when it has ended for another reason', async () => {
    const one = await startScript(`console.log('{ "baseUrl": "http://127.0.0.1:1", "apiKey": "key" }');`);
    await one.ended;
  });

  it('ends when it is disposed, whether it heeds the signal or its input, and does not tell', async () => {
    const ready = `console.log(JSON.stringify({ baseUrl: 'http://127.0.0.1:1', apiKey: String(process.pid) }));`;
    for (const script of [
      `process.on('SIGTERM', () => undefined); process.stdin.on('end', () => process.exit()).resume(); ${ready}`,
      `setInterval(() => undefined, 1000); ${ready}`,
    ]) {
      const one = await startScript(script);
      let isTold = false;
      void one.ended.then(() => (isTold = true));
      one.dispose();
      await eventually(() => !isRunning(Number(one.apiKey)), 'ended');
      assert.equal(isTold, false);
    }
  });

  it('gets the environment without what makes Node or the editor behave differently', async () => {
    const script = `console.log(JSON.stringify({ baseUrl: JSON.stringify(process.env), apiKey: process.argv[2] }));`;
    const passed = { PATH: process.env['PATH'], MY_NODE_NAME: 'kept', LD_LIBRARY_PATH: '/opt/lib' };
    const { baseUrl, apiKey } = await startScript(`${script}process.stdin.resume();`, {
      ...passed,
      NODE_OPTIONS: '--no-such-option',
      ELECTRON_ENABLE_LOGGING: '1',
      VSCODE_IPC_HOOK_CLI: '/tmp/hook',
      vscode_nls_config: '{}',
    });
    assert.equal(apiKey, 'Mills');
    assert.deepEqual(JSON.parse(baseUrl), { ...passed, ELECTRON_RUN_AS_NODE: '1' });
  });

  it('is ready once its address has arrived, in however many pieces', async () => {
    const { baseUrl, apiKey } = await startScript(`
      process.stdout.write('{ "baseUrl": "http://127.0.0.1:1", ', () =>
        setImmediate(() => process.stdout.write('"apiKey": "key" }', () => setImmediate(() => process.stdout.write('\\n')))));
      process.stdin.resume();`);
    assert.deepEqual([baseUrl, apiKey], ['http://127.0.0.1:1', 'key']);
  });

  it('is not started if it prints something else', async () => {
    for (const printed of ['ready', '[]', '{ "baseUrl": "http://127.0.0.1:1" }', '{ "baseUrl": 1, "apiKey": "key" }']) {
      const script = `console.error('A warning.'); console.log(${JSON.stringify(printed)}); process.stdin.resume();`;
      await assert.rejects(startScript(script), (error: Error) => {
        assert.match(error.message, /^The demo service printed something unexpected\./);
        assert.ok(error.cause instanceof Error);
        return true;
      });
    }
  });

  it('is not started if its program fails, which says why', async () => {
    const options = { execPath: process.execPath, workspaceName: '', environment: process.env, timeoutMs: 30_000 };
    await assert.rejects(
      startDemoProcess({ ...options, program: join(folder, 'missing.mjs') }),
      /^Error: The demo service ended with code 1\. .*missing\.mjs/s,
    );
    await assert.rejects(
      startDemoProcess({ ...options, execPath: join(folder, 'node'), program: PROGRAM }),
      (error: Error) => {
        assert.equal(error.message, 'The demo service could not be started.');
        assert.ok(error.cause instanceof Error && error.cause.message.includes('ENOENT'));
        return true;
      },
    );
    await assert.rejects(startDemoProcess({ ...options, program: PROGRAM, timeoutMs: 0 }), {
      message: 'The demo service was not ready in time.',
    });
  });

  it('is not started if its program fails, of which only the end of a long reason is told', async () => {
    const script = `process.stderr.write('x'.repeat(5000) + ' the reason', () => process.exit(3));`;
    await assert.rejects(startScript(script), (error: Error) => {
      assert.match(error.message, /^The demo service ended with code 3\. x+ the reason$/);
      assert.ok(error.message.length < 2100);
      return true;
    });
  });
});

async function statusOf(port: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, path: '/api/public/v1/me', headers }).end();
  const [response] = (await once(sent, 'response')) as [{ readonly statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

async function untilClosed(baseUrl: string): Promise<void> {
  await eventually(async () => !(await isOpen(baseUrl)), `${baseUrl} is closed`);
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

async function isOpen(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  return isReached(hostname, port);
}

async function isReached(host: string, port: string): Promise<boolean> {
  const socket = connect(Number(port), host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
