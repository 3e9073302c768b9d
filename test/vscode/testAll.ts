// npm test: the checks and every suite, one after the other. Ends with the counts of all of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './counts.ts';
import { COUNTS_FILE_VARIABLE, readCounts } from './counts.ts';
import { ROOT } from './versions.ts';

const temp = mkdtempSync(join(tmpdir(), 'counts-'));
const results = ['check', 'test:unit', 'test:integration', 'test:e2e'].map((script) => ({ script, ...run(script) }));
rmSync(temp, { recursive: true, force: true });

console.log('');
for (const { script, passed, failed, seconds } of results) {
  console.log(`${script}: ${passed} passed, ${failed} failed (${seconds} s)`);
}
const sum = (of: keyof Counts): number => results.reduce((total, result) => total + result[of], 0);
process.exitCode = sum('failed') === 0 ? 0 : 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

function run(script: string): Counts & { readonly seconds: number } {
  console.log(`\n── npm run ${script}`);
  const file = join(temp, `${script.replace(':', '-')}.json`);
  const begun = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, [COUNTS_FILE_VARIABLE]: file },
    shell: process.platform === 'win32',
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  return { ...countsOf(script, readCounts(file), status === 0), seconds };
}

/** The checks are one test. A suite that ended badly without a failed test, by crashing or by its coverage, has one. */
function countsOf(script: string, counts: Counts | undefined, isFine: boolean): Counts {
  if (script === 'check') {
    return isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  }
  const { passed, failed } = counts ?? { passed: 0, failed: 1 };
  return { passed, failed: isFine ? failed : Math.max(failed, 1) };
}
