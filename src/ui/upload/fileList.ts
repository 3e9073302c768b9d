/** One of several files under review. */
export interface FileEntry {
  readonly lines: readonly string[];
  /** Whether its lines must always be shown. */
  readonly isRequired: boolean;
  /** Entries with a higher weight come first. */
  readonly weight: number;
}

/** The lines of all required entries, then of the others up to this number of lines, and how many entries are omitted. */
export function listFiles(
  entries: readonly FileEntry[],
  mostOtherLines: number,
): { readonly lines: readonly string[]; readonly omitted: number } {
  const sorted = [...entries].sort((a, b) => b.weight - a.weight);
  const required = sorted.filter(({ isRequired }) => isRequired).flatMap(({ lines }) => lines);
  const others = sorted.filter(({ isRequired }) => !isRequired);
  let fitting = 0;
  const shown: string[] = [];
  for (const { lines } of others) {
    if (shown.length + lines.length > mostOtherLines) {
      break;
    }
    shown.push(...lines);
    fitting++;
  }
  return { lines: [...required, ...shown], omitted: others.length - fitting };
}
