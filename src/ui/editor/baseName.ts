import type { Uri } from 'vscode';

export function baseName({ path }: Pick<Uri, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
