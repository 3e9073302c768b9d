import assert from 'node:assert/strict';
import { englishTexts, translatedTexts } from '../l10n/catalogs.ts';
import type { Catalog } from '../l10n/catalogs.ts';
import { TreeView } from './pages/treeView.ts';
import type { Workbench } from './pages/workbench.ts';
import { PSEUDO_LANGUAGE, pseudoTexts } from './pseudoLanguage.ts';
import type { Stage } from './stage.ts';
import { useStage } from './useStage.ts';

const CONNECTION = 'Customers';
const UPLOAD_TARGET = 'Budget Upload';
const FILE = 'price-list.tsv';

/** What the service and the files say, which nothing translates, in the places where the pseudo-language is looked for. */
const DATA = /^[\W\d]*$|^(data connections|customers|price-list\.tsv|extract|load|completed|running|accepted)$/i;

/** Tests that all texts of the main path are those of a language. */
export function testMainPathIn(language: string): void {
  describe(`In the language ${language}`, () => {
    const stage = useStage({ language });

    it('one signs in, syncs, looks at the job, and uploads a file', async () => {
      const words = new Words(language);
      const workbench = await stage().openWindow();
      const { page, jobPage, notifications, quickInput } = workbench;
      const connections = new TreeView(page, words.ofManifest('view.connections'));
      const jobs = new TreeView(page, words.ofManifest('view.jobs'));
      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /^Data Connections/ })
        .click();
      await connections.welcome.getByText(words.ofManifest('welcome.signedOut').split('\n')[0] ?? '').waitFor();
      await stage().takeSamples(`welcome-${language}`);
      await signIn(workbench, stage(), words);
      await connections.row(CONNECTION).waitFor();

      await stage().service.freeze(true);
      await connections.act(CONNECTION, words.ofManifest('command.startSync'));
      await jobs.rowSaying(words.pattern('running')).waitFor();
      await stage().service.advance(60_000);
      await jobs.rowSaying(words.pattern('completed')).waitFor();

      await workbench.runCommand(words.command('openJob'));
      await quickInput.choose(words.pattern('Select a job to open'), CONNECTION);
      await jobPage.title.filter({ hasText: CONNECTION }).waitFor();
      await jobPage.table(words.ofCode('Steps')).waitFor();
      await stage().takeSamples(`job-${language}`);
      if (language === PSEUDO_LANGUAGE) {
        const texts = await jobPage.frame
          .locator('h2, dt, thead th, button, figcaption, summary, .kind')
          .allInnerTexts();
        assert.ok(texts.length > 10);
        assert.deepEqual(
          texts.map((text) => text.trim()).filter((text) => !text.includes('⟦') && !DATA.test(text)),
          [],
        );
      }

      await stage().service.freeze(false);
      await workbench.openFile(FILE);
      await workbench.runCommand(words.command('uploadActiveEditor'));
      await quickInput.awaitStep(words.pattern('Select the connection to upload to'));
      await quickInput.input.fill(UPLOAD_TARGET);
      await quickInput.option(UPLOAD_TARGET).click();
      await notifications.dialog.waitFor();
      await stage().takeSamples(`upload-${language}`);
      await notifications.dialog.getByRole('button', { name: words.ofCode('Upload/On a button'), exact: true }).click();
      await jobs.rowSaying(new RegExp(`${FILE}, ${UPLOAD_TARGET}.*${words.ofCode('completed')}`)).waitFor();
      await stage().takeSamples(`jobs-${language}`);
      // The next test needs windows in English.
      await stage().closeWindows();
    });
  });
}

async function signIn(workbench: Workbench, { service }: Stage, words: Words): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand(words.command('signIn'));
  await quickInput.typeInto(words.pattern('The base URL of the service'), service.baseUrl);
  await quickInput.choose(words.pattern('Select how to sign in'), words.ofCode('API key'));
  await quickInput.awaitStep(words.pattern('The API key for {0}. VS Code keeps it in its secret storage.'));
  await quickInput.input.fill(service.apiKey);
  await quickInput.input.press('Enter');
}

/** The texts of a language, by the English ones or the keys of the manifest. */
class Words {
  readonly #texts: Readonly<Record<Catalog, Readonly<Record<string, string>>>>;

  constructor(language: string) {
    const texts = (catalog: Catalog) =>
      language === PSEUDO_LANGUAGE ? pseudoTexts(englishTexts(catalog)) : (translatedTexts(catalog, language) ?? {});
    this.#texts = { code: texts('code'), manifest: texts('manifest') };
  }

  ofCode(english: string): string {
    return this.#find('code', english);
  }

  ofManifest(key: string): string {
    return this.#find('manifest', key);
  }

  /** A command as the Command Palette lists it. */
  command(name: string): string {
    return `${this.ofManifest('category')}: ${this.ofManifest(`command.${name}`)}`;
  }

  /** A text of the code with anything in place of its placeholders. */
  pattern(english: string): RegExp {
    return new RegExp(
      this.ofCode(english)
        .split(/\{\d\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    );
  }

  #find(catalog: Catalog, key: string): string {
    const text = this.#texts[catalog][key];
    assert.ok(text !== undefined, `There is a text for ${key}`);
    return text;
  }
}
