import { l10n, window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { uniqueBy } from '../../base/lists.ts';
import { buttonText, quickPickText, titleText } from '../../base/sinkText.ts';
import type { ButtonText } from '../../base/sinkText.ts';
import { hasOfferedName, OFFERED_EXTENSIONS } from '../../data/file/dataName.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import { activeSource } from '../editor/activeEditor.ts';
import { baseName, openDocument, tabFile } from '../editor/openEditors.ts';
import { pathInFolders } from '../format/pathText.ts';
import { chooseFiles, chooseFolders } from '../window/fileDialog.ts';
import { pickOne, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import { askForGlob } from './askForGlob.ts';

/**
 * What the user wants to upload. `active`: the active editor. `files`: these files and folders. `matches`: the files that match a glob.
 * `dialog`: files that are yet to be chosen in a dialog.
 */
export type ChosenSources =
  { readonly kind: 'active' | 'dialog' } | { readonly kind: 'files' | 'matches'; readonly uris: readonly Uri[] };

interface SourceItem extends PickItem {
  /** Undefined for a heading. */
  readonly chosen?: ChosenSources | { readonly kind: 'folder' | 'pattern' };
}

/**
 * Lets the user choose what to upload: the active editor, which comes first so that Enter uploads it, open files, or files and folders
 * on the disk. Resolves to undefined if they cancel.
 *
 * @param targetName the name of the connection, if it has already been chosen.
 */
export async function chooseSources(targetName: string | undefined): Promise<ChosenSources | undefined> {
  const title = titleText(titleFor(targetName));
  const picked = await pickOne([...activeItems(), ...openItems(), ...diskItems()], {
    title,
    placeHolder: titleText(l10n.t('Select what to upload')),
    matchOnDescription: true,
  });
  switch (picked?.chosen?.kind) {
    case 'folder': {
      const uris = await chooseFolders({ title, openLabel: uploadButton() });
      return uris.length === 0 ? undefined : { kind: 'files', uris };
    }
    case 'pattern': {
      const uris = await askForGlob(title);
      return uris && { kind: 'matches', uris };
    }
    default:
      return picked?.chosen;
  }
}

/** The items for files on the disk, which are listed below those for open files. */
function diskItems(): readonly SourceItem[] {
  return [
    separator(quickPickText(l10n.t('on disk'))),
    { chosen: { kind: 'dialog' }, label: quickPickText(l10n.t('Files…'), { icon: 'files' }) },
    { chosen: { kind: 'folder' }, label: quickPickText(l10n.t('Folder…'), { icon: 'folder' }) },
    ...(workspace.workspaceFolders === undefined
      ? []
      : [
          {
            chosen: { kind: 'pattern' } as const,
            label: quickPickText(l10n.t('Files Matching a Pattern…'), { icon: 'search' }),
          },
        ]),
  ];
}

/**
 * Lets the user choose files in a dialog.
 *
 * @param targetName the name of the connection, if it has already been chosen.
 */
export function chooseFilesToUpload(targetName: string | undefined): Promise<readonly Uri[]> {
  return chooseFiles({
    title: titleText(titleFor(targetName)),
    openLabel: uploadButton(),
    filters: [
      { label: titleText(l10n.t('CSV and JSON')), extensions: OFFERED_EXTENSIONS },
      { label: titleText(l10n.t('All Files')), extensions: ['*'] },
    ],
  });
}

function uploadButton(): ButtonText {
  return buttonText(l10n.t({ message: 'Upload', comment: ['On a button'] }));
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

/** An item for each open file with data, except the active one, and one for all open files at once. */
function openItems(): readonly SourceItem[] {
  const active = activeSource()?.uri;
  const all = openFiles();
  const others = all.filter((uri) => uri.toString() !== active?.toString());
  return [
    ...(others.length === 0 ? [] : [separator(quickPickText(l10n.t('open editors')))]),
    ...others.map((uri) => ({
      chosen: { kind: 'files', uris: [uri] } as const,
      label: quickPickText(baseName(uri), { icon: 'file' }),
      ...folderPart(pathInFolders(uri)),
    })),
    ...(all.length < 2
      ? []
      : [
          {
            chosen: { kind: 'files', uris: all } as const,
            label: quickPickText(l10n.t('All Open Files ({0})', all.length), { icon: 'files' }),
            description: quickPickText(all.map(baseName).join(', ')),
          },
        ]),
  ];
}

/** The folder of a file as a description, unless the file is directly in the workspace folder. */
function folderPart(path: string): Pick<SourceItem, 'description'> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return folder === '' ? {} : { description: quickPickText(folder) };
}

/** The open files that contain data according to their name or language, without duplicates. */
function openFiles(): readonly Uri[] {
  const uris = window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => tabFile(tab) ?? []));
  const isData = (uri: Uri): boolean =>
    hasOfferedName(uri.path) ||
    kindByName({ languageId: openDocument(uri)?.languageId ?? '', fileName: uri.path }) !== undefined;
  return uniqueBy(uris.filter(isData), (uri) => uri.toString());
}
