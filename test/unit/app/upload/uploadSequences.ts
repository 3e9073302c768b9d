import fc from 'fast-check';
import type { FaultAction } from '../../../../src/localService/faults.ts';

/** How many sequences `npm test` runs. */
export const SEQUENCES = 200;

export const LEAST_ACTIONS = 3;
export const MAX_ACTIONS = 12;

const FAULT_NAMES = [
  'none',
  'cut',
  'responseCut',
  'responseLost',
  'noResponse',
  'lateResponse',
  'refused',
  'unavailable',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export const FAULTS: Readonly<Record<FaultName, FaultAction | undefined>> = {
  none: undefined,
  // After the body, which is shorter. Before its end, it is open whether all of it was sent.
  cut: { kind: 'cut', afterBytes: 1_000_000 },
  responseCut: { kind: 'halfBody' },
  responseLost: { kind: 'loseResponse' },
  noResponse: { kind: 'hang' },
  lateResponse: { kind: 'delayResponse', ms: 600_000 },
  refused: { kind: 'response', status: 422, body: '{}' },
  unavailable: { kind: 'response', status: 503, body: '' },
};

/** What happens between uploads or during one. */
const EVENTS = ['reload', 'kill', 'signOut', 'switchAccount', 'secondWindow', 'fileChanges', 'settings'] as const;
export type WorldEvent = (typeof EVENTS)[number];

/** During the review, before the upload is recorded as begun, between that and its first byte, or after its last one. */
const MOMENTS = ['review', 'begin', 'recorded', 'sent'] as const;

export interface SendCommand {
  readonly kind: 'send';
  readonly window: number;
  readonly file: number;
  readonly target: number;
  readonly fault: FaultName;
  /** What happens meanwhile, and when. */
  readonly happening: WorldEvent | 'cancel' | 'nothing';
  readonly at: (typeof MOMENTS)[number];
}

export type UploadCommand = SendCommand | { readonly kind: WorldEvent; readonly window: number };

const index = fc.nat(1);

export const uploadCommands: fc.Arbitrary<readonly UploadCommand[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('send' as const),
        window: index,
        file: index,
        target: index,
        fault: fc.constantFrom(...FAULT_NAMES),
        happening: fc.constantFrom(...(['nothing', 'nothing', 'cancel', ...EVENTS] as const)),
        at: fc.constantFrom(...MOMENTS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...EVENTS), window: index }) },
  ),
  { minLength: LEAST_ACTIONS, maxLength: MAX_ACTIONS },
);

/** Whether the user cancels in the end, as no response comes. */
export function isUnanswered(fault: FaultName): boolean {
  return fault === 'noResponse' || fault === 'lateResponse';
}
