/** Code that reads text which others wrote, and what must hold for any text. */
export interface FuzzTarget {
  readonly name: string;
  /** The files whose coverage guides the search: their addresses contain one of these. */
  readonly sources: readonly string[];
  /** Inputs to begin with. */
  readonly seeds: readonly string[];
  /** Pieces that changed inputs get now and then. */
  readonly words: readonly string[];
  /** How many changed inputs `npm test` tries. */
  readonly cases: number;
  /**
   * Reads an input. Throws if something doesn't hold. Returns what came out in a few words, for example the codes of the problems: an
   * input with a new outcome is kept, as is one that reaches new code.
   */
  readonly run: (input: Buffer) => string | Promise<string>;
}

/** Words for targets that read JSON. */
export const JSON_PUNCTUATION: readonly string[] = ['{', '}', '[', ']', ',', ':', '"'];
