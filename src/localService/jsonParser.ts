import { JsonTokenizer } from './jsonTokens.ts';
import type { JsonToken } from './jsonTokens.ts';

/** A parser that is fed one token at a time. */
export type JsonParser<T> = Generator<undefined, T, JsonToken>;

/** Runs a parser over text that comes in pieces. Throws SyntaxError where it is not JSON. */
export async function feed<T>(text: AsyncIterable<string>, parser: JsonParser<T>): Promise<T> {
  let done = parser.next();
  const tokenizer = new JsonTokenizer((token) => {
    if (done.done) {
      throw new SyntaxError('There is more after the end of the JSON text.');
    }
    done = parser.next(token);
  });
  for await (const piece of text) {
    tokenizer.write(piece);
  }
  tokenizer.end();
  if (!done.done) {
    throw new SyntaxError('The JSON text ends too early.');
  }
  return done.value;
}

/** Reads over the value that starts with `first`. */
export function* skip(first: JsonToken): JsonParser<undefined> {
  if (first.kind !== 'punctuation') {
    return undefined;
  }
  const isObject = first.text === '{';
  if (!isObject && first.text !== '[') {
    throw unexpected(first);
  }
  const close = isObject ? '}' : ']';
  let token = yield;
  while (!isPunctuation(token, close)) {
    if (isObject) {
      memberName(token);
      expect(yield, ':');
      token = yield;
    }
    yield* skip(token);
    token = yield* afterMember(close);
  }
  return undefined;
}

/** What follows a member: the closing mark, or the first token of the next member. */
export function* afterMember(close: '}' | ']'): JsonParser<JsonToken> {
  const token = yield;
  if (isPunctuation(token, close)) {
    return token;
  }
  expect(token, ',');
  const next = yield;
  if (isPunctuation(next, close)) {
    throw unexpected(next);
  }
  return next;
}

export function memberName(token: JsonToken): string {
  if (token.kind !== 'string') {
    throw unexpected(token);
  }
  return token.text;
}

export function expect(token: JsonToken, text: string): void {
  if (!isPunctuation(token, text)) {
    throw unexpected(token);
  }
}

export function isPunctuation(token: JsonToken, text: string): boolean {
  return token.kind === 'punctuation' && token.text === text;
}

function unexpected(token: JsonToken): SyntaxError {
  return new SyntaxError(`Unexpected "${token.text.slice(0, 40)}".`);
}
