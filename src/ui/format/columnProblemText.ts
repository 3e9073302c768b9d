import { l10n } from 'vscode';
import { plainValue } from '../../base/displayText.ts';
import type { Finding } from '../../data/check/dataProblem.ts';
import type { ProblemColumns } from '../../data/check/listedProblems.ts';
import { namesText } from './headerText.ts';
import { numberText } from './valueText.ts';

/** How many names are examples of those that several columns have. */
const EXAMPLES = 3;

/** What is wrong in several columns, in one or two sentences. Undefined for problems that are not of columns. */
export function describeColumns(problem: Finding, { count, names }: ProblemColumns): string | undefined {
  const number = numberText(count);
  const columns = namesText(names, count);
  switch (problem.code) {
    case 'emptyColumnName':
      return l10n.t('{0} columns have no name: {1}.', number, columns);
    case 'paddedColumnName':
      return l10n.t('The names of {0} columns start or end with a space: {1}.', number, columns);
    case 'duplicateColumnName': {
      const examples = namesText([...new Set(names)].slice(0, EXAMPLES));
      return l10n.t('{0} columns have the name of an earlier column, for example {1}.', number, examples);
    }
    case 'decimalComma':
      return l10n.t(
        '{0} columns contain numbers with a decimal comma or points between thousands: {1}.',
        number,
        columns,
      );
    case 'formattedNumbers':
      return l10n.t(
        '{0} columns contain numbers that may be read as text, for example because of “{1}”: {2}.',
        number,
        plainValue(problem.found, 40),
        columns,
      );
    case 'shortenedNumber':
      return l10n.t(
        '{0} columns contain long numbers written as {1}, whose last digits may be missing: {2}.',
        number,
        plainValue(problem.found, 40),
        columns,
      );
    case 'formulaText':
      return l10n.t('{0} columns contain texts that are written as formulas: {1}.', number, columns);
    case 'nullText':
      return l10n.t(
        '{0} columns contain the text {1}, which probably stands for a missing value: {2}.',
        number,
        plainValue(problem.found, 40),
        columns,
      );
    case 'errorValue':
      return l10n.t(
        '{0} columns contain error values of a spreadsheet, such as {1}: {2}.',
        number,
        plainValue(problem.found, 40),
        columns,
      );
    case 'typeChange':
      return l10n.t(
        '{0} columns contain a value that, unlike those before it, is neither a number nor a date: {1}.',
        number,
        columns,
      );
    default:
      return undefined;
  }
}
