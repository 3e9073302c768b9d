import type { BlockCoverage } from './blockCoverage.ts';
import type { Corpus } from './corpus.ts';
import type { FuzzTarget } from './fuzzTarget.ts';
import { mutateInput } from './mutateInput.ts';
import type { RandomNumbers } from './mutateInput.ts';

/** So many inputs run between two looks at the coverage, which takes as long as many short inputs. */
const BATCH = 256;
/** A search that finds this many different failures ends. */
const MAX_FAILURES = 20;

interface SearchOptions {
  readonly random: RandomNumbers;
  readonly coverage: BlockCoverage;
  readonly isOver: () => boolean;
}

export interface SearchResult extends Corpus {
  readonly runs: number;
  /** The message of each new failure. */
  readonly messages: readonly string[];
}

/** Changes inputs at random, keeps those that reach new code or have a new outcome, and changes these further. */
export async function search(target: FuzzTarget, corpus: Corpus, options: SearchOptions): Promise<SearchResult> {
  const { random, coverage, isOver } = options;
  const inputs: Buffer[] = [];
  const outcomes = new Set<string>();
  const failures = new Map<string, Buffer>();
  let runs = 0;

  /** Returns the inputs with a new outcome. */
  const runAll = async (batch: readonly Buffer[]): Promise<readonly Buffer[]> => {
    const kept: Buffer[] = [];
    for (const input of batch) {
      runs++;
      try {
        const outcome = await target.run(input);
        if (!outcomes.has(outcome)) {
          outcomes.add(outcome);
          kept.push(input);
        }
      } catch (error) {
        const message = failureMessage(error);
        const known = failures.get(message);
        if (known === undefined || input.length < known.length) {
          failures.set(message, input);
        }
      }
    }
    return kept;
  };

  /** Finds by halving which inputs reach new code. */
  const keepNew = async (batch: readonly Buffer[]): Promise<void> => {
    coverage.skip();
    inputs.push(...(await runAll(batch)));
    const [first] = batch;
    const isOne = batch.length === 1;
    if (first === undefined || !coverage.hasNew(isOne)) {
      return;
    }
    if (isOne) {
      inputs.push(first);
      return;
    }
    const half = batch.length >> 1;
    await keepNew(batch.slice(0, half));
    await keepNew(batch.slice(half));
  };

  coverage.reset();
  // Smaller ones first, so that they are kept.
  const known = [...corpus.inputs, ...corpus.failures, ...target.seeds.map((seed) => Buffer.from(seed))];
  for (const input of known.toSorted((a, b) => a.length - b.length)) {
    await keepNew([input]);
  }
  while (!isOver() && failures.size < MAX_FAILURES) {
    const batch = Array.from({ length: BATCH }, () => {
      // One in two from the newest, which lead further.
      const newest = inputs.slice(-20);
      return mutateInput(random.one(random.below(2) === 0 ? inputs : newest), {
        random,
        words: target.words,
        corpus: inputs,
      });
    });
    await keepNew(batch);
  }
  return { inputs, failures: [...failures.values()], messages: [...failures.keys()], runs };
}

/** The same for failures of the same kind. */
function failureMessage(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const place = /\n\s+at .*?(\w+\.ts:\d+)/.exec(stack ?? '')?.[1] ?? '';
  return `${place} ${message.split('\n')[0] ?? ''}`;
}

/** The smallest inputs that together reach as much code as all of them, with the same words in their outcomes. */
export async function minimize(
  target: FuzzTarget,
  inputs: readonly Buffer[],
  coverage: BlockCoverage,
): Promise<readonly Buffer[]> {
  coverage.reset();
  const outcomes = new Set<string>();
  const kept: Buffer[] = [];
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    const words = (await outcomeOf(target, input))?.split(' ');
    if (words !== undefined && (coverage.hasNew(true) || words.some((word) => !outcomes.has(word)))) {
      kept.push(input);
    }
    for (const word of words ?? []) {
      outcomes.add(word);
    }
  }
  return kept;
}

/** Undefined if something doesn't hold. */
async function outcomeOf(target: FuzzTarget, input: Buffer): Promise<string | undefined> {
  try {
    return await target.run(input);
  } catch {
    return undefined;
  }
}
