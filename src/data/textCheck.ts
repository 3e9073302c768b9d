import type { UploadKind } from '../model/upload.ts';
import type { CheckResult } from './checkResult.ts';
import { CsvCheck } from './csvCheck.ts';
import { JsonCheck } from './jsonCheck.ts';
import type { KindCheck, KindFindings } from './kindCheck.ts';
import { ProblemList } from './problemList.ts';

/** Checks a text that arrives in pieces of any size. A piece may not end between the halves of a surrogate pair. */
export class TextCheck {
  readonly #kind: UploadKind;
  readonly #problems = new ProblemList();
  readonly #check: KindCheck;
  #byteLength = 0;
  #isBlank = true;

  constructor(kind: UploadKind) {
    this.#kind = kind;
    this.#check = kind === 'json' ? new JsonCheck(this.#problems) : new CsvCheck(kind, this.#problems);
  }

  push(text: string): void {
    const isStart = this.#byteLength === 0;
    this.#byteLength += Buffer.byteLength(text);
    this.#isBlank &&= /^\s*$/u.test(text);
    this.#check.push(isStart && text.startsWith('\uFEFF') ? text.slice(1) : text);
  }

  end(): CheckResult {
    const findings = this.#isBlank ? this.#findNothing() : this.#check.end();
    return {
      kind: this.#kind,
      ...findings,
      byteLength: this.#byteLength,
      problems: this.#problems.kept,
      problemsOmitted: this.#problems.omitted,
    };
  }

  #findNothing(): KindFindings {
    this.#problems.add({ code: 'empty' }, { line: 1, column: 1 });
    return { rows: 0, columns: [], delimiter: undefined };
  }
}
