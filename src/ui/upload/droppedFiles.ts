import { Uri } from 'vscode';
import type { DataTransfer, DataTransferFile } from 'vscode';
import { uniqueBy } from '../../base/lists.ts';

/** The scheme of files that were dropped without a URI, for example on VS Code in a browser. */
export const DROPPED_SCHEME = 'data-connections-dropped';

/** A file that was dropped from another program without a URI. */
export interface DroppedContent {
  readonly file: DataTransferFile;
  /** Identifies the file among those of the upload. */
  readonly uri: Uri;
}

interface DroppedFiles {
  /** Without duplicates. */
  readonly uris: readonly Uri[];
  /** The files that have no URI. */
  readonly contents: readonly DroppedContent[];
}

/**
 * Reads the files that were dropped. The URI list is ignored if they come from another program: in a browser, VS Code derives URIs from
 * their names, so that the name `file:%2Fhome%2F…` would become the URI of a different file.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
  const files = Array.from(transfer, ([, item]) => item.asFile()).filter((file) => file !== undefined);
  if (files.length === 0) {
    return { uris: parseUriList((await transfer.get('text/uri-list')?.asString()) ?? ''), contents: [] };
  }
  const contents = files
    .filter(({ uri }) => uri === undefined)
    .map((file, index) => ({ file, uri: uriOf(file, index) }));
  return { uris: withoutDuplicates(files.flatMap(({ uri }) => uri ?? [])), contents };
}

/** Parses a list of URIs (RFC 2483), which has one URI per line and lines with comments. Ignores lines that are not a URI. */
function parseUriList(list: string): readonly Uri[] {
  const lines = list.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return withoutDuplicates(lines.flatMap(parseUri));
}

function parseUri(text: string): readonly Uri[] {
  try {
    // For an editor tab, VS Code adds the cursor position as a fragment.
    return [Uri.parse(text, true).with({ fragment: '' })];
  } catch {
    return [];
  }
}

function withoutDuplicates(uris: readonly Uri[]): readonly Uri[] {
  return uniqueBy(uris, (uri) => uri.toString());
}

/** A URI for a dropped file. It contains the index, because two files may have the same name. */
function uriOf({ name }: DataTransferFile, index: number): Uri {
  const path = `/${name.replaceAll(/[\\/]/g, '_')}`;
  return Uri.from({ scheme: DROPPED_SCHEME, path, query: index === 0 ? '' : String(index) });
}
