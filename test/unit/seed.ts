import fc from 'fast-check';

// The same cases in every run, so that a red run can be repeated; FAST_CHECK_SEED=N looks at others.
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
