// npm run check:contract: lints openapi.yaml and prints the problems.
import { join } from 'node:path';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The API of the service has no license.
    'info-license': 'off',
  },
});
const ref = join(import.meta.dirname, '..', '..', 'src', 'localService', 'openapi.yaml');
const problems = await lint({ ref, config });
if (problems.length > 0) {
  formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
  process.exitCode = 1;
}
