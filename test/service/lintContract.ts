// npm run check:contract: lints openapi.yaml and prints what is wrong with it.
import { join } from 'node:path';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The service gives no licence for its interface.
    'info-license': 'off',
  },
});
const ref = join(import.meta.dirname, '..', '..', 'src', 'localService', 'openapi.yaml');
const problems = await lint({ ref, config });
if (problems.length > 0) {
  formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
  process.exitCode = 1;
}
