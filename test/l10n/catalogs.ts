import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../vscode/versions.ts';
import { sourceStrings } from './sourceStrings.ts';

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string>>;

/** The languages that the texts are translated to, besides English, as VS Code and the README name them. */
export const LANGUAGES = { de: 'German', fr: 'French', ja: 'Japanese' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of the code and of the manifest, each in a file of its own for each language. */
export const CATALOGS = ['code', 'manifest'] as const;
export type Catalog = (typeof CATALOGS)[number];

const FILES: Readonly<Record<Catalog, (language: string) => string>> = {
  code: (language) => `l10n/bundle.l10n.${language}.json`,
  manifest: (language) => `package.nls.${language}.json`,
};

export function catalogFile(catalog: Catalog, language: string): string {
  return FILES[catalog](language);
}

/** The English texts. */
export function englishTexts(catalog: Catalog): Texts {
  return catalog === 'manifest'
    ? readTexts('package.nls.json')
    : Object.fromEntries([...sourceStrings()].map(([key, { message }]) => [key, message]));
}

/** Undefined if they are not translated. */
export function translatedTexts(catalog: Catalog, language: string): Texts | undefined {
  const file = catalogFile(catalog, language);
  return existsSync(join(ROOT, file)) ? readTexts(file) : undefined;
}

/** The languages that at least one catalog is translated to. */
export function languagesInUse(): readonly Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((language) =>
    CATALOGS.some((catalog) => existsSync(join(ROOT, catalogFile(catalog, language)))),
  );
}

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Texts;
}
