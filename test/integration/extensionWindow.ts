import assert from 'node:assert/strict';
import { window } from 'vscode';

type Window = typeof window;
let loaded: Window | undefined;

/**
 * Loads the `window` that the extension uses. The extension is an ES module, for which VS Code 1.110 has another object than for
 * CommonJS, the format of the bundled tests. Call this before any test.
 */
export async function loadExtensionWindow(): Promise<void> {
  loaded = (await import('vscode')).window;
}

/** Replaces functions of `vscode.window`, for the extension and for these tests. Returns a function that restores them. */
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

/** Records the brief messages in the status bar, which are items of their own, while the work runs. */
export async function statusMessagesDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const items: { text: string }[] = [];
  const putBack = replaceInWindow({
    createStatusBarItem: () => {
      const item = { text: '', show: () => undefined, hide: () => undefined, dispose: () => undefined };
      items.push(item);
      return item;
    },
  });
  try {
    await work();
  } finally {
    putBack();
  }
  return items.map(({ text }) => text);
}
