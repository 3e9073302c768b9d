import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readCorpus } from '../fuzz/corpus.ts';
import { mutateInput, RandomNumbers } from '../fuzz/mutateInput.ts';
import { TARGETS } from '../fuzz/targets.ts';
import type { FuzzTarget } from '../fuzz/fuzzTarget.ts';
import { runs } from '../scale.ts';

describe('Fuzzing', () => {
  for (const target of TARGETS) {
    const { inputs, failures } = readCorpus(target.name);
    const corpus = [...inputs, ...failures, ...target.seeds.map((seed) => Buffer.from(seed))];

    it(`of ${target.name}: every input that was kept`, async () => {
      for (const input of corpus) {
        await runNamed(target, input);
      }
    });

    it(`of ${target.name}: ${target.cases.toLocaleString('en')} changed inputs`, async () => {
      const random = new RandomNumbers(fc.readConfigureGlobal().seed ?? 1);
      for (let run = runs(target.cases); run > 0; run--) {
        await runNamed(target, mutateInput(random.one(corpus), { random, words: target.words, corpus }));
      }
    });
  }

  it('has inputs for every target, of less than 200 kB', () => {
    const kept = TARGETS.map(({ name }) => readCorpus(name));
    assert.ok(kept.every(({ inputs }) => inputs.length > 0));
    const bytes = kept
      .flatMap(({ inputs, failures }) => [...inputs, ...failures])
      .reduce((sum, { length }) => sum + length, 0);
    assert.ok(bytes < 200_000, `${bytes} bytes`);
  });
});

/** Names the input if something doesn't hold. */
async function runNamed(target: FuzzTarget, input: Buffer): Promise<void> {
  try {
    await target.run(input);
  } catch (cause) {
    throw new Error(`It doesn't hold for ${JSON.stringify(input.toString('latin1'))}`, { cause });
  }
}
