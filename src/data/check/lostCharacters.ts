import type { TextEncodingName } from '../../model/upload.ts';
import type { CheckResult } from './checkResult.ts';
import type { DataProblem } from './dataProblem.ts';

export function hasLostCharacters({ problems }: CheckResult): boolean {
  return problems.some(({ code }) => code === 'replacementCharacter');
}

/** Whether the problems show that the text was read in the wrong encoding. */
export function isReadWrongly({ problems }: CheckResult): boolean {
  return problems.some(
    ({ code, severity }) => code === 'notUtf8' || (code === 'replacementCharacter' && severity === 'blocking'),
  );
}

/**
 * The check of an editor's text in which U+FFFD replaces characters that the editor could not decode: these problems become blocking.
 *
 * @param fileEncoding the likely encoding of the file; undefined if it is unknown or the file no longer contains the characters.
 */
export function blockLostCharacters(check: CheckResult, fileEncoding: TextEncodingName | undefined): CheckResult {
  const block = (problem: DataProblem): DataProblem => {
    if (problem.code !== 'replacementCharacter') {
      return problem;
    }
    const { line, column } = problem;
    return fileEncoding === undefined
      ? { ...problem, severity: 'blocking' }
      : { code: 'notUtf8', encoding: fileEncoding, severity: 'blocking', line, column };
  };
  return { ...check, problems: check.problems.map(block) };
}
