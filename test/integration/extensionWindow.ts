import assert from 'node:assert/strict';
import { window } from 'vscode';

type Window = typeof window;
let loaded: Window | undefined;

/**
 * Loads the very object that the extension shows messages with. It is an ES module, and VS Code 1.110 gives those another one than
 * it gives CommonJS, as which these tests are bundled. To be called before any test.
 */
export async function loadExtensionWindow(): Promise<void> {
  loaded = (await import('vscode')).window;
}

/** Puts functions in the place of `vscode.window.…`, the extension's and that of these tests; returns what puts the earlier ones back. */
export function replaceInWindow(replacements: Readonly<Partial<Record<keyof Window, unknown>>>): () => void {
  assert.ok(loaded, 'the window is loaded before any test');
  const names = Object.keys(replacements) as (keyof Window)[];
  const putBack = [...new Set([loaded, window])].map((target) => {
    const originals = Object.fromEntries(names.map((name) => [name, target[name]]));
    Object.assign(target, replacements);
    return () => Object.assign(target, originals);
  });
  return () => putBack.forEach((undo) => undo());
}
