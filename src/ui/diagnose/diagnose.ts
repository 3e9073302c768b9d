import { promises as dns } from 'node:dns';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { env, l10n, languages } from 'vscode';
import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { FetchLike } from '../../api/fetchLike.ts';
import { diagnose } from '../../app/diagnosis/diagnose.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { SecretStorage } from '../../app/session/storedAccounts.ts';
import { progressText, titleText } from '../../base/sinkText.ts';
import { ledgerHealth } from '../../jobs/database/ledgerHealth.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import { readNetworkSettings } from '../network/createFetch.ts';
import { chooseRoute } from '../network/networkRoute.ts';
import type { Settings } from '../settings.ts';
import { withProgressIfSlow } from '../window/progress.ts';
import { diagnosisReport } from './diagnosisReport.ts';
import { settingFacts, versionFacts } from './environmentFacts.ts';
import { hostEntry, ledgerEntry, routeEntry, secretsEntry } from './localEntries.ts';
import { connectionsEntry, networkEntries } from './networkEntries.ts';
import type { ReadOnlyDocuments } from './readOnlyDocuments.ts';

export interface DiagnoseOptions {
  readonly session: Pick<Session, 'state' | 'isDemo'>;
  readonly feed: Pick<ConnectionFeed, 'state'>;
  readonly settings: () => Settings;
  readonly secrets: SecretStorage;
  readonly fetch: FetchLike;
  /** The folder of the ledger. */
  readonly storagePath: string;
  readonly ledger: Pick<Ledger, 'access'>;
  /** Hides all secrets that the window knows. */
  readonly redact: (text: string) => string;
}

/**
 * Runs all checks and opens the report. Sends GET /me, with the account's key and without, and a request without the
 * key that reads the certificate.
 */
export async function showDiagnosis(options: DiagnoseOptions, documents: ReadOnlyDocuments): Promise<void> {
  const { session, feed, settings, secrets, fetch, redact } = options;
  const account = session.state.kind === 'signedIn' ? session.state : undefined;
  const baseUrl = account?.account.baseUrl ?? suggestedBaseUrl(settings());
  // Loaded with require, because VS Code applies its proxy and certificates only to modules that are loaded this way.
  const { request: httpsRequest } = createRequire(import.meta.url)('https') as typeof Https;
  const diagnosis = await withProgressIfSlow(
    progressText(l10n.t('Diagnosing Data Connections')),
    ({ signal, showMessage }) =>
      diagnose({
        baseUrl,
        client: account?.client,
        network: { lookup: dns.lookup, fetch, httpsRequest },
        secrets,
        signal,
        onProgress: (done, all) => showMessage(progressText(l10n.t('{0} of {1} checks', done, all))),
      }),
  );
  const network = readNetworkSettings();
  const host = baseUrl === undefined ? '' : new URL(baseUrl).host;
  const report = diagnosisReport({
    at: Date.now(),
    entries: [
      ...networkEntries(diagnosis.service),
      ...(account === undefined ? [] : [connectionsEntry(feed.state)]),
      routeEntry(chooseRoute(host, network)),
      hostEntry(env.remoteName, diagnosis.service),
      secretsEntry(diagnosis.secrets),
      await ledgerEntry(ledgerHealth(options.storagePath, options.ledger.access), options.session),
    ],
    sections: [
      { title: l10n.t('Versions'), facts: versionFacts() },
      { title: l10n.t('Settings in Effect'), facts: settingFacts(settings(), network) },
    ],
  });
  const title = titleText(l10n.t('Data Connections: Diagnosis'));
  const { document } = await documents.show(title, redact(report));
  await languages.setTextDocumentLanguage(document, 'markdown');
}

function suggestedBaseUrl({ defaultBaseUrl }: Settings): string | undefined {
  const address = parseBaseUrl(defaultBaseUrl);
  return address.ok ? address.baseUrl : undefined;
}
