import { JsonWalk } from './jsonWalk.ts';
import type { JsonValueKind } from './jsonWalk.ts';
import type { ProblemList } from './problemList.ts';
import type { KindCheck, KindFindings } from './kindCheck.ts';

/** Checks that a text is a JSON array of flat objects (contract, POST /dataloader/upload). */
export class JsonCheck implements KindCheck {
  readonly #problems: ProblemList;
  readonly #pieces: string[] = [];
  readonly #columns = new Set<string>();
  /** The keys of the current row. */
  readonly #keys = new Set<string>();
  #rows = 0;
  #isArray = false;
  #isInRow = false;
  #key = '';

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  push(text: string): void {
    this.#pieces.push(text);
  }

  end(): KindFindings {
    const walk: JsonWalk = new JsonWalk(this.#pieces.join(''), {
      onValue: (kind, depth) => this.#takeValue(kind, depth, walk),
      onKey: (name, depth) => this.#takeKey(name, depth, walk),
    });
    const error = walk.run();
    if (error !== undefined) {
      this.#problems.add({ code: 'notJson', fault: error.fault, found: error.found }, error);
    } else if (this.#isArray && this.#rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return { rows: this.#rows, columns: [...this.#columns], delimiter: undefined };
  }

  #takeValue(kind: JsonValueKind, depth: number, walk: JsonWalk): void {
    if (depth === 0) {
      this.#isArray = kind === 'array';
      if (!this.#isArray) {
        this.#problems.add({ code: 'notAnArray' }, walk.position);
      }
    } else if (depth === 1 && this.#isArray) {
      this.#rows++;
      this.#keys.clear();
      this.#isInRow = kind === 'object';
      if (!this.#isInRow) {
        this.#problems.add({ code: 'notObjects', rowNumber: this.#rows }, walk.position);
      }
    } else if (depth === 2 && this.#isInRow && kind !== 'scalar') {
      this.#problems.add({ code: 'nestedValue', name: this.#key, rowNumber: this.#rows }, walk.position);
    }
  }

  #takeKey(name: string, depth: number, walk: JsonWalk): void {
    if (depth !== 2 || !this.#isInRow) {
      return;
    }
    this.#key = name;
    if (this.#keys.has(name)) {
      this.#problems.add({ code: 'duplicateKey', name, rowNumber: this.#rows }, walk.position);
    }
    this.#keys.add(name);
    this.#columns.add(name);
  }
}
