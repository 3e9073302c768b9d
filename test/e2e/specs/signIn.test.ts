import assert from 'node:assert/strict';
import { browserStorageOf, filesUnder, tracesIn, tracesInFiles, tracesOf } from '../canaries.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { beginSignIn, enterSecret } from '../pages/signIn.ts';
import type { SignInMethod } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('Signing in', () => {
  const stage = useStage();
  const methods: readonly SignInMethod[] = ['API key', 'Access token', 'Email and API key'];

  for (const method of methods) {
    it(`with a wrong secret shows an error and lets the user correct it: ${method}`, async () => {
      const { service } = stage();
      const workbench = await stage().openWindow();
      await beginSignIn(workbench, { baseUrl: service.baseUrl, email: service.email, method });
      await enterSecret(workbench, 'not-the-secret');
      await workbench.quickInput.awaitStep(/did not accept/);
      // The wrong one is selected, and what the user pastes replaces it.
      await workbench.page.keyboard.insertText(method === 'Access token' ? service.accessToken : service.apiKey);
      await workbench.page.keyboard.press('Enter');
      await workbench.connections.rowSaying(/^General Ledger Entries/).waitFor();
      const { settings } = await service.state();
      await workbench.statusBar.item.filter({ hasText: settings.workspaceName }).waitFor();
    });
  }

  it('leaves no secret in anything that VS Code or the extension wrote on the server or stores in the browser', async () => {
    const { server, service } = stage();
    const traces = [
      ...tracesOf('key', service.apiKey),
      ...tracesOf('token', service.accessToken),
      ...tracesOf('pair', `${service.email}:${service.apiKey}`).filter(({ name }) => name.includes('base64')),
    ];
    const { page } = await openSignedIn(stage());
    const files = await filesUnder(server.dataDir);
    assert.ok(
      files.some((file) => file.endsWith('Data Connections.log')),
      'the extension has written its log',
    );
    assert.deepEqual(await tracesInFiles(server.dataDir, traces), []);
    const stored = await browserStorageOf(page);
    assert.ok(stored.includes('secrets.provider'), 'the secret is stored in the browser, encrypted');
    assert.deepEqual(tracesIn(stored, traces), []);
  });
});
