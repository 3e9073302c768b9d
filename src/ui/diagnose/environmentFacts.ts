import { arch, platform, release } from 'node:os';
import { env, extensions, l10n, UIKind, version, workspace } from 'vscode';
import { proxyAddress } from '../../app/diagnosis/redaction.ts';
import { plainText } from '../../base/displayText.ts';
import { isObject } from '../../base/json.ts';
import { SECOND_MS } from '../../base/time.ts';
import { EXTENSION_ID } from '../manifestIds.ts';
import type { NetworkSettings } from '../network/networkRoute.ts';
import type { Settings } from '../settings.ts';

type Fact = readonly [label: string, value: string];

/** Versions of the extension, VS Code and the system: the first lines of every support request. */
export function versionFacts(): readonly Fact[] {
  const environment = env.uiKind === UIKind.Web ? l10n.t('in a browser') : l10n.t('on the desktop');
  return [
    [l10n.t('Extension'), plainText(extensionVersion(), 40)],
    [plainText(env.appName, 60), `${plainText(version, 40)}, ${environment}`],
    [l10n.t('Remote'), plainText(env.remoteName ?? '', 60) || '–'],
    [l10n.t('System of the extension host'), `${platform()} ${release()}, ${arch()}, Node ${process.versions.node}`],
    [l10n.t('Language'), plainText(env.language, 20)],
  ];
}

/** The version of this extension, from its manifest. */
function extensionVersion(): string {
  const manifest: unknown = extensions.getExtension(EXTENSION_ID)?.packageJSON;
  const manifestVersion = isObject(manifest) ? manifest['version'] : undefined;
  return typeof manifestVersion === 'string' ? manifestVersion : '–';
}

/** The settings that affect requests and uploads, with proxies but not their credentials, and without file names and targets. */
export function settingFacts(settings: Settings, network: NetworkSettings): readonly Fact[] {
  const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'];
  const set = variables.filter((name) => (network.environment[name] ?? '') !== '');
  return [
    ['http.proxySupport', valueOf(network.proxySupport)],
    ['http.fetchAdditionalSupport', valueOf(network.fetchAdditionalSupport)],
    ['http.proxy', proxyAddress(network.proxy) ?? '–'],
    ['http.noProxy', Array.isArray(network.noProxy) && network.noProxy.length > 0 ? l10n.t('set') : '–'],
    ['http.systemCertificates', valueOf(network.systemCertificates)],
    [l10n.t('Environment variables that are set'), set.join(', ') || '–'],
    ...ownSettings(settings).map(([name, value]) => [`dataConnections.${name}`, value] as const),
    [l10n.t('Workspace is trusted'), workspace.isTrusted ? l10n.t('yes') : l10n.t('no')],
  ];
}

/** The settings of the extension as they take effect, by their IDs. Not `upload.targets`, which names files. */
function ownSettings(settings: Settings): readonly Fact[] {
  return [
    ['defaultBaseUrl', settings.defaultBaseUrl === '' ? '–' : l10n.t('set')],
    ['refreshInterval', valueOf(settings.refreshIntervalMs / SECOND_MS)],
    ['notifications', valueOf(settings.notifications)],
    ['upload.format', valueOf(settings.uploadFormat)],
    ['upload.confirm', valueOf(settings.uploadConfirm)],
    ['upload.showInEditorTitle', valueOf(settings.uploadIcon)],
    ['upload.onSave', valueOf(settings.uploadOnSave)],
    ['upload.syncAfter', valueOf(settings.syncAfterUpload)],
    ['upload.compareLoads', valueOf(settings.compareLoads)],
    ['upload.keepCopies', valueOf(settings.keptCopiesBytes / 1_000_000)],
    ['check.automatic', valueOf(settings.checkAutomatic)],
    ['agentTools', valueOf(settings.agentTools)],
    ['requestTimeout', valueOf(settings.requestTimeoutMs / SECOND_MS)],
  ];
}

function valueOf(value: unknown): string {
  return value === undefined ? '–' : plainText(JSON.stringify(value), 100);
}
