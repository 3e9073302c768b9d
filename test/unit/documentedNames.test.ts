import assert from 'node:assert/strict';
import { README_AND_GUIDES } from '../documents.ts';
import { CATALOGS, englishTexts } from '../l10n/catalogs.ts';

/** Names of other programs and of VS Code, and words of the documents themselves. */
const OTHERS: ReadonlySet<string> = new Set([
  'CSV (Macintosh)',
  'CSV UTF-8',
  'Debug',
  'Reopen with Encoding',
  'Save As',
  'Save with Encoding',
  'Settings Sync',
  'Tasks: Run Task',
  // A label before other texts, a button of the view without an account, and a cell of the table of settings.
  'Demo',
  'Sign In',
  'You',
  // A member of JSON.
  'data',
]);

/** The names of commands, buttons and labels in the README and the guides: in italics or in quotes, and what is written like a title in bold. */
function namesIn(markdown: string): readonly string[] {
  const text = markdown
    .replaceAll(/```[^]*?```/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\s+/g, ' ');
  const found = (pattern: RegExp): readonly string[] => Array.from(text.matchAll(pattern), ([, name = '']) => name);
  return [
    ...found(/(?<![\w*])_([^_]{2,60}?)_(?!\w)/g),
    ...found(/“([^”]+)”/g),
    ...found(/\*\*([A-Z]\w*(?: (?:[A-Z]\w*|with|in|to|by|as|and|an?|the|for))+…?)\*\*/g),
  ];
}

describe('A name of a command, a button or a label in the README and the guides', () => {
  it('is what the manifest or the code calls it', () => {
    const texts = new Set(CATALOGS.flatMap((catalog) => Object.values(englishTexts(catalog))));
    const names = new Set(namesIn(README_AND_GUIDES).map((name) => name.replace('Data Connections: ', '')));
    assert.ok(names.size > 40);
    assert.deepEqual(
      [...names].filter((name) => !texts.has(name) && !OTHERS.has(name) && name !== 'Data Connections'),
      [],
    );
    assert.deepEqual(
      [...OTHERS].filter((name) => !names.has(name)),
      [],
    );
  });
});
