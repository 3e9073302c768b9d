import { l10n, window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { buttonText, quickPickText, titleText } from '../../base/sinkText.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import { activeSource, baseName, openDocument, tabFile } from '../editor/openEditors.ts';
import { chooseFiles } from '../window/fileDialog.ts';
import { pickOne, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';

/** The extensions of files that can be uploaded. */
const EXTENSIONS = ['csv', 'tsv', 'tab', 'txt', 'json', 'jsonl', 'ndjson'];
const DATA_NAME = new RegExp(`\\.(${EXTENSIONS.join('|')})$`, 'i');

/** What the user wants to upload. `dialog`: files that they choose in a dialog. */
export type ChosenSources =
  { readonly kind: 'active' | 'dialog' } | { readonly kind: 'files'; readonly uris: readonly Uri[] };

interface SourceItem extends PickItem {
  /** Undefined for a heading. */
  readonly chosen?: ChosenSources;
}

/**
 * Lets the user choose what to upload: the active editor first, so that Enter uploads it, open files, or files in a dialog. Undefined
 * if they cancel.
 *
 * @param targetName of the connection, if it was chosen before.
 */
export async function chooseSources(targetName: string | undefined): Promise<ChosenSources | undefined> {
  const items = [...activeItems(), ...openItems()];
  if (items.length === 0) {
    return { kind: 'dialog' };
  }
  const files = { chosen: { kind: 'dialog' }, label: quickPickText(l10n.t('Files…'), { icon: 'files' }) } as const;
  const picked = await pickOne<SourceItem>([...items, separator(quickPickText('')), files], {
    title: titleText(titleFor(targetName)),
    placeHolder: titleText(l10n.t('Select what to upload')),
    matchOnDescription: true,
  });
  return picked?.chosen;
}

/** @param targetName of the connection, if it was chosen before. */
export function chooseUploads(targetName: string | undefined): Promise<readonly Uri[]> {
  return chooseFiles({
    title: titleText(titleFor(targetName)),
    openLabel: buttonText(l10n.t({ message: 'Upload', comment: ['On a button'] })),
    filters: [
      { label: titleText(l10n.t('CSV and JSON')), extensions: EXTENSIONS },
      { label: titleText(l10n.t('All files')), extensions: ['*'] },
    ],
  });
}

function titleFor(targetName: string | undefined): string {
  return targetName === undefined ? l10n.t('Upload Files') : l10n.t('Upload Files to “{0}”', plainText(targetName, 80));
}

function activeItems(): readonly SourceItem[] {
  const active = activeSource();
  return active === undefined
    ? []
    : [
        {
          chosen: { kind: 'active' },
          label: quickPickText(baseName(active.uri), { icon: 'file' }),
          description: quickPickText(l10n.t('active editor')),
        },
      ];
}

/** The open files with data, except the active one, and all of them at once. */
function openItems(): readonly SourceItem[] {
  const active = activeSource()?.uri;
  const all = openFiles();
  const others = all.filter((uri) => uri.toString() !== active?.toString());
  return [
    ...(others.length === 0 ? [] : [separator(quickPickText(l10n.t('open editors')))]),
    ...others.map((uri) => ({
      chosen: { kind: 'files', uris: [uri] } as const,
      label: quickPickText(baseName(uri), { icon: 'file' }),
      ...folderPart(workspace.asRelativePath(uri)),
    })),
    ...(all.length < 2
      ? []
      : [
          {
            chosen: { kind: 'files', uris: all } as const,
            label: quickPickText(l10n.t('All {0} Open Files', all.length), { icon: 'files' }),
            description: quickPickText(all.map(baseName).join(', ')),
          },
        ]),
  ];
}

/** The folder of a file, unless it is that of the workspace. */
function folderPart(path: string): Pick<SourceItem, 'description'> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return folder === '' ? {} : { description: quickPickText(folder) };
}

/** The files of all tabs that have data by their name or language, each once. */
function openFiles(): readonly Uri[] {
  const uris = window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => tabFile(tab) ?? []));
  const isData = (uri: Uri): boolean =>
    DATA_NAME.test(uri.path) ||
    kindByName({ languageId: openDocument(uri)?.languageId ?? '', fileName: uri.path }) !== undefined;
  return [...new Map(uris.filter(isData).map((uri) => [uri.toString(), uri])).values()];
}
