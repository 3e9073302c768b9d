import assert from 'node:assert/strict';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('Two windows of one account', () => {
  const stage = useStage();

  for (const choice of ['Sign Out', 'Sign Out and Keep History']) {
    it(`are signed out of it together, and a window that stores another key does not bring it back: ${choice}`, async () => {
      const { service } = stage();
      const first = await stage().openWindow();
      await signIn(first, service);
      const second = await stage().openWindowBeside(first);
      await second.showViews();
      await second.connections.root.getByRole('treeitem').first().waitFor();
      await first.connections.chooseFromTitle('Sign Out…');
      await first.notifications.answerDialog(choice);
      await second.connections.welcome.getByRole('button', { name: /^Sign In/ }).waitFor();

      // In a browser, VS Code stores all keys that the window knows, and so the one of the account again.
      const another = service.baseUrl.replace('127.0.0.1', 'localhost');
      assert.notEqual(another, service.baseUrl);
      await signIn(second, { baseUrl: another, email: service.email, apiKey: service.apiKey });
      await first.reload();
      await first.connections.root.getByRole('treeitem').first().waitFor();
      await first.connections.chooseFromTitle('Switch Account…');
      await first.quickInput.option('Sign In to Another Account…').waitFor();
      const addresses = first.quickInput.root.locator('.monaco-list-row').filter({ hasText: 'http://' });
      assert.equal(await addresses.count(), 1, 'accounts');
      assert.match(await addresses.innerText(), /localhost/);
    });
  }
});
