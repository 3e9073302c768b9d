import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROKEN_LINK, resolveLinks } from '../../../../src/data/file/linkTarget.ts';

describe('A path with symbolic links', () => {
  let temp: string;
  let folder: string;
  let secret: string;

  beforeEach(async () => {
    temp = await realpath(await mkdtemp(join(tmpdir(), 'links-')));
    folder = join(temp, 'folder');
    secret = join(temp, 'outside', 'secret.csv');
    await mkdir(join(folder, 'deep'), { recursive: true });
    await mkdir(join(temp, 'outside'));
    await writeFile(secret, 'id\n1\n');
    await writeFile(join(folder, 'deep', 'data.csv'), 'id\n1\n');
  });
  afterEach(() => rm(temp, { recursive: true }));

  const at = (...names: string[]) => join(folder, ...names);
  const target = async (path: string, of: string | undefined = folder) => (await resolveLinks(path, of)).target;

  it('has no target if it contains no link', async () => {
    assert.deepEqual(await resolveLinks(at('deep', 'data.csv'), folder), {
      realPath: at('deep', 'data.csv'),
      target: undefined,
    });
  });

  it('leaves the folder if the file is a link out of it', async () => {
    await symlink(secret, at('data.csv'));
    assert.deepEqual(await resolveLinks(at('data.csv'), folder), {
      realPath: secret,
      target: { path: secret, leavesFolder: true },
    });
  });

  it('leaves the folder if a directory in it is a link out of it', async () => {
    await symlink(join(temp, 'outside'), at('exports'));
    assert.deepEqual(await target(at('exports', 'secret.csv')), { path: secret, leavesFolder: true });
  });

  it('leaves the folder by a link to a link, and by a relative link', async () => {
    await symlink(secret, at('deep', 'second.csv'));
    await symlink(join('deep', 'second.csv'), at('first.csv'));
    await symlink(join('..', '..', 'outside', 'secret.csv'), at('deep', 'up.csv'));
    for (const path of [at('first.csv'), at('deep', 'up.csv')]) {
      assert.deepEqual(await target(path), { path: secret, leavesFolder: true });
    }
  });

  it('leaves the folder by a link to the folder above it', async () => {
    await symlink('..', at('up'));
    assert.deepEqual(await target(at('up')), { path: temp, leavesFolder: true });
  });

  it('has a target that differs only in its case from the link', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await writeFile(at('deep', 'DATA.csv'), 'id\n2\n');
    await symlink('DATA.csv', at('deep', 'Data.csv'));
    assert.deepEqual(await target(at('deep', 'Data.csv')), { path: at('deep', 'DATA.csv'), leavesFolder: false });
  });

  it('leaves the folder for a sibling whose name starts with the folder’s name', async () => {
    await mkdir(`${folder}-2`);
    await writeFile(join(`${folder}-2`, 'data.csv'), 'id\n');
    await symlink(join(`${folder}-2`, 'data.csv'), at('data.csv'));
    assert.equal((await target(at('data.csv')))?.leavesFolder, true);
  });

  it('stays in the folder if the link leads to another file in it', async () => {
    await symlink(join('deep', 'data.csv'), at('data.csv'));
    await symlink('deep', at('linked'));
    for (const path of [at('data.csv'), at('linked', 'data.csv')]) {
      assert.deepEqual(await target(path), { path: at('deep', 'data.csv'), leavesFolder: false });
    }
    await writeFile(at('deep', '..data.csv'), 'id\n');
    await symlink(join('deep', '..data.csv'), at('dots.csv'));
    assert.equal((await target(at('dots.csv')))?.leavesFolder, false);
  });

  it('has no target if only the folder itself is opened through a link', async () => {
    await symlink(folder, join(temp, 'opened'));
    const path = join(temp, 'opened', 'deep', 'data.csv');
    assert.equal(await target(path, join(temp, 'opened')), undefined);
    await symlink(secret, at('data.csv'));
    assert.equal((await target(join(temp, 'opened', 'data.csv'), join(temp, 'opened')))?.leavesFolder, true);
  });

  describe('outside of all folders', () => {
    const targetOf = async (path: string) => (await resolveLinks(path, undefined)).target;

    it('leaves the directory of the file if the file or that directory is a link', async () => {
      await symlink(secret, at('data.csv'));
      await symlink(join(temp, 'outside'), at('exports'));
      await symlink('deep', at('linked'));
      assert.deepEqual(await targetOf(at('data.csv')), { path: secret, leavesFolder: true });
      assert.deepEqual(await targetOf(at('exports', 'secret.csv')), { path: secret, leavesFolder: true });
      const inside = { path: at('deep', 'data.csv'), leavesFolder: true };
      assert.deepEqual(await targetOf(at('linked', 'data.csv')), inside);
    });

    it('has a target but stays if the link is further up or leads to another file in the directory', async () => {
      await mkdir(join(temp, 'outside', 'deep'));
      await writeFile(join(temp, 'outside', 'deep', 'data.csv'), 'id\n');
      await symlink(join(temp, 'outside'), at('exports'));
      await symlink('data.csv', at('deep', 'alias.csv'));
      assert.deepEqual(await targetOf(at('exports', 'deep', 'data.csv')), {
        path: join(temp, 'outside', 'deep', 'data.csv'),
        leavesFolder: false,
      });
      const inside = { path: at('deep', 'data.csv'), leavesFolder: false };
      assert.deepEqual(await targetOf(at('deep', 'alias.csv')), inside);
      assert.equal(await targetOf(at('deep', 'data.csv')), undefined);
    });
  });

  it('rejects if the link leads to a missing file or to itself', async () => {
    await symlink(join(temp, 'gone.csv'), at('broken.csv'));
    await symlink('b.csv', at('a.csv'));
    await symlink('a.csv', at('b.csv'));
    await assert.rejects(resolveLinks(at('broken.csv'), folder), {
      code: BROKEN_LINK,
      message: 'The target of the link does not exist.',
    });
    await assert.rejects(resolveLinks(at('a.csv'), folder), { code: BROKEN_LINK });
    await assert.rejects(resolveLinks(at('gone.csv'), folder), { code: 'ENOENT' });
  });
});
