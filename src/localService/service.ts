import { ServiceClock } from './clock.ts';
import { Conformance } from './conformance.ts';
import { Faults } from './faults.ts';
import { RateLimit } from './rateLimit.ts';
import type { LoggedRequest } from './requestLog.ts';
import { Responses } from './responses.ts';
import { seedWorkspace } from './seed.ts';
import type { SeedName } from './seed.ts';
import { createSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { Uploads } from './uploads.ts';
import { Workspace } from './workspace.ts';

export interface ServiceOptions {
  readonly validate: boolean;
  readonly seed: SeedName;
  readonly timeRate: number;
}

/** The parts of the service. */
export interface Service {
  readonly clock: ServiceClock;
  readonly settings: Settings;
  readonly responses: Responses;
  readonly workspace: Workspace;
  readonly uploads: Uploads;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  /** In the order of their arrival. */
  readonly requests: LoggedRequest[];
  /** Undefined if requests and responses are not validated. */
  readonly conformance: Conformance | undefined;
  /** Restores the initial state, with the same secrets. */
  reset(): Promise<void>;
}

export async function createService({ seed, timeRate, validate }: ServiceOptions): Promise<Service> {
  const clock = new ServiceClock(timeRate);
  const settings = createSettings();
  const initialSettings = { ...settings };
  const service: Service = {
    clock,
    settings,
    responses: new Responses(settings, clock),
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
      seedWorkspace(service.workspace, seed, clock.now());
    },
  };
  seedWorkspace(service.workspace, seed, clock.now());
  return service;
}
