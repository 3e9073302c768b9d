import { l10n } from 'vscode';
import type { BaseUrlProblem } from '../../api/baseUrl.ts';
import type { SubmitOutcome } from '../../app/session/signIn.ts';
import type { EntryProblem, SecretProblem } from '../../app/session/signInEntry.ts';
import { inputText } from '../../base/sinkText.ts';
import type { InputText } from '../../base/sinkText.ts';
import type { AuthMethod } from '../../model/account.ts';
import { describeFailure, failureSentence, unexpectedErrorText } from '../format/failureText.ts';

export function entryProblemText(problem: EntryProblem): string {
  switch (problem.field) {
    case 'baseUrl':
      return baseUrlProblemText(problem.problem);
    case 'email':
      return l10n.t('Enter the email address that the key belongs to.');
    case 'secret':
      return secretProblemText(problem.problem, problem.method);
  }
}

export function methodText(method: AuthMethod): { readonly label: string; readonly detail: string } {
  switch (method) {
    case 'apiKey':
      return { label: l10n.t('API key'), detail: l10n.t('Generated in the service’s task pane.') };
    case 'bearer':
      return { label: l10n.t('Access token'), detail: l10n.t('Issued when you sign in to the service.') };
    case 'basic':
      return { label: l10n.t('Email and API key'), detail: l10n.t('Sent together, as Basic authentication.') };
  }
}

function baseUrlProblemText(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the base URL of the service.');
    case 'notAUrl':
      return l10n.t('Enter a valid URL, such as https://service.example.com');
    case 'scheme':
      return l10n.t('Enter a URL that starts with https://');
    case 'httpNotLoopback':
      return l10n.t('Use https://. Plain http:// sends the key unencrypted and is only allowed for this machine.');
    case 'userInfo':
      return l10n.t('Remove the user name and password before the @. You enter the key in a later step.');
    case 'queryOrHash':
      return l10n.t('Remove the ? or # and everything after it.');
  }
}

function secretProblemText(problem: SecretProblem, method: AuthMethod): string {
  switch (problem.kind) {
    case 'empty':
      return method === 'bearer' ? l10n.t('Enter the access token.') : l10n.t('Enter the API key.');
    case 'lineBreak':
      return l10n.t('The value contains a line break. Paste it as one line.');
    case 'unsendable':
      return l10n.t('The value contains a character that can’t be sent ({0}). Copy it again.', problem.codePoint);
  }
}

/** The message under the input box; undefined if the entry was accepted. */
export function submitProblemText(outcome: SubmitOutcome, method: AuthMethod): InputText | undefined {
  switch (outcome.kind) {
    case 'signedIn':
      return undefined;
    case 'cancelled':
      return inputText('');
    case 'invalid':
      return inputText(entryProblemText(outcome.problem));
    case 'failed':
      return inputText(failedText(outcome, method));
  }
}

function failedText({ failure }: Extract<SubmitOutcome, { kind: 'failed' }>, method: AuthMethod): string {
  if (failure === undefined) {
    return unexpectedErrorText();
  }
  switch (failure.kind) {
    case 'unauthorized':
      return notAcceptedText(method);
    case 'notFound':
      // There is nothing to refresh yet.
      return `${describeFailure(failure).what} ${l10n.t('Check the base URL.')}`;
    default:
      return failureSentence(failure);
  }
}

function notAcceptedText(method: AuthMethod): string {
  switch (method) {
    case 'apiKey':
      return l10n.t('The service did not accept this API key. Check it and enter it again.');
    case 'bearer':
      return l10n.t('The service did not accept this access token. Check it and enter it again.');
    case 'basic':
      return l10n.t('The service did not accept this email address and API key. Check both and enter them again.');
  }
}
