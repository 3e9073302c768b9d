import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MemorySecrets } from '../../../../src/app/demo/memoryStorage.ts';
import { FingerprintStore } from '../../../../src/app/upload/fingerprintStore.ts';
import type { FingerprintFile } from '../../../../src/data/fingerprint/storedLoad.ts';

describe('The store of last loads', () => {
  let root: string;
  let folder: string;
  let secrets: MemorySecrets;
  let isOn: boolean;
  let fingerprintStore: FingerprintStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'loads-'));
    folder = join(root, 'loads');
    secrets = new MemorySecrets();
    await secrets.store('dataConnections.account.me', 'a record');
    await secrets.store('dataConnections.account.you', 'a record');
    isOn = true;
    fingerprintStore = openWindow();
  });
  afterEach(() => rm(root, { recursive: true }));

  function openWindow(): FingerprintStore {
    return new FingerprintStore({ folder, secrets, isEnabled: () => isOn });
  }

  async function written(accountId: string, entityId: string): Promise<FingerprintFile> {
    const fingerprintFile = await fingerprintStore.fileOf(accountId, entityId);
    assert.ok(fingerprintFile);
    await mkdir(dirname(fingerprintFile.path), { recursive: true });
    await writeFile(fingerprintFile.path, 'load');
    return fingerprintFile;
  }

  it('is a file for each connection of each account, with a secret of the account, the same in every window', async () => {
    const one = await written('me', 'a');
    const other = await written('me', '../b');
    const others = await written('you', 'a');
    assert.equal(new Set([one.path, other.path, others.path]).size, 3);
    assert.equal(one.secret, other.secret);
    assert.notEqual(one.secret, others.secret);
    assert.match(one.secret, /^[0-9a-f]{64}$/);
    assert.deepEqual(await openWindow().fileOf('me', 'a'), one);
    assert.deepEqual((await readdir(folder)).sort(), ['me', 'you']);
  });

  it('is none while the user has turned it off, in the demo, or if the secret can’t be stored', async () => {
    isOn = false;
    assert.equal(await fingerprintStore.fileOf('me', 'a'), undefined);
    isOn = true;
    assert.equal(
      await new FingerprintStore({ folder: undefined, secrets, isEnabled: () => true }).fileOf('me', 'a'),
      undefined,
    );
    assert.equal((await secrets.keys()).length, 2);
    secrets.store = () => Promise.resolve();
    assert.equal(await fingerprintStore.fileOf('me', 'a'), undefined);
  });

  it('is deleted with the secret of an account that signs out, and of no other', async () => {
    const mine = await written('me', 'a');
    const yours = await written('you', 'a');
    assert.ok(await fingerprintStore.mayKeep('me', mine));
    await fingerprintStore.deleteAccount('me');
    assert.ok(!existsSync(mine.path) && existsSync(yours.path));
    assert.equal((await secrets.keys()).length, 3);
    assert.ok(!(await fingerprintStore.mayKeep('me', mine)), 'what another window writes now is not kept');
    assert.notEqual((await fingerprintStore.fileOf('me', 'a'))?.secret, mine.secret, 'after signing in again');
  });

  it('is deleted with all secrets when the user turns it off', async () => {
    const mine = await written('me', 'a');
    await written('you', 'a');
    isOn = false;
    await fingerprintStore.deleteAll();
    assert.ok(!existsSync(folder));
    assert.deepEqual(await secrets.keys(), ['dataConnections.account.me', 'dataConnections.account.you']);
    isOn = true;
    assert.ok(!(await fingerprintStore.mayKeep('me', mine)));
  });

  it('is none for an account that is signed out or not stored, and none until it is forgotten', async () => {
    const before = await written('me', 'a');
    const forgetting = fingerprintStore.deleteAccount('me');
    const after = await fingerprintStore.fileOf('me', 'a');
    assert.notEqual(after?.secret, before.secret);
    await forgetting;
    await secrets.delete('dataConnections.account.me');
    await fingerprintStore.deleteAccount('me');
    assert.equal(await fingerprintStore.fileOf('me', 'a'), undefined);
    assert.ok(!(await secrets.keys()).includes('dataConnections.loads.me'));
  });

  it('is cleaned of what a window left that was closed while another one signed out', async () => {
    const mine = await written('me', 'a');
    const yours = await written('you', 'a');
    await secrets.delete('dataConnections.loads.me');
    await openWindow().fileOf('you', 'b');
    assert.ok(!existsSync(mine.path) && existsSync(yours.path));
  });
});
