import { isObject } from '../../base/json.ts';
import { toolJson } from './toolResult.ts';

/** The maximum number that is kept. VS Code doesn't report that the user declined one, so those would accumulate. */
const MAX_AGREEMENTS = 20;

/**
 * What the user was asked to agree to, until the tools are invoked. VS Code passes nothing that would link the call that prepares to the
 * call that acts except the same input. An agreement is therefore only returned if every one for that input is the same: then it does not
 * matter which of them the user confirmed.
 */
export class PreparedAgreements<Agreement extends object> {
  readonly #agreements: { readonly key: string; readonly agreement: Agreement }[] = [];

  add(input: unknown, agreement: Agreement): void {
    this.#agreements.push({ key: keyOf(input), agreement });
    this.#agreements.splice(0, this.#agreements.length - MAX_AGREEMENTS);
  }

  /** Returns the agreement, once; undefined if it can't be known what the user confirmed. */
  take(input: unknown): Agreement | undefined {
    const key = keyOf(input);
    const [first, ...others] = this.#agreements.filter((known) => known.key === key);
    if (first === undefined) {
      return undefined;
    }
    const isCertain = others.every(({ agreement }) => toolJson(agreement) === toolJson(first.agreement));
    const spent = isCertain ? [first] : [first, ...others];
    spent.forEach((known) => this.#agreements.splice(this.#agreements.indexOf(known), 1));
    return isCertain ? first.agreement : undefined;
  }
}

/** Equal for inputs with the same properties, in whatever order. */
function keyOf(input: unknown): string {
  return isObject(input) ? toolJson(Object.entries(input).sort()) : toolJson(input);
}
