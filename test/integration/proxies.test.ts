import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createSecureServer } from 'node:tls';
import * as vscode from 'vscode';
import type { Failure } from '../../src/model/failure.ts';
import { createCertificate } from '../faults/certificate.ts';
import type { Certificate } from '../faults/certificate.ts';
import { failureName } from '../faults/toldFailures.ts';
import type { FailureName } from '../faults/toldFailures.ts';
import type { LocalService } from '../service/localService.ts';
import { eventually } from '../eventually.ts';
import { connectService, extensionApi, logUpToNow, workspaceFolder } from './extensionUnderTest.ts';
import { isLong } from './longTests.ts';
import { PROXY_CASES } from './proxyFaults.ts';
import type { Sender } from './proxyFaults.ts';
import { agree, withMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';
import { HOST, TestProxy } from './testProxy.ts';

const GET = 'GET /api/public/v1/me';
const UPLOAD = 'POST /api/public/v1/dataloader/upload';

const SENDERS: readonly Sender[] = ['VS Code', 'the extension'];

describe('Through a proxy', () => {
  let service: LocalService;
  let proxy: TestProxy;
  let issuer: Certificate;
  let entityId: string;
  let folder: vscode.Uri;

  before(async function () {
    const authority = process.env['DATA_CONNECTIONS_AUTHORITY'];
    if (authority === undefined) {
      // A desktop trusts the authorities of its operating system.
      this.skip();
    }
    issuer = JSON.parse(authority) as Certificate;
    service = connectService();
    await service.reset();
    proxy = await TestProxy.start({
      servicePort: Number(new URL(service.baseUrl).port),
      certificates: {
        trusted: createCertificate({ hosts: [HOST], issuer }),
        untrusted: createCertificate({ hosts: [HOST] }),
        otherHost: createCertificate({ hosts: ['other.test'], issuer }),
      },
    });
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'proxies');
    await vscode.workspace.fs.createDirectory(folder);
  });

  beforeEach(() => configure('http.proxy', proxy.address()));

  afterEach(async () => {
    for (const id of ['noProxy', 'proxySupport', 'systemCertificates']) {
      await configure(`http.${id}`, undefined);
    }
  });

  after(async () => {
    await configure('http.proxy', undefined);
    await vscode.workspace.fs.delete(folder, { recursive: true });
    await proxy.stop();
  });

  async function configure(id: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
  }

  async function signIn(baseUrl = `https://${HOST}`): Promise<void> {
    const api = await extensionApi();
    await api.signIn({ baseUrl, method: 'apiKey', secret: service.apiKey });
  }

  /** A window that has read the connections, in a workspace that no test has used, and then a proxy with this fault. */
  async function ready(fault: Parameters<TestProxy['use']>[0]): Promise<void> {
    await proxy.use({});
    await service.setWorkspace(randomUUID());
    await signIn();
    [entityId] = await service.uploadTargets();
    await vscode.commands.executeCommand('dataConnections.refresh');
    await proxy.use(fault);
    await service.clearTraffic();
  }

  /** The failure of GET /me; undefined if it succeeds. */
  async function failureOfGet(baseUrl?: string): Promise<FailureName | undefined> {
    try {
      await signIn(baseUrl);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Error && 'failure' in error, String(error));
      return failureName(error.failure as Failure);
    }
  }

  /** Uploads a file of so many rows, of a kilobyte each. Resolves once this sentence is shown, to the messages with it. */
  async function upload(
    rows: number,
    sentence?: string,
  ): Promise<{ job: unknown; content: Buffer; messages: readonly ShownMessage[] }> {
    const uri = vscode.Uri.joinPath(folder, `${rows}.csv`);
    const content = Buffer.from(`id,note\n${`1,${'x'.repeat(1021)}\n`.repeat(rows)}`);
    await vscode.workspace.fs.writeFile(uri, content);
    return withMessages(async ({ all }) => {
      const job = await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId, confirm: false });
      // Jobs of earlier tests may be announced meanwhile.
      const messages = () =>
        all
          .filter(({ isModal, severity }) => !isModal && severity !== 'information')
          .filter(({ text }) => text.includes(sentence ?? `${rows}.csv`));
      if (sentence !== undefined) {
        await eventually(() => messages().length > 0, `${sentence} is shown`);
      }
      return { job, content, messages: messages() };
    }, agree);
  }

  /** How often the service read an upload. */
  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  /** The service at another address, with a certificate that the system trusts. */
  async function serveAt(host: string): Promise<{ baseUrl: string; stop: () => Promise<unknown> }> {
    const { port } = new URL(service.baseUrl);
    const sockets: Socket[] = [];
    const server = createSecureServer(createCertificate({ hosts: [host], issuer }), (client) => {
      const upstream = connect(Number(port), '127.0.0.1');
      [client, upstream].forEach((socket) => socket.on('error', () => socket.destroy()));
      sockets.push(client, upstream);
      client.pipe(upstream).pipe(client);
    });
    await once(server.listen(0, host), 'listening');
    const stop = (): Promise<unknown> => {
      sockets.forEach((socket) => socket.destroy());
      return once(server.close(), 'close');
    };
    return { baseUrl: `https://${host}:${(server.address() as AddressInfo).port}`, stop };
  }

  /** What must not be readable on the way to the service. */
  const secrets = (): readonly string[] => [service.apiKey, 'x-api-key', '/api/public/'];

  for (const sender of SENDERS) {
    describe(`a request of ${sender}`, () => {
      before(() => configure('http.fetchAdditionalSupport', sender === 'VS Code'));
      after(() => configure('http.fetchAdditionalSupport', undefined));

      for (const { name, only = sender, failure, upload: outcome, sentence, ...fault } of PROXY_CASES) {
        if (only === sender && (isLong || sender === 'VS Code')) {
          it(`ends as the table says, and sends one upload and no secret that can be read: ${name}`, async () => {
            await ready(fault);
            await configure('dataConnections.requestTimeout', failure === 'timedOut' ? 1 : undefined);
            assert.equal(await failureOfGet(), failure);
            await proxy.use(fault);
            await service.clearTraffic();

            // More than the buffers of the system hold, where the proxy reads only the beginning.
            const { job, messages } = await upload(outcome === 'was cut off' ? 16_000 : 1_500, sentence);
            assert.equal(job !== undefined, outcome === 'was accepted');
            assert.equal(messages.length, sentence === undefined ? 0 : 1, JSON.stringify(messages));
            const [{ severity, text } = { severity: undefined, text: '' }] = messages;
            if (outcome === 'had no effect') {
              assert.equal(severity, 'error');
              assert.match(text, /^“1500\.csv” was not uploaded to “[^”]+”\. /u);
              assert.equal(text.replace(/^.*?”\. /u, ''), sentence);
            } else if (outcome === 'was cut off') {
              assert.equal(severity, 'error');
              assert.ok(sentence !== undefined && text.includes(sentence), text);
            } else if (outcome === 'may have arrived') {
              assert.equal(severity, 'warning');
              assert.ok(text.includes(`may have been accepted. ${sentence} The connection `), text);
            }
            assert.equal(proxy.received(UPLOAD), outcome === 'had no effect' ? 0 : 1);
            assert.ok((await uploadRequests()) <= proxy.received(UPLOAD));
            assert.deepEqual(proxy.read(secrets()), []);
            assert.deepEqual(new Set(proxy.targets), new Set([`${HOST}:443`]));
            if (outcome === 'had no effect') {
              assert.deepEqual(proxy.forwarded(secrets()), []);
            }
            await configure('dataConnections.requestTimeout', undefined);
          });
        }
      }

      it('arrives as it was sent, once, and without the password of the proxy', async () => {
        await ready({});
        const { job, content } = await upload(8_000);
        assert.ok(typeof job === 'object' && job !== null && 'syncId' in job && typeof job.syncId === 'string');
        const arrived = await service.uploadRaw(job.syncId);
        const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
        assert.equal(digest(arrived), digest(content));
        const { format } = await service.latestUpload();
        assert.equal(format, 'multipart');
        assert.equal(await uploadRequests(), 1);
        assert.equal(proxy.received(UPLOAD), 1);
        assert.deepEqual(proxy.forwarded(['proxy-authorization', proxy.password]), []);
      });

      it('is refused with a wrong password, which is not in the log', async () => {
        await ready({});
        await configure('http.proxy', proxy.address('wrong-password'));
        assert.equal(await failureOfGet(), 'unreachable (proxySignIn)');
        await configure('http.proxy', proxy.address());
        const log = await logUpToNow(service);
        assert.match(log, /unreachable \(proxySignIn: /);
        assert.deepEqual([log.includes('wrong-password'), log.includes(proxy.password)], [false, false]);
      });

      it('says that it is the proxy whose name is not found', async () => {
        await configure('http.proxy', 'http://no-such-proxy.invalid:3128');
        assert.equal(await failureOfGet(), 'unreachable (proxy)');
      });

      it('does not go there for a host that http.noProxy excludes', async () => {
        await ready({});
        await configure('http.noProxy', [HOST]);
        assert.equal(await failureOfGet(), 'unreachable (nameNotFound)');
        assert.equal(proxy.received(GET), 0);
      });

      it('goes directly to a host that http.noProxy excludes', async function () {
        // Not a loopback address: requests to these never go to a proxy.
        const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
        const host = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
        if (host === undefined) {
          this.skip();
        }
        await ready({});
        const { baseUrl, stop } = await serveAt(host);
        // The window may still read the connections of the account before.
        const tunnels = (): number => proxy.targets.filter((target) => target === new URL(baseUrl).host).length;
        try {
          // The proxy doesn't connect to it.
          assert.equal(await failureOfGet(baseUrl), 'unreachable (proxy)');
          assert.notEqual(tunnels(), 0);
          await proxy.use({});
          await configure('http.noProxy', [host]);
          assert.equal(await failureOfGet(baseUrl), undefined);
          assert.equal(tunnels(), 0);
        } finally {
          await stop();
        }
      });

      it('does not go there for an address of this machine', async () => {
        await ready({});
        const { port } = new URL(service.baseUrl);
        for (const host of ['127.0.0.1', 'localhost', '127.0.0.2', '127.255.0.1', '[::1]']) {
          // The service listens at 127.0.0.1.
          await failureOfGet(`http://${host}:${port}`);
        }
        assert.deepEqual(
          proxy.targets.filter((target) => target !== `${HOST}:443`),
          [],
        );
        assert.deepEqual(proxy.read(secrets()), []);
      });

      it('does not trust the authorities of the system if http.systemCertificates is off', async () => {
        await ready({});
        await configure('http.systemCertificates', false);
        assert.equal(await failureOfGet(), 'unreachable (certificate)');
        assert.equal(proxy.received(GET), 0);
      });
    });
  }

  it('no request is sent if http.proxySupport is off', async () => {
    await ready({});
    await configure('http.proxySupport', 'off');
    assert.equal(await failureOfGet(), 'unreachable (nameNotFound)');
    assert.equal(proxy.received(GET), 0);
  });
});
