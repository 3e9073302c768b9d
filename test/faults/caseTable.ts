import { CALLS } from './cases.ts';
import type { FaultCase } from './cases.ts';
import { FAULTS } from './faults.ts';
import type { ExpectedFailure, Fault } from './faults.ts';

/** A row a fault, in Markdown: the failure, what is known of a POST, and the number of these cases by call. */
export function caseTable(cases: readonly FaultCase[]): readonly string[] {
  const header = ['Fault', 'Failure', 'A POST', ...CALLS.map(({ name }) => name)];
  const rows = FAULTS.map((fault) => {
    const counts = CALLS.map((call) => cases.filter((one) => one.fault === fault && one.call === call).length);
    return [fault.name, failureOf(fault), arrivalOf(fault.expected), ...counts.map(String)];
  });
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function failureOf({ expected, phase }: Fault): string {
  if (expected === undefined) {
    return phase === undefined ? 'none' : `none (${phase})`;
  }
  const { failure } = expected;
  const detail = 'reason' in failure ? failure.reason : 'detail' in failure ? failure.detail : undefined;
  return detail === undefined ? failure.kind : `${failure.kind} (${detail})`;
}

function arrivalOf(expected: ExpectedFailure | undefined): string {
  return expected === undefined ? 'was accepted' : expected.mayHaveArrived ? 'may have arrived' : 'had no effect';
}
