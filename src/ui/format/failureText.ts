import { l10n } from 'vscode';
import type { ApiError } from '../../api/apiError.ts';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import { MAX_RETRY_AFTER_MS } from '../../model/rateLimit.ts';
import type { Failure, ProblemDetails, RefusedConnection } from '../../model/failure.ts';

export interface FailureText {
  /** What happened, one or two sentences. */
  readonly what: string;
  /** What to do about it, one or two sentences, or what the service says about fields. */
  readonly remedy: string;
}

const CONTENT_TOO_LARGE = 413;

/** Describes a failed request. Messages of the service are shown on one line, with a limited length. */
export function describeFailure(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'signedOut':
      return { what: l10n.t('You are not signed in.'), remedy: l10n.t('Sign in to continue.') };
    case 'unauthorized':
      return {
        what: l10n.t('The service did not accept the key or token.'),
        remedy: l10n.t('Sign in again with a valid key or token.'),
      };
    case 'rejected':
      return describeRejection(failure);
    case 'notFound':
      return {
        what: quoting(
          failure.connection === 'unlisted'
            ? l10n.t('The service did not find the connection.')
            : l10n.t('The service did not find the requested resource.'),
          failure.problem,
        ),
        remedy: connectionRemedy(failure.connection) ?? l10n.t('Refresh. If the problem persists, check the base URL.'),
      };
    case 'rateLimited':
      return {
        what: l10n.t('The service asked you to wait.'),
        remedy: waitText(failure.retryAfterMs),
      };
    case 'unavailable':
      return {
        what: quoting(l10n.t('The service is unavailable (status {0}).', failure.status), failure.problem),
        remedy: l10n.t('Try again later.'),
      };
    case 'unreachable':
      return describeUnreachable(failure.reason);
    case 'timedOut':
      return {
        what: l10n.t('The service did not respond within {0} s.', Math.max(1, Math.round(failure.afterMs / 1000))),
        remedy: l10n.t('Try again, or increase the value of the setting “dataConnections.requestTimeout”.'),
      };
    case 'tooLarge':
      return {
        what: l10n.t(
          'The response from the service is larger than {0} MB.',
          Math.round(failure.limitBytes / 1_000_000),
        ),
        remedy: l10n.t('Check the base URL.'),
      };
    case 'redirected':
      return {
        what: l10n.t('The service tried to redirect the request. Redirects are blocked to protect your key.'),
        remedy: l10n.t('Sign in again with the actual base URL of the service.'),
      };
    case 'unexpectedResponse':
      return {
        what: describeUnexpected(failure.detail, failure.status),
        remedy: l10n.t('Check the base URL, and whether your network requires you to sign in first.'),
      };
  }
}

function waitText(waitMs: number | undefined): string {
  if (waitMs === undefined) {
    return l10n.t('Wait a minute, then try again.');
  }
  // The service may have asked for more.
  return waitMs >= MAX_RETRY_AFTER_MS
    ? l10n.t('Try again in an hour or later.')
    : l10n.t('Try again in {0}.', durationText(Math.max(1000, waitMs)));
}

/** What happened and what to do, in one text. */
export function failureSentence(failure: Failure): string {
  const { what, remedy } = describeFailure(failure);
  return `${what} ${remedy}`;
}

/** Whether the service can have acted on the request, where that is not clear from its failure. */
export function arrivalText({
  mayHaveArrived,
  isPartlySent,
}: Pick<ApiError, 'mayHaveArrived' | 'isPartlySent'>): string | undefined {
  if (isPartlySent) {
    return l10n.t('Not all of the data was sent, so nothing was loaded.');
  }
  return mayHaveArrived ? l10n.t('The service may still have received the request.') : undefined;
}

function describeRejection(failure: Extract<Failure, { kind: 'rejected' }>): FailureText {
  switch (failure.reason) {
    case 'digitsOnlyEntityId':
      return {
        what: l10n.t('The service does not support entity IDs that contain only digits.'),
        remedy: l10n.t('Run Copy Entity ID in the Connections view, then use the copied ID.'),
      };
    case 'unusableId':
      return {
        what: l10n.t('The ID can’t be used in a request.'),
        remedy: l10n.t('Copy the ID again from the Connections or Jobs view.'),
      };
    case 'byService': {
      const message = plainText(failure.message);
      if (failure.status === CONTENT_TOO_LARGE) {
        return {
          what: quoting(
            l10n.t('The service rejected the request because it is too large (status 413).'),
            failure.problem,
          ),
          remedy: l10n.t('Split an upload into several, or ask the operator of the service for a higher limit.'),
        };
      }
      return {
        what:
          message === ''
            ? quoting(l10n.t('The service rejected the request (status {0}).', failure.status), failure.problem)
            : l10n.t('The service rejected the request: {0}', asSentence(message)),
        remedy:
          connectionRemedy(failure.connection) ?? fieldErrorText(failure.problem) ?? l10n.t('See the log for details.'),
      };
    }
  }
}

function connectionRemedy(connection: RefusedConnection | undefined): string | undefined {
  switch (connection) {
    case 'unlisted':
      return l10n.t('The service does not list this connection. Choose another one.');
    case 'inactive':
      return l10n.t('The connection is inactive. Activate it in the service, or choose another one.');
    case undefined:
      return undefined;
  }
}

function describeUnreachable(reason: Extract<Failure, { kind: 'unreachable' }>['reason']): FailureText {
  switch (reason) {
    case 'nameNotFound':
      return {
        what: l10n.t('The host in the base URL was not found.'),
        remedy: l10n.t('Check the base URL and your network.'),
      };
    case 'refused':
    case 'connectTimeout':
      return {
        what:
          reason === 'refused'
            ? l10n.t(
                'The network connection was refused. The service is not running at the base URL, or a firewall blocks it.',
              )
            : l10n.t('No connection to the service could be established.'),
        remedy: l10n.t('Check the base URL, your network, and your proxy.'),
      };
    case 'interrupted':
      return {
        what: l10n.t('The connection to the service was lost.'),
        remedy: l10n.t('Check your network, then try again.'),
      };
    case 'certificate':
      return {
        what: l10n.t('The certificate of the service is not trusted on this machine.'),
        remedy: l10n.t('Check the base URL, or add the certificate to the trusted certificates of your system.'),
      };
    case 'proxySignIn':
      return {
        what: l10n.t('The proxy did not accept your user name and password, or requires them.'),
        remedy: l10n.t('Check the setting “http.proxy”.'),
      };
    case 'proxy':
      return {
        what: l10n.t('The proxy can’t be reached, or did not connect to the service.'),
        remedy: l10n.t('Check the base URL and your proxy. See the log for details.'),
      };
    case 'other':
      return {
        what: l10n.t('The service is unreachable.'),
        remedy: l10n.t('Check your network and proxy. See the log for details.'),
      };
  }
}

function describeUnexpected(
  detail: Extract<Failure, { kind: 'unexpectedResponse' }>['detail'],
  status: number,
): string {
  switch (detail) {
    case 'notJson':
      return l10n.t('The response is not from the service: it is not JSON (status {0}).', status);
    case 'noEnvelope':
      return l10n.t('The response does not have the expected format (status {0}).', status);
    case 'missingFields':
      return l10n.t('The response is missing required fields (status {0}).', status);
  }
}

/** The sentence, followed by the service's message if there is one. */
function quoting(sentence: string, problem: ProblemDetails | undefined): string {
  const words = plainText(problem?.detail ?? problem?.title ?? '');
  return words === '' ? sentence : l10n.t('{0} Message: {1}', sentence, asSentence(words));
}

/** The service's words with a full stop, unless they have one, because another sentence may follow. */
function asSentence(words: string): string {
  return /[.!?…。！？]["'”’»)]*$/.test(words) ? words : `${words}.`;
}

const MAX_FIELDS = 3;

function fieldErrorText(problem: ProblemDetails | undefined): string | undefined {
  const fields = [...(problem?.fieldErrors ?? [])]
    .slice(0, MAX_FIELDS)
    .map(([field, messages]) => `${plainText(field, 40)}: ${plainText(messages.join(' '), 120)}`);
  return fields.length === 0 ? undefined : asSentence(fields.join('; '));
}

export function unexpectedErrorText(): string {
  return l10n.t('An unexpected error occurred. See the log for details.');
}
