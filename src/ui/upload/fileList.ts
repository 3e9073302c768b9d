/** One of several files under review. */
export interface FileEntry {
  readonly lines: readonly string[];
  /** Whether its lines may never be left out. */
  readonly isRequired: boolean;
  /** What has the higher weight comes first. */
  readonly weight: number;
}

/** The lines of all required entries, then of the others up to as many lines, and how many entries are left out. */
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
