import type { MutantResult } from '@stryker-mutator/api/core';

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  /** The line on which the changed code begins, without the spaces at its ends. */
  readonly line: string;
  /** The changed code and what it becomes. */
  readonly change: string;
}

/** A survivor that no test can notice. */
export interface ExplainedSurvivor extends Survivor {
  readonly reason: string;
}

export interface Score {
  readonly noticed: number;
  readonly mutants: number;
  readonly percent: number;
}

/** A mutant that makes the code run without end is noticed. One that can't be compiled or loaded is no mutant. */
export function scoreOf(results: readonly MutantResult[]): Score {
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const mutants = noticed + results.filter(isSurvivor).length;
  return { noticed, mutants, percent: mutants === 0 ? 100 : (noticed / mutants) * 100 };
}

export function isSurvivor({ status }: MutantResult): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

/** Describes a survivor without its position, which changes with every edit above it. `source`: the text of the file. */
export function describeSurvivor({ location, replacement }: MutantResult, file: string, source: string): Survivor {
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const [first = ''] = lines;
  // The last line first, because it may be the first as well.
  const changed = lines.with(-1, (lines.at(-1) ?? '').slice(0, end.column - 1));
  changed[0] = (changed[0] ?? '').slice(start.column - 1);
  return { file, line: first.trim(), change: `${short(changed.join('\n'))} → ${short(replacement)}` };
}

/** On one line, and not longer than it takes to tell one mutant of a line from the others. */
function short(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

export interface ListedSurvivors {
  readonly unexplained: readonly Survivor[];
  /** Explanations of mutants that don't exist, or that a test noticed. */
  readonly outdated: readonly ExplainedSurvivor[];
}

/** Compares survivors with the explained ones of the same files. */
export function compareSurvivors(
  survivors: readonly Survivor[],
  explained: readonly ExplainedSurvivor[],
): ListedSurvivors {
  const keyOf = ({ file, line, change }: Survivor) => JSON.stringify([file, line, change]);
  const found = new Set(survivors.map(keyOf));
  const listed = new Set(explained.map(keyOf));
  return {
    unexplained: survivors.filter((survivor) => !listed.has(keyOf(survivor))),
    outdated: explained.filter((survivor) => !found.has(keyOf(survivor))),
  };
}
