import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '../pages/signIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../stage.ts';

const LARGE_BYTES = 60_000_000;

describe('Uploading files', () => {
  const stage = useStage();
  afterEach(() => stage().service.clearFaults());

  it('of 60 MB from their tab brings every row', async () => {
    const { folder, service } = stage();
    const { rows, digest } = await writeLarge(join(folder, 'large.csv'));
    const workbench = await openSignedIn();
    await openLarge(workbench, 'large.csv');
    await upload(workbench, 'Upload Active Editor', 'Budget Upload');
    await workbench.notifications.awaitMessage(/Upload of large.csv to Budget Upload completed/);
    const [sent] = (await service.uploads()).slice(-1);
    assert.ok(sent, 'the service has the upload');
    const received = await service.uploadDigest(sent.syncId);
    assert.equal(received.rowCount, rows);
    assert.equal(received.sha256, digest);
  });

  it('that are cancelled half-way loads nothing, and says so', async () => {
    const { folder, service } = stage();
    await writeLarge(join(folder, 'half.csv'));
    const before = (await service.uploads()).length;
    await service.addFault({
      path: '/dataloader/upload',
      times: 1,
      action: { kind: 'hang', afterBytes: LARGE_BYTES / 2 },
    });
    const workbench = await openSignedIn();
    await openLarge(workbench, 'half.csv');
    await upload(workbench, 'Upload Active Editor', 'Budget Upload');
    const progress = await workbench.notifications.awaitMessage(/Uploading “half.csv”.*\((4[5-9]|[5-6]\d) %\)/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await workbench.page.getByText('Upload cancelled. Nothing was loaded.').waitFor();
    assert.equal((await service.uploads()).length, before);
  });

  it('whose cable is pulled says what is known, and sends nothing twice', async () => {
    const { folder, service } = stage();
    await writeLarge(join(folder, 'pulled.csv'));
    await service.clearRequests();
    await service.addFault({
      path: '/dataloader/upload',
      times: 1,
      action: { kind: 'cut', afterBytes: LARGE_BYTES / 3 },
    });
    const workbench = await openSignedIn();
    await openLarge(workbench, 'pulled.csv');
    await upload(workbench, 'Upload Active Editor', 'Budget Upload');
    await workbench.notifications.awaitMessage(/“pulled.csv” was sent to “Budget Upload”, but no answer came/);
    const posts = (await service.requests()).filter(({ path }) => path.includes('/dataloader/upload'));
    assert.equal(posts.length, 1);
  });

  it('ten at once has one review and one summary, though one is refused', async () => {
    const { folder, service } = stage();
    const names = Array.from({ length: 10 }, (_, index) => `month-${index}.csv`);
    await Promise.all(names.map((name, index) => writeFile(join(folder, name), `month,net\n${index},100\n`)));
    const problem = JSON.stringify({
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      detail: 'Month 3 is closed.',
    });
    await service.addFault({
      path: '/dataloader/upload',
      skip: 3,
      times: 1,
      action: {
        kind: 'answer',
        status: 422,
        headers: { 'content-type': 'application/problem+json' },
        body: problem,
      },
    });
    const workbench = await openSignedIn();
    await workbench.page.keyboard.press('ControlOrMeta+Shift+E');
    const row = (name: string) => workbench.page.locator('.explorer-folders-view').getByRole('treeitem', { name });
    await row('month-0.csv').click();
    await row('month-9.csv').click({ modifiers: ['Shift'] });
    await row('month-9.csv').click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Upload File…' }).click();
    await workbench.quickInput.choose(/connection to upload 10 files to/, 'Budget Upload');
    await agree(workbench, /Upload 10 files/, 'Upload');
    await workbench.notifications.awaitMessage(/9 of 10 files were accepted\..*month-3\.csv.*Month 3 is closed/);
    const sent = (await service.uploads()).slice(-9).map(({ fileName }) => fileName);
    assert.deepEqual(
      sent,
      names.filter((name) => name !== 'month-3.csv'),
    );
  });

  it('of Windows-1252 with semicolons arrives as UTF-8 with commas where that was chosen', async () => {
    const { folder, service } = stage();
    const bytes = Buffer.from('id;town;net\r\n1;Z\xfcrich;1,50\r\n2;Gen\xe8ve;2\r\n', 'latin1');
    await writeFile(join(folder, 'towns.csv'), bytes);
    const workbench = await openSignedIn();
    await workbench.page.keyboard.press('ControlOrMeta+Shift+E');
    await workbench.page
      .locator('.explorer-folders-view')
      .getByRole('treeitem', { name: 'towns.csv' })
      .click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Upload File…' }).click();
    await workbench.quickInput.choose(/connection to upload to/, 'Budget Upload');
    await agree(workbench, /Windows-1252 to UTF-8/, 'Convert…');
    await workbench.quickInput.awaitStep(/What is changed on the way/);
    await workbench.quickInput.option('Separator: semicolon to comma').click();
    await workbench.quickInput.root.getByRole('button', { name: 'OK' }).click();
    await agree(workbench, /Windows-1252 to UTF-8, semicolon to comma/, 'Convert and Upload');
    await workbench.notifications.awaitMessage(/Upload of towns.csv to Budget Upload completed/);
    const [sent] = (await service.uploads()).slice(-1);
    assert.ok(sent, 'the service has the upload');
    const raw = Buffer.from(await service.uploadRaw(sent.syncId)).toString();
    assert.equal(raw, 'id,town,net\r\n1,Zürich,"1,50"\r\n2,Genève,2\r\n');
  });

  async function openSignedIn(): Promise<Workbench> {
    const workbench = await stage().openWindow();
    await signIn(workbench, stage().service);
    return workbench;
  }

  /** Until VS Code has said what it makes of such a file: what it shows then takes the focus. */
  async function openLarge(workbench: Workbench, name: string): Promise<void> {
    await workbench.openFile(name);
    await workbench.page.getByText('because it is very large').waitFor();
  }

  async function upload(workbench: Workbench, command: string, target: string): Promise<void> {
    await workbench.runCommand(`Data Connections: ${command}`);
    await workbench.quickInput.choose(/connection to upload to/, target);
    await agree(workbench, /Rows: /, 'Upload');
  }

  /** Answers the review, which must say what is expected. */
  async function agree(workbench: Workbench, says: RegExp, button: string): Promise<void> {
    const { dialog } = workbench.notifications;
    await dialog.filter({ hasText: says }).waitFor();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
});

/** Writes rows until the file is large enough. The digest is made as the service makes it of what it read. */
async function writeLarge(path: string): Promise<{ readonly rows: number; readonly digest: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  let rows = 0;
  try {
    let bytes = (await file.write('id,name,note\n')).bytesWritten;
    while (bytes < LARGE_BYTES) {
      const lines: string[] = [];
      for (let index = 0; index < 10_000; index++) {
        rows++;
        lines.push(`${rows},Zoë,"a ""quoted"" note, with a comma and ${'x'.repeat(60)}"\n`);
        hash.update(
          `${JSON.stringify([String(rows), 'Zoë', `a "quoted" note, with a comma and ${'x'.repeat(60)}`])}\n`,
        );
      }
      bytes += (await file.write(lines.join(''))).bytesWritten;
    }
  } finally {
    await file.close();
  }
  return { rows, digest: hash.digest('hex') };
}
