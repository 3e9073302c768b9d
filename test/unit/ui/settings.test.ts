import assert from 'node:assert/strict';
import { readSettings } from '../../../src/ui/settings.ts';
import type { Settings } from '../../../src/ui/settings.ts';

function read(values: Readonly<Record<string, unknown>>, globalBaseUrl?: unknown): Settings {
  return readSettings({
    get: (name) => values[name],
    inspect: (name) => ({ globalValue: name === 'defaultBaseUrl' ? globalBaseUrl : undefined }),
  });
}

const DEFAULTS: Settings = {
  defaultBaseUrl: '',
  refreshIntervalMs: 60_000,
  notifications: 'all',
  uploadFormat: 'auto',
  uploadConfirm: 'newTarget',
  checkAutomatic: 'csv',
  requestTimeoutMs: 30_000,
};

describe('Settings', () => {
  it('have their defaults where nothing is set', () => {
    assert.deepEqual(read({}), DEFAULTS);
  });

  it('are read as they are set', () => {
    const set = {
      refreshInterval: 5,
      notifications: 'failures',
      'upload.format': 'json',
      'upload.confirm': 'never',
      'check.automatic': 'off',
      requestTimeout: 120,
    };
    assert.deepEqual(read(set, ' https://a.example '), {
      defaultBaseUrl: 'https://a.example',
      refreshIntervalMs: 5000,
      notifications: 'failures',
      uploadFormat: 'json',
      uploadConfirm: 'never',
      checkAutomatic: 'off',
      requestTimeoutMs: 120_000,
    });
  });

  it('count as not set where the type or the value is wrong', () => {
    const wrong = {
      refreshInterval: '5',
      notifications: 'loud',
      'upload.format': null,
      'upload.confirm': true,
      'check.automatic': 'json',
      requestTimeout: 0,
    };
    assert.deepEqual(read(wrong, 7), DEFAULTS);
    assert.equal(read({ refreshInterval: -1 }).refreshIntervalMs, 60_000);
    assert.equal(read({ refreshInterval: Number.NaN }).refreshIntervalMs, 60_000);
  });

  it('let no request take longer than VS Code’s own fetch waits for an answer', () => {
    assert.equal(read({ requestTimeout: 300 }).requestTimeoutMs, 300_000);
    assert.equal(read({ requestTimeout: 301 }).requestTimeoutMs, DEFAULTS.requestTimeoutMs);
  });

  it('turn refreshing off with 0, and never let it run hot', () => {
    assert.equal(read({ refreshInterval: 0 }).refreshIntervalMs, 0);
    assert.equal(read({ refreshInterval: 0.01 }).refreshIntervalMs, 1000);
  });

  it('never take a base URL from a workspace', () => {
    assert.equal(read({ defaultBaseUrl: 'https://evil.example' }).defaultBaseUrl, '');
  });
});
