import type { TextEncodingName } from '../../model/upload.ts';
import type { CheckResult } from './checkResult.ts';
import type { DataProblem } from './dataProblem.ts';

export function hasLostCharacters({ problems }: CheckResult): boolean {
  return problems.some(({ code }) => code === 'replacementCharacter');
}

/** Whether what was found says that the text was read in the wrong encoding. */
export function isReadWrongly({ problems }: CheckResult): boolean {
  return problems.some(
    ({ code, severity }) => code === 'notUtf8' || (code === 'replacementCharacter' && severity === 'blocking'),
  );
}

/**
 * What was found in an editor's text whose U+FFFD stand for characters that the editor could not read in the file. They block.
 *
 * @param fileEncoding what the file looks like; undefined where it no longer holds these characters or where that is not known.
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
