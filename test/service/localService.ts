import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ControlClient } from './controlClient.ts';
import type { ServiceState, UploadInfo, UploadRows } from './controlTypes.ts';
import type { ConnectionPatch } from '../../src/localService/connection.ts';
import type { Violation } from '../../src/localService/conformance.ts';
import type { Fault } from '../../src/localService/faults.ts';
import type { JobScript } from '../../src/localService/job.ts';
import type { LoggedRequest } from '../../src/localService/requestLog.ts';
import type { Settings } from '../../src/localService/settings.ts';
import type { NextJob } from '../../src/localService/workspace.ts';

/** How a process is started (src/localService/README.md). */
export interface StartOptions {
  /** Whether to validate all requests, and all responses except simulated faults, against openapi.yaml. */
  readonly validate?: boolean;
  /** Default: `standard`, about 25 connections of which none is syncing. With `demo`, two are syncing. */
  readonly seed?: 'demo' | 'standard' | 'empty';
  readonly timeRate?: number;
  readonly port?: number;
  readonly controlPort?: number;
}

interface ReadyLine {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly email: string;
}

/** A local service in a separate process, with the operations that tests need. */
export class LocalService {
  /** What `connect` needs to create another client of the same process. */
  readonly readyLine: string;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly accessToken: string;
  readonly email: string;
  #apiKey: string;
  readonly #initialApiKey: string;
  readonly #control: ControlClient;
  readonly #process: ChildProcess | undefined;
  #isStopping = false;

  private constructor(readyLine: string, process: ChildProcess | undefined) {
    const { baseUrl, controlUrl, apiKey, accessToken, email } = JSON.parse(readyLine) as ReadyLine;
    this.readyLine = readyLine;
    this.baseUrl = baseUrl;
    this.controlUrl = controlUrl;
    this.accessToken = accessToken;
    this.email = email;
    this.#apiKey = apiKey;
    this.#initialApiKey = apiKey;
    this.#control = new ControlClient(controlUrl);
    this.#process = process;
  }

  /** Starts `out/localService.cjs`. It exits on `stop`, and at the latest with this process. */
  static async start({
    validate,
    seed = 'standard',
    timeRate,
    port,
    controlPort,
  }: StartOptions = {}): Promise<LocalService> {
    const bundle = join(process.cwd(), 'out', 'localService.cjs');
    const args = [
      bundle,
      '--exit-with-stdin',
      '--seed',
      seed,
      ...(validate === true ? ['--validate'] : []),
      ...(timeRate === undefined ? [] : ['--time-rate', String(timeRate)]),
      ...(port === undefined ? [] : ['--port', String(port)]),
      ...(controlPort === undefined ? [] : ['--control-port', String(controlPort)]),
    ];
    // Detached, because Ctrl+C in the terminal must only reach the parent, which then stops the service.
    const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    let complaints = '';
    child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
    const ended = once(child, 'exit').then(([code]: unknown[]) => {
      throw new Error(
        `The local service ended (${String(code)}). Was it built (npm run build:service)?\n${complaints}`,
      );
    });
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
    const service = new LocalService(line, child);
    ended.catch((error: unknown) => {
      if (!service.#isStopping) {
        console.error(error);
      }
    });
    return service;
  }

  /** A client of a process that was started elsewhere; `stop` does not stop it. */
  static connect(readyLine: string): LocalService {
    return new LocalService(readyLine, undefined);
  }

  get apiKey(): string {
    return this.#apiKey;
  }

  async stop(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) {
      this.#isStopping = true;
      const exited = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await exited;
    }
  }

  /** Restores the initial state, with the same secrets. */
  async reset(): Promise<void> {
    await this.#control.post('/reset', {});
    this.#apiKey = this.#initialApiKey;
  }

  async state(): Promise<ServiceState> {
    return this.#control.get('/state');
  }

  /** The entity IDs of two connections that accept uploads. */
  async uploadTargets(): Promise<readonly [string, string]> {
    const [one, other] = (await this.state()).connections.filter(({ acceptsUploads }) => acceptsUploads);
    assert.ok(one && other, 'two connections accept uploads');
    return [one.entityId, other.entityId];
  }

  // Time

  /** Advances the time of the service, even while it is frozen. */
  async advance(ms: number): Promise<void> {
    await this.#control.post('/time', { advanceMs: ms });
  }

  async freeze(isFrozen: boolean): Promise<void> {
    await this.#control.post('/time', { isFrozen });
  }

  async setTimeRate(rate: number): Promise<void> {
    await this.#control.post('/time', { rate });
  }

  // Jobs and connections

  /** Applies a script to a job. An outcome ends it now; with `forget`, its status is 404. */
  async setJob(syncId: string, script: JobScript & { readonly forget?: boolean }): Promise<void> {
    await this.#control.post(`/jobs/${encodeURIComponent(syncId)}`, script);
  }

  /** Scripts the next job that starts. Several calls script several jobs. */
  async nextJob(script: NextJob): Promise<void> {
    await this.#control.post('/jobs/next', script);
  }

  /** Starts a sync as another user would. Resolves to its syncId. */
  async startElsewhere(entityId: string, script: NextJob = {}): Promise<string> {
    const { syncId } = await this.#control.post<{ syncId: string }>('/jobs', { entityId, ...script });
    return syncId;
  }

  /** Adds connections, or updates existing ones. */
  async putConnection(...connections: readonly (ConnectionPatch & { readonly entityId: string })[]): Promise<void> {
    await this.#control.post('/connections', connections);
  }

  async removeConnection(entityId: string): Promise<void> {
    await this.#control.delete(`/connections/${encodeURIComponent(entityId)}`);
  }

  // Workspace and secrets

  async setSettings(settings: Partial<Settings>): Promise<void> {
    await this.#control.post('/settings', settings);
    this.#apiKey = settings.apiKey ?? this.#apiKey;
  }

  /** Switches to the workspace with this identifier. */
  async setWorkspace(workspaceIdentifier: string): Promise<void> {
    await this.setSettings({ workspaceIdentifier });
  }

  async setApiVersion(apiVersion: string): Promise<void> {
    await this.setSettings({ apiVersion });
  }

  /** Replaces the API key; the previous one is refused. */
  async setKey(apiKey: string): Promise<void> {
    await this.setSettings({ apiKey });
  }

  // Traffic

  /** Adds a fault. Resolves to its id. The first fault that matches a request applies. */
  async addFault(fault: Fault): Promise<number> {
    const { id } = await this.#control.post<{ id: number }>('/faults', fault);
    return id;
  }

  /** Refuses one upload, after `skip` others, with these words. */
  async refuseUpload(detail: string, { skip = 0 } = {}): Promise<void> {
    const status = 422;
    const body = JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail });
    const headers = { 'content-type': 'application/problem+json' };
    const action = { kind: 'response', status, headers, body } as const;
    await this.addFault({ path: '/dataloader/upload', skip, times: 1, action });
  }

  async removeFault(id: number): Promise<void> {
    await this.#control.delete(`/faults/${id}`);
  }

  async clearFaults(): Promise<void> {
    await this.#control.delete('/faults');
  }

  async requests(): Promise<readonly LoggedRequest[]> {
    return this.#control.get('/requests');
  }

  /** How many of the requests are uploads, whatever their outcome. */
  async uploadRequestCount(): Promise<number> {
    return (await this.requests()).filter(({ path }) => path.endsWith('/dataloader/upload')).length;
  }

  async clearRequests(): Promise<void> {
    await this.#control.delete('/requests');
  }

  /** Removes the faults and forgets the requests, and keeps everything else (`reset` includes both). */
  async clearTraffic(): Promise<void> {
    await this.clearFaults();
    await this.clearRequests();
  }

  /** Violations of openapi.yaml. Rejects if the process was started without `validate`. */
  async violations(): Promise<readonly Violation[]> {
    return this.#control.get('/violations');
  }

  // Uploads

  /** Accepted uploads, the oldest first. */
  async uploads(): Promise<readonly UploadInfo[]> {
    return this.#control.get('/uploads');
  }

  /** The latest accepted upload. */
  async latestUpload(): Promise<UploadInfo> {
    const upload = (await this.uploads()).at(-1);
    if (upload === undefined) {
      throw new Error('The service has no upload.');
    }
    return upload;
  }

  /** The received bytes, as text. */
  async latestText(): Promise<string> {
    const { syncId } = await this.latestUpload();
    return Buffer.from(await this.uploadRaw(syncId)).toString();
  }

  /** The received bytes of the part `file`, or of the whole JSON body. */
  async uploadRaw(syncId: string): Promise<Uint8Array> {
    return this.#control.getBytes(`/uploads/${encodeURIComponent(syncId)}/raw`);
  }

  /** The rows as parsed by the service; waits until they are available. */
  async uploadRows(syncId: string): Promise<UploadRows> {
    return this.#control.get(`/uploads/${encodeURIComponent(syncId)}/rows`);
  }

  /** For uploads with too many rows to fetch: SHA-256 over each row's `JSON.stringify(cells)` and a line feed. */
  async uploadDigest(
    syncId: string,
  ): Promise<Omit<UploadRows, 'rows'> & { readonly rowCount: number; readonly sha256: string }> {
    return this.#control.get(`/uploads/${encodeURIComponent(syncId)}/digest`);
  }
}
