import type { Workbench } from './workbench.ts';

export type SignInMethod = 'API key' | 'Access token' | 'Email and API key';

interface SignInAnswers {
  readonly baseUrl: string;
  readonly method: SignInMethod;
  readonly email: string;
}

/** Runs Sign In and fills in everything up to the secret, which `enterSecret` enters. */
export async function beginSignIn(workbench: Workbench, { baseUrl, method, email }: SignInAnswers): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Data Connections: Sign In');
  await quickInput.typeInto(/base URL/, baseUrl);
  await quickInput.choose(/Select how to sign in/, method);
  if (method === 'Email and API key') {
    await quickInput.typeInto(/email address/, email);
  }
}

/** Enters a secret into its input. */
export async function enterSecret({ quickInput }: Workbench, secret: string): Promise<void> {
  await quickInput.awaitStep(/The (API key|access token) for|did not accept/);
  await quickInput.input.fill(secret);
  await quickInput.input.press('Enter');
}

/** Signs in with the service's API key and waits for the connections. */
export async function signIn(
  workbench: Workbench,
  { baseUrl, email, apiKey }: { readonly baseUrl: string; readonly email: string; readonly apiKey: string },
): Promise<void> {
  await beginSignIn(workbench, { baseUrl, email, method: 'API key' });
  await enterSecret(workbench, apiKey);
  await workbench.connections.root.getByRole('treeitem').first().waitFor();
}
