// npm run l10n: writes the English texts for translators to out/l10n/, and prints what the translations lack.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../vscode/versions.ts';
import { CATALOGS, catalogFile, englishTexts, LANGUAGES, translatedTexts } from './catalogs.ts';
import type { Language } from './catalogs.ts';
import { SAME_TEXTS } from './sameTexts.ts';
import { sourceStrings } from './sourceStrings.ts';
import { translationFaults } from './translationFaults.ts';

process.chdir(ROOT);
const folder = join('out', 'l10n');
mkdirSync(folder, { recursive: true });

const code = Object.fromEntries(
  [...sourceStrings()].map(([key, { message, comment, files }]) => [
    key,
    { message, comment: [...comment, `Used in ${files.join(', ')}`] },
  ]),
);
for (const [name, texts] of Object.entries({
  'bundle.l10n.json': code,
  'package.nls.json': englishTexts('manifest'),
})) {
  writeFileSync(join(folder, name), `${JSON.stringify(texts, undefined, 2)}\n`);
  console.log(`${join(folder, name)}: ${Object.keys(texts).length} texts`);
}
for (const language of Object.keys(LANGUAGES) as Language[]) {
  for (const catalog of CATALOGS) {
    const faults = translationFaults(
      englishTexts(catalog),
      translatedTexts(catalog, language) ?? {},
      new Set(SAME_TEXTS[language]),
    );
    console.log([`${catalogFile(catalog, language)}: ${faults.length} faults`, ...faults].join('\n  '));
  }
}
