import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readSettings, readTargetSettings } from '../../../src/ui/settings.ts';
import type { Settings } from '../../../src/ui/settings.ts';
import { mappedTarget } from '../../../src/app/upload/uploadTargets.ts';
import { allSettings, readManifest } from '../../manifest.ts';

const LEVELS = ['default', 'user', 'workspace', 'folder'] as const;
type Level = (typeof LEVELS)[number];

/** What is decided about a setting: whose value counts, in a workspace that is trusted and in one that is not. */
interface Decision {
  readonly scope: 'application' | 'window' | 'resource';
  readonly whoseIfTrusted: Level;
  readonly whoseIfNot: Level;
  /** One value for each level, all different. */
  readonly values: Readonly<Record<Level, unknown>>;
  /** What the extension makes of the configuration, told by the value that it comes from. */
  readonly read: (configuration: Configuration, isTrusted: boolean) => unknown;
}

interface Configuration {
  inspect(name: string): Readonly<Record<string, unknown>>;
}

const user = { whoseIfTrusted: 'user', whoseIfNot: 'user' } as const;
const workspace = { whoseIfTrusted: 'workspace', whoseIfNot: 'user' } as const;
const setting =
  (name: keyof Settings) =>
  (configuration: Configuration, isTrusted: boolean): unknown =>
    readSettings(configuration, isTrusted)[name];
const seconds =
  (name: 'refreshIntervalMs' | 'requestTimeoutMs') =>
  (configuration: Configuration, isTrusted: boolean): number =>
    readSettings(configuration, isTrusted)[name] / 1000;
const texts = (from: readonly [string, string, string, string]) =>
  Object.fromEntries(LEVELS.map((level, index) => [level, from[index]])) as Record<Level, string>;

const DECISIONS: Readonly<Record<string, Decision>> = {
  'dataConnections.defaultBaseUrl': {
    ...user,
    scope: 'application',
    values: texts(['', 'https://user.example', 'https://workspace.example', 'https://folder.example']),
    read: setting('defaultBaseUrl'),
  },
  'dataConnections.refreshInterval': {
    ...workspace,
    scope: 'window',
    values: { default: 60, user: 10, workspace: 20, folder: 30 },
    read: seconds('refreshIntervalMs'),
  },
  'dataConnections.notifications': {
    ...workspace,
    scope: 'window',
    values: texts(['all', 'failures', 'off', 'all']),
    read: setting('notifications'),
  },
  'dataConnections.upload.format': {
    ...workspace,
    scope: 'window',
    values: texts(['auto', 'multipart', 'json', 'auto']),
    read: setting('uploadFormat'),
  },
  'dataConnections.upload.confirm': {
    ...user,
    scope: 'application',
    values: texts(['newTarget', 'always', 'never', 'never']),
    read: setting('uploadConfirm'),
  },
  'dataConnections.upload.showInEditorTitle': {
    ...workspace,
    scope: 'window',
    values: texts(['all', 'csv', 'off', 'csv']),
    read: setting('uploadIcon'),
  },
  'dataConnections.upload.keepCopies': {
    ...user,
    scope: 'application',
    values: { default: 0, user: 10, workspace: 20, folder: 30 },
    read: (configuration, isTrusted) => readSettings(configuration, isTrusted).keptCopiesBytes / 1_000_000,
  },
  'dataConnections.upload.compareLoads': {
    ...user,
    scope: 'application',
    values: { default: true, user: false, workspace: 'workspace', folder: 'folder' },
    read: setting('compareLoads'),
  },
  'dataConnections.upload.onSave': {
    ...user,
    scope: 'application',
    values: { default: false, user: true, workspace: 'workspace', folder: 'folder' },
    read: setting('uploadOnSave'),
  },
  'dataConnections.upload.syncAfter': {
    ...user,
    scope: 'application',
    values: { default: false, user: true, workspace: 'workspace', folder: 'folder' },
    read: setting('syncAfterUpload'),
  },
  'dataConnections.upload.targets': {
    // That the user's come before those of a workspace is held by uploadTargets.test.ts.
    ...user,
    scope: 'resource',
    values: { default: {}, user: { '*.csv': 'u' }, workspace: { '*.csv': 'w' }, folder: { '*.csv': 'f' } },
    read: (configuration, isTrusted) => {
      const target = mappedTarget(readTargetSettings(configuration, isTrusted), 'a.csv');
      return target === undefined ? {} : { '*.csv': target.entityId };
    },
  },
  'dataConnections.check.automatic': {
    ...workspace,
    scope: 'window',
    values: texts(['csv', 'off', 'csv', 'off']),
    read: setting('checkAutomatic'),
  },
  'dataConnections.agentTools': {
    ...user,
    scope: 'application',
    values: texts(['all', 'readOnly', 'off', 'off']),
    read: setting('agentTools'),
  },
  'dataConnections.requestTimeout': {
    ...workspace,
    scope: 'window',
    values: { default: 30, user: 40, workspace: 50, folder: 60 },
    read: seconds('requestTimeoutMs'),
  },
};

const { capabilities } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: readonly string[] };
  };
};
const properties = allSettings(readManifest());

/** A configuration in which a setting has its values at the levels that are named, and others for each language. */
function configurationWith(id: string, levels: ReadonlySet<Level>): Configuration {
  const { values } = DECISIONS[id] ?? assert.fail(`nothing is decided about ${id}`);
  const at = (level: Level): unknown => (levels.has(level) ? values[level] : undefined);
  return {
    inspect: (name) =>
      `dataConnections.${name}` === id
        ? {
            defaultValue: values.default,
            globalValue: at('user'),
            workspaceValue: at('workspace'),
            workspaceFolderValue: at('folder'),
            globalLanguageValue: values.folder,
            workspaceLanguageValue: values.folder,
            workspaceFolderLanguageValue: values.folder,
            languageIds: ['csv'],
          }
        : {},
  };
}

describe('Every setting', () => {
  it('of the manifest has a decision about who may set it, and there is no other', () => {
    assert.deepEqual(Object.keys(DECISIONS).sort(), Object.keys(properties).sort());
  });

  it('is of an extension that is limited in Restricted Mode', () => {
    assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
  });

  for (const [id, { default: byDefault, scope }] of Object.entries(properties)) {
    const decision = DECISIONS[id];
    if (decision === undefined) {
      continue;
    }
    const { values, read, whoseIfTrusted, whoseIfNot } = decision;

    it(`is declared so that VS Code knows it too: ${id}`, () => {
      assert.equal(scope, decision.scope);
      assert.deepEqual(byDefault, values.default);
      const isRestricted = capabilities.untrustedWorkspaces.restrictedConfigurations.includes(id);
      assert.equal(isRestricted, scope !== 'application', 'what a workspace may set has no effect until it is trusted');
    });

    for (const isTrusted of [true, false]) {
      it(`has the right level’s value in a ${isTrusted ? 'trusted' : 'restricted'} workspace: ${id}`, () => {
        const whose = isTrusted ? whoseIfTrusted : whoseIfNot;
        assert.deepEqual(read(configurationWith(id, new Set(LEVELS)), isTrusted), values[whose]);
        assert.deepEqual(read(configurationWith(id, new Set()), isTrusted), values.default);
        assert.deepEqual(read(configurationWith(id, new Set<Level>(['user'])), isTrusted), values.user);
        // What the user has not set, a workspace may where it is trusted, unless the setting is the user's alone.
        const proposes = isTrusted && decision.scope !== 'application';
        const withoutUser = read(configurationWith(id, new Set<Level>(['workspace', 'folder'])), isTrusted);
        const lowest = decision.scope === 'resource' ? values.folder : values.workspace;
        assert.deepEqual(withoutUser, proposes ? lowest : values.default);
      });
    }
  }
});
