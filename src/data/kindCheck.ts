/** What the check of one kind of text learns besides its problems. */
export interface KindFindings {
  /** Data rows: without the header and without blank lines. */
  readonly rows: number;
  readonly columns: readonly string[];
  readonly delimiter: string | undefined;
}

/** Checks one kind of text, handed over piece by piece. */
export interface KindCheck {
  push(text: string): void;
  end(): KindFindings;
}
