import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CATALOGS, catalogFile, englishTexts } from '../l10n/catalogs.ts';
import type { Texts } from '../l10n/catalogs.ts';

/** A language of its own, in which every translated text stands in brackets. The tag is that of pseudo-languages. */
export const PSEUDO_LANGUAGE = 'qps-ploc';

/**
 * A text in the pseudo-language: every line in brackets, and that of a link inside of the link, so that it stays a button. Our
 * name is the same in every language.
 */
function pseudoText(text: string): string {
  if (text === 'Data Connections') {
    return text;
  }
  return text
    .split('\n')
    .map((line) =>
      line.replace(/^(\[)?(.*?)(\]\([^)]*\))?$/, (_, open = '', words = '', close = '') => `${open}⟦${words}⟧${close}`),
    )
    .join('\n');
}

/** Adds the pseudo-language to the only extension that is installed in a server. */
export async function addPseudoLanguage(dataDir: string): Promise<void> {
  const extensions = join(dataDir, 'extensions');
  const [folder] = (await readdir(extensions, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  if (!folder) {
    throw new Error('No extension is installed.');
  }
  for (const catalog of CATALOGS) {
    const file = join(extensions, folder.name, catalogFile(catalog, PSEUDO_LANGUAGE));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(pseudoTexts(englishTexts(catalog))));
  }
}

export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));
}
