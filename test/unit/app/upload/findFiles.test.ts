import assert from 'node:assert/strict';
import { findFiles, MAX_FILES } from '../../../../src/app/upload/findFiles.ts';
import type { FilesProblem, OpenFolder } from '../../../../src/app/upload/findFiles.ts';

/** A folder with these files; a path that ends with `@` is a link to a directory. */
function folderWith(root: string, paths: readonly string[]): OpenFolder {
  return {
    path: root,
    isFile: (path) => Promise.resolve(paths.includes(path)),
    list: (path) => {
      const prefix = path === '' || path === '.' ? '' : `${path.replace(/\/$/, '')}/`;
      const inside = paths.filter((known) => known.startsWith(prefix)).map((known) => known.slice(prefix.length));
      const names = new Set(inside.map((rest) => rest.split('/')[0] ?? ''));
      const typeOf = (name: string) => (inside.includes(name) ? 'file' : 'directory');
      return inside.length === 0
        ? Promise.reject(new Error('There is no such directory.'))
        : Promise.resolve([...names].map((name) => ({ name, type: name.endsWith('@') ? 'other' : typeOf(name) })));
    },
    fileOf: (path) => ({ uri: `file://${root}/${path}`, path: `${root}/${path}` }),
  };
}

const exports = folderWith('/home/finance', [
  'ledger-2.csv',
  'ledger-1.csv',
  'odd[1].csv',
  'exports/ledger-3.csv',
  'exports/old/ledger-4.csv',
  'exports/loop@',
  'node_modules/x/ledger-5.csv',
]);
const other = folderWith('/home/other', ['ledger-9.csv']);

async function found(file: string, folders = [exports, other]): Promise<readonly string[] | FilesProblem> {
  const files = await findFiles(file, folders);
  return typeof files === 'string' ? files : files.map(({ path }) => path);
}

describe('The files of a task', () => {
  it('are those of a path in its folder, or of one in any other open folder', async () => {
    for (const file of ['ledger-1.csv', './ledger-1.csv', 'exports/../ledger-1.csv', '/home/finance/ledger-1.csv']) {
      assert.deepEqual(await found(file), ['/home/finance/ledger-1.csv'], file);
    }
    for (const file of ['/home/other/ledger-9.csv', '../other/ledger-9.csv', 'exports/../../other/*.csv']) {
      assert.deepEqual(await found(file), ['/home/other/ledger-9.csv'], file);
    }
    assert.deepEqual(await found('ledger-9.csv'), 'noMatch');
  });

  it('may have a name that begins like a drive of Windows', async () => {
    const folder = folderWith('/home/drives', ['q:1.csv']);
    assert.deepEqual(await found('q:1.csv', [folder]), ['/home/drives/q:1.csv']);
    assert.deepEqual(await found('q:/1.csv', [folder]), 'outside');
  });

  it('are those that match a glob, which is relative to the folder like a path, in order', async () => {
    assert.deepEqual(await found('*.csv'), [
      '/home/finance/ledger-1.csv',
      '/home/finance/ledger-2.csv',
      '/home/finance/odd[1].csv',
    ]);
    assert.deepEqual(await found('exports/*.csv'), ['/home/finance/exports/ledger-3.csv']);
    assert.deepEqual(await found('/home/finance/exports/**/*.csv'), [
      '/home/finance/exports/ledger-3.csv',
      '/home/finance/exports/old/ledger-4.csv',
    ]);
    assert.deepEqual(await found('{exports,exports/old}/*-[34].csv'), [
      '/home/finance/exports/ledger-3.csv',
      '/home/finance/exports/old/ledger-4.csv',
    ]);
  });

  it('are in the order of the numbers in their names, as in a folder', async () => {
    const names = ['f-0.csv', 'f-10.csv', 'f-2.csv', 'sub/f-1.csv', 'f-1.csv'];
    const found = await findFiles('**/*.csv', [folderWith('/home/numbers', names)]);
    assert.ok(typeof found !== 'string');
    assert.deepEqual(
      found.map(({ path }) => path.replace('/home/numbers/', '')),
      ['f-0.csv', 'f-1.csv', 'f-2.csv', 'f-10.csv', 'sub/f-1.csv'],
    );
  });

  it('are the one whose name has characters of a glob, if there is one', async () => {
    assert.deepEqual(await found('odd[1].csv'), ['/home/finance/odd[1].csv']);
  });

  it('may be in folders whose names have characters of a glob', async () => {
    const folder = folderWith('/home/odd', ['[2026]/a{b}/x-1.csv', '[2026]/a{b}/x-2.csv', '2/ab/x-3.csv']);
    for (const file of [
      '[2026]/a{b}/*.csv',
      '[2026]/a{b}/x-[12].csv',
      './[2026]/*/x-?.csv',
      '/home/odd/[2026]/**/*.csv',
    ]) {
      assert.deepEqual(
        await found(file, [folder]),
        ['/home/odd/[2026]/a{b}/x-1.csv', '/home/odd/[2026]/a{b}/x-2.csv'],
        file,
      );
    }
    assert.deepEqual(await found('[2]/a{b,c}/*.csv', [folder]), ['/home/odd/2/ab/x-3.csv']);
    assert.deepEqual(await found('[2026]/gone.csv', [folder]), 'noMatch');
  });

  it('are no longer searched for once the signal is aborted', async () => {
    const search = new AbortController();
    const folder = folderWith('/home/deep', ['a/b/c.csv']);
    const listed: string[] = [];
    const list = (path: string) => {
      listed.push(path);
      search.abort(new Error('closed'));
      return folder.list(path);
    };
    await assert.rejects(findFiles('**/*.csv', [{ ...folder, list }], search.signal), /closed/);
    assert.equal(listed.length, 1);
  });

  it('may be named with the separators and drives of Windows', async () => {
    const drive = folderWith('c:/data', ['exports/a.csv']);
    assert.deepEqual(await found('exports\\a.csv', [drive]), ['c:/data/exports/a.csv']);
    assert.deepEqual(await found('C:\\data\\exports\\*.csv', [drive]), ['c:/data/exports/a.csv']);
    assert.deepEqual(await found('D:\\data\\exports\\a.csv', [drive]), 'outside');
  });

  it('may be on a network share of Windows', async () => {
    const share = folderWith('//server/share/data', ['exports/a.csv']);
    const neighbor = folderWith('//server/share/other', ['b.csv']);
    for (const file of [
      '\\\\server\\share\\data\\exports\\a.csv',
      '//server/share/data/exports/a.csv',
      '\\\\SERVER\\Share\\Data\\exports\\*.csv',
      '//server/share/data/../data/exports//a.csv',
    ]) {
      assert.deepEqual(await found(file, [share]), ['//server/share/data/exports/a.csv'], file);
    }
    assert.deepEqual(await found('..\\other\\b.csv', [share, neighbor]), ['//server/share/other/b.csv']);
    for (const file of [
      '\\\\server\\share\\database\\a.csv',
      '\\\\other\\share\\data\\exports\\a.csv',
      '//server/share/data/../secret/a.csv',
      '/server/share/data/exports/a.csv',
      '..\\..\\other\\b.csv',
    ]) {
      assert.equal(await found(file, [share, neighbor]), 'outside', file);
    }
  });

  it('may be named in upper or lower case on Windows, but not elsewhere', async () => {
    const drive = folderWith('c:/Data', ['exports/a.csv']);
    assert.deepEqual(await found('c:\\data\\exports\\a.csv', [drive]), ['c:/Data/exports/a.csv']);
    assert.deepEqual(await found('C:/DATA/exports/*.csv', [drive]), ['c:/Data/exports/a.csv']);
    assert.deepEqual(await found('c:/database/a.csv', [drive]), 'outside');
    assert.deepEqual(await found('/home/Finance/ledger-1.csv'), 'outside');
  });

  it('may be named with two slashes at the start where that means the same as one', async () => {
    assert.deepEqual(await found('//home/finance/ledger-1.csv'), ['/home/finance/ledger-1.csv']);
  });

  it('are those of the root of a drive, if it is open', async () => {
    assert.deepEqual(await found('C:\\a.csv', [folderWith('c:/', ['a.csv'])]), ['c://a.csv']);
  });

  it('are never outside of the open folders', async () => {
    for (const file of [
      '..',
      '../elsewhere/a.csv',
      'exports/../../elsewhere/a.csv',
      '../financed/a.csv',
      '/etc/passwd',
      '/home/financed/a.csv',
    ]) {
      assert.equal(await found(file), 'outside', file);
    }
    assert.equal(await found('/home/finance/../../etc/passwd'), 'outside');
    assert.equal(await found('a.csv', []), 'noFolder');
  });

  it('are none if nothing matches, or the glob is invalid', async () => {
    for (const file of ['none.csv', '*.none', 'none/*.csv', '[.csv']) {
      assert.equal(await found(file), 'noMatch', file);
    }
  });

  it('are none if the path is that of a folder', async () => {
    for (const file of ['exports', 'exports/', './exports/old', '.', '/home/finance', '/home/other/', '../other']) {
      assert.equal(await found(file), 'folder', file);
    }
    assert.equal(await found('q[1]', [folderWith('/home/odd', ['q[1]/a.csv'])]), 'folder');
    assert.equal(await found('C:\\', [folderWith('c:/', ['a.csv'])]), 'folder');
  });

  it('are not searched for in node_modules or behind a link to a directory, unless the path names it', async () => {
    const names = await found('**/ledger-*.csv');
    assert.ok(typeof names !== 'string' && !names.some((name) => name.includes('node_modules')));
    assert.deepEqual(await found('node_modules/**/*.csv'), ['/home/finance/node_modules/x/ledger-5.csv']);
  });

  it('are limited in number', async () => {
    const many = folderWith(
      '/many',
      Array.from({ length: MAX_FILES + 1 }, (_, index) => `${index}.csv`),
    );
    assert.equal(await found('*.csv', [many]), 'tooMany');
    assert.equal((await found('1*.csv', [many])).length, 111);
  });

  it('are not searched for beyond 50,000 files and folders', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `${index}.txt`);
    const folderOf = (...paths: readonly string[]): OpenFolder => ({
      ...folderWith('/large', paths),
      list: (path) =>
        path === '*.csv'
          ? Promise.reject(new Error('There is no such directory.'))
          : Promise.resolve(paths.map((name) => ({ name, type: 'file' as const }))),
    });
    assert.equal(await found('*.csv', [folderOf(...names)]), 'noMatch');
    assert.equal(await found('*.csv', [folderOf(...names, 'ledger.csv')]), 'tooMany');
  });
});
