import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../../../src/app/tools/toolError.ts';
import { findInFolders } from '../../../../src/app/tools/toolFilePath.ts';
import { codeOf, toolErrorOf } from './toolErrors.ts';

const DATA = { name: 'data', path: '/home/me/data' };
const EXPORTS = { name: 'exports', path: '/home/me/data/exports' };
const REMOTE = { name: 'remote', path: undefined };
const ON_WINDOWS = { name: 'data', path: 'c:\\Users\\me\\data' };
const ONE = [DATA];
const SEVERAL = [DATA, EXPORTS, REMOTE];
const WINDOWS = [ON_WINDOWS];

const find = (file: string, folders = ONE as Parameters<typeof findInFolders>[1], isWindows = false) =>
  findInFolders(file, folders, isWindows);

describe('The file of a tool', () => {
  it('is found in the only folder, by a relative or an absolute path', () => {
    const segments = ['exports', 'a.csv'];
    for (const file of ['exports/a.csv', './exports//./a.csv', '/home/me/data/exports/a.csv']) {
      assert.deepEqual(find(file), { folder: DATA, segments });
    }
    for (const file of [
      'exports\\a.csv',
      'exports/a.csv',
      'C:\\users\\ME\\data\\exports\\a.csv',
      'c:/Users/me/data/exports/a.csv',
    ]) {
      assert.deepEqual(find(file, WINDOWS, true), { folder: ON_WINDOWS, segments }, file);
    }
  });

  it('is found in one of several folders by its name, or in the innermost by an absolute path', async () => {
    assert.deepEqual(find('remote/a.csv', SEVERAL), { folder: REMOTE, segments: ['a.csv'] });
    assert.deepEqual(find('/home/me/data/exports/a.csv', SEVERAL), { folder: EXPORTS, segments: ['a.csv'] });
    const { code, details } = await toolErrorOf(() => find('a.csv', SEVERAL));
    assert.deepEqual([code, details], ['invalidInput', { folders: ['data', 'exports', 'remote'] }]);
    const many = [...Array(30).keys()].map((index) => ({ name: `${index} ${'x'.repeat(200)}`, path: undefined }));
    const { folders } = (await toolErrorOf(() => find('a.csv', many))).details as { folders: string[] };
    assert.deepEqual([folders.length, Math.max(...folders.map(({ length }) => length))], [20, 100]);
    const alike = [DATA, { name: 'data', path: '/other/data' }];
    assert.equal(await codeOf(() => find('data/a.csv', alike)), 'invalidInput');
  });

  it('is never outside of the folders', async () => {
    for (const file of [
      '../secret.csv',
      'exports/../../secret.csv',
      'a/..',
      '/etc/passwd',
      '/home/me/data-other/a.csv',
      '/home/me',
      '/',
      '//host/share/a.csv',
    ]) {
      assert.equal(await codeOf(() => find(file)), 'outsideWorkspace', file);
    }
    for (const file of [
      '..\\a.csv',
      'exports\\..\\..\\a.csv',
      'd:\\a.csv',
      '\\\\host\\share\\a.csv',
      'c:a.csv',
      '\\windows\\a.csv',
    ]) {
      assert.equal(await codeOf(() => find(file, WINDOWS, true)), 'outsideWorkspace', file);
    }
    assert.equal(await codeOf(() => find('a.csv', [])), 'outsideWorkspace');
  });

  it('is no URI, no folder, and no name that reads as another one', async () => {
    for (const file of [
      'file:///home/me/data/a.csv',
      'FILE:///etc/passwd',
      'https://evil.example/a.csv',
      'vscode-userdata:/settings.json',
      'untitled:Untitled-1',
      'command:workbench.action.closeWindow',
      '.',
      './',
      '/home/me/data',
      'a\0.csv',
      'a\n.csv',
      'annual\u202evsc.csv',
      'a\u200b.csv',
      '\ufeffa.csv',
      'a\u{E0041}.csv',
      '\u3164.csv',
      '\ud800.csv',
      'a'.repeat(1001),
    ]) {
      assert.equal(await codeOf(() => find(file)), 'invalidInput', JSON.stringify(file.slice(0, 40)));
    }
  });

  it('is refused with what to pass instead', async () => {
    for (const [file, folders, message] of [
      ['a.csv', [], /No folder is open/],
      ['a\u200b.csv', ONE, /control characters.*invisible/],
      ['file:///home/me/data/a.csv', ONE, /not a URI/],
      ['../a.csv', ONE, /without "\.\."/],
      ['.', ONE, /names a folder/],
      ['/etc/passwd', ONE, /not in the workspace/],
      ['a.csv', SEVERAL, /Several folders are open.*absolute path/],
    ] as const) {
      assert.match((await toolErrorOf(() => find(file, folders))).message, message);
    }
  });

  it('is taken as written: nothing is expanded', () => {
    for (const name of [
      '*.csv',
      '?.csv',
      '[ab].csv',
      '{a,b}.csv',
      '~',
      '$HOME',
      '%TEMP%',
      'a b.csv',
      '..csv',
      '...',
      'a\\b.csv',
      '2026 of:b.csv',
      'a'.repeat(1000),
    ]) {
      assert.deepEqual(find(name).segments, [name]);
    }
  });

  it('never has a segment that leads elsewhere, whatever the path is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('..', '.', '', 'a', '~', 'c:', '\\', '/', '*'), { maxLength: 8 }),
        fc.boolean(),
        (parts, isWindows) => {
          try {
            const { segments } = find(parts.join('/'), isWindows ? WINDOWS : ONE, isWindows);
            assert.ok(segments.every((segment) => !['', '.', '..'].includes(segment) && !segment.includes('/')));
          } catch (error) {
            assert.ok(error instanceof ToolError);
          }
        },
      ),
    );
  });
});
