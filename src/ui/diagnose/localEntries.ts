import { l10n } from 'vscode';
import type { Diagnosis } from '../../app/diagnosis/diagnose.ts';
import { proxyAddress } from '../../app/diagnosis/redaction.ts';
import { plainText } from '../../base/displayText.ts';
import type { LedgerHealth } from '../../jobs/database/ledgerHealth.ts';
import { bytesText, numberText } from '../format/valueText.ts';
import type { NetworkRoute } from '../network/networkRoute.ts';
import { timedOut } from './entry.ts';
import type { Entry } from './entry.ts';

/** The route of requests: through VS Code, or directly from the extension. */
export function routeEntry(route: NetworkRoute): Entry {
  const title = l10n.t('Route');
  if (route.kind === 'editor') {
    return {
      state: 'ok',
      title,
      result: l10n.t('Requests go through VS Code, which applies its proxy and certificates.'),
    };
  }
  const proxy = proxyAddress(route.proxy);
  return {
    state: 'ok',
    title,
    result:
      proxy === undefined
        ? l10n.t('Requests go directly from the extension, without a proxy.')
        : l10n.t(
            'Requests go from the extension through the proxy {0}, because the fetch support of VS Code is turned off.',
            proxy,
          ),
  };
}

/** Where the extension runs. `remoteName`: of VS Code; undefined on the user's own machine. */
export function hostEntry(remoteName: string | undefined, service: Diagnosis['service']): Entry {
  const title = l10n.t('Extension host');
  if (remoteName === undefined) {
    return { state: 'ok', title, result: l10n.t('The extension runs on this machine.') };
  }
  const result = l10n.t(
    'The extension runs on a remote machine ({0}), and all requests are sent from there.',
    plainText(remoteName, 60),
  );
  if (service?.isLoopback !== true) {
    return { state: 'ok', title, result };
  }
  const both = `${result} ${l10n.t('The base URL is a loopback address, such as localhost, so it refers to the remote machine.')}`;
  return service.reach.kind === 'found'
    ? { state: 'ok', title, result: both }
    : {
        state: 'warning',
        title,
        result: both,
        remedy: l10n.t(
          'If the service runs on another machine, sign in with an address that the remote machine can reach.',
        ),
      };
}

export function secretsEntry(secrets: Diagnosis['secrets']): Entry {
  const title = l10n.t('Secret storage');
  if (secrets.kind === 'timedOut') {
    return timedOut(title, secrets.afterMs);
  }
  const remedy = l10n.t(
    'Make sure that the keyring of your system is installed and unlocked. Otherwise, you are signed out when the window closes.',
  );
  if (secrets.kind === 'failed') {
    return { state: 'problem', title, result: l10n.t('A test value could not be stored, read, or deleted.'), remedy };
  }
  switch (secrets.value) {
    case 'works':
      return { state: 'ok', title, result: l10n.t('A test value was stored, read back, and deleted.') };
    case 'notReturned':
      return { state: 'problem', title, result: l10n.t('A test value was stored but not returned.'), remedy };
    case 'notDeleted':
      return { state: 'problem', title, result: l10n.t('A test value was still there after it was deleted.'), remedy };
  }
}

export async function ledgerEntry(health: LedgerHealth, { isDemo }: { readonly isDemo: boolean }): Promise<Entry> {
  const title = l10n.t('Job database');
  switch (health.kind) {
    case 'memoryOnly': {
      const result = l10n.t('There is no database. Jobs are kept only while this window is open.');
      return isDemo
        ? { state: 'skipped', title, result }
        : {
            state: 'warning',
            title,
            result,
            remedy: l10n.t('Update VS Code and this extension. See the log for details.'),
          };
    }
    case 'unusable': {
      const { problem = 'failing' } = health;
      // In a chunk that other commands need, too.
      const { ledgerProblemText, ledgerRemedyText } = await import('../format/ledgerProblemText.ts');
      return {
        state: 'problem',
        title,
        result: `${l10n.t('The database can’t be used at the moment. Jobs are kept in memory until it can be used again.')} ${ledgerProblemText(problem)}`,
        remedy: `${ledgerRemedyText(problem)} ${l10n.t('See the log for details.')}`,
      };
    }
    case 'usable': {
      const { byteLength, jobs, integrity, journalMode } = health;
      const facts = l10n.t(
        'The database can be opened. Size: {0}. Jobs: {1}. Journal: {2}.',
        bytesText(byteLength),
        numberText(jobs),
        plainText(journalMode, 20),
      );
      return integrity === 'ok'
        ? { state: 'ok', title, result: `${facts} ${l10n.t('The integrity check found no problem.')}` }
        : {
            state: 'problem',
            title,
            result: `${facts} ${l10n.t('The integrity check found a problem: {0}', plainText(integrity, 200))}`,
            remedy: l10n.t('Reload the window. A damaged database is set aside and replaced by an empty one.'),
          };
    }
  }
}
