/** The lines about one of several files in a review. */
export interface FileEntry {
  readonly lines: readonly string[];
  /** Whether the lines must always be shown. */
  readonly isRequired: boolean;
  /** Entries with a higher weight come first. */
  readonly weight: number;
}

/** The lines of all required entries, followed by up to `maxOtherLines` lines of other entries, and the number of omitted entries. */
export function listFiles(
  entries: readonly FileEntry[],
  maxOtherLines: number,
): { readonly lines: readonly string[]; readonly omitted: number } {
  const sorted = [...entries].sort((a, b) => b.weight - a.weight);
  const required = sorted.filter(({ isRequired }) => isRequired).flatMap(({ lines }) => lines);
  const others = sorted.filter(({ isRequired }) => !isRequired);
  let shownEntries = 0;
  const shown: string[] = [];
  for (const { lines } of others) {
    if (shown.length + lines.length > maxOtherLines) {
      break;
    }
    shown.push(...lines);
    shownEntries++;
  }
  return { lines: [...required, ...shown], omitted: others.length - shownEntries };
}
