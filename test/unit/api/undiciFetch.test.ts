import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { UndiciFetchOptions } from '../../../src/api/undiciFetch.ts';
import { createUndiciFetch } from '../../../src/api/undiciFetch.ts';
import { createCertificate } from '../../faults/certificate.ts';
import type { Certificate } from '../../faults/certificate.ts';

const run = promisify(execFile);

// The names of the process-wide dispatchers of undici 7 and of Node's own undici.
const GLOBALS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];

interface Outcome {
  /** The members of GLOBALS that are set at the end. */
  readonly written: readonly string[];
  readonly bodies: readonly string[];
  readonly error?: string;
}

/**
 * Runs in a separate process, because the globals of this one are already set. Doesn't use Node's own fetch and Response,
 * whose first use sets them.
 */
const PROGRAM = `
  const { modules, options, urls } = JSON.parse(process.argv[1]);
  const [{ createUndiciFetch }] = await Promise.all(modules.map((module) => import(module)));
  const bodies = [];
  let error;
  try {
    const { fetch } = createUndiciFetch?.(options) ?? {};
    for (const url of urls) {
      const body = (async function* () { yield Buffer.from('he'); yield Buffer.from('llo'); })();
      const init = { method: 'POST', duplex: 'half', redirect: 'error', headers: { 'content-length': '5' }, body };
      const chunks = [];
      for await (const chunk of (await fetch(url, init)).body) chunks.push(chunk);
      bodies.push(Buffer.concat(chunks).toString());
    }
  } catch (thrown) {
    error = [thrown.message, thrown.cause?.code, thrown.cause?.message].join(' ');
  }
  const written = ${JSON.stringify(GLOBALS)}.filter((name) => globalThis[Symbol.for(name)] !== undefined);
  console.log(JSON.stringify({ written, bodies, error }));
`;

async function runWith(
  modules: readonly string[],
  options: UndiciFetchOptions = {},
  urls: readonly string[] = [],
): Promise<Outcome> {
  const input = JSON.stringify({ modules: modules.map((path) => pathToFileURL(path).href), options, urls });
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM, input]);
  return JSON.parse(stdout) as Outcome;
}

describe('The built bundles', function () {
  // The bundles are built first, and each runs in a separate process.
  this.timeout(60_000);

  let outdir: string;
  let secure: Server;
  let plain: HttpServer;
  let proxy: HttpServer;
  let certificate: Certificate;
  const tunnelled: string[] = [];
  const undici = () => join(outdir, 'undiciFetch.mjs');
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const proxyUrl = (user = '') => `http://${user}127.0.0.1:${portOf(proxy)}`;

  before(async () => {
    await mkdir('out', { recursive: true });
    outdir = await mkdtemp(join('out', 'bundles-'));
    await run(process.execPath, ['esbuild.js', '--only', 'extension,standalone', '--outdir', outdir]);
    certificate = createCertificate({ hosts: ['localhost', 'service.test'] });
    secure = createHttpsServer(certificate, (request, response) => request.pipe(response));
    plain = createHttpServer((request, response) => request.pipe(response));
    // Forwards all hosts to the secure server.
    proxy = createHttpServer((_request, response) => response.writeHead(405).end());
    proxy.on('connect', (request, client) => {
      tunnelled.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'none'}`);
      const upstream = connect(portOf(secure), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
      upstream.pipe(client).pipe(upstream);
    });
    for (const server of [secure, plain, proxy]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  });
  after(async () => {
    for (const server of [secure, plain, proxy]) {
      server.close();
    }
    await rm(outdir, { recursive: true });
  });

  it('do not change the process-wide dispatchers when they are loaded', async () => {
    const names = (await readdir(outdir)).filter((file) => file.endsWith('.mjs'));
    assert.ok(names.includes('undiciFetch.mjs'));
    const files = await Promise.all(
      names.map(async (name) => ({ name, code: await readFile(join(outdir, name), 'utf8') })),
    );
    const needVsCode = new Set<string>();
    for (let known = -1; known < needVsCode.size;) {
      known = needVsCode.size;
      for (const { name, code } of files) {
        if (code.includes('require("vscode")') || [...needVsCode].some((other) => code.includes(`"./${other}"`))) {
          needVsCode.add(name);
        }
      }
    }
    assert.ok(needVsCode.size > 0);
    for (const { name, code } of files) {
      if (needVsCode.has(name)) {
        assert.doesNotMatch(code, /undici\.globalDispatcher/, name);
      } else {
        assert.deepEqual((await runWith([join(outdir, name)])).written, [], name);
      }
    }
  });

  it('do not import the API of VS Code, for which VS Code would generate a module', async () => {
    const modules = (await readdir(outdir)).filter((file) => file.endsWith('.mjs'));
    assert.ok(modules.length > 0);
    for (const name of modules) {
      assert.doesNotMatch(await readFile(join(outdir, name), 'utf8'), /from ?"vscode"/, name);
    }
  });

  it('stream a body with undici without changing the process-wide dispatchers', async () => {
    const url = `http://127.0.0.1:${portOf(plain)}/`;
    assert.deepEqual(await runWith([undici()], {}, [url, url]), { written: [], bodies: ['hello', 'hello'] });
  });

  it('trust only the given certificates, unless verification is off', async () => {
    const urls = [`https://localhost:${portOf(secure)}/`];
    assert.deepEqual(await runWith([undici()], { ca: [certificate.cert] }, urls), { written: [], bodies: ['hello'] });
    assert.deepEqual(await runWith([undici()], { strictSsl: false }, urls), { written: [], bodies: ['hello'] });
    assert.match((await runWith([undici()], {}, urls)).error ?? '', /SELF_SIGNED_CERT/);
  });

  it('use a proxy with its user, and verify certificates behind it in the same way', async () => {
    const urls = ['https://service.test/'];
    const options = { proxy: proxyUrl('ada:s%20ecret@'), ca: [certificate.cert] };
    assert.deepEqual(await runWith([undici()], options, urls), { written: [], bodies: ['hello'] });
    const pair = Buffer.from('ada:s ecret').toString('base64');
    assert.deepEqual(tunnelled, [`service.test:443 Basic ${pair}`]);
    assert.match((await runWith([undici()], { proxy: proxyUrl() }, urls)).error ?? '', /SELF_SIGNED_CERT/);
    assert.match((await runWith([undici()], { ca: [certificate.cert] }, urls)).error ?? '', /ENOTFOUND|EAI_AGAIN/);
  });

  it('ask a proxy once that closes the connection in place of an answer', async () => {
    let connections = 0;
    const closing = createServer((client) => {
      connections += 1;
      client.once('data', () => client.end());
    });
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const { error } = await runWith([undici()], { proxy: `http://127.0.0.1:${portOf(closing)}` }, [
      'https://service.test/',
    ]);
    closing.close();
    assert.match(error ?? '', /ECONNRESET The proxy closed the connection/);
    assert.equal(connections, 1);
  });
});

describe('The fetch through a proxy', () => {
  for (const [what, response, code, message] of [
    ['closes the connection in place of an answer', '', 'ECONNRESET', /^The proxy closed the connection\.$/],
    ['requires a password', 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n', 0, /^(?!The proxy closed)/],
  ] as const) {
    it(`that ${what} fails with that`, async () => {
      const proxy = createServer((client) => {
        client.on('error', () => undefined);
        client.once('data', () => client.end(response));
      });
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const own = createUndiciFetch({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
      await assert.rejects(own.fetch('https://service.test/', {}), ({ cause }: Error) => {
        assert.ok(cause instanceof Error && 'code' in cause);
        assert.equal(cause.code, code);
        assert.match(cause.message, message);
        return true;
      });
      await own.destroy();
      proxy.close();
    });
  }
});
