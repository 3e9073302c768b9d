export const SETTINGS_SECTION = 'dataConnections';

/** The validated settings. A value of the wrong type or out of bounds is replaced by the default. */
export interface Settings {
  /** Fills in the first box of Sign In. Never read from a workspace, and never used for requests directly. */
  readonly defaultBaseUrl: string;
  /** 0 disables automatic refresh. */
  readonly refreshIntervalMs: number;
  readonly notifications: 'all' | 'failures' | 'off';
  readonly uploadFormat: 'auto' | 'multipart' | 'json';
  readonly uploadConfirm: 'always' | 'newTarget' | 'never';
  /** Whether uploads are compared with the last load, of which fingerprints of its rows are kept. Never read from a workspace. */
  readonly compareLoads: boolean;
  /** Which files have an upload icon in the titles of their editors. */
  readonly uploadIcon: 'all' | 'csv' | 'off';
  /** Whether files are uploaded when the user saves them. Never read from a workspace. */
  readonly uploadOnSave: boolean;
  /** Whether a connection is synced after uploads to it have completed. Never read from a workspace. */
  readonly syncAfterUpload: boolean;
  /** What copies of uploads may take on the disk, in bytes. 0: none are kept. Never read from a workspace. */
  readonly keptCopiesBytes: number;
  /** Which files are checked when they are opened. */
  readonly checkAutomatic: 'csv' | 'off';
  /** What language models may do with the extension's tools. */
  readonly agentTools: 'all' | 'readOnly' | 'off';
  readonly requestTimeoutMs: number;
}

/** VS Code's fetch does not wait longer for the headers of a response. */
const MAX_REQUEST_TIMEOUT_S = 300;

const MAX_KEPT_COPIES_MB = 100_000;

/**
 * Which level can set a value. `user`: only the user. `workspace`: also a trusted workspace, which takes precedence. Values for
 * single languages never apply. The manifest declares the same, but this code doesn't rely on it.
 */
const SET_BY = {
  defaultBaseUrl: 'user',
  refreshInterval: 'workspace',
  notifications: 'workspace',
  'upload.format': 'workspace',
  'upload.confirm': 'user',
  'upload.showInEditorTitle': 'workspace',
  'upload.compareLoads': 'user',
  'upload.onSave': 'user',
  'upload.syncAfter': 'user',
  'upload.keepCopies': 'user',
  'check.automatic': 'workspace',
  agentTools: 'user',
  requestTimeout: 'workspace',
} as const;

/** The part of VS Code's configuration that is used. */
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
    refreshIntervalMs: 1000 * atLeastOneUnlessZero(numberIn(read('refreshInterval'), 0, 86_400, 60)),
    notifications: oneOf(read('notifications'), ['all', 'failures', 'off']),
    uploadFormat: oneOf(read('upload.format'), ['auto', 'multipart', 'json']),
    uploadConfirm: oneOf(read('upload.confirm'), ['newTarget', 'always', 'never']),
    uploadIcon: oneOf(read('upload.showInEditorTitle'), ['all', 'csv', 'off']),
    compareLoads: read('upload.compareLoads') !== false,
    uploadOnSave: read('upload.onSave') === true,
    syncAfterUpload: read('upload.syncAfter') === true,
    keptCopiesBytes: 1_000_000 * numberIn(read('upload.keepCopies'), 0, MAX_KEPT_COPIES_MB, 0),
    checkAutomatic: oneOf(read('check.automatic'), ['csv', 'off']),
    // A value that is not one of these was not meant to allow more.
    agentTools: oneOf(read('agentTools') ?? 'all', ['off', 'readOnly', 'all']),
    requestTimeoutMs: 1000 * numberIn(read('requestTimeout'), 1, MAX_REQUEST_TIMEOUT_S, 30),
  };
}

/**
 * Whether VS Code's own settings allow tools of extensions. VS Code itself only hides the tools; other extensions could still invoke
 * them. The effective value is that of a policy where an administrator has set one. A workspace can't allow what the user does not.
 */
export function readChatSettings(configuration: Configuration & { get(name: string): unknown }): {
  readonly allowsExtensionTools: boolean;
} {
  const isOff = (name: string): boolean =>
    configuration.get(name) === false || configuration.inspect(name)?.globalValue === false;
  return { allowsExtensionTools: !['extensionTools.enabled', 'agent.enabled'].some(isOff) };
}

/** The values of `upload.targets`, unchecked. */
export interface TargetSettings {
  readonly ofUser: unknown;
  /** The value of the workspace, then that of the file's folder. */
  readonly ofWorkspace: readonly unknown[];
}

/** Reads `upload.targets` for a file: the user's value, and those that a trusted workspace and its folder propose. */
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

function atLeastOneUnlessZero(seconds: number): number {
  return seconds === 0 ? 0 : Math.max(1, seconds);
}
