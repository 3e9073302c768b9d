import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { KINDS_BY_EXTENSION, KINDS_BY_LANGUAGE } from '../../src/data/file/kindByName.ts';
import { readManifest } from '../manifest.ts';
import type { MenuItem } from '../manifest.ts';
import { holds, keysIn } from './whenClause.ts';
import type { Context } from './whenClause.ts';

const { commands, menus } = readManifest().contributes;
const own = commands.map(({ command }) => command);

/** Everything a row of our views can be, by `viewItem`: the states of connections and jobs, and what groups them. */
const JOB_STATES = ['running', 'succeeded', 'failed', 'finished', 'lost'];
const VIEW_ITEMS: readonly string[] = [
  ...['syncing', 'error', 'inactive', 'neverSynced', 'idle'].flatMap((state) =>
    ['', '.favorite', '.ran', '.favorite.ran'].map((remark) => `connection.${state}${remark}`),
  ),
  ...[...JOB_STATES, 'retried'].flatMap((state) => ['sync', 'upload'].map((kind) => `job.${state}.${kind}`)),
  ...JOB_STATES.map((state) => `lastJob.${state}`),
  'step',
  'day',
  'group',
  'message',
];
const VIEWS = ['dataConnections.connections', 'dataConnections.jobs'];
/** Commands of VS Code's own keys that our clauses use. */
const VS_CODE_KEYS =
  /^(view|focusedView|viewItem|listMultiSelection|resource\w+|explorerResourceIsFolder|editor\w+|isInDiffEditor|isWeb|config\.dataConnections\.[\w.]+)$/;

/** Commands that the Command Palette always lists, and why they work without an account. */
const ALWAYS_LISTED: Readonly<Record<string, string>> = {
  'dataConnections.signIn': 'creates the account',
  'dataConnections.getStarted': 'leads to the account',
  'dataConnections.openSample': 'opens a text of the extension',
  'dataConnections.uploadActiveEditor': 'signs in first',
  'dataConnections.uploadFile': 'signs in first',
  'dataConnections.checkActiveEditor': 'checks on this machine',
  'dataConnections.showColumnProfile': 'checks on this machine',
  'dataConnections.copyControlTotals': 'checks on this machine',
  'dataConnections.explainProblem': 'explains what a check has found',
  'dataConnections.showJobs': 'shows the view, which says what appears there',
  'dataConnections.diagnose': 'finds out why nothing else works',
  'dataConnections.showLog': 'is needed most if nothing else works',
};
/** Commands that neither the Command Palette nor a menu lists, and what runs them. */
const IN_NO_MENU: Readonly<Record<string, string>> = {
  'dataConnections.showMoreConnections': 'a click on the row',
};

function itemsOf(menu: string): readonly MenuItem[] {
  return menus[menu] ?? [];
}

describe('The menus', () => {
  it('list every command in the Command Palette while it can do something, or say why it is always listed', () => {
    const whenOf = new Map(itemsOf('commandPalette').map(({ command, when }) => [command, when]));
    for (const command of own) {
      const when = whenOf.get(command);
      if (command in ALWAYS_LISTED) {
        assert.equal(when, undefined, command);
      } else {
        assert.match(
          when ?? '',
          /^false$|\bdataConnections\./,
          `${command} needs a when clause, or a reason to have none`,
        );
      }
    }
    assert.deepEqual(
      [...Object.keys(ALWAYS_LISTED), ...Object.keys(IN_NO_MENU)].filter((id) => !own.includes(id)),
      [],
    );
  });

  it('have another place for each command that the Command Palette never lists', () => {
    const { commandPalette = [], ...others } = menus;
    const placed = new Set(Object.values(others).flatMap((items) => items.map(({ command }) => command)));
    assert.deepEqual(
      commandPalette
        .flatMap(({ command = '', when }) => (when === 'false' && !placed.has(command) ? [command] : []))
        .sort(),
      Object.keys(IN_NO_MENU).sort(),
    );
  });

  it('offer the same for the text of every file with data', () => {
    const files = [...KINDS_BY_EXTENSION.keys()].map((extension) => ({
      resourceExtname: `.${extension}`,
      resourceLangId: 'plaintext',
    }));
    const languages = [...KINDS_BY_LANGUAGE.keys(), 'csv (semicolon)', 'csv (whitespace)'].map((resourceLangId) => ({
      resourceLangId,
      resourceExtname: '',
    }));
    for (const file of [...files, ...languages]) {
      const context = { ...file, 'dataConnections.signedIn': true, 'config.dataConnections.upload.keepCopies': true };
      assert.equal(
        itemsOf('editor/context').filter(({ when = 'true' }) => holds(when, context)).length,
        4,
        JSON.stringify(file),
      );
    }
  });

  it('offer an upload from the tab and the Explorer for every file with data, compressed or not', () => {
    for (const extension of [...KINDS_BY_EXTENSION.keys()].flatMap((kind) => [kind, `${kind}.gz`])) {
      const context = { resourceFilename: `ledger.${extension}`, 'dataConnections.signedIn': true };
      for (const menu of ['editor/title/context', 'explorer/context']) {
        const shown = itemsOf(menu).filter(({ when = 'true' }) => holds(when, context));
        assert.deepEqual(
          shown.map(({ command }) => command),
          ['dataConnections.uploadToConnection'],
          `${menu}: ${extension}`,
        );
      }
    }
  });

  it('show at most two commands in a row, and none twice in its menu, whatever the row is', () => {
    for (const view of VIEWS) {
      for (const viewItem of VIEW_ITEMS) {
        for (const listMultiSelection of [false, true]) {
          const shown = itemsOf('view/item/context').filter(({ when = 'true' }) =>
            holds(when, { view, viewItem, listMultiSelection, 'dataConnections.signedIn': true }),
          );
          const inline = shown.filter(({ group }) => group?.startsWith('inline'));
          assert.ok(inline.length <= 2, `${viewItem}: ${inline.map(({ command }) => command).join(', ')}`);
          const listed = shown.filter((item) => !inline.includes(item)).map(({ command }) => command);
          assert.equal(new Set(listed).size, listed.length, `${viewItem}: ${listed.join(', ')}`);
        }
      }
    }
  });

  it('offer the job and the ID of the last sync only of connections that had one', () => {
    for (const viewItem of VIEW_ITEMS.filter((item) => item.startsWith('connection.'))) {
      for (const command of ['showLastJob', 'copySyncId'].map((name) => `dataConnections.${name}`)) {
        const isOffered = itemsOf('view/item/context').some(
          (item) =>
            item.command === command && holds(item.when ?? 'true', { view: 'dataConnections.connections', viewItem }),
        );
        assert.equal(isOffered, viewItem.endsWith('.ran'), `${command} of ${viewItem}`);
      }
    }
  });

  it('offer a sync of several connections whose jobs and groups are selected with them, because VS Code shows what all rows have', () => {
    const isOffered = (viewItem: string, listMultiSelection: boolean) =>
      itemsOf('view/item/context').some(
        ({ command, group, when = 'true' }) =>
          command === 'dataConnections.startSync' &&
          group === '1_act@1' &&
          holds(when, { view: 'dataConnections.connections', viewItem, listMultiSelection }),
      );
    const others = VIEW_ITEMS.filter((item) => /^(job|lastJob|message|group)/.test(item));
    assert.ok(others.every((item) => isOffered(item, true)));
    assert.ok(others.every((item) => !isOffered(item, false)));
  });

  it('have no clause that never holds for any row', () => {
    const contexts: readonly Context[] = VIEWS.flatMap((view) =>
      VIEW_ITEMS.flatMap((viewItem) =>
        [false, true].map((listMultiSelection) => ({
          view,
          viewItem,
          listMultiSelection,
          'dataConnections.signedIn': true,
          'config.dataConnections.upload.keepCopies': true,
        })),
      ),
    );
    assert.deepEqual(
      itemsOf('view/item/context').filter(({ when = 'true' }) => !contexts.some((context) => holds(when, context))),
      [],
    );
  });

  it('use only context keys that the extension or VS Code sets', () => {
    const source = readFileSync('src/ui/contextKeys.ts', 'utf8');
    const known = new Set(
      [...source.matchAll(/^ {2}readonly (\w+):/gm)].map(([, key]) => `dataConnections.${key ?? ''}`),
    );
    const clauses = [
      ...Object.values(menus).flat(),
      ...commands.map(({ enablement }) => ({ when: enablement })),
      ...readManifest().contributes.keybindings,
    ];
    const unknown = clauses
      .flatMap(({ when }) => (when === undefined ? [] : keysIn(when)))
      .filter((key) => !known.has(key) && !VS_CODE_KEYS.test(key));
    assert.deepEqual(unknown, []);
  });
});

describe('A when clause', () => {
  for (const [clause, context, expected] of [
    ['a && !b', { a: true }, true],
    ['a && b || c', { c: true }, true],
    ['a && (b || c)', { c: true }, false],
    ["view == x.y && viewItem != 'z'", { view: 'x.y', viewItem: 'q' }, true],
    ['viewItem =~ /^job\\.(failed|lost)\\.sync$/', { viewItem: 'job.lost.sync' }, true],
    ['resourceExtname =~ /^\\.CSV$/i', { resourceExtname: '.csv' }, true],
    ['a in b', { a: 'x', b: ['x', 'y'] }, true],
    ['a in b', { a: 'z', b: ['x', 'y'] }, false],
    ['false', {}, false],
  ] as const) {
    it(`is understood: ${clause}`, () => {
      assert.equal(holds(clause, context), expected);
    });
  }

  it('that is not understood is an error', () => {
    assert.throws(() => holds('a && ', {}));
    assert.throws(() => holds('a < b', {}));
  });
});
