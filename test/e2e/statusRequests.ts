import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';

/** When the status of a job (without an id: of any job) was requested, by the real clock. */
export async function statusRequestTimes(service: LocalService, syncId = ''): Promise<readonly number[]> {
  return (await service.requests()).filter(({ path }) => path.endsWith(`${syncId}/status`)).map(({ at }) => at);
}

/** Waits until the status of a job was requested `times` times. */
export async function waitForStatusRequests(service: LocalService, syncId: string, times: number): Promise<void> {
  await eventually(
    async () => (await statusRequestTimes(service, syncId)).length >= times,
    `The service is asked ${times} times about ${syncId}`,
    60_000,
  );
}

/** The id of the latest sync. */
export async function latestSync(service: LocalService): Promise<string> {
  const { jobs } = await service.state();
  const job = jobs.at(-1);
  if (!job) {
    throw new Error('The service has no job.');
  }
  return job.syncId;
}
