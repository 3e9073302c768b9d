import assert from 'node:assert/strict';
import { README_AND_GUIDES } from '../documents.ts';
import { readManifest, readManifestTexts } from '../manifest.ts';

const { commands, keybindings } = readManifest().contributes;
/** Each once, even if it has other arguments in a view. */
const keys = keybindings.filter(({ args }) => args === undefined);
const words = readManifestTexts();

/** As VS Code writes it: "Ctrl+K Shift+U", "Cmd+K Shift+U". */
function written(key: string): string {
  return key.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

describe('The keyboard shortcuts', () => {
  it('are chords that begin alike, so that they take no single key from VS Code', () => {
    assert.ok(keybindings.length > 0);
    for (const { key, mac, command } of keybindings) {
      assert.match(key, /^ctrl\+k shift\+[a-z]$/, command);
      assert.equal(mac, key.replace('ctrl', 'cmd'), command);
      assert.ok(keys.some((other) => other.command === command && other.key === key));
    }
    assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length);
  });

  it('are described by the guide: title and keys, and no other', () => {
    const documented = [...README_AND_GUIDES.matchAll(/^\| (.+?) +\| `(Ctrl\+K [^`]+)` +\| `(Cmd\+K [^`]+)` +\|/gm)];
    const titleOf = (id: string): string => {
      const title = commands.find(({ command }) => command === id)?.title;
      return title === undefined ? 'Focus on Connections View' : (words[title.replaceAll('%', '')] ?? '');
    };
    assert.deepEqual(
      documented.map(([, title, key, mac]) => [title, key, mac]),
      keys.map(({ command, key, mac = '' }) => [titleOf(command), written(key), written(mac)]),
    );
  });
});
