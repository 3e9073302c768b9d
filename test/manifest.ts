import { readFileSync } from 'node:fs';

/** What package.json, in the current folder, contributes to VS Code, as far as tests read it. */
export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  /** The entry point in VS Code for the Web, where the extension doesn't run. */
  readonly browser?: string;
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly views: { readonly dataConnections: readonly { readonly id: string }[] };
    readonly keybindings: readonly Keybinding[];
    readonly configuration: readonly SettingSection[];
    readonly languageModelTools: readonly { readonly name: string; readonly toolReferenceName: string }[];
  };
}

interface Command {
  readonly command: string;
  readonly title: string;
  readonly shortTitle?: string;
  readonly category?: string;
  readonly enablement?: string;
}

export interface MenuItem {
  readonly command?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
  readonly args?: unknown;
}

interface SettingSection {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

export interface Setting {
  readonly order: number;
  readonly default: unknown;
  readonly scope: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly enumItemLabels?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly markdownDeprecationMessage?: string;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

/** The English texts of the manifest, by the keys that stand between percent signs. */
export function readManifestTexts(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
}

/** The settings of all sections, by their ids. */
export function allSettings({ contributes }: Pick<Manifest, 'contributes'>): Readonly<Record<string, Setting>> {
  return Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Record<string, Setting>;
}
