import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';

describe('The review of an upload', () => {
  const stage = useStage();

  it('appears again for content that was uploaded to the connection before, and shows when', async () => {
    const { service } = stage();
    await stage().writeFile('same.csv', 'id,name\n1,one\n');
    const workbench = await openSignedIn(stage());
    await upload(workbench, 'same.csv');
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/“same\.csv”: .* loaded into “Budget Upload”/);

    await service.clearRequests();
    await workbench.runCommand('Data Connections: Repeat Last Upload');
    await workbench.review.answer(
      /Upload “same.csv” to “Budget Upload”\?.*A file with the same content was sent to this connection .* ago \(\w{3} \d+, \d{4}, .*Since the load of \w{3} \d+, \d{4}, .*: no rows added, none removed, none changed \(key “id”\), 1 unchanged/,
      'Cancel',
    );
    assert.equal(await countUploads(), 0);

    await workbench.runCommand('Data Connections: Repeat Last Upload');
    await workbench.review.answer(/A file with the same content was sent/, 'Upload');
    // The outcome of the first upload may still be visible.
    await eventually(async () => (await countUploads()) > 0, 'The upload has begun');
    await workbench.page.getByText('“same.csv” was accepted for “Budget Upload”.').first().waitFor();
    assert.equal(await countUploads(), 1);
  });

  it('shows the rows, and sends nothing if the account changed since', async () => {
    const { service } = stage();
    await stage().writeFile('named.csv', 'id,name\n1,one\n');
    const workbench = await openSignedIn(stage());
    await upload(workbench, 'named.csv');
    await workbench.review.answer(/Account: /, 'Show First Rows');
    await workbench.quickInput.awaitStep(/Review the rows/);
    await service.clearRequests();
    await workbench.connections.chooseFromTitle('Sign Out…');
    await workbench.notifications.answerDialog('Sign Out');
    await workbench.connections.welcome.waitFor();
    await workbench.quickInput.choose(/Review the rows/, 'Upload');
    await workbench.notifications.awaitMessage(/Nothing was uploaded because this window no longer uses the account/);
    assert.equal(await countUploads(), 0);
  });

  it('shows that the text is sent if the file is open in another encoding', async () => {
    const text = Buffer.from('id;size\r\n1;Größe\r\n', 'utf16le');
    await stage().writeFile('wide.csv', Buffer.concat([Buffer.of(0xff, 0xfe), text]));
    const workbench = await openSignedIn(stage());
    await upload(workbench, 'wide.csv');
    await workbench.review.answer(
      /Columns: 2 \(id, size\).*The editor uses the encoding UTF-16 LE\. The text is sent as UTF-8\./,
      'Upload',
    );
    await workbench.notifications.awaitMessage(/“wide\.csv”: .* loaded into “Budget Upload”/);
    assert.equal(await stage().service.latestText(), 'id;size\r\n1;Größe\r\n');
  });

  async function upload(workbench: Workbench, name: string): Promise<void> {
    await workbench.openFile(name);
    await workbench.uploadActiveEditor(TARGET);
  }

  function countUploads(): Promise<number> {
    return stage().service.uploadRequestCount();
  }
});
