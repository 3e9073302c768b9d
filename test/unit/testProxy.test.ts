import { once } from 'node:events';
import { connect } from 'node:net';
import { createCertificate } from '../faults/certificate.ts';
import { HOST, TestProxy } from '../integration/testProxy.ts';

describe('The proxy of the integration tests', () => {
  it('forgets clients that still send when they notice that it closed their connection', async () => {
    const certificate = createCertificate({ host: HOST });
    const certificates = { trusted: certificate, untrusted: certificate, otherHost: certificate };
    // The service is not reached.
    const proxy = await TestProxy.start({ servicePort: 1, certificates });
    const { port, username, password } = new URL(proxy.address());
    const authorization = Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64');
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    client.write(`CONNECT ${HOST}:443 HTTP/1.1\r\nproxy-authorization: Basic ${authorization}\r\n\r\n`);
    await once(client, 'data');
    client.on('end', () => client.write('the rest of a request', () => client.end()));

    await proxy.use({});
    await proxy.stop();
  });
});
