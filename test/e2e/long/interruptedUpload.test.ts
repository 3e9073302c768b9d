import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

const INTERRUPTED =
  /The upload of “lost.csv” to “Budget Upload” was interrupted because its window was closed or reloaded\. The service may have the data\. The connection shows no new job so far\./;

describe('An upload whose window is reloaded', () => {
  const stage = useStage();

  it('is reported by that window, not by one that was already open, and once', async () => {
    const { service, folder } = stage();
    await writeFile(join(folder, 'lost.csv'), 'id,name\n1,lost\n');
    const first = await openSignedIn(stage());
    const second = await stage().openWindowBeside(first);
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
    await service.clearRequests();
    await first.openFile('lost.csv');
    await first.runCommand('Data Connections: Upload Active Editor');
    await first.quickInput.choose(/connection to upload to/, 'Budget Upload');
    await first.review.answer(/Rows: 1/, 'Upload');
    await eventually(
      async () => (await service.requests()).some(({ path }) => path.includes('/dataloader/upload')),
      'The upload is sent',
    );
    await first.reload();
    await first.notifications.awaitMessage(INTERRUPTED);
    assert.equal(await second.notifications.count(INTERRUPTED), 0);
    await first.reload();
    // Longer than another window could count as sending.
    await first.page.waitForTimeout(20_000);
    assert.equal(await first.notifications.count(INTERRUPTED), 0);
  });
});
