import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { LocalService } from '../../../service/localService.ts';
import { SEQUENCES, uploadCommands } from './uploadSequences.ts';
import { UploadWorld } from './uploadWorld.ts';

/** Sequences run at the same time, each with a service of its own, because most of the time they wait for it. */
const LANES = 5;

describe('Uploads, whatever happens', function () {
  this.timeout(1_800_000);

  let services: readonly LocalService[];

  before(async () => {
    services = await Promise.all(Array.from({ length: LANES }, () => LocalService.start()));
  });
  after(() => Promise.all(services.map((service) => service.stop())));

  async function runLane(service: LocalService, lane: number): Promise<void> {
    const { connections } = await service.state();
    const targets = connections.filter(({ acceptsUploads }) => acceptsUploads).map(({ entityId }) => entityId);
    await fc.assert(
      fc.asyncProperty(uploadCommands, async (commands) => {
        await service.reset();
        const world = new UploadWorld(service, targets);
        try {
          for (const command of commands) {
            await world.take(command);
          }
          await world.check();
        } finally {
          world.close();
        }
      }),
      {
        numRuns: Math.ceil(runs(SEQUENCES) / LANES),
        // The first lane has the seed that is set, so that FAST_CHECK_SEED repeats a failure of any lane.
        seed: (fc.readConfigureGlobal().seed ?? 1) + lane,
      },
    );
  }

  it('are loaded as often and with the bytes that the user confirmed, and an unknown outcome is never silent', async () => {
    const lanes = await Promise.allSettled(services.map(runLane));
    for (const lane of lanes) {
      if (lane.status === 'rejected') {
        throw lane.reason;
      }
    }
  });
});
