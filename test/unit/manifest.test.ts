import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COMMAND_IDS, ROW_COMMAND_IDS } from '../../src/ui/commands/commandIds.ts';
import {
  CONNECTION_PANEL,
  CONNECTIONS_VIEW,
  EXTENSION_ID,
  JOB_PANEL,
  JOBS_VIEW,
  OVERVIEW_PANEL,
} from '../../src/ui/manifestIds.ts';
import { README_AND_GUIDES } from '../documents.ts';
import { allSettings, readManifest, readManifestTexts } from '../manifest.ts';

const manifestText = readFileSync('package.json', 'utf8');
const manifest = readManifest();
const words = readManifestTexts();

/** The cells of the guide's table rows that begin with one of our ids. */
function documented(): readonly (readonly [id: string, ...cells: string[]])[] {
  return README_AND_GUIDES.split('\n').flatMap((line) => {
    // Settings are links that open them, with the end of the id as text, so that the table is narrow enough for VS Code's page.
    const [, end, setting] = /^\| \[`([^`]+)`\]\(vscode:\/\/settings\/([^)]+)\)/.exec(line) ?? [];
    assert.equal(setting, end && `dataConnections.${end}`);
    const [, id = setting] = /^\| `(dataConnections\.[^`]+)`/.exec(line) ?? [];
    const [, , ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return id === undefined ? [] : [[id, ...cells] as const];
  });
}

function translated(title: string): string | undefined {
  return words[title.replaceAll('%', '')];
}

describe('The manifest', () => {
  it('contributes exactly the commands that the code knows', () => {
    assert.deepEqual(manifest.contributes.commands.map(({ command }) => command).sort(), [...COMMAND_IDS].sort());
  });

  it('has the IDs of the extension, its views and the panels to restore that the code knows', () => {
    const { publisher, name, contributes, activationEvents } = manifest;
    assert.equal(`${publisher}.${name}`, EXTENSION_ID);
    assert.deepEqual(
      contributes.views.dataConnections.map(({ id }) => id),
      [CONNECTIONS_VIEW, JOBS_VIEW],
    );
    assert.deepEqual(
      activationEvents.filter((event) => event.startsWith('onWebviewPanel:')),
      [CONNECTION_PANEL, JOB_PANEL, OVERVIEW_PANEL].map((type) => `onWebviewPanel:${type}`),
    );
  });

  it('has the commands of rows that the code knows in their menus, and none of them in the title of a view', () => {
    const { 'view/item/context': onRows = [], 'view/title': inTitles = [] } = manifest.contributes.menus;
    assert.deepEqual([...new Set(onRows.map(({ command }) => command))].sort(), [...ROW_COMMAND_IDS].sort());
    // VS Code passes no row to them, which would be taken for a row that it could not pass.
    const known = new Set<string | undefined>(ROW_COMMAND_IDS);
    assert.deepEqual(
      inTitles.filter(({ command }) => known.has(command)),
      [],
    );
  });

  it('is described by the guide: every command with its title, every setting with its default, and nothing else', () => {
    const commands = manifest.contributes.commands.map(({ command, title }) => [command, translated(title)]);
    const settings = Object.entries(allSettings(manifest)).map(([id, setting]) => [
      id,
      `\`${JSON.stringify(setting.default)}\``,
    ]);
    const fromGuide = documented().map(([id, second]) => [id, second]);
    assert.deepEqual(fromGuide.sort(), [...commands, ...settings].sort());
  });

  it('says in the titles of the Command Palette that connections are meant, which is clear in their view', () => {
    const { commands, menus } = manifest.contributes;
    const short = commands.filter(({ shortTitle }) => shortTitle !== undefined);
    const inTitles = new Set((menus['view/title'] ?? []).map(({ command }) => command));
    assert.ok(short.length > 0);
    for (const { command, title, shortTitle } of short) {
      assert.ok(inTitles.has(command), command);
      assert.match(translated(title) ?? '', / Connections?\b/, command);
      assert.doesNotMatch(translated(shortTitle ?? '') ?? '', /Connection/, command);
    }
    const titles = commands.map(({ title }) => translated(title));
    assert.equal(new Set(titles).size, titles.length);
  });

  it('is described by the guide: every tool with its name in prompts, and no other', () => {
    const inGuide = Array.from(
      README_AND_GUIDES.matchAll(/^\| `(dataConnections_\w+)` +\| `#(\w+)`/gm),
      ([, ...names]) => names,
    );
    const tools = manifest.contributes.languageModelTools.map((tool) => [tool.name, tool.toolReferenceName]);
    assert.deepEqual(inGuide, tools);
  });

  it('has the extension run where the files are, and not in a browser', () => {
    assert.deepEqual([manifest.extensionKind, manifest.browser], [['workspace'], undefined]);
  });

  it('has words for every key it uses, and uses every key there are words for', () => {
    const used = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it('puts only its own commands into its own menus', () => {
    const known = new Set<string>(COMMAND_IDS);
    const placed = Object.values(manifest.contributes.menus).flat();
    assert.deepEqual(
      placed.flatMap(({ command }) => (command === undefined || known.has(command) ? [] : [command])),
      [],
    );
  });

  it('offers the sample in each step of the walkthrough that uses it, because its editor may have been closed', () => {
    for (const step of ['check', 'upload'] as const) {
      assert.match(words[`walkthrough.${step}.description`] ?? '', /\]\(command:dataConnections\.openSample\)$/);
    }
  });

  it('leads only to its own commands and views from empty views and from the walkthrough', () => {
    const known = new Set<string>([
      ...COMMAND_IDS,
      ...manifest.contributes.views.dataConnections.map(({ id }) => `${id}.focus`),
    ]);
    const linked = [
      ...Object.values(words)
        .join('\n')
        .matchAll(/\]\(command:([^)]*)\)/g),
    ].map(([, id]) => id ?? '');
    assert.ok(linked.length > 0);
    assert.deepEqual(
      linked.filter((id) => !known.has(id)),
      [],
    );
  });

  it('is described by the guide: who may set each setting', () => {
    const who: Readonly<Record<string, string>> = {
      application: 'You',
      window: 'You; a trusted workspace',
      resource: 'You; a trusted workspace or folder suggests',
    };
    const properties = allSettings(manifest);
    assert.deepEqual(
      documented()
        .flatMap(([id, , cell]) => (id in properties ? [[id, cell]] : []))
        .sort(),
      Object.entries(properties)
        .map(([id, { scope }]) => [id, who[scope]])
        .sort(),
    );
  });
});
