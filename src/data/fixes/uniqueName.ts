/** The name, or with the first number behind it that no other has: `total_2`. Takes what it returns. */
export function takeUniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number++) {
    unique = `${name}_${number}`;
  }
  taken.add(unique);
  return unique;
}
