import type { ServiceClient } from '../../api/serviceClient.ts';
import { isLoopback } from '../../api/baseUrl.ts';
import type { Identity } from '../../model/account.ts';
import type { SecretStorage } from '../session/storedAccounts.ts';
import { runCheck } from './runCheck.ts';
import type { CheckOutcome } from './runCheck.ts';
import { reach, readCertificate, resolveName } from './networkChecks.ts';
import type { Certificate, Network, Reached } from './networkChecks.ts';
import { checkSecretStorage } from './storageChecks.ts';
import type { SecretStorageHealth } from './storageChecks.ts';

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
  const ended: unknown[] = [];
  const started: Promise<unknown>[] = [];
  const check = <T>(run: (signal: AbortSignal) => Promise<T>): Promise<CheckOutcome<T>> => {
    const outcome = runCheck(run, signal, deadlineMs);
    const counted = outcome.then((value) => {
      ended.push(value);
      onProgress?.(ended.length, started.length);
      return value;
    });
    started.push(counted);
    return counted;
  };
  const storage = check(() => checkSecretStorage(secrets));
  if (baseUrl === undefined) {
    return { service: undefined, secrets: await storage };
  }
  const { origin, hostname, protocol } = new URL(baseUrl);
  const name = check(() => resolveName(hostname, network));
  const reached = check((untilDeadline) => reach(baseUrl, network, untilDeadline));
  const certificate =
    protocol === 'https:' ? check((untilDeadline) => readCertificate(origin, network, untilDeadline)) : undefined;
  const identity = client && check((untilDeadline) => identify(client, untilDeadline));
  // All at once, so that no rejection after a cancellation is left unhandled.
  const [found, reachedFound, certificateFound, identityFound, secretsFound] = await Promise.all([
    name,
    reached,
    certificate,
    identity,
    storage,
  ]);
  return {
    service: {
      baseUrl,
      hostname,
      isLoopback: isLoopback(hostname),
      name: found,
      reach: reachedFound,
      certificate: certificateFound,
      identity: identityFound,
    },
    secrets: secretsFound,
  };
}

async function identify(client: Pick<ServiceClient, 'getIdentity'>, signal: AbortSignal): Promise<CheckedIdentity> {
  const { user, workspace, meta } = await client.getIdentity({ signal });
  return { user, workspace, apiVersion: meta?.apiVersion, requestId: meta?.requestId };
}
