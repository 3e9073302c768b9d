import { Session } from 'node:inspector/promises';

/** The share of a call of a native function that depends on its input. `self`: what it is called on. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number;

/**
 * Counts what a program does, independently of how fast the machine is: how often each block of the source is executed (V8's precise
 * coverage), and how many characters, bytes or elements native functions search, copy or iterate. Not counted: spreads of objects, and
 * how often a regular expression goes back. For a worker of its own, whose native functions are replaced.
 */
export class WorkCounter {
  readonly #session = new Session();
  #native = 0;

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.#countNatives();
  }

  /** Does the work and returns how much it was. */
  async count(work: () => unknown): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage');
    this.#native = 0;
    work();
    const native = this.#native;
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, native);
  }

  #countNatives(): void {
    const one: Cost = () => 1;
    const ofSelf: Cost = (self) => lengthOf(self);
    const ofResult: Cost = (_self, _args, result) => lengthOf(result);
    const ofInput: Cost = (_self, [input]) => lengthOf(input);
    /** Up to what was found, from where the search begins. */
    const ofSearch: Cost = (self, [, from], result) =>
      (typeof result === 'number' && result >= 0 ? result : lengthOf(self)) - (typeof from === 'number' ? from : 0);
    const natives: readonly (readonly [owner: object, names: readonly string[], cost: Cost])[] = [
      [
        String.prototype,
        ['includes', 'lastIndexOf', 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase'],
        ofSelf,
      ],
      [String.prototype, ['split', 'replace', 'replaceAll', 'normalize', 'localeCompare'], ofSelf],
      [String.prototype, ['indexOf'], ofSearch],
      [String.prototype, ['repeat', 'padStart', 'padEnd'], ofResult],
      [String.prototype, ['startsWith', 'endsWith'], ofInput],
      [RegExp.prototype, ['exec'], ofMatch],
      [Array.prototype, ['indexOf'], ofSearch],
      [
        Array.prototype,
        ['includes', 'lastIndexOf', 'join', 'reverse', 'toReversed', 'shift', 'unshift', 'fill'],
        ofSelf,
      ],
      [Array.prototype, ['concat', 'slice', 'toSpliced', 'with', 'flat'], ofResult],
      [Array.prototype, ['splice'], (self, [from]) => lengthOf(self) - Number(from)],
      [
        Object,
        ['entries', 'keys', 'values', 'fromEntries', 'assign'],
        (_self, [of]) => Reflect.ownKeys(Object(of) as object).length,
      ],
      [Buffer, ['concat', 'from'], ofResult],
      [Buffer.prototype, ['indexOf'], ofSearch],
      [Buffer.prototype, ['includes', 'fill', 'write'], ofSelf],
      [Buffer.prototype, ['toString', 'latin1Slice', 'utf8Slice', 'copy'], ofResult],
      [Object.getPrototypeOf(Uint8Array.prototype) as object, ['set'], ofInput],
      [Object.getPrototypeOf(Uint8Array.prototype) as object, ['slice', 'toString'], ofResult],
      [TextDecoder.prototype, ['decode'], ofResult],
      [JSON, ['parse'], ofInput],
      [JSON, ['stringify'], ofResult],
      ...[[], new Map(), new Set(), ''].map((iterable) => {
        const iterator = iterable[Symbol.iterator]();
        return [Object.getPrototypeOf(iterator) as object, ['next'], one] as const;
      }),
    ];
    for (const [owner, names, cost] of natives) {
      names.forEach((name) => this.#countNative(owner, name, cost));
    }
  }

  #countNative(owner: object, name: string, cost: Cost): void {
    const native = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    const note = (amount: number): void => void (this.#native += Math.max(1, amount));
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value: function counted(this: unknown, ...args: unknown[]): unknown {
        const before = this instanceof RegExp ? this.lastIndex : 0;
        const result = Reflect.apply(native, this, args);
        note(cost(this, args, result) - before);
        return result;
      },
    });
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || ArrayBuffer.isView(value) || Array.isArray(value)
    ? (value as { readonly length: number }).length
    : 1;
}

/** Where the match ends, or the search without one; one that must be at a certain place is tried only there. */
function ofMatch(self: unknown, [text]: readonly unknown[], result: unknown): number {
  const { sticky, lastIndex } = self as RegExp;
  const match = result as RegExpExecArray | null;
  if (match) {
    return match.index + match[0].length;
  }
  return sticky ? lastIndex : lengthOf(text);
}
