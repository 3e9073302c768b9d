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

/**
 * Whose values count. `user`: only the user's own. `workspace`: also those of a workspace, before the user's, once it is
 * trusted. Values for single languages never count. The manifest says the same to VS Code; nothing here relies on that.
 */
const SET_BY = {
  defaultBaseUrl: 'user',
  refreshInterval: 'workspace',
  notifications: 'workspace',
  'upload.format': 'workspace',
  'upload.confirm': 'user',
  'check.automatic': 'workspace',
  requestTimeout: 'workspace',
} as const;

/** The part of VS Code's configuration that is needed. */
interface Configuration {
  inspect(name: string): Levels | undefined;
}

interface Levels {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Reads the section `dataConnections`. */
export function readSettings(configuration: Configuration, isTrusted: boolean): Settings {
  const read = (name: keyof typeof SET_BY): unknown => {
    const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
    return isTrusted && SET_BY[name] === 'workspace' ? (workspaceValue ?? globalValue) : globalValue;
  };
  const defaultBaseUrl = read('defaultBaseUrl');
  return {
    defaultBaseUrl: typeof defaultBaseUrl === 'string' ? defaultBaseUrl.trim() : '',
    refreshIntervalMs: 1000 * atLeastOneUnlessOff(numberIn(read('refreshInterval'), 0, 86_400, 60)),
    notifications: oneOf(read('notifications'), ['all', 'failures', 'off']),
    uploadFormat: oneOf(read('upload.format'), ['auto', 'multipart', 'json']),
    uploadConfirm: oneOf(read('upload.confirm'), ['newTarget', 'always', 'never']),
    checkAutomatic: oneOf(read('check.automatic'), ['csv', 'off']),
    requestTimeoutMs: 1000 * numberIn(read('requestTimeout'), 1, MAX_REQUEST_TIMEOUT_S, 30),
  };
}

/** What `upload.targets` says, unchecked. */
export interface TargetSettings {
  readonly ofUser: unknown;
  /** Of the workspace, then of the file's folder. */
  readonly ofWorkspace: readonly unknown[];
}

/** Reads `upload.targets` for a file: what the user says, and what a trusted workspace and its folder propose. */
export function readTargetSettings(configuration: Configuration, isTrusted: boolean): TargetSettings {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect('upload.targets') ?? {};
  return { ofUser: globalValue, ofWorkspace: isTrusted ? [workspaceValue, workspaceFolderValue] : [] };
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
