import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';
import { ShownMessages, withMessages } from './shownMessages.ts';

describe('The last load to a connection', () => {
  let service: LocalService;
  let accountId: string;
  let entityId: string;
  let folder: string;
  let opened = 0;

  before(async () => {
    service = connectService();
    await service.reset();
    folder = join((await extensionApi()).storagePath, 'loads');
  });

  beforeEach(async () => {
    accountId = (await signInAfresh(service)).id;
    [entityId] = await service.uploadTargets();
    await set('upload.confirm', 'always');
  });

  afterEach(async () => {
    await set('upload.confirm', undefined);
    await set('upload.compareLoads', undefined);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('dataConnections').update(name, value, vscode.ConfigurationTarget.Global);

  const kept = (): readonly string[] => {
    const ofAccount = join(folder, accountId);
    return existsSync(ofAccount) ? readdirSync(ofAccount) : [];
  };

  async function openNew(content: string): Promise<void> {
    opened += 1;
    const uri = vscode.Uri.parse(`untitled:ledger-${opened}.csv`);
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
  }

  /** Uploads a new editor with this content. Resolves to what the review showed. */
  async function upload(content: string, button = 'Upload'): Promise<string> {
    await openNew(content);
    const messages = new ShownMessages(({ isModal }) => (isModal ? button : undefined));
    try {
      await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId });
      assert.equal(messages.modal.length, 1);
      return messages.modal[0]?.detail ?? '';
    } finally {
      messages.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  }

  async function signOut(button: string): Promise<void> {
    const messages = new ShownMessages(() => button);
    try {
      assert.equal(await vscode.commands.executeCommand('dataConnections.signOut', accountId), true);
    } finally {
      messages.dispose();
    }
  }

  it('is compared in the review, in words', async () => {
    const rows = (from: number, to: number): string =>
      `id,name\n${Array.from({ length: to - from }, (_, index) => `${from + index},row\n`).join('')}`;
    assert.doesNotMatch(await upload(rows(0, 1_500)), /Since the load/);
    const date = '\\w{3} \\d{1,2}, \\d{4}, \\d{1,2}:\\d{2}\\s[AP]M';
    const since = (text: string): RegExp => new RegExp(`^Since the load of ${date}: ${text}$`, 'm');
    assert.match(
      await upload(rows(1, 1_620)),
      since('120 rows added, 1 removed, none changed \\(key “id”\\), 1,499 unchanged'),
    );
    assert.match(
      await upload(rows(1, 1_620)),
      since('no rows added, none removed, none changed \\(key “id”\\), 1,619 unchanged'),
    );
    assert.match(
      await upload(rows(1_619, 1_621)),
      since('1 row added, 1,618 removed, none changed \\(key “id”\\), 1 unchanged'),
    );
    const two = 'id,name\n1619,other\n1620,others\n';
    assert.match(await upload(two), since('no rows added, none removed, 2 changed \\(key “id”\\), none unchanged'));
    const one = 'id,name\n7,seven\n1620,row\n';
    assert.match(await upload(one), since('1 row added, 1 removed, 1 changed \\(key “id”\\), none unchanged'));
    assert.match(await upload('id,name\n7,x\n7,x\n'), since('2 rows added, 2 removed, none unchanged'));
    await upload('id,name\n7,seven\n');
    assert.match(
      await upload('id,names\n7,seven\n'),
      new RegExp(`^Rows in the load of ${date}: 1\\. Its columns differ, so rows are not compared\\.$`, 'm'),
    );
  });

  it('and those before it are what is usual, in warnings of the review', async () => {
    const rows = (load: number, count: number, date = '2026-01-31', name = 'row'): string =>
      `id,date,name\n${Array.from({ length: count }, (_, index) => `${load}-${index},${date},${name}\n`).join('')}`;
    for (const load of [1, 2, 3]) {
      assert.doesNotMatch(await upload(rows(load, 200)), /earlier loads|Fewer rows/);
    }
    const few = 'Fewer rows than before: 10. Usual for this connection: 200.';
    const dates = 'Dates in “date” are written as MM/DD/YYYY. In earlier loads: YYYY-MM-DD.';
    const blanks = '“name” is blank in 200 rows. It was never blank in earlier loads.';
    const key = '“id” has repeated values. In earlier loads, all its values were different.';
    const repeated = rows(4, 200).replace('4-1,', '4-0,');
    for (const [content, warning] of [
      [rows(4, 10), few],
      [rows(4, 200, '1/31/2026'), dates],
      [rows(4, 200, undefined, ''), blanks],
      [repeated, key],
      [`${rows(3, 200)}\n`, 'The rows are the same as in the last load. This may be the same data again.'],
    ] as const) {
      const lines = (await upload(content, 'Cancel')).split('\n');
      assert.ok(lines.includes(warning), lines.join('\n'));
    }
    assert.doesNotMatch(await upload(rows(4, 180)), /earlier loads|Fewer rows|the same as in the last/);
    const amounts = (memo: string): string => `id,amount,memo\n1,12.50,${memo}\n2,7.50,paid\n`;
    await upload(amounts('open'));
    const again = (await upload(amounts('paid'), 'Cancel')).split('\n');
    const totals = 'The number of rows and the sums are the same as in the last load. This may be the same data again.';
    assert.ok(again.includes(totals), again.join('\n'));
  });

  it('and those before it are what is usual, in a notification after an upload without a review', async () => {
    const rows = (load: number, credit: string): string =>
      `id,debit,credit\n${load}-1,1200.50,\n${load}-2,,1000.50\n${load}-3,,${credit}\n`;
    for (const load of [1, 2, 3]) {
      await upload(rows(load, '200.00'));
    }
    await set('upload.confirm', undefined);
    await openNew(rows(4, '20.00'));
    const warning = await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.uploadActiveEditor', { entityId });
      const shown = await messages.including(/ differs from earlier loads\./);
      assert.deepEqual(messages.modal, []);
      return shown;
    });
    assert.equal(warning.severity, 'warning');
    const what = '“debit” and “credit” don’t balance: 1,200.50 and 1,020.50. In earlier loads, their sums were equal.';
    assert.match(
      warning.text,
      new RegExp(`^“ledger-\\d+\\.csv” was accepted for “.+”, but it differs from earlier loads\\. ${what}$`),
    );
  });

  it('is deleted by Sign Out, also if the history is kept', async () => {
    for (const button of ['Sign Out', 'Sign Out and Keep History']) {
      await upload('id,name\n1,one\n');
      await eventually(() => kept().length === 1, 'the fingerprint is kept');
      await signOut(button);
      await eventually(() => kept().length === 0, 'it is deleted');
      accountId = (await signInAfresh(service)).id;
    }
    assert.doesNotMatch(await upload('id,name\n2,two\n'), /Since the load/);
  });

  it('is deleted when the user turns it off', async () => {
    await upload('id,name\n1,one\n');
    await eventually(() => kept().length === 1, 'the fingerprint is kept');
    await set('upload.compareLoads', false);
    await eventually(() => !existsSync(folder), 'it is deleted');
    assert.doesNotMatch(await upload('id,name\n2,two\n'), /Since the load/);
    assert.ok(!existsSync(folder));
  });
});
