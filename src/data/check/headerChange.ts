import type { HeaderChange } from '../../model/upload.ts';

/** A name and its occurrence: a name that appears twice is two columns. */
interface Column {
  readonly name: string;
  readonly key: string;
}

/**
 * Compares a header with the previous one; undefined if nothing changed.
 *
 * @param isOrdered whether the order of the columns matters: true for CSV, false for JSON.
 */
export function compareHeaders(
  before: readonly string[],
  now: readonly string[],
  isOrdered: boolean,
): HeaderChange | undefined {
  const old = columnsOf(before);
  const current = columnsOf(now);
  const oldKeys = new Set(old.map(({ key }) => key));
  const currentKeys = new Set(current.map(({ key }) => key));
  const onlyBefore = old.filter(({ key }) => !currentKeys.has(key));
  const onlyNow = current.filter(({ key }) => !oldKeys.has(key));
  /** Old columns by the keys of their new columns. */
  const recased = pairByCase(onlyBefore, onlyNow);
  const paired = new Set([...recased.values()].map(({ key }) => key));

  const oldOrder = old.filter(({ key }) => currentKeys.has(key) || paired.has(key));
  const newOrder = current.filter(({ key }) => oldKeys.has(key) || recased.has(key));
  const change: HeaderChange = {
    missing: onlyBefore.filter(({ key }) => !paired.has(key)).map(({ name }) => name),
    added: onlyNow.filter(({ key }) => !recased.has(key)).map(({ name }) => name),
    recased: onlyNow.flatMap(({ key, name }) => {
      const from = recased.get(key);
      return from === undefined ? [] : [{ from: from.name, to: name }];
    }),
    isReordered:
      isOrdered && newOrder.some(({ key }, index) => (recased.get(key)?.key ?? key) !== oldOrder[index]?.key),
  };
  const { missing, added, isReordered } = change;
  return missing.length + added.length + recased.size > 0 || isReordered ? change : undefined;
}

function columnsOf(names: readonly string[]): readonly Column[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { name, key: `${occurrence} ${name}` };
  });
}

function pairByCase(onlyBefore: readonly Column[], onlyNow: readonly Column[]): ReadonlyMap<string, Column> {
  const unpaired = new Map<string, Column[]>();
  // In reverse, because `pop` takes the last.
  for (const column of onlyBefore.toReversed()) {
    const folded = column.name.toLowerCase();
    const alike = unpaired.get(folded);
    if (alike === undefined) {
      unpaired.set(folded, [column]);
    } else {
      alike.push(column);
    }
  }
  const pairs = new Map<string, Column>();
  for (const { name, key } of onlyNow) {
    const from = unpaired.get(name.toLowerCase())?.pop();
    if (from !== undefined) {
      pairs.set(key, from);
    }
  }
  return pairs;
}
