import assert from 'node:assert/strict';
import { englishTexts, languagesInUse, translatedTexts } from '../l10n/catalogs.ts';
import { allSettings, readManifest, readManifestTexts } from '../manifest.ts';
import type { Setting } from '../manifest.ts';

const manifest = readManifest();
const words = readManifestTexts();
const { configuration } = manifest.contributes;
const settings = Object.entries(allSettings(manifest));

/** `test/integration/agentTools.test.ts` changes them, so they exist. */
const SETTINGS_OF_VS_CODE = ['chat.extensionTools.enabled', 'chat.agent.enabled'];

/** The text of a key in percent signs; the text itself if it is none. */
function textOf(key: string | undefined): string {
  return words[(key ?? '').replaceAll('%', '')] ?? '';
}

function descriptionOf({ description, markdownDescription }: Setting): string {
  return textOf(markdownDescription ?? description);
}

/** The settings that a text links to. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/#([\w.]+)#/g)].map(([, id = '']) => id);
}

describe('The settings of the manifest', () => {
  it('stand in sections with a title, in an order that is the one of the file', () => {
    assert.ok(configuration.length > 1);
    assert.deepEqual(
      configuration.map(({ order }) => order),
      configuration.map((_, index) => index + 1),
    );
    const titles = configuration.map(({ title }) => textOf(title));
    assert.equal(new Set(titles).size, titles.length);
    for (const { title, properties } of configuration) {
      assert.notEqual(textOf(title), '');
      assert.deepEqual(
        Object.values(properties).map(({ order }) => order),
        Object.values(properties).map((_, index) => index + 1),
        textOf(title),
      );
    }
  });

  it('have words for each value, and say what it does', () => {
    const enums = settings.filter(([, setting]) => setting.enum !== undefined);
    assert.ok(enums.length > 0);
    for (const [id, { enum: values = [], enumItemLabels, enumDescriptions, markdownEnumDescriptions }] of enums) {
      const labels = (enumItemLabels ?? []).map(textOf);
      const descriptions = (enumDescriptions ?? markdownEnumDescriptions ?? []).map(textOf);
      assert.deepEqual([labels.length, descriptions.length], [values.length, values.length], id);
      assert.ok(
        [...labels, ...descriptions].every((text) => text !== ''),
        id,
      );
      assert.equal(new Set(labels).size, labels.length, id);
      assert.ok(!(enumDescriptions ?? []).map(textOf).some((text) => text.includes('`')), `${id}: shown as it is`);
    }
  });

  it('link to other settings that there are, in a markdown description', () => {
    const ids = new Set([...settings.map(([id]) => id), ...SETTINGS_OF_VS_CODE]);
    const links = settings.flatMap(([id, setting]) =>
      linksIn(descriptionOf(setting)).map((link) => ({
        id,
        link,
        isMarkdown: setting.markdownDescription !== undefined,
      })),
    );
    assert.ok(links.length > 0);
    assert.deepEqual(
      links.filter(({ id, link, isMarkdown }) => !ids.has(link) || link === id || !isMarkdown),
      [],
    );
  });

  it('are described in markdown exactly where the description has markdown', () => {
    for (const [id, setting] of settings) {
      assert.notEqual(descriptionOf(setting), '', id);
      if (setting.description !== undefined) {
        assert.doesNotMatch(descriptionOf(setting), /[`#*]|\]\(/, id);
      }
    }
  });

  it('say that a caller’s confirm: false skips one of the reviews that are always needed otherwise, in each language', () => {
    const translations = languagesInUse().map((language) => translatedTexts('manifest', language));
    for (const texts of [englishTexts('manifest'), ...translations]) {
      const lines = texts?.['setting.upload.confirm']?.split('\n') ?? [];
      assert.deepEqual(
        lines.flatMap((line, index) => (line.includes('`confirm: false`') ? index : [])),
        [lines.findIndex((line) => line.startsWith('- ')) + 1],
        lines.join('\n'),
      );
    }
  });

  it('that are deprecated name their successor with a link', () => {
    const ids = new Set(settings.map(([id]) => id));
    for (const [id, { markdownDeprecationMessage }] of settings) {
      if (markdownDeprecationMessage !== undefined) {
        const successors = linksIn(textOf(markdownDeprecationMessage));
        assert.ok(successors.length > 0 && successors.every((link) => ids.has(link) && link !== id), id);
      }
    }
  });
});
