/** How requests are authenticated (contract, Authentication 2). */
export type AuthMethod = 'apiKey' | 'bearer' | 'basic';

/** `data` of GET /me (contract, Identity). */
export interface Identity {
  readonly user: { readonly email: string; readonly fullName: string };
  readonly workspace: { readonly identifier: string; readonly name: string };
}

/** A user's access to one workspace of one service. Contains no secret. */
export interface Account extends Identity {
  /** Opaque; the same at every sign-in for the same service, workspace and user. */
  readonly id: string;
  /** Origin and optional path, without a trailing slash and without `/api/public/v1`. */
  readonly baseUrl: string;
  readonly method: AuthMethod;
}

/** The secret that authenticates requests, with the only origin to which it may be sent. */
export type Credential =
  | { readonly method: 'apiKey'; readonly origin: string; readonly apiKey: string }
  | { readonly method: 'bearer'; readonly origin: string; readonly accessToken: string }
  | { readonly method: 'basic'; readonly origin: string; readonly email: string; readonly apiKey: string };

/** The parts of a credential that must not appear in any output, in any encoding. Basic sends the key only as part of a pair. */
export function secretsOf(credential: Credential): readonly string[] {
  switch (credential.method) {
    case 'apiKey':
      return [credential.apiKey];
    case 'bearer':
      return [credential.accessToken];
    case 'basic':
      return [credential.apiKey, `${credential.email}:${credential.apiKey}`];
  }
}
