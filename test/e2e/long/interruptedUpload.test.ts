import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const FILE = 'lost.csv';
const INTERRUPTED =
  /The upload of “lost.csv” to “Budget Upload” was interrupted because its window was closed or reloaded\. The service may have the data\. The connection shows no new job so far\./;
const NOT_ANSWERED =
  /An upload of this file to “Budget Upload” was started .* ago and may have been accepted\. The service may already have the data\./;

describe('An upload whose window is reloaded', () => {
  const stage = useStage();

  /** Two windows; the upload of the first gets no response. */
  async function openUploading(): Promise<readonly [Workbench, Workbench]> {
    const { service, folder } = stage();
    await writeFile(join(folder, FILE), 'id,name\n1,lost\n');
    const first = await openSignedIn(stage());
    const second = await stage().openWindowBeside(first);
    // A window that starts while the upload is being sent would report it, too.
    await second.showViews();
    await second.connections.row('Budget Upload').waitFor();
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
    await service.clearRequests();
    await upload(first);
    await first.review.answer(/Rows: 1/, 'Upload');
    await eventually(async () => (await countUploads()) === 1, 'The upload is sent');
    return [first, second];
  }

  it('is reported by that window, not by one that was already open, and once', async () => {
    const [first, second] = await openUploading();
    await first.reload();
    await first.notifications.awaitMessage(INTERRUPTED);
    assert.equal(await second.notifications.count(INTERRUPTED), 0);
    await first.reload();
    // Longer than another window could count as sending.
    await first.page.waitForTimeout(20_000);
    assert.equal(await first.notifications.count(INTERRUPTED), 0);
  });

  it('is sent again only after a review that says so, and by no other window meanwhile', async () => {
    const [first, second] = await openUploading();
    await second.openFile(FILE);
    await second.runCommand('Data Connections: Upload Active Editor');
    await second.notifications.awaitMessage(/“lost.csv” is already being uploaded\./);

    await first.reload();
    await upload(first);
    await first.review.answer(NOT_ANSWERED, 'Upload');
    await first.notifications.awaitMessage(/“lost\.csv”: .* loaded into “Budget Upload”/);
    assert.equal(await countUploads(), 2);
  });

  async function upload(workbench: Workbench): Promise<void> {
    await workbench.openFile(FILE);
    await workbench.uploadActiveEditor('Budget Upload');
  }

  function countUploads(): Promise<number> {
    return stage().service.uploadRequestCount();
  }
});
