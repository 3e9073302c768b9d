import assert from 'node:assert/strict';
import { readChatSettings, readSettings } from '../../../src/ui/settings.ts';
import type { Settings } from '../../../src/ui/settings.ts';

/** What the user's values come to. */
function read(values: Readonly<Record<string, unknown>>): Settings {
  return readSettings({ inspect: (name) => ({ globalValue: values[name] }) }, true);
}

const DEFAULTS: Settings = {
  defaultBaseUrl: '',
  refreshIntervalMs: 60_000,
  notifications: 'all',
  uploadFormat: 'auto',
  uploadConfirm: 'newTarget',
  uploadIcon: 'all',
  compareLoads: true,
  uploadOnSave: false,
  syncAfterUpload: false,
  keptCopiesBytes: 0,
  checkAutomatic: 'csv',
  requestTimeoutMs: 30_000,
  agentTools: 'all',
};

describe('Settings', () => {
  it('have their defaults where nothing is set', () => {
    assert.deepEqual(read({}), DEFAULTS);
  });

  it('are read as they are set', () => {
    const set = {
      defaultBaseUrl: ' https://a.example ',
      refreshInterval: 5,
      notifications: 'failures',
      'upload.format': 'json',
      'upload.confirm': 'never',
      'upload.showInEditorTitle': 'csv',
      'upload.compareLoads': false,
      'upload.onSave': true,
      'upload.syncAfter': true,
      'upload.keepCopies': 200,
      'check.automatic': 'off',
      requestTimeout: 120,
      agentTools: 'readOnly',
    };
    assert.deepEqual(read(set), {
      defaultBaseUrl: 'https://a.example',
      refreshIntervalMs: 5000,
      notifications: 'failures',
      uploadFormat: 'json',
      uploadConfirm: 'never',
      uploadIcon: 'csv',
      compareLoads: false,
      uploadOnSave: true,
      syncAfterUpload: true,
      keptCopiesBytes: 200_000_000,
      checkAutomatic: 'off',
      requestTimeoutMs: 120_000,
      agentTools: 'readOnly',
    });
  });

  it('count as not set where the type or the value is wrong', () => {
    const wrong = {
      defaultBaseUrl: 7,
      refreshInterval: '5',
      notifications: 'loud',
      'upload.format': null,
      'upload.confirm': true,
      'upload.compareLoads': 'false',
      'upload.onSave': 'true',
      'upload.syncAfter': 1,
      'upload.keepCopies': -1,
      'check.automatic': 'json',
      requestTimeout: 0,
    };
    assert.deepEqual(read(wrong), DEFAULTS);
    for (const invalid of [false, null, 'All']) {
      assert.equal(read({ agentTools: invalid }).agentTools, 'off', 'not meant to allow anything');
    }
    assert.equal(read({ refreshInterval: -1 }).refreshIntervalMs, 60_000);
    assert.equal(read({ refreshInterval: Number.NaN }).refreshIntervalMs, 60_000);
  });

  it('let no request take longer than VS Code’s own fetch waits for an answer', () => {
    assert.equal(read({ requestTimeout: 300 }).requestTimeoutMs, 300_000);
    assert.equal(read({ requestTimeout: 301 }).requestTimeoutMs, 300_000);
  });

  it('are the maximum if they are larger, so that no copies are removed and nothing is more frequent', () => {
    assert.equal(read({ 'upload.keepCopies': 200_000 }).keptCopiesBytes, 100_000_000_000);
    assert.equal(read({ refreshInterval: 100_000 }).refreshIntervalMs, 86_400_000);
  });

  it('turn refreshing off with 0, and never let it run hot', () => {
    assert.equal(read({ refreshInterval: 0 }).refreshIntervalMs, 0);
    assert.equal(read({ refreshInterval: 0.01 }).refreshIntervalMs, 5000);
  });
});

describe('The settings of VS Code', () => {
  it('of chats are off if the user or a policy says so, whatever a workspace says', () => {
    const allows = (effective: Readonly<Record<string, unknown>>, ofUser: Readonly<Record<string, unknown>> = {}) =>
      readChatSettings({ get: (name) => effective[name], inspect: (name) => ({ globalValue: ofUser[name] }) })
        .allowsExtensionTools;
    assert.ok(allows({}));
    for (const name of ['extensionTools.enabled', 'agent.enabled']) {
      assert.ok(allows({ [name]: true }, { [name]: true }));
      assert.ok(!allows({ [name]: false }), 'the effective value is that of a policy if there is one');
      assert.ok(!allows({ [name]: true }, { [name]: false }), 'a workspace can’t allow what the user does not');
    }
  });
});
