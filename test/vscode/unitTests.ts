import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of unit tests. */
interface UnitTests {
  /** Those whose length `test/scale.ts` determines: random tests and others that do the same many times. */
  readonly repeated: readonly string[];
  readonly others: readonly string[];
}

export function findUnitTests(): UnitTests {
  const files = readdirSync(join('test', 'unit'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', 'unit', name))
    .sort();
  const isRepeated = (file: string): boolean => readFileSync(file, 'utf8').includes("/scale.ts'");
  return { repeated: files.filter(isRepeated), others: files.filter((file) => !isRepeated(file)) };
}
