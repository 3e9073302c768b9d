import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** These read millions of rows or bytes. `npm test` runs them beside the others, with the repeated ones. */
const LARGE = [
  join('data', 'check', 'longInput.test.ts'),
  join('data', 'fingerprint', 'manyRows.test.ts'),
  join('data', 'fingerprint', 'seasonalLoads.test.ts'),
];

/** The files of unit tests. */
interface UnitTests {
  /** Those whose length `test/scale.ts` determines: random tests and others that do the same many times. */
  readonly repeated: readonly string[];
  readonly large: readonly string[];
  readonly others: readonly string[];
}

export function findUnitTests(): UnitTests {
  const files = readdirSync(join('test', 'unit'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', 'unit', name))
    .sort();
  const isRepeated = (file: string): boolean => readFileSync(file, 'utf8').includes("/scale.ts'");
  const isLarge = (file: string): boolean => LARGE.some((name) => file.endsWith(name));
  const [repeated, large] = [files.filter(isRepeated), files.filter(isLarge)];
  return { repeated, large, others: files.filter((file) => !repeated.includes(file) && !large.includes(file)) };
}
