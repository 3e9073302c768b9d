import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import { assertSameRows } from '../sameRows.ts';
import type { Fault } from '../../src/localService/faults.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { largeTest } from './longTests.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';
import type { ShownMessage } from './shownMessages.ts';

const NASTY_CSV = 'id,name,note\n1,"Zoë, 😀","two\nlines"\n2,"say ""hi""",\n3,=1+1,\n';
const LONG_NUMBER_JSON = '[\n  {"id": 12345678901234567890, "name": "Zoë"},\n  {"id": 1.10, "name": null}\n]\n';

describe('Upload of the active editor', () => {
  let service: LocalService;
  /** Agrees to every review. */
  let messages: ShownMessages;
  let entityId: string;
  let otherId: string;
  let opened = 0;

  before(async () => {
    service = connectService();
    await service.reset();
    await signInAfresh(service);
    [entityId, otherId] = await service.uploadTargets();
  });

  beforeEach(async () => {
    messages = new ShownMessages(agree);
    await service.clearTraffic();
  });

  afterEach(async () => {
    messages.dispose();
    await service.clearFaults();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  /**
   * An untitled document. With a name, its extension determines the kind; without one, its text does. No name is used twice,
   * because VS Code may restore the content of an earlier document with the same name.
   */
  async function open(content: string, name?: string): Promise<vscode.TextDocument> {
    opened += 1;
    const document =
      name === undefined
        ? await vscode.workspace.openTextDocument({ content })
        : await vscode.workspace.openTextDocument(
            vscode.Uri.joinPath(workspaceFolder().uri, `${opened}-${name}`).with({ scheme: 'untitled' }),
          );
    const editor = await vscode.window.showTextDocument(document);
    if (name !== undefined) {
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
    }
    return document;
  }

  async function upload(argument: unknown = { entityId, confirm: false }, ...others: unknown[]): Promise<unknown> {
    return vscode.commands.executeCommand('dataConnections.uploadActiveEditor', argument, ...others);
  }

  async function uploadedId(argument?: unknown, target = entityId): Promise<string> {
    const job = await upload(argument);
    assert.ok(typeof job === 'object' && job !== null && 'syncId' in job && 'entityId' in job);
    assert.equal(job.entityId, target);
    assert.ok(typeof job.syncId === 'string' && job.syncId !== '');
    return job.syncId;
  }

  function uploadRequests(): Promise<number> {
    return service.uploadRequestCount();
  }

  async function untilConnectionsAreAskedFor(): Promise<void> {
    await eventually(
      async () => (await service.requests()).some(({ path }) => path.endsWith('/connections')),
      'The connections are asked for',
    );
  }

  async function entityName(id: string): Promise<string | undefined> {
    return (await service.state()).connections.find((connection) => connection.entityId === id)?.entityName;
  }

  async function assertRowsArrived(syncId: string, text: string): Promise<void> {
    const { columns, rows } = await service.uploadRows(syncId);
    assertSameRows([columns, ...rows], parse(text));
  }

  it('sends the current text, including unsaved changes', async () => {
    const document = await open(NASTY_CSV, 'table.csv');
    assert.ok(document.isDirty);
    const syncId = await uploadedId();
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), NASTY_CSV);
    assert.equal((await service.latestUpload()).format, 'multipart', 'which "auto" chooses');
    await assertRowsArrived(syncId, document.getText());
  });

  it('sends a saved file with its unsaved changes', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder().uri, 'orders.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('\uFEFFid;net\r\n1;1,50\r\n'));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2;"2,25"\n'));
    const syncId = await uploadedId();
    const text = 'id;net\r\n1;1,50\r\n2;"2,25"\r\n';
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), text);
    const info = (await service.uploads()).find((known) => known.syncId === syncId);
    assert.equal(info?.fileName, 'orders.csv');
    await vscode.workspace.fs.delete(uri);
  });

  it('sends no text that was opened in the wrong encoding, neither with unsaved changes nor once they are saved', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder().uri, 'western-orders.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('id,name\n1,Zo\xeb\n', 'latin1'));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2,b\n'));
    assert.equal(await upload(), undefined);
    assert.ok(await document.save());
    assert.equal(await upload(), undefined);
    assert.equal(await uploadRequests(), 0);
    await vscode.workspace.fs.delete(uri);
  });

  for (const format of ['multipart', 'json'] as const) {
    it(`sends JSON as written, including long numbers (${format})`, async () => {
      await open(LONG_NUMBER_JSON, 'table.json');
      const syncId = await uploadedId({ entityId, format, confirm: false });
      assert.deepEqual(await service.uploadRows(syncId), {
        columns: ['id', 'name'],
        rows: [
          ['12345678901234567890', 'Zoë'],
          ['1.10', ''],
        ],
      });
    });

    largeTest(`sends CSV of several megabytes (${format})`, async () => {
      const rows = Array.from({ length: 60_000 }, (_, index) => `${index},"Zoë, 😀 ${index}","a\n\\b"`);
      const document = await open(`id,name,note\n${rows.join('\n')}\n`, 'table.csv');
      const syncId = await uploadedId({ entityId, format, confirm: false });
      await assertRowsArrived(syncId, document.getText());
    });
  }

  largeTest('sends one version of a text that changes while it is copied', async () => {
    const version = (mark: string) => `id,mark\n1,${mark}\n${'2,unchanged\n'.repeat(250_000)}3,${mark}\n`;
    const document = await open(version('first'), 'table.csv');
    const started = uploadedId();
    const end = document.lineCount - 2;
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(1, 2, 1, 7), 'later');
    change.replace(document.uri, new vscode.Range(end, 2, end, 7), 'later');
    assert.ok(await vscode.workspace.applyEdit(change));
    const sent = Buffer.from(await service.uploadRaw(await started)).toString();
    // Which one depends on when the change reached the extension host.
    assert.ok(sent === version('first') || sent === version('later'));
  });

  it('detects the kind of an untitled document from its text', async () => {
    const document = await open('id\tname\n1\tone\n2\ttwo\n');
    const syncId = await uploadedId();
    const [columns, ...rows] = parse(document.getText(), { delimiter: '\t' });
    assert.deepEqual(await service.uploadRows(syncId), { columns, rows });
  });

  it('continues when its editor is closed', async () => {
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'delay', ms: 500 } });
    await open(NASTY_CSV, 'table.csv');
    const started = uploadedId();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await assertRowsArrived(await started, NASTY_CSV);
  });

  it('is refused while the same document is being uploaded', async () => {
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'delay', ms: 3_000 } });
    await open(NASTY_CSV, 'table.csv');
    const jobs = await Promise.all([upload(), upload()]);
    assert.equal(jobs.filter((job) => job !== undefined).length, 1);
    assert.equal(await uploadRequests(), 1);
  });

  it('can be repeated once it has finished', async () => {
    await open(NASTY_CSV, 'table.csv');
    assert.notEqual(await uploadedId(), await uploadedId());
  });

  it('accepts a row of the Connections view', async () => {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    await configuration.update('upload.confirm', 'never', vscode.ConfigurationTarget.Global);
    await open('id,name\n7,from a row\n', 'table.csv');
    const connection = { entityId: otherId, entityName: 'Target' };
    await uploadedId({ kind: 'connection', id: 'row', connection }, otherId);
    await configuration.update('upload.confirm', undefined, vscode.ConfigurationTarget.Global);
  });

  it('does not prompt for a target that was used before', async () => {
    const document = await open('id,name\n1,"one"\n', 'table.csv');
    await uploadedId();
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), '2,two\n'));
    await uploadedId({ entityId });
  });

  it('ends if the account changes while its target is being chosen', async () => {
    await open('id,name\n1,one\n', 'table.csv');
    await service.addFault({ path: '^/connections$', times: 1, action: { kind: 'hang' } });
    await signInAfresh(service);
    const uploading = upload({});
    await untilConnectionsAreAskedFor();
    await signInAfresh(service);
    assert.equal(await uploading, undefined);
    assert.equal(await uploadRequests(), 0);
  });

  it('sends nothing that the service does not accept, and shows why', async () => {
    for (const [name, content, why] of [
      ['table.csv', '', /There is no data\./],
      ['table.csv', 'id,name\n1,"never closed\n', /never closed/],
      ['table.json', '{"id": 1}', /contains a single object/],
      ['table.json', '[1, 2]', /Row 1 is not an object/],
      ['table.json', '[{"id": {"nested": 1}}]', /contains an object or an array/],
      ['table.json', '[{"id": 1},]', /comma/],
    ] as const) {
      await open(content, name);
      await withMessages(async (messages) => {
        assert.equal(await upload(), undefined);
        assert.match((await messages.including(/“\d+-table\.\w+” was not uploaded\./)).text, why);
      });
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    assert.equal(await uploadRequests(), 0);
  });

  it('is of the side of a diff editor that has the focus if its text is not saved yet', async () => {
    const [left, right] = [await open('id\n1\n', 'left.csv'), await open('id\n1\n2\n', 'right.csv')];
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, 'left and right');
    await upload({ entityId, confirm: false });
    assert.equal(await service.latestText(), 'id\n1\n2\n');
    await vscode.commands.executeCommand('diffEditor.switchSide');
    await eventually(() => vscode.window.activeTextEditor?.document === left, 'The left side has the focus');
    await upload({ entityId, confirm: false });
    assert.equal(await service.latestText(), 'id\n1\n');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is of the right side of a diff editor, also from the left and from its menu, if the left one is an earlier version', async () => {
    const contents = { provideTextDocumentContent: () => 'id\n1\n' };
    const registration = vscode.workspace.registerTextDocumentContentProvider('earlier', contents);
    try {
      const now = await open('id\n1\n2\n', 'now.csv');
      const before = now.uri.with({ scheme: 'earlier' });
      await vscode.commands.executeCommand('vscode.diff', before, now.uri, 'earlier and now');
      await vscode.commands.executeCommand('diffEditor.switchSide');
      const hasFocus = () => vscode.window.activeTextEditor?.document.uri.toString() === before.toString();
      await eventually(hasFocus, 'The left side has the focus');
      await upload({ entityId, confirm: false });
      assert.equal(await service.latestText(), 'id\n1\n2\n');
      await vscode.commands.executeCommand('dataConnections.uploadToConnection', before, { entityId, confirm: false });
      assert.equal(await service.latestText(), 'id\n1\n2\n');
    } finally {
      registration.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('and its check are of the left side of a diff editor that has the focus, if that is a file, too', async () => {
    const files = ['left.csv', 'right.csv'].map((name) => vscode.Uri.joinPath(workspaceFolder().uri, name));
    const [left, right] = files as [vscode.Uri, vscode.Uri];
    try {
      await vscode.workspace.fs.writeFile(left, Buffer.from('id\n1\n'));
      await vscode.workspace.fs.writeFile(right, Buffer.from('id\n1\n2\n'));
      await vscode.commands.executeCommand('vscode.diff', left, right, 'left and right');
      for (const [file, rows] of [
        [right, 2],
        [left, 1],
      ] as const) {
        const hasFocus = () => vscode.window.activeTextEditor?.document.uri.toString() === file.toString();
        await eventually(hasFocus, 'The side has the focus');
        const checked: unknown = await vscode.commands.executeCommand('dataConnections.checkData', file);
        assert.partialDeepStrictEqual(checked, { rows });
        await upload({ entityId, confirm: false });
        assert.equal((await service.latestUpload()).fileName, file.path.split('/').at(-1));
        await vscode.commands.executeCommand('diffEditor.switchSide');
      }
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await Promise.all(files.map((file) => vscode.workspace.fs.delete(file)));
    }
  });

  it('sends nothing for unknown arguments or an entity ID of digits, and shows an error', async () => {
    await open(NASTY_CSV, 'table.csv');
    for (const [args, text] of [
      [['entity'], /^This command accepts an object/],
      [[[]], /^This command accepts an object/],
      [[['entity']], /^This command accepts an object/],
      [[vscode.Uri.file('/table.csv')], /^This command accepts an object/],
      [[{ entityId: 7 }], /^The value of the property “entityId” is not valid\. This command accepts an object/],
      [[{ entityId: '' }], /^The value of the property “entityId” is not valid\./],
      [[{ entityId, format: 'xml' }], /^The value of the property “format” is not valid\./],
      [[{ entityId, confirm: 'no' }], /^The value of the property “confirm” is not valid\./],
      [[{ entityId: '4711', confirm: false }], /contain only digits/],
      [[{ entityID: entityId }], /^The property “entityID” is unknown\. This command accepts an object/],
      [[{ entityId, groupId: 1 }], /^The property “groupId” is unknown\./],
      [[{ kind: 'job', job: { entityId } }], /^The property “kind” is unknown\./],
      [[{ entityId }, { confirm: false }], /only one object with options/],
      [[{ entityId: 'x'.repeat(501) }], /ID can’t be used/],
      [[{ entityId: '..' }], /ID can’t be used/],
    ] as const) {
      await withMessages(async (messages) => {
        assert.equal(await upload(...args), undefined);
        await messages.including(text);
      }, agree);
    }
    assert.equal(await uploadRequests(), 0);
  });

  it('returns no job if the service refuses with 200', async () => {
    await open(NASTY_CSV, 'table.csv');
    assert.equal(await upload({ entityId: 'no-such-entity', confirm: false }), undefined);
    assert.equal(await uploadRequests(), 1);
    await uploadedId();
  });

  const problem = (status: number) => JSON.stringify({ title: 'It broke', status, detail: 'Not this time.' });
  const unknown: Readonly<Record<string, { action: Fault['action']; why: RegExp }>> = {
    'its answer is lost': { action: { kind: 'loseResponse' }, why: /The connection to the service was lost\./ },
    'a page answers it': {
      action: { kind: 'response', status: 200, body: '<html>Sign in</html>' },
      why: /it is not JSON \(status 200\)/,
    },
    ...Object.fromEntries(
      [499, 500, 502, 504].map((status) => [
        `it is answered with status ${status} and a title`,
        {
          action: { kind: 'response', status, body: problem(status) },
          why: new RegExp(`is unavailable \\(status ${status}\\)\\. Message: Not this time\\.`),
        } as const,
      ]),
    ),
  };
  for (const [what, { action, why }] of Object.entries(unknown)) {
    it(`is not repeated if ${what}: the connections are requested, and the result is shown`, async () => {
      await service.addFault({ path: '/dataloader/upload', times: 1, action });
      await open(`id,case\n1,${what}\n`, 'table.csv');
      assert.equal(await upload(), undefined);
      assert.equal(await uploadRequests(), 1);
      const paths = (await service.requests()).map(({ method, path }) => `${method} ${path.split('/v1')[1] ?? ''}`);
      const after = paths.slice(paths.indexOf('POST /dataloader/upload') + 1);
      assert.ok(after.includes('GET /connections'), paths.join(', '));
      const said = messages.all.map(({ text }) => text).filter((text) => text.includes('may have been accepted'));
      assert.equal(said.length, 1, JSON.stringify(messages.all));
      assert.match(said[0] ?? '', why);
      assert.match(said[0] ?? '', /may have been accepted\. .+ The connection /);
    });
  }

  async function refuseUploads(status: number, times: number): Promise<void> {
    await service.addFault({
      path: '/dataloader/upload',
      times,
      action: { kind: 'response', status, body: problem(status) },
    });
  }

  it('can be retried from its error if the service was busy, after a review', async () => {
    await refuseUploads(429, 2);
    await open('id,state\n1,busy\n', 'table.csv');
    const retry = (message: ShownMessage) =>
      agree(message) ?? message.buttons.find((title) => title === 'Retry Upload…');
    await withMessages(async (messages) => {
      assert.equal(await upload({ entityId, confirm: false }), undefined);
      await eventually(async () => (await uploadRequests()) === 3, 'It is sent three times');
      const shown = messages.all.map(({ isModal, text, buttons }) =>
        isModal ? 'review' : [text.replaceAll(/“.*?”/g, '…'), ...buttons],
      );
      const error = [
        '… was not uploaded to …. The service asked you to wait. Wait a minute, then try again.',
        'Retry Upload…',
        'Show Log',
      ];
      assert.deepEqual(shown.slice(-4), [error, 'review', error, 'review']);
    }, retry);
  });

  for (const [which, isBack] of [
    ['is another one, to which nothing is sent', false],
    ['is that of the upload again, after another one', true],
  ] as const) {
    it(`can be retried from its error only with its account: the active account ${which}`, async () => {
      const account = await signInAfresh(service);
      const [targetId] = await service.uploadTargets();
      await refuseUploads(429, 1);
      await open('id,state\n1,switched\n', 'table.csv');
      const errors: { readonly text: string; readonly retry: () => void }[] = [];
      const showErrorMessage = (text: string, ...buttons: readonly vscode.MessageItem[]) =>
        new Promise((resolve) => {
          errors.push({ text, retry: () => resolve(buttons.find(({ title }) => title === 'Retry Upload…')) });
        });
      const putBack = replaceInWindow({ showErrorMessage });
      try {
        assert.equal(await upload({ entityId: targetId, confirm: false }), undefined);
        const [error] = errors;
        assert.match(error?.text ?? '', /was not uploaded to/);
        await service.setWorkspace(randomUUID());
        const other = await (
          await extensionApi()
        ).signIn({
          baseUrl: service.baseUrl,
          method: 'bearer',
          secret: service.accessToken,
        });
        assert.notEqual(other.id, account.id);
        if (isBack) {
          await service.setWorkspace(account.workspace.identifier);
          await vscode.commands.executeCommand('dataConnections.switchAccount', account.id);
        }
        error?.retry();
        if (isBack) {
          await eventually(async () => (await uploadRequests()) === 2, 'It is sent again');
          assert.equal(errors.length, 1);
        } else {
          await eventually(() => errors.length === 2, 'The retry is refused');
          assert.equal(errors[1]?.text, 'This upload belongs to another account. Switch to that account, then retry.');
        }
        const uploads = (await service.requests()).filter(({ path }) => path.includes('/dataloader/upload'));
        assert.deepEqual(
          uploads.map(({ authScheme }) => authScheme),
          isBack ? ['apiKey', 'apiKey'] : ['apiKey'],
        );
      } finally {
        putBack();
        await signInAfresh(service);
        [entityId, otherId] = await service.uploadTargets();
      }
    });
  }

  it('can’t be retried from its error once the user has signed out, who is offered to sign in', async () => {
    const account = await signInAfresh(service);
    const [targetId] = await service.uploadTargets();
    await refuseUploads(429, 1);
    await open('id,state\n1,signed out\n', 'table.csv');
    const shown: string[][] = [];
    const showErrorMessage = async (text: string, ...buttons: readonly vscode.MessageItem[]) => {
      shown.push([text, ...buttons.map(({ title }) => title)]);
      await eventually(() => isSignedOut, 'The user has signed out');
      return buttons.find(({ title }) => title === 'Retry Upload…');
    };
    let isSignedOut = false;
    const putBack = replaceInWindow({ showErrorMessage });
    try {
      assert.equal(await upload({ entityId: targetId, confirm: false }), undefined);
      await withMessages(
        () => vscode.commands.executeCommand('dataConnections.signOut', account.id).then(() => undefined),
        () => 'Sign Out',
      );
      isSignedOut = true;
      await eventually(() => shown.length === 2, 'The retry is refused');
      assert.deepEqual(shown[1], [
        'You are not signed in. Sign in to the account of this upload, then retry.',
        'Sign In…',
      ]);
    } finally {
      putBack();
      await signInAfresh(service);
      [entityId, otherId] = await service.uploadTargets();
    }
  });

  it('offers no retry if the service rejects it', async () => {
    await refuseUploads(400, 1);
    await open('id,state\n1,rejected\n', 'table.csv');
    await withMessages(async (messages) => {
      assert.equal(await upload({ entityId, confirm: false }), undefined);
      const { buttons } = await messages.including(/was not uploaded to/);
      assert.deepEqual(buttons, ['Show Log']);
    }, agree);
  });

  it('shows a warning if the service accepts it for another connection, and tracks the job under that one', async () => {
    const patch = { data: { entityId: otherId } };
    await service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'merge', patch } });
    await open(NASTY_CSV, 'table.csv');
    await withMessages(async (messages) => {
      await uploadedId(undefined, otherId);
      const [asked, other] = await Promise.all([entityId, otherId].map(entityName));
      const { severity, text } = await messages.including(/“\d+-table\.csv” was sent to/);
      assert.equal(severity, 'warning');
      assert.ok(
        text.includes(`was sent to “${asked}”, but the service reports that the data is loaded into “${other}”.`),
        text,
      );
    }, agree);
  });

  for (const [what, kind] of [
    ['a notebook', vscode.NotebookCellKind.Markup],
    ['a cell of a notebook', vscode.NotebookCellKind.Code],
  ] as const) {
    it(`says that ${what} can’t be uploaded, and offers to choose files`, async () => {
      const cell = new vscode.NotebookCellData(kind, 'id,name\n1,one\n', 'python');
      const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', new vscode.NotebookData([cell]));
      await vscode.window.showNotebookDocument(notebook);
      await eventually(async () => {
        await vscode.commands.executeCommand(
          kind === vscode.NotebookCellKind.Code ? 'notebook.cell.edit' : 'notebook.cell.quitEdit',
        );
        return (vscode.window.activeTextEditor !== undefined) === (kind === vscode.NotebookCellKind.Code);
      }, `The focus is on ${what}`);
      let dialogs = 0;
      const showOpenDialog = () => {
        dialogs++;
        return Promise.resolve(undefined);
      };
      const putBack = replaceInWindow({ showOpenDialog });
      try {
        await withMessages(
          async (messages) => {
            assert.equal(await upload(), undefined);
            const { buttons } = await messages.including(
              /^“Untitled-\d+\.ipynb” is a notebook, which can’t be uploaded\. Choose CSV or JSON files\.$/,
            );
            assert.deepEqual(buttons, ['Choose Files…']);
            await eventually(() => dialogs === 1, 'The dialog is shown');
            assert.equal(messages.all.length, 1);
          },
          ({ buttons }) => buttons[0],
        );
      } finally {
        putBack();
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
      assert.equal(await uploadRequests(), 0);
    });
  }

  it('prompts for files if no editor is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    let prompts = 0;
    const showOpenDialog = () => {
      prompts++;
      return Promise.resolve(undefined);
    };
    const putBack = replaceInWindow({ showOpenDialog });
    try {
      assert.equal(await upload(), undefined);
    } finally {
      putBack();
    }
    assert.equal(prompts, 1);
    assert.equal(await uploadRequests(), 0);
  });
});
