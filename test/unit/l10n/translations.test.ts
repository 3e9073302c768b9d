import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  CATALOGS,
  catalogFile,
  englishTexts,
  LANGUAGES,
  languagesInUse,
  translatedTexts,
} from '../../l10n/catalogs.ts';
import type { Catalog, Texts } from '../../l10n/catalogs.ts';
import { SAME_TEXTS } from '../../l10n/sameTexts.ts';
import { stringsIn } from '../../l10n/sourceStrings.ts';
import { translationFaults } from '../../l10n/translationFaults.ts';

/** The English texts, found in the code once. */
const english: Partial<Record<Catalog, Texts>> = {};
const englishOf = (catalog: Catalog): Texts => (english[catalog] ??= englishTexts(catalog));

describe('The translations', () => {
  const languages = languagesInUse();

  it('are read by VS Code, and each language is complete: its texts of the code, those of the manifest, and its name in the README', () => {
    const { l10n } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly l10n?: string };
    assert.equal(l10n, './l10n');
    const [line = ''] = /^- \*\*Languages\.\*\*.*$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const named = Object.values(LANGUAGES).filter((name) => line.includes(name));
    assert.deepEqual(
      named,
      languages.map((language) => LANGUAGES[language]),
    );
    assert.ok(languages.length === 0 || languages.length === Object.keys(LANGUAGES).length, languages.join());
  });

  for (const language of languages) {
    for (const catalog of CATALOGS) {
      it(`in ${catalogFile(catalog, language)} have every text, no other, and all that VS Code interprets in them`, () => {
        const translated = translatedTexts(catalog, language) ?? {};
        assert.deepEqual(translationFaults(englishOf(catalog), translated, new Set(SAME_TEXTS[language])), []);
      });
    }

    it(`in ${LANGUAGES[language]} are listed as equal to the English texts only where they are`, () => {
      const equal = new Set(
        CATALOGS.flatMap((catalog) => {
          const translated = translatedTexts(catalog, language) ?? {};
          return Object.entries(englishOf(catalog)).flatMap(([key, text]) => (translated[key] === text ? [text] : []));
        }),
      );
      assert.deepEqual(
        SAME_TEXTS[language].filter((text) => !equal.has(text)),
        [],
      );
    });
  }
});

describe('The number of rows', () => {
  it('has a text of its own for 0, which takes the singular in French', () => {
    const { '0 rows': none, '1 row': one } = translatedTexts('code', 'fr') ?? {};
    assert.deepEqual([none, one], ['0 ligne', '1 ligne']);
  });
});

describe('The faults of a translation', () => {
  const faultsOf = (text: string, translated: string): readonly string[] =>
    translationFaults({ key: text }, { key: translated }, new Set(['Jobs']));

  it('are none where only words and their order differ', () => {
    for (const [text, translated] of [
      ['{0} of {1} rows', '{1} Zeilen, davon {0}'],
      ['See [the log](command:dataConnections.showLog).', 'Siehe [Protokoll](command:dataConnections.showLog).'],
      ['{0} · {1}', '{0} · {1}'],
      ['Data Connections', 'Data Connections'],
      ['Jobs', 'Jobs'],
      ['Sign In…', 'Anmelden…'],
    ] as const) {
      assert.deepEqual(faultsOf(text, translated), [], text);
    }
  });

  for (const [fault, text, translated] of [
    ['missing', 'Sign In', undefined],
    ['empty', 'Sign In', ' '],
    ['not translated', 'Sign In', 'Sign In'],
    ['other placeholders', '{0} of {1} rows', '{0} Zeilen'],
    ['other placeholders', '{name} rows', '{nom} lignes'],
    ['other link targets', '[Log](command:a)', '[Protokoll](command:b)'],
    ['other link targets', '[Log](command:a)', '[Protokoll] (command:a)'],
    ['other code', 'Set `csv`.', '`CSV` setzen.'],
    ['other icons', '$(sync) Syncing', '$(synchron) Läuft'],
    ['other links to settings', 'See #a.b#.', 'Siehe #a.c#.'],
    ['other line breaks', 'One.\nTwo.', 'Eins. Zwei.'],
    ['other space at an end', 'usually ', 'meist'],
    ['other names', 'Sign In to Data Connections', 'Anmelden bei Datenverbindungen'],
    ['other ellipsis at the end', 'Sign In…', 'Anmelden'],
  ] as const) {
    it(`include: ${fault} (${JSON.stringify(translated)})`, () => {
      assert.deepEqual(
        translationFaults({ key: text }, translated === undefined ? {} : { key: translated }, new Set()),
        [`key: ${fault}`],
      );
    });
  }

  it('include texts that are left over', () => {
    assert.deepEqual(translationFaults({}, { old: 'alt' }, new Set()), ['old: left over']);
  });
});

describe('The texts of the code', () => {
  it('are found in every form of the call, with the comments for translators', () => {
    const source = `
      l10n.t('One', name);
      vscode.l10n.t("Two");
      const text = isOne ? l10n.t(\`Three\`) : l10n.t({ message: 'Four', args: [1], comment: ['The number', ' of rows'] });
      other.t('No');`;
    assert.deepEqual(stringsIn(source, 'a.ts'), [
      { message: 'One', comment: [] },
      { message: 'Two', comment: [] },
      { message: 'Three', comment: [] },
      { message: 'Four', comment: ['The number', ' of rows'] },
    ]);
  });

  it('are literals, so that translators can find them', () => {
    for (const call of ['l10n.t(text)', 'l10n.t(isOne ? "a" : "b")', 'l10n.t("a" + b)', 'l10n.t({ message })']) {
      assert.throws(() => stringsIn(call, 'a.ts'), /not a literal/, call);
    }
    assert.ok(Object.keys(englishOf('code')).length > 0);
  });

  it('have a singular of their own for each plural', () => {
    const texts = [...Object.values(englishOf('code')), ...Object.values(englishOf('manifest'))];
    assert.deepEqual(
      texts.filter((text) => !NEVER_ONE.has(text) && lacksSingular(text, texts)),
      [],
    );
    assert.deepEqual(
      [...NEVER_ONE.keys()].filter((text) => !texts.includes(text)),
      [],
    );
  });

  it('lack a singular where nothing begins like the plural with “1” in place of the number', () => {
    assert.ok(lacksSingular('Cleared {0} finished jobs.', ['Cleared {0} finished jobs.']));
    assert.ok(!lacksSingular('Cleared {0} finished jobs.', ['Cleared 1 finished job.']));
    assert.ok(!lacksSingular('{0}, {1} problems prevent it', ['{0}, 1 problem prevents it']));
    assert.ok(!lacksSingular('Row {0} has cells.', []));
  });
});

const COUNTED =
  'accounts|bytes|cells|characters|columns|connections|errors|failures|files|IDs|jobs|lines|numbers|problems|rows|steps|syncs|tasks|uploads|values';
/** Not in “3 of 4 files”, which are several. Limits in days are constants. */
const PLURAL = new RegExp(`(?<! of )\\{\\d\\} (?!has |is )(?:\\w+ ){0,2}?(${COUNTED})\\b`, 'g');

/** Texts with a plural that are never used for one, and why. */
const NEVER_ONE: ReadonlyMap<string, string> = new Map([
  ['{0} syncs completed.', 'a single job is named'],
  ['Sign in to upload {0} files.', 'a single file is named'],
  ['“{0}” contains {1} numbers before this value, which is not a number.', 'fewer than 20 set no type'],
  ['Stopped watching {0} jobs. They continue in the service.', 'a single job is named'],
  ['Copied {0} entity IDs.', 'the singular is “Copied the entity ID.”'],
  ['Copied {0} sync IDs.', 'the singular is “Copied the sync ID.”'],
  ['There are {0} NUL characters. This is the first one.', 'the singular is “There is a NUL character here.”'],
  ['The last {0} columns are empty and have no names.', 'the singular is “The last column is empty and has no name.”'],
  ['{0} blank lines. They are not counted as rows.', 'the singular is “A blank line. It is not counted as a row.”'],
  ['{0} files', 'a single file is named'],
  ['Peak: {0} concurrent jobs at {1}.', 'a single job is not concurrent'],
  ['Peak: {0} concurrent jobs of these connections at {1}.', 'a single job is not concurrent'],
  [
    'Nothing was uploaded: there are {0} files, but at most {1} can be uploaded at a time.',
    'there are more files than can be uploaded',
  ],
  ['Upload {0} files to {1} connections?', 'a single file is named'],
  ['Upload {0} files to “{1}”?', 'a single file is named'],
  ['Select the connection to upload {0} files to', 'a single file is named'],
  ['Checking {0} files', 'a single file is named'],
  ['Uploading {0} files', 'a single file is named'],
  [
    'Nothing was uploaded because {0} files are reached through symbolic links that point outside the folder or to an unknown location. Upload at most {1} of these files at a time so that the review can list each one.',
    'more than a constant',
  ],
  ['without the {0} total rows', 'the singular is “without the total row”'],
  ['Remove the {0} total rows', 'the singular is “Remove the total row”'],
  [
    'The last {0} rows may be total rows: each has the sum of all rows above them in {1}.',
    'the singular begins with “The last row”',
  ],
  [
    'The {0} rows from line {1} on may be total rows: each has the sum of all rows above them in {2}.',
    'the singular begins with “Line {0}”',
  ],
]);

function lacksSingular(text: string, texts: readonly string[]): boolean {
  return [...text.matchAll(PLURAL)].some(({ 1: noun = '', index }) => {
    const [beginning, one] = [`${text.slice(0, index)}1 `, new RegExp(`\\b${noun.replace(/s$/, '')}\\b`)];
    return !texts.some((other) => other.startsWith(beginning) && one.test(other));
  });
}
