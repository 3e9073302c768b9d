import { env, l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { compareConnections } from '../../app/compare/compareConnections.ts';
import type { ComparedPair, Comparison } from '../../app/compare/compareConnections.ts';
import type { AccountStore, KnownAccount } from '../../app/session/accountStore.ts';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import { prefillOf } from '../../app/session/signInPrefill.ts';
import { plainText } from '../../base/displayText.ts';
import { progressText, titleText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { needsSignIn } from '../../model/failure.ts';
import { readAccount } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { accountItems } from '../format/accountText.ts';
import { stateName } from '../format/connectionText.ts';
import { failureSentence } from '../format/failureText.ts';
import { textTable } from '../format/textTable.ts';
import { numberText } from '../format/valueText.ts';
import { withProgressIfSlow } from '../window/progress.ts';
import { pickOne } from '../window/quickInput.ts';
import type { ReadOnlyDocuments } from './readOnlyDocuments.ts';

export interface CompareOptions {
  readonly session: Pick<Session, 'state'>;
  readonly store: Pick<AccountStore, 'all'>;
  /** Creates a client for an account, which the caller must dispose of. */
  readonly createClient: (account: Account) => ServiceClient;
}

/** The diff editor can't compare more lines within its time limit. */
const MAX_ROWS = 5_000;
const MAX_CELL = 60;

/** Shows the connections of two accounts side by side. Changes nothing. `argument`: the ID of the second account. */
export async function compareAccounts(
  argument: unknown,
  options: CompareOptions,
  documents: ReadOnlyDocuments,
): Promise<void> {
  const chosen = await chooseAccounts(argument, options);
  if (chosen === undefined) {
    return;
  }
  const [left, right] = chosen;
  const title = progressText(l10n.t('Comparing connections'));
  const [leftConnections = [], rightConnections = []] = await withProgressIfSlow(title, ({ signal }) =>
    Promise.all(chosen.map((account) => listConnections(account, options, signal))),
  );
  const comparison = compareConnections(leftConnections, rightConnections, env.language);
  const [leftText, rightText] = textsOf(comparison);
  const [leftName, rightName] = accountNames(left, right);
  await documents.compare(
    titleText(l10n.t('{0} ↔ {1}: {2}', leftName, rightName, summaryText(comparison))),
    { title: titleText(leftName), text: leftText },
    { title: titleText(rightName), text: rightText },
  );
}

/** The account of this window and another one. Asks only if there is a choice. */
async function chooseAccounts(
  argument: unknown,
  { session, store }: CompareOptions,
): Promise<readonly [Account, Account] | undefined> {
  const { all } = store;
  if (all.length < 2) {
    const message = l10n.t('Sign in to a second account to compare its connections.');
    throw new UserError(message, { offersSignIn: true, prefill: {} });
  }
  const named = readAccount(argument, store);
  const activeId = activeAccount(session)?.id;
  const left =
    all.find(({ account }) => account.id === activeId) ??
    (await choose(all, session, l10n.t('Select the first account to compare')));
  if (left === undefined) {
    return undefined;
  }
  const others = all.filter(({ account }) => account.id !== left.account.id);
  const onlyOther = others.length === 1 ? others[0] : undefined;
  const right =
    others.find((other) => other === named) ??
    onlyOther ??
    (await choose(others, session, l10n.t('Select the account to compare with')));
  return right && [left.account, right.account];
}

async function choose(
  accounts: readonly KnownAccount[],
  session: Pick<Session, 'state'>,
  placeholder: string,
): Promise<KnownAccount | undefined> {
  const chosen = await pickOne(accountItems(accounts, session), {
    title: titleText(l10n.t('Compare Accounts')),
    placeHolder: titleText(placeholder),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.known;
}

async function listConnections(
  account: Account,
  { createClient }: CompareOptions,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const client = createClient(account);
  try {
    return (await client.listConnections({ signal })).connections;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    const { failure } = error;
    throw new UserError(l10n.t('{0}: {1}', nameWithHost(account), failureSentence(failure)), {
      cause: error,
      offersSignIn: needsSignIn(failure),
      prefill: prefillOf(account),
    });
  } finally {
    client.dispose();
  }
}

/** One line per connection. Connections that don't differ have equal lines, and the columns are aligned across both sides. */
function textsOf({ pairs }: Comparison): readonly [string, string] {
  const shown = pairs.slice(0, MAX_ROWS);
  // What can differ is first, because half a window is narrow.
  const head = [l10n.t('Connection'), l10n.t('State'), l10n.t('Active'), l10n.t('Scheduled'), l10n.t('Source system')];
  // In one table, so that the columns of both sides are equally wide.
  const [headLine = '', ...lines] = textTable(
    [head, ...shown.flatMap(({ left, right }) => [cellsOf(left), cellsOf(right)])],
    MAX_CELL,
  );
  const side = (name: 'left' | 'right', offset: number): string =>
    [
      headLine,
      '',
      ...shown.flatMap((pair, index) => (pair[name] === undefined ? [] : [lines[2 * index + offset] ?? ''])),
      ...moreText(pairs, name),
      '',
    ].join('\n');
  return [side('left', 0), side('right', 1)];
}

function cellsOf(connection: Connection | undefined): readonly string[] {
  if (connection === undefined) {
    return [];
  }
  const { sourceSystem, isActive, nextScheduledSyncAt } = connection;
  const yesNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
  return [
    connectionName(connection),
    stateName(connectionState(connection)),
    yesNo(isActive),
    yesNo(nextScheduledSyncAt !== undefined),
    sourceSystem || '–',
  ];
}

function moreText(pairs: readonly ComparedPair[], name: 'left' | 'right'): readonly string[] {
  const more = pairs.slice(MAX_ROWS).filter((pair) => pair[name] !== undefined).length;
  if (more === 0) {
    return [];
  }
  return [
    '',
    more === 1
      ? l10n.t('1 more connection is not shown.')
      : l10n.t('{0} more connections are not shown.', numberText(more)),
  ];
}

function summaryText({ onlyLeft, onlyRight, different }: Comparison): string {
  if (onlyLeft + onlyRight + different === 0) {
    return l10n.t('no differences');
  }
  return l10n.t(
    '{0} different, {1} only on the left, {2} only on the right',
    ...[different, onlyLeft, onlyRight].map((count) => numberText(count)),
  );
}

/** The names of two accounts: by their workspaces if these tell them apart, otherwise by their users. */
function accountNames(left: Account, right: Account): readonly [string, string] {
  const nameOf =
    [workspaceName, userName].find((name) => nameWithHost(left, name) !== nameWithHost(right, name)) ??
    (({ workspace }: Account) => workspace.identifier);
  return [nameWithHost(left, nameOf), nameWithHost(right, nameOf)];
}

/** Workspaces of two services may have the same name. */
function nameWithHost(account: Account, nameOf = workspaceName): string {
  return l10n.t('{0} ({1})', plainText(nameOf(account), 40), new URL(account.baseUrl).host);
}

function workspaceName({ workspace }: Account): string {
  return workspace.name || workspace.identifier;
}

function userName({ user }: Account): string {
  return user.email;
}
