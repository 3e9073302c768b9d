import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { SyncResult } from '../../app/sync/syncOutcome.ts';
import { describeFailure, unexpectedErrorText } from '../format/failureText.ts';
import { listText, numberText } from '../format/valueText.ts';

/** How many connections a message names. */
const MAX_NAMES = 3;

/** What may have started, and what did not start, with the first few reasons. */
export function summaryText(results: readonly SyncResult[]): string {
  const unknown = results.filter((result) => result.kind === 'unknown');
  const failed = results.filter((result) => result.kind === 'failed');
  return [
    ...unknownLines(unknown),
    ...(failed.length > 0 ? [notStartedText(failed.length, results.length)] : []),
    ...failed.slice(0, MAX_NAMES).map((result) => `“${result.name}”: ${reasonText(result)}`),
    ...moreText(failed),
  ].join(' ');
}

/** One with all that is known of it, several by their names. */
function unknownLines(unknown: readonly Extract<SyncResult, { kind: 'unknown' }>[]): readonly string[] {
  const [first, ...others] = unknown;
  if (first === undefined) {
    return [];
  }
  if (others.length === 0) {
    return [syncUnknownText(first)];
  }
  return [
    l10n.t('These syncs may have started: {0}.', firstNames(unknown.map(({ name }) => name))),
    ...moreText(unknown),
    describeFailure(first.failure).what,
    l10n.t('Check the connections before you start them again.'),
  ];
}

/** What is known of a sync that may have started. */
export function syncUnknownText({ name, failure, reconciliation }: Extract<SyncResult, { kind: 'unknown' }>): string {
  const opening = l10n.t('The sync of “{0}” may have started. {1}', name, describeFailure(failure).what);
  return `${opening} ${reconciliationText(reconciliation)}`;
}

function reconciliationText(reconciliation: Extract<SyncResult, { kind: 'unknown' }>['reconciliation']): string {
  switch (reconciliation.kind) {
    case 'notFound':
      return l10n.t('The connection shows no new sync so far. Check again before you start another sync.');
    case 'failure':
      return l10n.t(
        'The connection could not be checked: {0} Check its last sync before you start another one.',
        describeFailure(reconciliation.failure).what,
      );
    case 'accountChanged':
      return l10n.t(
        'This window no longer uses the account, so the connection could not be checked. Check its last sync before you start another one.',
      );
  }
}

export function notStartedText(count: number, of: number): string {
  return l10n.t('{0} of {1} syncs did not start.', numberText(count), numberText(of));
}

function reasonText({ error }: Extract<SyncResult, { kind: 'failed' }>): string {
  return error instanceof ApiError ? describeFailure(error.failure).what : unexpectedErrorText();
}

/** The first few names of connections, as a list. */
export function firstNames(names: readonly string[]): string {
  return listText(names.slice(0, MAX_NAMES).map((name) => `“${name}”`));
}

/** How many there are besides those that are named. */
export function moreText(all: readonly unknown[]): readonly string[] {
  const more = all.length - MAX_NAMES;
  return more > 0 ? [l10n.t('And {0} more.', numberText(more))] : [];
}
