import assert from 'node:assert/strict';
import { ExtensionPage } from '../pages/extensionPage.ts';
import { useStage } from '../useStage.ts';

describe('The extension', () => {
  const stage = useStage();

  it('has a page in VS Code with its README, without a broken picture, its features and its changelog', async () => {
    const workbench = await stage().openWindow();
    const extension = await ExtensionPage.open(workbench, 'Data Connections');
    await extension.text.getByRole('heading', { level: 1, name: 'Data Connections' }).waitFor();
    // What comes last has been rendered.
    await extension.text.getByRole('heading', { name: 'Read the log' }).waitFor();
    assert.equal(await extension.text.locator('img:not([src^="https:"])').count(), 0);
    await extension.choose('Features');
    await extension.feature('Language Model Tools').waitFor();
    await extension.choose('Changelog');
    await extension.text.getByRole('heading', { level: 1, name: 'Changelog' }).waitFor();
  });
});
