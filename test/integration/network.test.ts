import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, logThatSays } from './extensionUnderTest.ts';

/** Where undici would keep the dispatcher that all extensions of this host share. */
const SHARED_DISPATCHERS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

describe('The network', () => {
  let service: LocalService;

  before(() => {
    service = connectService();
  });

  beforeEach(() => service.reset());

  afterEach(async () => {
    await configure('proxySupport', undefined);
    await configure('fetchAdditionalSupport', undefined);
  });

  async function configure(name: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);
  }

  async function signIn(): Promise<void> {
    const api = await extensionApi();
    await api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey });
  }

  const shared = (): readonly unknown[] =>
    SHARED_DISPATCHERS.map((symbol) => (globalThis as Record<symbol, unknown>)[symbol]);

  for (const [name, value] of [
    ['proxySupport', 'off'],
    ['fetchAdditionalSupport', false],
  ] as const) {
    it(`is accessed without VS Code if http.${name} is ${value}, without affecting other extensions`, async () => {
      const before = shared();
      await configure(name, value);
      await signIn();
      const asked = (await service.requests()).filter(({ path }) => path.endsWith('/me'));
      assert.equal(asked.length, 1);
      await logThatSays(/Network: directly from the extension\.\s*(?:(?!Network:)[^])*$/);
      assert.deepEqual(shared(), before);
      assert.deepEqual(await service.violations(), []);
    });
  }

  it('is accessed through VS Code otherwise', async () => {
    await signIn();
    await logThatSays(/Network: through VS Code\.\s*(?:(?!Network:)[^])*$/);
    assert.equal((await service.requests()).filter(({ path }) => path.endsWith('/me')).length, 1);
  });
});
