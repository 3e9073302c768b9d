import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { ShownMessages } from './shownMessages.ts';

describe('Compressed files', () => {
  let service: LocalService;
  let messages: ShownMessages;
  let entityId: string;
  let folder: vscode.Uri;

  before(async () => {
    service = connectService();
    folder = vscode.Uri.joinPath(workspaceFolder().uri, 'compressed');
    await vscode.workspace.fs.createDirectory(folder);
  });

  beforeEach(async () => {
    await service.reset();
    await signInAfresh(service);
    [entityId] = await service.uploadTargets();
    messages = new ShownMessages(({ isModal }) => (isModal ? 'Convert and Upload' : undefined));
  });

  afterEach(() => messages.dispose());
  after(async () => vscode.workspace.fs.delete(folder, { recursive: true }));

  async function write(name: string, content: Uint8Array): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, content);
    return uri;
  }

  function upload(...uris: readonly vscode.Uri[]): Thenable<unknown> {
    return vscode.commands.executeCommand('dataConnections.uploadFile', uris, { entityId });
  }

  it('are decompressed while they are sent, which the review names', async () => {
    const text = `id,town\n${'1,Zürich\n'.repeat(1_000)}`;
    await upload(await write('ledger.csv.gz', gzipSync(text)));
    const [review] = messages.modal;
    assert.match(review?.text ?? '', /^Upload “ledger\.csv\.gz” to “/);
    assert.match(review?.detail ?? '', /\nRows: 1,000\n/);
    assert.match(
      review?.detail ?? '',
      /\nSize: \d+ bytes, 10 kB decompressed\nWill be converted: decompressed\nFile name sent: ledger\.csv$/m,
    );
    assert.ok(!review?.buttons.includes('Go to Problem'));
    assert.equal(await service.latestText(), text);
    assert.equal((await service.latestUpload()).fileName, 'ledger.csv');
  });

  it('are decompressed of a folder, and if another program drops them in a browser', async () => {
    await write('one.json.gz', gzipSync('[{"id": 1}]'));
    await upload(folder);
    assert.equal(messages.modal.length, 1);
    assert.ok((await service.uploads()).some(({ fileName }) => fileName === 'one.json'));
    const transfer = new vscode.DataTransfer();
    const item = new vscode.DataTransferItem('');
    item.asFile = () => ({ name: 'dropped.tsv.gz', data: () => Promise.resolve(gzipSync('id\tnet\n1\t2\n')) });
    transfer.set('application/gzip', item);
    await (await extensionApi()).dropFiles({ kind: 'connection', connection: { entityId } }, transfer);
    assert.equal((await service.latestUpload()).fileName, 'dropped.tsv');
    assert.equal(await service.latestText(), 'id\tnet\n1\t2\n');
  });

  it('are not sent if they are damaged or a bomb, which one message says', async () => {
    const whole = gzipSync('id\n1\n');
    await upload(await write('cut.csv.gz', whole.subarray(0, whole.length - 3)));
    await messages.including(
      /^“cut\.csv\.gz” is damaged or incomplete, so it can’t be decompressed\. Compress the data again\.$/,
    );
    await upload(await write('bomb.csv.gz', gzipSync(Buffer.alloc(80 * 1_048_576, '0'))));
    await messages.including(/^“bomb\.csv\.gz” becomes too large when it is decompressed\./);
    assert.equal(messages.all.length, 2);
    assert.deepEqual(await service.uploads(), []);
  });
});
