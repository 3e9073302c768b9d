import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
      await enterSecret(workbench, method === 'Access token' ? service.accessToken : service.apiKey);
      await workbench.connections.rowSaying(/^General Ledger Entries/).waitFor();
      const { settings } = await service.state();
      await workbench.statusBar.item.filter({ hasText: settings.workspaceName }).waitFor();
    });
  }

  it('leaves no secret in anything that VS Code or the extension wrote on the server', async () => {
    const { server, service } = stage();
    const secrets = [service.apiKey, service.accessToken, basic(service.email, service.apiKey)];
    const files = await filesUnder(server.dataDir);
    assert.ok(
      files.some((file) => file.endsWith('Data Connections.log')),
      'the extension has written its log',
    );
    for (const file of files) {
      const content = await readFile(file, 'latin1');
      for (const secret of secrets) {
        assert.ok(!content.includes(secret), `no secret in ${file}`);
      }
    }
  });
});

function basic(email: string, apiKey: string): string {
  return Buffer.from(`${email}:${apiKey}`).toString('base64');
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
