/** `meta` of every response (contract, Response envelope). A member that the service omitted is undefined. */
export interface ResponseMeta {
  readonly apiVersion: string | undefined;
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
  readonly workspaceIdentifier: string | undefined;
  readonly timestamp: string | undefined;
}

/** The service's IDs of a request, by which its support can find it. */
export type ResponseIds = Partial<Pick<ResponseMeta, 'requestId' | 'correlationId'>>;

/** Whether this extension supports the service's version: major version 1, or no version given. */
export function isSupportedApiVersion(apiVersion: string | undefined): boolean {
  const major = /^\s*v?(\d+)/i.exec(apiVersion ?? '')?.[1];
  return apiVersion === undefined || apiVersion.trim() === '' || major === '1';
}
