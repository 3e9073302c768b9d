import type { LocalService } from '../../service/localService.ts';

/** A response of the service. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data: T; readonly meta: Readonly<Record<string, string>> } & Readonly<
    Record<string, unknown>
  >;
}

export interface JobData {
  readonly syncId: string;
  readonly status: string;
  readonly message: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly count: number;
    readonly completedAt: string | null;
  }[];
}

export function url(service: LocalService, path: string): string {
  return `${service.baseUrl}/api/public/v1${path}`;
}

export async function ask<T>(service: LocalService, path: string, init: RequestInit = {}): Promise<ApiResponse<T>> {
  const headers = { 'x-api-key': service.apiKey, ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(url(service, path), { ...init, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ApiResponse<T>['body'],
  };
}

export async function postJson<T>(service: LocalService, path: string, body: string): Promise<ApiResponse<T>> {
  return ask(service, path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

export async function startSync(
  service: LocalService,
  entityId: string,
): Promise<ApiResponse<{ syncId: string; message: string }>> {
  return postJson(service, '/connections/sync', JSON.stringify({ entityId }));
}

export async function jobStatus(service: LocalService, syncId: string): Promise<JobData> {
  const { body } = await ask<JobData>(service, `/connections/sync/${syncId}/status`);
  return body.data;
}

export type UploadResponse = ApiResponse<{ syncId: string; entityId: string; message: string }>;

export async function uploadFile(
  service: LocalService,
  {
    content,
    entityId,
    name,
    type = '',
  }: { content: string | Uint8Array<ArrayBuffer>; entityId: string; name: string; type?: string },
): Promise<UploadResponse> {
  const form = new FormData();
  form.append('entityId', entityId);
  form.append('file', new Blob([content], { type }), name);
  return ask(service, '/dataloader/upload', { method: 'POST', body: form });
}

/** `data` is JSON text and is sent unchanged. */
export async function uploadJson(service: LocalService, entityId: string, data: string): Promise<UploadResponse> {
  return postJson(service, '/dataloader/upload', `{"entityId":${JSON.stringify(entityId)},"data":${data}}`);
}

/** The entity id of a connection, by name. */
export async function entityIdOf(service: LocalService, entityName: string): Promise<string> {
  const { connections } = await service.state();
  const connection = connections.find((each) => each.entityName === entityName);
  if (!connection) {
    throw new Error(`The seed has no ${entityName}.`);
  }
  return connection.entityId;
}
