import fc from 'fast-check';

// The same cases in every run, so that a red run can be repeated; FAST_CHECK_SEED=N looks at others.
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
// Coverage is that of this process, which has begun to count: workers and other processes take up to five times as long while they count.
process.env['NODE_V8_COVERAGE'] = '';
