import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs of a target, kept in `test/fixtures/fuzz`: a character a byte. */
interface StoredCorpus {
  /** The smallest inputs that reach everything that was ever reached. */
  readonly inputs: readonly string[];
  /** Inputs for which something once didn't hold. They stay. */
  readonly failures: readonly string[];
}

export interface Corpus {
  readonly inputs: readonly Buffer[];
  readonly failures: readonly Buffer[];
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'fuzz');

export function readCorpus(target: string): Corpus {
  const file = fileOf(target);
  const { inputs, failures }: StoredCorpus = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StoredCorpus)
    : { inputs: [], failures: [] };
  return { inputs: inputs.map(toBytes), failures: failures.map(toBytes) };
}

export function writeCorpus(target: string, { inputs, failures }: Corpus): void {
  const stored: StoredCorpus = { inputs: inputs.map(toText).sort(), failures: failures.map(toText) };
  // Printable ASCII only: editors and Git leave it as it is.
  const json = JSON.stringify(stored, undefined, 1).replace(
    /[^\n -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(fileOf(target), `${json}\n`);
}

function fileOf(target: string): string {
  return join(FOLDER, `${target}.json`);
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function toText(bytes: Buffer): string {
  return bytes.toString('latin1');
}
