import * as vscode from 'vscode';
import { parseBaseUrl } from '../../api/baseUrl.ts';
import { inputText, quickPickText, titleText } from '../../base/sinkText.ts';
import type { InputText } from '../../base/sinkText.ts';
import type { AuthMethod } from '../../model/account.ts';
import { askChoice, askText } from './formSteps.ts';
import type { StepHeader, StepResult } from './formSteps.ts';
import { cleanSecret, findSecretProblem } from '../../app/session/signInEntry.ts';
import type { SignInEntry } from '../../app/session/signInEntry.ts';
import { AUTH_METHODS, isEmail } from '../../app/session/signInPrefill.ts';
import type { SignInPrefill } from '../../app/session/signInPrefill.ts';
import { entryProblemText, methodText } from './signInText.ts';

type Field = 'baseUrl' | 'method' | 'email' | 'secret';

interface SignInFormOptions {
  readonly prefill: SignInPrefill;
  readonly defaultBaseUrl: string;
  /** Verifies and stores the entry. Resolves to why it can't be used, which the last box shows; undefined if it can. */
  readonly submit: (entry: SignInEntry, signal: AbortSignal) => Promise<InputText | undefined>;
}

/**
 * Asks for an account in up to four steps. Starts with the first one that is not prefilled; Back leads to the others. The secret is always
 * requested. Resolves once `submit` has accepted the entry or the user has closed the form.
 */
export async function showSignInForm({ prefill, defaultBaseUrl, submit }: SignInFormOptions): Promise<void> {
  let answers: SignInPrefill = prefill;
  let field = firstOpenField(prefill);
  for (;;) {
    const fields = fieldsFor(answers.method);
    const header: StepHeader = {
      title: titleText(vscode.l10n.t('Sign In to Data Connections')),
      step: fields.indexOf(field) + 1,
      totalSteps: fields.length,
    };
    const result = await ask(field, header, answers, { defaultBaseUrl, submit });
    if (result.kind === 'closed') {
      return;
    }
    if (result.kind === 'next') {
      answers = { ...answers, ...result.value };
    }
    const next = fieldsFor(answers.method)[fields.indexOf(field) + (result.kind === 'back' ? -1 : 1)];
    if (next === undefined) {
      return;
    }
    field = next;
  }
}

/** Only Basic authentication needs an email address. */
function fieldsFor(method: AuthMethod | undefined): readonly Field[] {
  return method === 'basic' ? ['baseUrl', 'method', 'email', 'secret'] : ['baseUrl', 'method', 'secret'];
}

function firstOpenField(prefill: SignInPrefill): Field {
  return fieldsFor(prefill.method).find((field) => field === 'secret' || prefill[field] === undefined) ?? 'secret';
}

async function ask(
  field: Field,
  header: StepHeader,
  answers: SignInPrefill,
  { defaultBaseUrl, submit }: Omit<SignInFormOptions, 'prefill'>,
): Promise<StepResult<SignInPrefill>> {
  switch (field) {
    case 'baseUrl':
      return askBaseUrl(header, answers.baseUrl ?? defaultBaseUrl);
    case 'method':
      return askMethod(header, answers.method);
    case 'email':
      return askEmail(header, answers.email ?? '');
    case 'secret':
      return askSecret(header, answers, submit);
  }
}

function askBaseUrl(header: StepHeader, value: string): Promise<StepResult<SignInPrefill>> {
  return askText({
    ...header,
    value,
    prompt: inputText(vscode.l10n.t('The base URL of the service')),
    placeholder: titleText('https://service.example.com'),
    findProblem: (text) => {
      const address = parseBaseUrl(text);
      return address.ok ? undefined : inputText(entryProblemText({ field: 'baseUrl', problem: address.problem }));
    },
    read: (baseUrl) => ({ baseUrl }),
  });
}

async function askMethod(header: StepHeader, method: AuthMethod | undefined): Promise<StepResult<SignInPrefill>> {
  const items = AUTH_METHODS.map((authMethod) => {
    const { label, detail } = methodText(authMethod);
    return { label: quickPickText(label), detail: quickPickText(detail), value: { method: authMethod } };
  });
  return askChoice({
    ...header,
    placeholder: titleText(vscode.l10n.t('Select how to sign in')),
    items,
    active: items.find(({ value }) => value.method === method),
  });
}

function askEmail(header: StepHeader, value: string): Promise<StepResult<SignInPrefill>> {
  return askText({
    ...header,
    value,
    prompt: inputText(vscode.l10n.t('The email address that the key belongs to')),
    placeholder: titleText('jane@example.com'),
    findProblem: (text) => (isEmail(text.trim()) ? undefined : inputText(entryProblemText({ field: 'email' }))),
    read: (text) => ({ email: text.trim() }),
  });
}

function askSecret(
  header: StepHeader,
  { baseUrl = '', method = 'apiKey', email }: SignInPrefill,
  submit: SignInFormOptions['submit'],
): Promise<StepResult<SignInPrefill>> {
  const { host } = new URL(baseUrl);
  return askText({
    ...header,
    value: '',
    isSecret: true,
    prompt: inputText(
      method === 'bearer'
        ? vscode.l10n.t('The access token for {0}. VS Code keeps it in its secret storage.', host)
        : vscode.l10n.t('The API key for {0}. VS Code keeps it in its secret storage.', host),
    ),
    placeholder: titleText(''),
    findProblem: (text) => {
      const problem = findSecretProblem(cleanSecret(text), method);
      return problem && inputText(entryProblemText({ field: 'secret', problem, method }));
    },
    submit: (text, signal) => submit({ baseUrl, method, email, secret: text }, signal),
    read: () => ({}),
  });
}
