import { plainText } from '../../src/base/displayText.ts';
import { CALLS } from './cases.ts';
import type { FaultCase } from './cases.ts';
import { FAULTS } from './faults.ts';
import type { ExpectedFailure, Fault } from './faults.ts';
import { failureName, sentenceOf } from './toldFailures.ts';
import type { ToldFailure } from './toldFailures.ts';

/** Longer words of the service are left out. */
const MAX_QUOTED_LENGTH = 100;

/** A row a fault, in Markdown: the failure, what is known of a POST, the number of these cases by call, and what the user is told. */
export function caseTable(cases: readonly FaultCase[]): readonly string[] {
  const header = ['Fault', 'Failure', 'A POST', ...CALLS.map(({ name }) => name), 'The user is told'];
  const rows = FAULTS.map((fault) => {
    const counts = CALLS.map((call) => cases.filter((one) => one.fault === fault && one.call === call).length);
    return [
      fault.name,
      failureOf(fault),
      arrivalOf(fault.expected),
      ...counts.map(String),
      sentencesOf(fault.expected),
    ];
  });
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function failureOf({ expected, phase }: Fault): string {
  if (expected === undefined) {
    return phase === undefined ? 'none' : `none (${phase})`;
  }
  return failureName(expected.told.failure);
}

function sentencesOf(expected: ExpectedFailure | undefined): string {
  if (expected === undefined) {
    return 'nothing';
  }
  const { told, toldOfList } = expected;
  return [told, ...(toldOfList ? [toldOfList] : [])].map(shortSentence).join('<br>connections: ');
}

function shortSentence(told: ToldFailure): string {
  const { failure } = told;
  const quoted = 'message' in failure ? plainText(failure.message) : '';
  return quoted.length > MAX_QUOTED_LENGTH ? sentenceOf(told).replace(quoted, () => '…') : sentenceOf(told);
}

function arrivalOf(expected: ExpectedFailure | undefined): string {
  if (expected === undefined) {
    return 'was accepted';
  }
  return expected.mayHaveArrived ? 'may have arrived' : 'had no effect';
}
