import type { ServiceClient } from '../../api/serviceClient.ts';
import { isLoopback } from '../../api/baseUrl.ts';
import { RequestTimeout } from '../../api/requestTimeout.ts';
import { orAborted } from '../../base/abort.ts';
import type { Identity } from '../../model/account.ts';
import type { SecretStorage } from '../session/storedAccounts.ts';
import { reach, readCertificate, resolveName } from './networkChecks.ts';
import type { Certificate, Network, Reached } from './networkChecks.ts';
import { checkSecretStorage } from './storageChecks.ts';
import type { SecretStorageHealth } from './storageChecks.ts';

/** What a check has found, or why it has found nothing. */
export type CheckOutcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timedOut'; readonly afterMs: number };

/** How long a check may take. Checks run at the same time. */
const CHECK_TIMEOUT_MS = 15_000;

interface DiagnosisOptions {
  /** The base URL of the account, else the one that Sign In suggests; undefined without either. */
  readonly baseUrl: string | undefined;
  /** The account's client; undefined while signed out. */
  readonly client: Pick<ServiceClient, 'getIdentity'> | undefined;
  readonly network: Network;
  readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>;
  readonly signal: AbortSignal;
  /** Called with the number of checks that have ended, and of all. */
  readonly onProgress?: (done: number, all: number) => void;
  /** For each check, in ms. */
  readonly deadlineMs?: number;
}

/** The service that was checked. */
interface CheckedService {
  readonly baseUrl: string;
  readonly hostname: string;
  readonly isLoopback: boolean;
  readonly name: CheckOutcome<readonly string[]>;
  readonly reach: CheckOutcome<Reached>;
  /** Undefined for http. */
  readonly certificate: CheckOutcome<Certificate> | undefined;
  /** Undefined while signed out. */
  readonly identity: CheckOutcome<CheckedIdentity> | undefined;
}

interface CheckedIdentity extends Identity {
  readonly apiVersion: string | undefined;
  readonly requestId: string | undefined;
}

export interface Diagnosis {
  /** Undefined if no base URL is known. */
  readonly service: CheckedService | undefined;
  readonly secrets: CheckOutcome<SecretStorageHealth>;
}

/** Runs all checks at the same time, each until its deadline. Rejects only with the reason of the signal. */
export async function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  const { baseUrl, client, network, secrets, signal, onProgress, deadlineMs } = options;
  let endedCount = 0;
  let startedCount = 0;
  const check = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<CheckOutcome<T>> => {
    startedCount++;
    const outcome = await runCheck(run, signal, deadlineMs);
    endedCount++;
    onProgress?.(endedCount, startedCount);
    return outcome;
  };
  const storageCheck = check(() => checkSecretStorage(secrets));
  if (baseUrl === undefined) {
    return { service: undefined, secrets: await storageCheck };
  }
  const { origin, hostname, protocol } = new URL(baseUrl);
  // All at once, so that no rejection after a cancellation is left unhandled.
  const [name, reachable, certificate, identity, storage] = await Promise.all([
    check(() => resolveName(hostname, network)),
    check((untilDeadline) => reach(baseUrl, network, untilDeadline)),
    protocol === 'https:' ? check((untilDeadline) => readCertificate(origin, network, untilDeadline)) : undefined,
    client && check((untilDeadline) => identify(client, untilDeadline)),
    storageCheck,
  ]);
  return {
    service: { baseUrl, hostname, isLoopback: isLoopback(hostname), name, reach: reachable, certificate, identity },
    secrets: storage,
  };
}

/** Runs a check until it times out. Rejects with the reason of `signal` once it is aborted, and for nothing else. */
export async function runCheck<T>(
  check: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<CheckOutcome<T>> {
  const timeout = new RequestTimeout(timeoutMs, signal);
  try {
    return { kind: 'found', value: await orAborted(check(timeout.signal), timeout.signal) };
  } catch (error) {
    signal.throwIfAborted();
    return timeout.hasTimedOut ? { kind: 'timedOut', afterMs: timeout.afterMs } : { kind: 'failed', error };
  } finally {
    timeout.end();
  }
}

async function identify(client: Pick<ServiceClient, 'getIdentity'>, signal: AbortSignal): Promise<CheckedIdentity> {
  const { user, workspace, meta } = await client.getIdentity({ signal });
  return { user, workspace, apiVersion: meta?.apiVersion, requestId: meta?.requestId };
}
