import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { LocalService } from '../../../service/localService.ts';
import { uploadCommands } from './uploadCommands.ts';
import { UploadWorld } from './uploadWorld.ts';

describe('Uploads, whatever happens', function () {
  this.timeout(600_000);

  let service: LocalService;
  let targets: readonly string[];

  before(async () => {
    service = await LocalService.start();
    const { connections } = await service.state();
    targets = connections.filter(({ acceptsUploads }) => acceptsUploads).map(({ entityId }) => entityId);
  });
  after(() => service.stop());

  it('are loaded as often and with the bytes that the user confirmed, and an unknown outcome is never silent', async () => {
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
      { numRuns: runs(20) },
    );
  });
});
