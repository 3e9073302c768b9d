import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh, workspaceFolder } from './extensionUnderTest.ts';
import { agree, ShownMessages, withMessages } from './shownMessages.ts';

const LEDGER = 'id,customer,amount\n1,"two\nlines",5\n2,Zeta,abc\n3,Beta,xyz\n';
const ABC = "Row 2: 'abc' is not a valid amount";
const BOTH = `${ABC}; row 3: 'xyz' is not a valid amount`;

describe('What the service says about a failed upload', () => {
  let service: LocalService;
  let accountId: string;
  let entityId: string;
  let otherId: string;
  let uri: vscode.Uri;
  let count = 0;

  before(async () => {
    service = connectService();
    await service.reset();
  });

  beforeEach(async () => {
    accountId = (await signInAfresh(service)).id;
    [entityId, otherId] = await service.uploadTargets();
    uri = vscode.Uri.joinPath(workspaceFolder().uri, `service problems [${++count}].csv`);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(uri, { useTrash: false }).then(undefined, () => undefined);
  });

  async function write(content: string | Uint8Array): Promise<void> {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  }

  /** Uploads the file, or what the active editor shows, with a job that fails like this. Resolves to the job. */
  async function upload(message: string, { fromEditor = false, to = entityId } = {}): Promise<{ syncId: string }> {
    await service.nextJob({ outcome: 'fail', message, durationMs: 300 });
    const options = { entityId: to, confirm: false };
    return withMessages(async () => {
      const command = fromEditor ? 'dataConnections.uploadActiveEditor' : 'dataConnections.uploadFile';
      const started = await vscode.commands.executeCommand(command, ...(fromEditor ? [options] : [uri, options]));
      const [job] = [started].flat() as { syncId: string }[];
      assert.ok(job);
      return job;
    }, agree);
  }

  /** The problems of the service, one line each. */
  function problems(): readonly string[] {
    return vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'Data Connections (reported by the service)')
      .map(({ range: { start, end }, message }) => {
        const range = [start, end].map(({ line, character }) => `${line + 1}:${character + 1}`);
        return `${range.join('-')} ${message}`;
      });
  }

  async function shows(...lines: readonly string[]): Promise<void> {
    await eventually(() => {
      assert.deepEqual(problems(), lines);
      return true;
    }, 'The problems are shown');
  }

  async function edit(change: (edit: vscode.TextEditorEdit) => void): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), uri.toString());
    assert.ok(await editor.edit(change));
  }

  it('is shown at its cell in a file that is not open, and in the notification leads there', async () => {
    await write(LEDGER);
    const messages = new ShownMessages((message) => {
      return agree(message) ?? message.buttons.find((button) => button === 'Show in File');
    });
    try {
      await service.nextJob({ outcome: 'fail', message: BOTH, durationMs: 300 });
      await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId, confirm: false });
      await shows(`4:8-4:11 ${ABC}`, "5:8-5:11 row 3: 'xyz' is not a valid amount");
      const shown = await messages.including(/failed/);
      assert.deepEqual(shown.buttons, ['Show in File', 'Retry Upload…', 'Open Job']);
      await eventually(() => {
        const { document, selection } = vscode.window.activeTextEditor ?? {};
        assert.equal(document?.uri.toString(), uri.toString());
        assert.equal(document.getText(selection), 'abc');
        return true;
      }, 'The cell is selected');
      assert.equal(problems().length, 2);
    } finally {
      messages.dispose();
    }
  });

  it('is shown at a row that has too few or too many cells, as the service counts them', async () => {
    await write('id,amount\n1,2\n2,5,7\n3,4\n');
    await withMessages(async () => {
      await vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId, confirm: false });
    }, agree);
    await shows('3:1-3:6 Row 2 has 3 values, but there are 2 columns.');
  });

  it('is shown at the cell that a database names, with all of its message', async () => {
    await write(LEDGER);
    const message = `Numeric value 'abc' is not recognized
  File 'ledger.csv', line 4, character 8
  Row 3, column "LEDGER"["AMOUNT":3]
  If you would like to continue loading when an error is encountered, use other values such as 'SKIP_FILE'`;
    await upload(message);
    await shows(`4:8-4:11 ${message.replaceAll(/\s+/g, ' ')}`);
  });

  it('follows the edits of the file, and goes once its cell is edited', async () => {
    await write(LEDGER);
    await vscode.window.showTextDocument(uri);
    await upload(BOTH);
    await shows(`4:8-4:11 ${ABC}`, "5:8-5:11 row 3: 'xyz' is not a valid amount");
    await edit((builder) => builder.insert(new vscode.Position(0, 0), 'a line\n'));
    await shows(`5:8-5:11 ${ABC}`, "6:8-6:11 row 3: 'xyz' is not a valid amount");
    await edit((builder) => builder.insert(new vscode.Position(4, 2), 'x'));
    await shows(`5:9-5:12 ${ABC}`, "6:8-6:11 row 3: 'xyz' is not a valid amount");
    await edit((builder) => builder.insert(new vscode.Position(4, 9), '1'));
    await shows("6:8-6:11 row 3: 'xyz' is not a valid amount");
    await vscode.commands.executeCommand('workbench.action.files.save');
    await shows("6:8-6:11 row 3: 'xyz' is not a valid amount");
    await edit((builder) => builder.delete(new vscode.Range(5, 7, 5, 10)));
    await shows();
  });

  it('is where it was once the edits are reverted', async () => {
    await write(LEDGER);
    await vscode.window.showTextDocument(uri);
    await upload(ABC);
    await shows(`4:8-4:11 ${ABC}`);
    await edit((builder) => builder.insert(new vscode.Position(0, 0), 'a line\n'));
    await shows(`5:8-5:11 ${ABC}`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await shows(`4:8-4:11 ${ABC}`);
  });

  it('is shown in the text that was sent with unsaved changes, and after it is saved', async () => {
    await write('id\n');
    await vscode.window.showTextDocument(uri);
    await edit((builder) => builder.replace(new vscode.Range(0, 0, 9, 0), LEDGER));
    const job = await upload(ABC, { fromEditor: true });
    await shows(`4:8-4:11 ${ABC}`);
    await vscode.commands.executeCommand('workbench.action.files.save');
    await vscode.commands.executeCommand('dataConnections.showInFile', job);
    await shows(`4:8-4:11 ${ABC}`);
  });

  it('is shown in a file that was converted, where the editor shows the cell', async () => {
    await write(Buffer.from('ort;betrag\r\nZürich;5\r\nMünchen;abc\r\n', 'latin1'));
    const editors = vscode.workspace.getConfiguration('files', uri);
    await editors.update('encoding', 'windows1252', vscode.ConfigurationTarget.Workspace);
    try {
      await service.nextJob({ outcome: 'fail', message: ABC, durationMs: 300 });
      // The review converts what the service can't read.
      const upload = () => vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId });
      await withMessages(upload, ({ buttons }) => buttons.find((title) => title === 'Convert and Upload'));
      await shows(`3:9-3:12 ${ABC}`);
      await vscode.window.showTextDocument(uri);
      await shows(`3:9-3:12 ${ABC}`);
    } finally {
      await editors.update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('is not shown in a file that has changed since, and goes when another program changes it', async () => {
    await write(LEDGER);
    const job = await upload(ABC);
    await shows(`4:8-4:11 ${ABC}`);
    await write(`${LEDGER}4,Gamma,6\n`);
    await shows();
    const error = await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.showInFile', job);
      return messages.including(/has changed since it was uploaded/);
    });
    assert.equal(error.severity, 'error');
  });

  it('follows changes of another program to an open file, as VS Code reads it again, and goes once its cell is changed', async () => {
    await write(LEDGER);
    await vscode.window.showTextDocument(uri);
    await upload(BOTH);
    await shows(`4:8-4:11 ${ABC}`, "5:8-5:11 row 3: 'xyz' is not a valid amount");
    await write(`a line\n${LEDGER}`);
    await shows(`5:8-5:11 ${ABC}`, "6:8-6:11 row 3: 'xyz' is not a valid amount");
    await write(`a line\n${LEDGER.replace('xyz', '6')}`);
    await shows(`5:8-5:11 ${ABC}`);
  });

  it('is looked for in a text without a file while it is open, and then opens no empty editor', async () => {
    const document = await vscode.workspace.openTextDocument({ content: LEDGER, language: 'csv' });
    uri = document.uri;
    await vscode.window.showTextDocument(document);
    const job = await upload(ABC, { fromEditor: true });
    await shows(`4:8-4:11 ${ABC}`);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => document.isClosed, 'The text is closed');
    await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.showInFile', job);
      return messages.including(/is no longer open/);
    });
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('is not shown where its cell is not certain, which the command says', async () => {
    await write(LEDGER);
    await service.nextJob({ outcome: 'fail', message: "Row 2: 'abd' is not a valid amount", durationMs: 300 });
    await withMessages(async (messages) => {
      const options = { entityId, confirm: false };
      const job = await vscode.commands.executeCommand('dataConnections.uploadFile', uri, options);
      const { buttons } = await messages.including(/failed: .*Row 2/);
      assert.deepEqual(buttons, ['Retry Upload…', 'Open Job']);
      await vscode.commands.executeCommand('dataConnections.showInFile', job);
      await messages.including(/can’t be matched to a cell of “service problems \[\d+\]\.csv” with certainty/);
    }, agree);
    assert.deepEqual(problems(), []);
  });

  it('goes when the file is uploaded again, to any connection', async () => {
    await write(LEDGER);
    await upload(ABC);
    await shows(`4:8-4:11 ${ABC}`);
    await service.nextJob({ durationMs: 60_000 });
    await withMessages(
      () => vscode.commands.executeCommand('dataConnections.uploadFile', uri, { entityId: otherId, confirm: false }),
      agree,
    );
    await shows();
  });

  it('goes when the job is cleared', async () => {
    await write(LEDGER);
    await upload(ABC);
    await shows(`4:8-4:11 ${ABC}`);
    await withMessages(() => vscode.commands.executeCommand('dataConnections.clearFinishedJobs'));
    await shows();
  });

  it('goes with the account', async () => {
    await write(LEDGER);
    await upload(ABC);
    await shows(`4:8-4:11 ${ABC}`);
    const signOut = () => vscode.commands.executeCommand('dataConnections.signOut', accountId);
    await withMessages(signOut, ({ buttons }) => buttons.find((title) => title === 'Sign Out'));
    await shows();
  });
});
