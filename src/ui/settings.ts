export const SETTINGS_SECTION = 'dataConnections';

/** What the user has set, checked: a value of a wrong type or out of bounds counts as not set. */
export interface Settings {
  /** What Sign In's first box starts with. Never read from a workspace, and never where a request goes by itself. */
  readonly defaultBaseUrl: string;
  /** 0: the view does not refresh by itself. */
  readonly refreshIntervalMs: number;
  readonly notifications: 'all' | 'failures' | 'off';
  readonly uploadFormat: 'auto' | 'multipart' | 'json';
  readonly uploadConfirm: 'always' | 'newTarget' | 'never';
  /** Which files are checked once they are shown, without being asked for. */
  readonly checkAutomatic: 'csv' | 'off';
  readonly requestTimeoutMs: number;
}

/** VS Code's fetch waits no longer for an answer's headers, and can't be told to. */
const MAX_REQUEST_TIMEOUT_S = 300;

/** The part of VS Code's configuration that is needed. */
interface Configuration {
  get(name: string): unknown;
  inspect(name: string): { readonly globalValue?: unknown } | undefined;
}

/** Reads the section `dataConnections`. */
export function readSettings(configuration: Configuration): Settings {
  const defaultBaseUrl = configuration.inspect('defaultBaseUrl')?.globalValue;
  return {
    defaultBaseUrl: typeof defaultBaseUrl === 'string' ? defaultBaseUrl.trim() : '',
    refreshIntervalMs: 1000 * atLeastOneUnlessOff(numberIn(configuration.get('refreshInterval'), 0, 86_400, 60)),
    notifications: oneOf(configuration.get('notifications'), ['all', 'failures', 'off']),
    uploadFormat: oneOf(configuration.get('upload.format'), ['auto', 'multipart', 'json']),
    uploadConfirm: oneOf(configuration.get('upload.confirm'), ['newTarget', 'always', 'never']),
    checkAutomatic: oneOf(configuration.get('check.automatic'), ['csv', 'off']),
    requestTimeoutMs: 1000 * numberIn(configuration.get('requestTimeout'), 1, MAX_REQUEST_TIMEOUT_S, 30),
  };
}

function numberIn(value: unknown, minimum: number, maximum: number, otherwise: number): number {
  return typeof value === 'number' && value >= minimum && value <= maximum ? value : otherwise;
}

/** The first of the allowed values is the default. */
function oneOf<const T extends string>(value: unknown, [otherwise, ...others]: readonly [T, ...T[]]): T {
  return others.find((allowed) => allowed === value) ?? otherwise;
}

function atLeastOneUnlessOff(seconds: number): number {
  return seconds === 0 ? 0 : Math.max(1, seconds);
}
