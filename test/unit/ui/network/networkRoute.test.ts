import assert from 'node:assert/strict';
import { chooseRoute } from '../../../../src/ui/network/networkRoute.ts';
import type { NetworkRoute, NetworkSettings } from '../../../../src/ui/network/networkRoute.ts';

const DEFAULTS: NetworkSettings = {
  proxySupport: 'override',
  fetchAdditionalSupport: true,
  proxy: '',
  noProxy: [],
  systemCertificates: true,
  environment: {},
};

function route(settings: Partial<NetworkSettings>, host = 'service.example.com'): NetworkRoute {
  return chooseRoute(host, { ...DEFAULTS, ...settings });
}

function proxyOf(settings: Partial<NetworkSettings>, host?: string): string | undefined {
  const chosen = route({ fetchAdditionalSupport: false, ...settings }, host);
  assert.ok(chosen.kind === 'own');
  return chosen.proxy;
}

describe('The way into the network', () => {
  it("is VS Code's own unless the user switched that off, whatever else is set", () => {
    assert.deepEqual(route({}), { kind: 'editor' });
    assert.deepEqual(route({ proxy: 'http://proxy:3128', noProxy: ['*'] }), { kind: 'editor' });
    assert.deepEqual(route({ proxySupport: undefined, fetchAdditionalSupport: undefined }), { kind: 'editor' });
  });

  it('is direct for each address of this machine: VS Code sends requests to some of them through its proxy', () => {
    for (const host of ['127.0.0.2', '127.1.2.3:8080']) {
      assert.deepEqual(route({ proxy: 'http://proxy:3128' }, host), {
        kind: 'own',
        proxy: undefined,
        systemCertificates: true,
      });
    }
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:80', '[::1]', '[::1]:443', 'other127.0.0.2']) {
      assert.deepEqual(route({ proxy: 'http://proxy:3128' }, host), { kind: 'editor' });
    }
  });

  it('is ours, with no proxy at all, where proxies are off', () => {
    const environment = { HTTPS_PROXY: 'http://proxy:3128' };
    assert.deepEqual(route({ proxySupport: 'off', proxy: 'http://proxy:3128', environment }), {
      kind: 'own',
      proxy: undefined,
      systemCertificates: true,
    });
  });

  it('is ours, with the proxy that is set, where only fetch is left out of the support', () => {
    assert.equal(proxyOf({ proxy: 'http://proxy:3128' }), 'http://proxy:3128');
  });

  it("takes the environment's proxy where the settings name none", () => {
    assert.equal(proxyOf({ environment: { HTTPS_PROXY: 'http://proxy:1' } }), 'http://proxy:1');
    assert.equal(
      proxyOf({ environment: { https_proxy: 'http://proxy:2', HTTPS_PROXY: 'http://x' } }),
      'http://proxy:2',
    );
    assert.equal(proxyOf({ environment: { http_proxy: 'http://proxy:3' } }), 'http://proxy:3');
    assert.equal(proxyOf({ proxy: 'http://set', environment: { HTTPS_PROXY: 'http://proxy:1' } }), 'http://set');
  });

  it('passes over what is no proxy address', () => {
    assert.equal(proxyOf({ proxy: 'proxy:3128' }), undefined);
    assert.equal(proxyOf({ proxy: 'socks5://proxy:1080' }), undefined);
    assert.equal(proxyOf({ proxy: 42 }), undefined);
    assert.equal(proxyOf({ proxy: 'http://' }), undefined);
  });

  it('goes to this machine without a proxy', () => {
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:1', '127.9.9.9', '[::1]:8080']) {
      assert.equal(proxyOf({ proxy: 'http://proxy:3128' }, host), undefined, host);
    }
  });

  it('leaves out the hosts that no proxy is wanted for', () => {
    const noProxy = (entries: unknown, host: string) => proxyOf({ proxy: 'http://proxy', noProxy: entries }, host);
    assert.equal(noProxy(['example.com'], 'service.example.com'), undefined);
    assert.equal(noProxy(['.example.com'], 'service.example.com:8443'), undefined);
    assert.equal(noProxy(['*.example.com'], 'SERVICE.example.com'), undefined);
    assert.equal(noProxy(['*'], 'anything'), undefined);
    assert.equal(noProxy(['service.example.com:8443'], 'service.example.com:8443'), undefined);
    assert.equal(noProxy(['ample.com', '', 7, 'service.example.com:8443'], 'service.example.com'), 'http://proxy');
    assert.equal(noProxy('example.com', 'service.example.com'), 'http://proxy');
  });

  it("takes the environment's list of such hosts where the settings have none", () => {
    const proxy = 'http://proxy';
    assert.equal(proxyOf({ proxy, environment: { NO_PROXY: 'a.example, example.com' } }), undefined);
    assert.equal(proxyOf({ proxy, environment: { no_proxy: 'a.example', NO_PROXY: '*' } }), proxy);
    assert.equal(proxyOf({ proxy, noProxy: ['a.example'], environment: { NO_PROXY: '*' } }), proxy);
  });

  it('keeps what was decided about certificates', () => {
    const chosen = route({ proxySupport: 'off', systemCertificates: false });
    assert.deepEqual(chosen, { kind: 'own', proxy: undefined, systemCertificates: false });
  });
});
