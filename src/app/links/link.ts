import { parseBaseUrl } from '../../api/baseUrl.ts';
import { isDigitsOnly, pathSegment } from '../../api/ids.ts';
import { isUsableId } from '../../model/limits.ts';

/** What a link shows. It names the account by service and workspace, because IDs of accounts differ between users. */
export interface Link {
  readonly target:
    { readonly kind: 'connection'; readonly entityId: string } | { readonly kind: 'job'; readonly syncId: string };
  /** Origin and optional path, as `parseBaseUrl` returns it. */
  readonly baseUrl: string;
  /** The identifier of the workspace. */
  readonly workspace: string;
}

/** The parts of an address, decoded once, as VS Code passes them. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** More than two IDs and a base URL of the greatest length, encoded. */
const MAX_QUERY_LENGTH = 16_000;

/** The path and query of a link. Values are encoded once more than usual, because VS Code decodes the query before it is split. */
export function linkAddress({ target, baseUrl, workspace }: Link): string {
  const [name, id] = target.kind === 'connection' ? ['entityId', target.entityId] : ['syncId', target.syncId];
  const parameters = [
    ['service', baseUrl],
    ['workspace', workspace],
    [name, id],
  ] as const;
  return `/${target.kind}?${parameters.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}`;
}

/** Parses a link strictly: known parameters only, each once, and nothing that the rest of the extension would not accept. */
export function parseLink({ path, query, fragment }: LinkParts): Link | undefined {
  const kind = (['connection', 'job'] as const).find((known) => path === `/${known}`);
  if (kind === undefined || fragment !== '' || query.length > MAX_QUERY_LENGTH) {
    return undefined;
  }
  const idName = kind === 'connection' ? 'entityId' : 'syncId';
  const values = readParameters(query, ['service', 'workspace', idName]);
  const [service, workspace, id] = values ?? [];
  if (service === undefined || workspace === undefined || id === undefined || !isUsableId(workspace)) {
    return undefined;
  }
  const address = parseBaseUrl(service);
  // A link that this extension copied has the base URL in its normal form.
  if (!address.ok || address.baseUrl !== service) {
    return undefined;
  }
  const target: Link['target'] = kind === 'job' ? { kind, syncId: id } : { kind, entityId: id };
  return isLinkable(target) ? { baseUrl: service, workspace, target } : undefined;
}

/** Whether a link to it can be opened: its ID is one that the service can have. */
export function isLinkable(target: Link['target']): boolean {
  const id = target.kind === 'job' ? target.syncId : target.entityId;
  const isRefused = target.kind === 'connection' && isDigitsOnly(id);
  return isUsableId(id) && pathSegment(id) !== undefined && !isRefused;
}

/** The values of exactly these parameters, in this order. */
function readParameters(query: string, names: readonly string[]): readonly string[] | undefined {
  const pairs = query.split('&').map((pair) => /^([A-Za-z]+)=([^=]*)$/.exec(pair));
  const values = names.map((name) => decoded(pairs.find((pair) => pair?.[1] === name)?.[2]));
  return pairs.length === names.length && values.every((value) => value !== undefined) ? values : undefined;
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Twice, except for characters that mean nothing in a query: addresses and usual IDs stay readable. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%', '%25');
}
