import * as z from 'zod/mini';
import { parseJson } from '../base/parseJson.ts';
import type { Problem } from '../model/failure.ts';

const MAX_FIELDS = 50;

const text = z.catch(z.optional(z.string().check(z.regex(/\S/))), undefined);
const shape = z.object({
  type: text,
  title: text,
  detail: text,
  // Not RFC 9457, but what gateways send in its place.
  message: text,
  requestId: text,
  correlationId: text,
  errors: z.catch(z.record(z.string(), z.unknown()), {}),
});

/**
 * Reads problem details (RFC 9457; contract, Errors) from the body of an error answer, whatever its content type says.
 * Undefined for anything else, above all for HTML, which is no text for people.
 */
export function decodeProblem(body: string): Problem | undefined {
  const { data: members } = z.safeParse(shape, jsonOrNothing(body));
  if (!members) {
    return undefined;
  }
  const problem = {
    type: members.type,
    title: members.title,
    detail: members.detail ?? members.message,
    requestId: members.requestId,
    correlationId: members.correlationId,
    fieldErrors: fieldErrors(members.errors),
  };
  const saysSomething = problem.fieldErrors.size > 0 || [problem.type, problem.title, problem.detail].some(Boolean);
  return saysSomething ? problem : undefined;
}

function fieldErrors(errors: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const found = Object.entries(errors)
    .map(([field, value]) => [field, messages(value)] as const)
    .filter(([, texts]) => texts.length > 0);
  return new Map(found.slice(0, MAX_FIELDS));
}

function messages(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((item) => typeof item === 'string');
}

function jsonOrNothing(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
