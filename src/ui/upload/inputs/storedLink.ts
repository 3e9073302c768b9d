import { FileType } from 'vscode';
import type { LinkTarget } from '../../../data/file/linkTarget.ts';

/** What is known of a symbolic link where it is not on this machine's disks: that it is one. */
export function storedLink(type: FileType): LinkTarget | undefined {
  return (type & FileType.SymbolicLink) === 0 ? undefined : { path: undefined, leavesFolder: true };
}
