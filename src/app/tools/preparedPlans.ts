import { toolJson } from './toolResult.ts';

/** The maximum number of kept plans. VS Code doesn't report that the user declined one, so those would accumulate. */
const MAX_PLANS = 20;

/**
 * The plans that the user was asked to confirm, until their tools are invoked. VS Code passes nothing that would link the call that
 * prepares to the call that acts except the same input. A plan is therefore only returned if every plan for that input is the same:
 * then it does not matter which of them the user confirmed.
 */
export class PreparedPlans<Plan extends object> {
  readonly #plans: { readonly key: string; readonly plan: Plan }[] = [];

  add(input: unknown, plan: Plan): void {
    this.#plans.push({ key: keyOf(input), plan });
    this.#plans.splice(0, this.#plans.length - MAX_PLANS);
  }

  /** Returns the plan, once; undefined if it can't be known what the user confirmed. */
  take(input: unknown): Plan | undefined {
    const key = keyOf(input);
    const [first, ...others] = this.#plans.filter((known) => known.key === key);
    if (first === undefined) {
      return undefined;
    }
    const isCertain = others.every(({ plan }) => toolJson(plan) === toolJson(first.plan));
    const spent = isCertain ? [first] : [first, ...others];
    spent.forEach((known) => this.#plans.splice(this.#plans.indexOf(known), 1));
    return isCertain ? first.plan : undefined;
  }
}

/** Equal for inputs with the same properties, in whatever order. */
function keyOf(input: unknown): string {
  return typeof input === 'object' && input !== null ? toolJson(Object.entries(input).sort()) : toolJson(input);
}
