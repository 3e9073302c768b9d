import { Uri } from 'vscode';
import type { DataTransfer, DataTransferFile } from 'vscode';

/** The scheme of what another program has dropped without a URI, as in a browser. */
export const DROPPED_SCHEME = 'data-connections-dropped';

/** A file of another program. */
export interface DroppedContent {
  readonly file: DataTransferFile;
  /** Identifies it among what is uploaded. */
  readonly uri: Uri;
}

interface DroppedFiles {
  /** Each once. */
  readonly uris: readonly Uri[];
  /** Those that have no URI. */
  readonly contents: readonly DroppedContent[];
}

/**
 * What was dropped. If another program has dropped it, only its files count: in a browser, VS Code makes URIs of their names, and a
 * name such as `file:%2Fhome%2F…` would become that of another file.
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

/** The URIs of a list (RFC 2483): one a line, and lines with comments. What is no URI is omitted. */
function parseUriList(list: string): readonly Uri[] {
  const lines = list.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return withoutDuplicates(lines.flatMap(parseUri));
}

function parseUri(text: string): readonly Uri[] {
  try {
    // Tabs of the editor add the position of the cursor as a fragment.
    return [Uri.parse(text, true).with({ fragment: '' })];
  } catch {
    return [];
  }
}

function withoutDuplicates(uris: readonly Uri[]): readonly Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** Two files may have the same name. */
function uriOf({ name }: DataTransferFile, index: number): Uri {
  const path = `/${name.replaceAll(/[\\/]/g, '_')}`;
  return Uri.from({ scheme: DROPPED_SCHEME, path, query: index === 0 ? '' : String(index) });
}
