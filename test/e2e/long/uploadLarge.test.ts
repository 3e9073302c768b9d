import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultAction } from '../../../src/localService/faults.ts';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

/** More than the 50 MB up to which VS Code passes the text of an editor to extensions. */
const LARGE_BYTES = 54_000_000;
const TARGET = 'Budget Upload';

interface LargeFile {
  readonly path: string;
  readonly rows: number;
  /** Computed in the same way as by the service. */
  readonly digest: string;
}

describe('Uploading a file of 54 MB from its tab', () => {
  const stage = useStage();
  let temp: string;
  let large: LargeFile;
  before(async () => {
    temp = await mkdtemp(join(tmpdir(), 'large-'));
    large = await writeLarge();
  });
  after(() => rm(temp, { recursive: true, force: true }));

  it('uploads every row', async () => {
    const { service } = stage();
    await copyLarge('whole.csv');
    // By default, the load of so many rows takes a minute.
    await service.nextJob({ durationMs: 1_000 });
    const workbench = await upload('whole.csv');
    await workbench.notifications.awaitMessage(/“whole\.csv”: .* loaded into “Budget Upload”/);
    const { syncId } = await service.latestUpload();
    const received = await service.uploadDigest(syncId);
    assert.equal(received.rowCount, large.rows);
    assert.equal(received.sha256, large.digest);
  });

  it('loads nothing if it is cancelled halfway, and shows that', async () => {
    await copyLarge('half.csv');
    const before = (await stage().service.uploads()).length;
    await meetUpload({ kind: 'hang', afterBytes: LARGE_BYTES / 2 });
    const workbench = await upload('half.csv');
    // Data in network buffers counts as sent.
    await workbench.notifications.act(/Uploading “half.csv”.*\((4[5-9]|[5-9]\d)%\)/, 'Cancel');
    await workbench.page.getByText('Upload canceled. Nothing was loaded.').waitFor();
    assert.equal((await stage().service.uploads()).length, before);
    assert.equal(await countPosts(), 1);
  });

  it('checks the connection if it is cancelled after all data was sent', async () => {
    await copyLarge('sent.csv');
    await meetUpload({ kind: 'hang' });
    const workbench = await upload('sent.csv');
    await workbench.notifications.act(/Uploading “sent.csv”.*waiting for the response/, 'Cancel');
    await workbench.notifications.awaitMessage(
      /“sent.csv” was sent to “Budget Upload” before the upload was stopped\. The service may have the data\. The connection shows no new job so far/,
    );
    const methods = (await stage().service.requests()).map(
      ({ method, path }) => `${method} ${path.split('/v1')[1] ?? ''}`,
    );
    assert.ok(methods.lastIndexOf('GET /connections') > methods.indexOf('POST /dataloader/upload'), methods.join(', '));
  });

  it('loads nothing if the network fails meanwhile, shows that, and sends nothing twice', async () => {
    await copyLarge('pulled.csv');
    await meetUpload({ kind: 'cut', afterBytes: LARGE_BYTES / 3 });
    const workbench = await upload('pulled.csv');
    await workbench.notifications.awaitMessage(
      /The connection to the service was lost\. Not all of the data was sent, so nothing was loaded\./,
    );
    assert.equal(await countPosts(), 1);
  });

  it('ends with a clear error if the file changes meanwhile, and loads nothing', async () => {
    const path = await copyLarge('changed.csv');
    const before = (await stage().service.uploads()).length;
    // Only the start of the file has been read by then.
    await meetUpload({ kind: 'delay', ms: 10_000 });
    const workbench = await upload('changed.csv');
    await eventually(async () => (await countPosts()) > 0, 'The upload has begun');
    await appendFile(path, '9,late,row\n');
    await workbench.notifications.awaitMessage(/“changed.csv” changed after it was checked, so nothing was loaded/);
    assert.equal((await stage().service.uploads()).length, before);
  });

  async function meetUpload(action: FaultAction): Promise<void> {
    await stage().service.addFault({ path: '/dataloader/upload', times: 1, action });
  }

  function countPosts(): Promise<number> {
    return stage().service.uploadRequestCount();
  }

  /** Opens the file in a new window and confirms the upload. */
  async function upload(name: string): Promise<Workbench> {
    const { service } = stage();
    const workbench = await openSignedIn(stage());
    await workbench.openFile(name);
    // The placeholder editor for large files takes the focus once it is shown.
    await workbench.page.getByText('because it is very large').waitFor();
    await service.clearRequests();
    await workbench.uploadActiveEditor(TARGET);
    await workbench.review.answer(/Rows: /, 'Upload');
    return workbench;
  }

  async function copyLarge(name: string): Promise<string> {
    const path = join(stage().folder, name);
    await copyFile(large.path, path);
    return path;
  }

  /** Writes rows until the file is large enough. */
  async function writeLarge(): Promise<LargeFile> {
    const path = join(temp, 'large.csv');
    const hash = createHash('sha256');
    const file = await open(path, 'w');
    let rows = 0;
    try {
      let bytes = (await file.write('id,name,note\n')).bytesWritten;
      while (bytes < LARGE_BYTES) {
        const lines: string[] = [];
        for (let index = 0; index < 10_000; index++) {
          rows++;
          const note = `a "quoted" note, with a comma and ${'x'.repeat(60)}`;
          lines.push(`${rows},Zoë,"${note.replaceAll('"', '""')}"\n`);
          hash.update(`${JSON.stringify([String(rows), 'Zoë', note])}\n`);
        }
        bytes += (await file.write(lines.join(''))).bytesWritten;
      }
    } finally {
      await file.close();
    }
    return { path, rows, digest: hash.digest('hex') };
  }
});
