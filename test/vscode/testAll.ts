// npm test: the checks and all suites, one after the other. Ends with the total counts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts, Verdict } from './counts.ts';
import { COUNTS_FILE_VARIABLE, judgeRun, readCounts } from './counts.ts';
import { ROOT } from './versions.ts';

const temp = mkdtempSync(join(tmpdir(), 'counts-'));
const results = ['check', 'test:unit', 'test:integration', 'test:e2e'].map((script) => ({ script, ...run(script) }));
rmSync(temp, { recursive: true, force: true });

console.log('');
for (const { script, passed, failed, seconds, complaint } of results) {
  const counts = `${script}: ${passed} passed, ${failed} failed (${seconds} s)`;
  console.log(complaint === undefined ? counts : `${counts}. ${complaint}`);
}
const sum = (of: keyof Counts): number => results.reduce((total, result) => total + result[of], 0);
process.exitCode = sum('failed') === 0 ? 0 : 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

function run(script: string): Verdict & { readonly seconds: number } {
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
  const isFine = status === 0;
  // All checks count as one test.
  const checked = isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { ...judgeRun(script === 'check' ? checked : readCounts(file), isFine), seconds };
}
