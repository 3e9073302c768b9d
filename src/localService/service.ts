import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Answers } from './answer.ts';
import { ServiceClock } from './clock.ts';
import { Conformance } from './conformance.ts';
import { createControlServer } from './control.ts';
import { Faults } from './faults.ts';
import { createPublicServer } from './publicServer.ts';
import { RateLimit } from './rateLimit.ts';
import type { LoggedRequest } from './requestLog.ts';
import { plantSeed } from './seed.ts';
import type { SeedName } from './seed.ts';
import { createSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { Uploads } from './uploads.ts';
import { Workspace } from './workspace.ts';

export interface ServiceOptions {
  readonly port: number;
  readonly controlPort: number;
  readonly validate: boolean;
  readonly seed: SeedName;
  readonly timeRate: number;
}

/** All that the service is made of. */
export interface Service {
  readonly clock: ServiceClock;
  readonly settings: Settings;
  readonly answers: Answers;
  readonly workspace: Workspace;
  readonly uploads: Uploads;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  /** In the order they came. */
  readonly requests: LoggedRequest[];
  /** Undefined where nothing is held against the contract. */
  readonly conformance: Conformance | undefined;
  /** Back to how it was at the start, with the same secrets. */
  reset(): Promise<void>;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly settings: Readonly<Settings>;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const service = await createService(options);
  const publicServer = await createPublicServer(service);
  const controlServer = createControlServer(service);
  return {
    baseUrl: await listen(publicServer, options.port),
    controlUrl: await listen(controlServer, options.controlPort),
    settings: service.settings,
    async stop() {
      await Promise.all([publicServer.close(), controlServer.close()]);
      service.uploads.dispose();
    },
  };
}

async function createService({ seed, timeRate, validate }: ServiceOptions): Promise<Service> {
  const clock = new ServiceClock(timeRate);
  const settings = createSettings();
  const initialSettings = { ...settings };
  const service: Service = {
    clock,
    settings,
    answers: new Answers(settings, clock),
    workspace: new Workspace(clock),
    uploads: await Uploads.open(),
    faults: new Faults(),
    rateLimit: new RateLimit(settings, clock),
    requests: [],
    conformance: validate ? await Conformance.load() : undefined,
    async reset() {
      clock.reset();
      Object.assign(settings, initialSettings);
      service.faults.clear();
      service.rateLimit.reset();
      service.requests.length = 0;
      service.conformance?.violations.splice(0);
      await service.uploads.clear();
      plantSeed(service.workspace, seed, clock.now());
    },
  };
  plantSeed(service.workspace, seed, clock.now());
  return service;
}

/** Only ever on loopback. */
async function listen(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
