import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A unique value, and a way in which it may be written somewhere. */
interface Trace {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Distinct from everything else that is written, with characters that each encoding writes differently. */
export function newSecret(name: string): string {
  return `${name}/+~${randomBytes(18).toString('base64url')}=.${randomBytes(15).toString('hex')}`;
}

/**
 * What is searched for: the value as it is, percent-encoded, in base64 at each of the three places that its first byte can have, and
 * its halves, as they are and percent-encoded. Each also with two bytes a character.
 */
export function tracesOf(name: string, value: string): readonly Trace[] {
  const middle = Math.ceil(value.length / 2);
  const whole = [
    ...written('as it is', value),
    ...[0, 1, 2].flatMap((before) =>
      (['base64', 'base64url'] as const).map((encoding) => ({
        way: `in ${encoding} after ${before} bytes`,
        text: inBase64(before, value, encoding),
      })),
    ),
  ];
  const halves = [value.slice(0, middle), value.slice(middle)].flatMap((half, index) =>
    written(index === 0 ? 'first half' : 'second half', half),
  );
  return [...whole, ...halves].flatMap(({ way, text }) =>
    (['latin1', 'utf16le'] as const).map((encoding) => ({
      name: `${name}, ${way}, ${encoding}`,
      bytes: Buffer.from(text, encoding),
    })),
  );
}

function written(way: string, text: string): readonly { readonly way: string; readonly text: string }[] {
  const percent = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    { way, text },
    { way: `${way}, percent-encoded`, text: encodeURIComponent(text) },
    { way: `${way}, every byte percent-encoded`, text: percent },
    { way: `${way}, every byte percent-encoded in upper case`, text: percent.toUpperCase() },
  ];
}

/** The characters that do not depend on what is before and after the value. */
function inBase64(before: number, value: string, encoding: 'base64' | 'base64url'): string {
  const all = Buffer.from('\0'.repeat(before) + value);
  return all.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6));
}

/** The names of the traces in some content. */
export function tracesIn(content: Buffer | string, traces: readonly Trace[]): readonly string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return traces.filter((trace) => bytes.includes(trace.bytes)).map(({ name }) => name);
}

/** The traces in the files below a folder, each as `file: trace`. */
export async function tracesInFiles(folder: string, traces: readonly Trace[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await filesUnder(folder)) {
    // A file may be deleted meanwhile.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    found.push(...tracesIn(content, traces).map((name) => `${file.slice(folder.length + 1)}: ${name}`));
  }
  return found;
}

export async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** What the window and all pages in it consist of now. */
export async function contentOf(page: Page): Promise<string> {
  const frames = await Promise.all(
    // A frame may go while it is read.
    page.frames().map((frame) => frame.evaluate<string>('document.documentElement.outerHTML').catch(() => '')),
  );
  return frames.join('\n');
}

/** What VS Code keeps in the browser for a window: its state and, encrypted, the secrets of extensions. */
export async function browserStorageOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const stored = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const settled = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = [await settled(objects.getAllKeys()), await settled(database.transaction(store).objectStore(store).getAll())];
        stored.push(name, store, ...keys.map(String));
        for (const value of values) {
          stored.push(value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value));
        }
      }
      database.close();
    }
    return stored.join('\\n');
  })()`);
}
