import assert from 'node:assert/strict';
import { countReports } from './countReports.ts';

const untranslated = [
  "notificationText('The sync failed.');",
  'treeText(`${count} rows`);',
  "buttonText('Retry');",
  "throw new UserError('Sign in first.');",
  'throw new UserError(`“${name}” is gone.`);',
];

const inPieces = [
  "const text = `${l10n.t('Upload')}: ${name}`;",
  "const text = `${vscode.l10n.t('Upload')} (${name}`;",
  "const text = l10n.t('Upload') + name;",
  "l10n.t('{0} row{1}', count, count === 1 ? '' : 's');",
];

const allowed = [
  "notificationText(l10n.t('The sync failed.'));",
  'treeText(`${name}, ${state}`);',
  "statusBarText('…');",
  "titleText('https://service.example.com');",
  "titleText('jane@example.com');",
  "diagnosticText('Data Connections');",
  "throw new UserError(l10n.t('Sign in first.'));",
  "l10n.t('{0} of {1}', part, all);",
  "const text = `${l10n.t('It opens.')} ${l10n.t('The check found no problem.')}`;",
  "const text = `## ${l10n.t('Checks')}`;",
  "l10n.t('By {0}', name === '' ? l10n.t('unknown') : name);",
];

describe('Lint of translatable text', () => {
  it('reports text that is shown in English in every language', async () => {
    for (const code of untranslated) {
      assert.equal(await countReports(code), 1, code);
    }
  });

  it('reports sentences and plurals that are put together from pieces', async () => {
    for (const code of inPieces) {
      assert.equal(await countReports(code), 1, code);
    }
  });

  it('reports nothing else', async () => {
    for (const code of allowed) {
      assert.equal(await countReports(code), 0, code);
    }
  });
});
