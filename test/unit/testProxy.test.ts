import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createCertificate } from '../faults/certificate.ts';
import { HOST, TestProxy } from '../integration/testProxy.ts';

describe('The proxy of the integration tests', () => {
  let proxy: TestProxy;
  let client: Socket;
  let request: string;

  beforeEach(async () => {
    const certificate = createCertificate({ hosts: [HOST] });
    const certificates = { trusted: certificate, untrusted: certificate, otherHost: certificate };
    // The service is not reached.
    proxy = await TestProxy.start({ servicePort: 1, certificates });
    const { port, username, password } = new URL(proxy.address());
    const authorization = Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64');
    request = `CONNECT ${HOST}:443 HTTP/1.1\r\nproxy-authorization: Basic ${authorization}\r\n\r\n`;
    client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  });

  it('forgets clients that still send when they notice that it closed their connection', async () => {
    client.write(request);
    await once(client, 'data');
    client.on('end', () => client.write('the rest of a request', () => client.end()));

    await proxy.use({});
    await proxy.stop();
  });

  it('forgets clients whose request arrives after it closed their connection', async () => {
    client.write(request.slice(0, -2));
    while (proxy.targets.length === 0) {
      await setImmediate();
    }
    client.on('end', () => client.write('\r\n'));

    await proxy.use({});
    await proxy.stop();
  });
});
