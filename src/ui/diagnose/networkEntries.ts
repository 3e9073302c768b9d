import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import { networkFailure } from '../../api/networkFailure.ts';
import type { Diagnosis } from '../../app/diagnosis/diagnose.ts';
import type { Reached } from '../../app/diagnosis/networkChecks.ts';
import { feedFailure } from '../../app/connections/feedState.ts';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import { shortEmail, shortName } from '../../app/diagnosis/redaction.ts';
import { plainText } from '../../base/displayText.ts';
import { MINUTE_MS, durationText } from '../../base/time.ts';
import { isSupportedApiVersion } from '../../model/responseMeta.ts';
import { describeFailure } from '../format/failureText.ts';
import { numberText } from '../format/valueText.ts';
import { problem, timedOut } from './entry.ts';
import type { Entry } from './entry.ts';

type Service = NonNullable<Diagnosis['service']>;

const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** The checks of the service: name resolution, reachability, certificate, clocks, and the account. */
export function networkEntries(service: Diagnosis['service']): readonly Entry[] {
  if (service === undefined) {
    return [
      {
        state: 'skipped',
        title: l10n.t('Service'),
        result: l10n.t('No base URL is known, so nothing was requested.'),
        remedy: l10n.t('Sign in or set “dataConnections.defaultBaseUrl”, then run this command again.'),
      },
    ];
  }
  return [
    nameEntry(service),
    reachEntry(service),
    certificateEntry(service),
    clockEntry(service),
    identityEntry(service),
  ];
}

function nameEntry({ hostname, name, reach }: Service): Entry {
  const title = l10n.t('Name resolution');
  if (name.kind === 'found') {
    return { state: 'ok', title, result: l10n.t('{0} resolves to {1}.', hostname, name.value.join(', ')) };
  }
  if (reach.kind === 'found') {
    const result = l10n.t(
      'This machine can’t resolve {0}, but requests reach the service, probably through a proxy.',
      hostname,
    );
    return { state: 'ok', title, result };
  }
  return name.kind === 'timedOut'
    ? timedOut(title, name.afterMs)
    : problem(title, describeFailure({ kind: 'unreachable', reason: 'nameNotFound', detail: '' }));
}

function reachEntry({ hostname, reach }: Service): Entry {
  const title = l10n.t('Connection to the service');
  switch (reach.kind) {
    case 'found':
      return responseEntry(title, reach.value);
    case 'timedOut':
      return timedOut(title, reach.afterMs);
    case 'failed':
      return problem(title, describeFailure(networkFailure(reach.error, 0, hostname)));
  }
}

/** A request without a key is expected to get a 401. */
function responseEntry(title: string, { status, tookMs }: Reached): Entry {
  const result = l10n.t(
    'The service responded with status {0} in {1} ms to a request without a key.',
    status,
    Math.round(tookMs),
  );
  if (status === 401) {
    return { state: 'ok', title, result };
  }
  return {
    state: 'warning',
    title,
    result,
    remedy: l10n.t(
      'Status 401 was expected. Check the base URL, and whether a gateway answers in place of the service.',
    ),
  };
}

function certificateEntry({ certificate, reach }: Service): Entry {
  const title = l10n.t('Certificate');
  if (certificate === undefined) {
    return {
      state: 'skipped',
      title,
      result: l10n.t(
        'The base URL uses http, without encryption, which is allowed because the service runs on this machine.',
      ),
    };
  }
  if (certificate.kind !== 'found') {
    const result = l10n.t('The certificate could not be read directly, which is usual behind a proxy.');
    return { state: 'skipped', title, result };
  }
  const { issuer, subject, validTo, problem: why } = certificate.value;
  const names = l10n.t('Issued by “{0}” for “{1}”, valid until {2}.', issuer, subject, validTo);
  // There is only a response if the certificate was accepted.
  return reach.kind === 'found' || why === undefined
    ? { state: 'ok', title, result: names }
    : {
        state: 'problem',
        title,
        result: `${names} ${l10n.t('It is not trusted on this machine: {0}.', why)}`,
        remedy: l10n.t('Check the base URL, or add the certificate to the trusted certificates of your system.'),
      };
}

function clockEntry({ reach }: Service): Entry {
  const title = l10n.t('Clock');
  const aheadMs = reach.kind === 'found' ? reach.value.clockAheadMs : undefined;
  if (aheadMs === undefined) {
    return { state: 'skipped', title, result: l10n.t('The time of the service is not known.') };
  }
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) {
    const result = l10n.t('The clocks of this machine and of the service differ by at most a minute.');
    return { state: 'ok', title, result };
  }
  const difference = durationText(Math.abs(aheadMs));
  return {
    state: 'warning',
    title,
    result:
      aheadMs > 0
        ? l10n.t('The clock of this machine is {0} ahead of the service.', difference)
        : l10n.t('The clock of this machine is {0} behind the service.', difference),
    remedy: l10n.t('Turn on automatic date and time on this machine. Until then, the times shown may be wrong.'),
  };
}

function identityEntry({ identity }: Service): Entry {
  const title = l10n.t('Account');
  switch (identity?.kind) {
    case undefined:
      return { state: 'skipped', title, result: l10n.t('You are not signed in.') };
    case 'timedOut':
      return timedOut(title, identity.afterMs);
    case 'failed':
      return identity.error instanceof ApiError
        ? problem(title, describeFailure(identity.error.failure))
        : {
            state: 'problem',
            title,
            result: l10n.t('An unexpected error occurred: {0}', plainText(String(identity.error), 200)),
          };
    case 'found': {
      const { user, workspace, apiVersion, requestId } = identity.value;
      const version = plainText(apiVersion ?? '', 40) || '–';
      const accepted = l10n.t(
        'The service accepts the key of {0} for workspace “{1}”.',
        shortEmail(user.email),
        shortName(workspace.name),
      );
      const api = l10n.t('API version: {0}. Request ID: {1}.', version, plainText(requestId ?? '', 100) || '–');
      const result = `${accepted} ${api}`;
      return isSupportedApiVersion(apiVersion)
        ? { state: 'ok', title, result }
        : {
            state: 'warning',
            title,
            result,
            remedy: l10n.t('This extension supports version 1. Update the extension.'),
          };
    }
  }
}

/** The outcome of the last request for the list of connections. The diagnosis itself doesn't request it. */
export function connectionsEntry(state: ConnectionFeedState): Entry {
  const title = l10n.t('List of connections');
  const failure = feedFailure(state);
  if (failure !== undefined) {
    return problem(title, describeFailure(failure));
  }
  return state.kind === 'loaded'
    ? {
        state: 'ok',
        title,
        result: l10n.t('The last request succeeded. Connections: {0}.', numberText(state.connections.length)),
      }
    : { state: 'skipped', title, result: l10n.t('It has not been received yet.') };
}
