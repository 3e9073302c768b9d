type Value = string | boolean | readonly string[] | undefined;

/** The values of context keys. */
export type Context = Readonly<Record<string, Value>>;

const TOKEN = /\s*(&&|\|\||!=|==|=~|!|\(|\)|\/(?:\\.|[^/])+\/i?|'[^']*'|[\w.:-]+)/y;

/** Whether a `when` clause of the manifest holds: `&&`, `||`, `!`, `==`, `!=`, `=~`, `in`, parentheses. Throws for anything else. */
export function holds(clause: string, context: Context): boolean {
  const tokens = tokensOf(clause);
  let at = 0;
  const next = (): string | undefined => tokens[at];
  const take = (expected?: string): string => {
    const token = tokens[at];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`Unexpected ${token ?? 'end'} in "${clause}"`);
    }
    at += 1;
    return token;
  };
  const or = (): boolean => {
    let result = and();
    while (next() === '||') {
      take();
      result = and() || result;
    }
    return result;
  };
  const and = (): boolean => {
    let result = term();
    while (next() === '&&') {
      take();
      result = term() && result;
    }
    return result;
  };
  const term = (): boolean => {
    if (next() === '!') {
      take();
      return !term();
    }
    if (next() === '(') {
      take();
      const result = or();
      take(')');
      return result;
    }
    return comparison(take());
  };
  const comparison = (key: string): boolean => {
    const value = key === 'true' || (key === 'false' ? false : context[key]);
    const operator = next();
    if (operator === 'in') {
      take();
      const list = context[take()];
      return Array.isArray(list) && list.includes(value);
    }
    if (operator !== '==' && operator !== '!=' && operator !== '=~') {
      return Boolean(value);
    }
    take();
    const operand = take();
    if (operator === '=~') {
      const [, pattern = '', flags = ''] = /^\/(.*)\/(i?)$/.exec(operand) ?? [];
      return new RegExp(pattern, flags).test(String(value ?? ''));
    }
    return (String(value ?? '') === operand.replaceAll("'", '')) === (operator === '==');
  };
  const result = or();
  if (at < tokens.length) {
    throw new Error(`Unexpected ${next() ?? ''} in "${clause}"`);
  }
  return result;
}

/** The context keys that a clause names. */
export function keysIn(clause: string): readonly string[] {
  const tokens = tokensOf(clause);
  return tokens.filter(
    (token, index) =>
      /^[a-z][\w.]*$/i.test(token) &&
      !['true', 'false', 'in'].includes(token) &&
      !/^(==|!=)$/.test(tokens[index - 1] ?? ''),
  );
}

function tokensOf(clause: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < clause.trimEnd().length) {
    const [, token] = TOKEN.exec(clause) ?? [];
    if (token === undefined) {
      throw new Error(`Not understood: "${clause}"`);
    }
    tokens.push(token);
  }
  return tokens;
}
