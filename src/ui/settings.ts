import type { TargetSettings } from '../app/upload/uploadTargets.ts';

export const SETTINGS_SECTION = 'dataConnections';

/**
 * The validated settings. A number above the maximum is replaced by the maximum, and any other invalid value by the default, except that of
 * `agentTools`, which becomes `off`.
 */
export interface Settings {
  /** The initial value of the first step of Sign In. Never read from a workspace, and never used for requests directly. */
  readonly defaultBaseUrl: string;
  /** 0 disables automatic refresh. */
  readonly refreshIntervalMs: number;
  readonly notifications: 'all' | 'failures' | 'off';
  readonly uploadFormat: 'auto' | 'multipart' | 'json';
  readonly uploadConfirm: 'always' | 'newTarget' | 'never';
  /** Whether uploads are compared with the last load, which requires storing fingerprints of its rows. Never read from a workspace. */
  readonly compareLoads: boolean;
  /** Which files have an upload icon in the title of their editor. */
  readonly uploadIcon: 'all' | 'csv' | 'off';
  /** Whether files are uploaded when the user saves them. Never read from a workspace. */
  readonly uploadOnSave: boolean;
  /** Whether a connection is synced after uploads to it have completed. Never read from a workspace. */
  readonly syncAfterUpload: boolean;
  /** The maximum disk space for copies of uploads, in bytes. 0: no copies are kept. Never read from a workspace. */
  readonly keptCopiesBytes: number;
  /** Which files are checked when they are opened. */
  readonly checkAutomatic: 'csv' | 'off';
  /** What language models may do with the extension's tools. */
  readonly agentTools: 'all' | 'readOnly' | 'off';
  readonly requestTimeoutMs: number;
}

/** VS Code's fetch waits no longer than this for the headers of a response. */
const MAX_REQUEST_TIMEOUT_S = 300;

const MAX_KEPT_COPIES_MB = 100_000;

/**
 * The levels at which a setting is read. `user`: only user settings. `workspace`: user settings and those of a trusted workspace, which
 * take precedence. Language-specific values are ignored. The manifest declares corresponding scopes, but this code doesn't rely on them.
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

/** The part of VS Code's configuration that this module uses. */
interface Configuration {
  inspect(name: string): Levels | undefined;
}

interface Levels {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Reads the settings from the section `dataConnections`. */
export function readSettings(configuration: Configuration, isTrusted: boolean): Settings {
  const read = (name: keyof typeof SET_BY): unknown => {
    const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
    return isTrusted && SET_BY[name] === 'workspace' ? (workspaceValue ?? globalValue) : globalValue;
  };
  const defaultBaseUrl = read('defaultBaseUrl');
  const agentTools = read('agentTools');
  return {
    defaultBaseUrl: typeof defaultBaseUrl === 'string' ? defaultBaseUrl.trim() : '',
    refreshIntervalMs: 1000 * atLeastUnlessZero(5, numberIn(read('refreshInterval'), 0, 86_400, 60)),
    notifications: oneOf(read('notifications'), ['all', 'failures', 'off']),
    uploadFormat: oneOf(read('upload.format'), ['auto', 'multipart', 'json']),
    uploadConfirm: oneOf(read('upload.confirm'), ['newTarget', 'always', 'never']),
    uploadIcon: oneOf(read('upload.showInEditorTitle'), ['all', 'csv', 'off']),
    compareLoads: read('upload.compareLoads') !== false,
    uploadOnSave: read('upload.onSave') === true,
    syncAfterUpload: read('upload.syncAfter') === true,
    keptCopiesBytes: 1_000_000 * numberIn(read('upload.keepCopies'), 0, MAX_KEPT_COPIES_MB, 0),
    checkAutomatic: oneOf(read('check.automatic'), ['csv', 'off']),
    agentTools: agentTools === undefined ? 'all' : oneOf(agentTools, ['off', 'readOnly', 'all']),
    requestTimeoutMs: 1000 * numberIn(read('requestTimeout'), 1, MAX_REQUEST_TIMEOUT_S, 30),
  };
}

/**
 * Whether VS Code's own settings allow tools of extensions. If they don't, VS Code only hides the tools, and other extensions could still
 * invoke them. The effective value includes a policy that an administrator has set. A workspace can't allow what the user disallows.
 */
export function readChatSettings(configuration: Configuration & { get(name: string): unknown }): {
  readonly allowsExtensionTools: boolean;
} {
  const isOff = (name: string): boolean =>
    configuration.get(name) === false || configuration.inspect(name)?.globalValue === false;
  return { allowsExtensionTools: !['extensionTools.enabled', 'agent.enabled'].some(isOff) };
}

/** Reads `upload.targets` for a file: the user's value, and the values of a trusted workspace and of the file's folder in it. */
export function readTargetSettings(configuration: Configuration, isTrusted: boolean): TargetSettings {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect('upload.targets') ?? {};
  return { ofUser: globalValue, ofWorkspace: isTrusted ? [workspaceValue, workspaceFolderValue] : [] };
}

function numberIn(value: unknown, minimum: number, maximum: number, defaultValue: number): number {
  return typeof value === 'number' && value >= minimum ? Math.min(value, maximum) : defaultValue;
}

/** The first of the allowed values is the default. */
function oneOf<const T extends string>(value: unknown, [defaultValue, ...others]: readonly [T, ...T[]]): T {
  return others.find((allowed) => allowed === value) ?? defaultValue;
}

function atLeastUnlessZero(minimum: number, seconds: number): number {
  return seconds === 0 ? 0 : Math.max(minimum, seconds);
}
