import { extensions } from 'vscode';
import { isObject } from '../../base/json.ts';

/** The version of this extension, from its manifest. */
export function extensionVersion(): string {
  const manifest: unknown = extensions.getExtension('data-connections.data-connections')?.packageJSON;
  const version = isObject(manifest) ? manifest['version'] : undefined;
  return typeof version === 'string' ? version : '–';
}
