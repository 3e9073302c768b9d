import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { WorkerRequest, WorkerTask } from '../../src/data/worker/workerMessage.ts';
import { eventually } from '../eventually.ts';
import { extensionApi, workspaceFolder } from './extensionUnderTest.ts';
import { largeTest } from './longTests.ts';

const SLICE_UNITS = 32_768;
/** More than a worker is sent before it has taken the first of them. */
const SLICES = 90;
const MAX_AUTOMATIC_BYTES = 10_000_000;

/** A task as the extension host sent it to a worker. */
interface SentTask {
  readonly task: WorkerTask;
  readonly slices: string[];
  isComplete: boolean;
}

/** Records what the extension sends to its workers, and can hold slices back, so that a text is only partly copied. */
class SentTasks {
  readonly tasks: SentTask[] = [];
  readonly #held: (() => void)[] = [];
  readonly #restore: () => void;
  #isHolding = false;

  constructor() {
    const running = new WeakMap<Worker, SentTask>();
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the worker as `this`
    const { postMessage } = Worker.prototype;
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- `this` of the function below is the worker
    const recorder = this;
    Worker.prototype.postMessage = function (this: Worker, request: WorkerRequest, ...others) {
      const send = () => postMessage.call(this, request, ...others);
      const sent = running.get(this);
      if (request.type === 'start') {
        const started: SentTask = { task: request.task, slices: [], isComplete: false };
        recorder.tasks.push(started);
        running.set(this, started);
      } else if (request.type === 'piece') {
        sent?.slices.push(Buffer.from(request.bytes).toString('utf16le'));
      } else if (sent !== undefined) {
        sent.isComplete = true;
      }
      if (recorder.#isHolding && request.type !== 'start') {
        recorder.#held.push(send);
      } else {
        send();
      }
    };
    this.#restore = () => (Worker.prototype.postMessage = postMessage);
  }

  /** The checks of texts. */
  get checks(): readonly SentTask[] {
    return this.tasks.filter(({ task }) => task.type === 'checkText');
  }

  checksOfFile(uri: vscode.Uri): readonly SentTask[] {
    return this.tasks.filter(({ task }) => task.type === 'checkFile' && task.path === uri.fsPath);
  }

  hold(): void {
    this.#isHolding = true;
  }

  release(): void {
    this.#isHolding = false;
    this.#held.splice(0).forEach((send) => send());
  }

  dispose(): void {
    this.release();
    this.#restore();
  }
}

describe('The check while the user types', () => {
  let folder: vscode.Uri;
  let sent: SentTasks;
  let texts = 0;

  before(async () => {
    await extensionApi();
    folder = workspaceFolder().uri;
  });

  beforeEach(() => (sent = new SentTasks()));

  afterEach(async () => {
    sent.dispose();
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      return vscode.window.activeTextEditor === undefined;
    }, 'Every editor is closed');
  });

  async function openFile(content: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(folder, `typing-${++texts}.csv`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  async function openChecked(content: string, expected: readonly string[]): Promise<vscode.TextDocument> {
    const document = await openFile(content);
    await eventually(() => sent.checksOfFile(document.uri).length === 1, 'It is checked');
    await until(document.uri, expected);
    return document;
  }

  async function insert(document: vscode.TextDocument, line: number, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(line, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  it('checks 20 keystrokes once, and copies the text in small slices', async () => {
    // Above 4 MB, the pause before a check is longer, and a slow machine types within it.
    const document = await openChecked(tableOf(5_000_000), []);
    const before = document.version;
    await Promise.all(Array.from({ length: 20 }, () => vscode.commands.executeCommand('type', { text: 'x' })));
    await eventually(() => sent.checks[0]?.isComplete === true, 'The text is checked');
    assert.equal(document.version, before + 20);
    assert.equal(sent.checks.length, 1);
    const [{ slices } = { slices: [] }] = sent.checks;
    assert.ok(slices.join('') === document.getText(), 'it is the text after the last of them');
    assert.equal(Math.max(...slices.map(({ length }) => length)), SLICE_UNITS);
    assert.equal(slices.length, Math.ceil(document.getText().length / SLICE_UNITS));
  });

  it('drops a copy if the text changes meanwhile, and never shows the result of the older version', async () => {
    const document = await openChecked(tableOf(SLICES * SLICE_UNITS), []);
    const shown: string[] = [];
    const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((uri) => uri.toString() === document.uri.toString())) {
        shown.push(...codes(document.uri));
      }
    });
    try {
      sent.hold();
      await insert(document, 1, '1,2,3\n');
      const older = await partlyCopied(0);
      const edit = new vscode.WorkspaceEdit();
      edit.delete(document.uri, new vscode.Range(1, 0, 2, 0));
      edit.insert(document.uri, new vscode.Position(3, 0), ',\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      const copied = older.slices.length;
      sent.release();
      await eventually(() => sent.checks[1]?.isComplete === true, 'The later version is checked');
      const [, later] = sent.checks;
      assert.ok(later?.slices.join('') === document.getText());
      assert.deepEqual([older.isComplete, older.slices.length], [false, copied]);
      await insert(document, 1, '"\n');
      await until(document.uri, ['unterminatedQuote']);
      assert.ok(!shown.includes('raggedRow'), shown.join());
    } finally {
      subscription.dispose();
    }
  });

  it('stops copying a text that closes', async () => {
    const document = await openChecked(tableOf(SLICES * SLICE_UNITS), []);
    sent.hold();
    await insert(document, 1, '1,2,3\n');
    const copy = await partlyCopied(0);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => vscode.window.activeTextEditor === undefined, 'The editor is closed');
    const copied = copy.slices.length;
    sent.release();
    await openChecked('a,b\n1\n', ['raggedRow']);
    assert.deepEqual([copy.isComplete, copy.slices.length], [false, copied]);
    assert.deepEqual([sent.checks.length, codes(document.uri)], [1, []]);
  });

  largeTest('checks two texts that change at the same time', async () => {
    const one = await openChecked(tableOf(SLICES * SLICE_UNITS), []);
    const other = await openChecked(tableOf(SLICES * SLICE_UNITS), []);
    sent.hold();
    await Promise.all([insert(one, 1, '1,2,3\n'), insert(other, 2, '1\n')]);
    await partlyCopied(0);
    await partlyCopied(1);
    sent.release();
    await until(one.uri, ['raggedRow']);
    await until(other.uri, ['raggedRow']);
    assert.deepEqual(
      new Set(sent.checks.map(({ slices }) => slices.join(''))),
      new Set([one.getText(), other.getText()]),
    );
    assert.equal(sent.checks.length, 2);
  });

  it('does not repeat a check when the text is saved', async () => {
    const document = await openChecked('a,b\n1,2\n', []);
    await insert(document, 1, '1\n');
    await until(document.uri, ['raggedRow']);
    assert.ok(await document.save());
    // Checked after the same pause, which begins later.
    const other = await openChecked('a,b\n1,2\n', []);
    await insert(other, 1, '1\n');
    await until(other.uri, ['raggedRow']);
    assert.deepEqual([sent.checks.length, sent.checksOfFile(document.uri).length], [2, 1]);
    assert.deepEqual(codes(document.uri), ['raggedRow']);
  });

  it('repeats a check when a file is saved that has a byte order mark, which its text does not show', async () => {
    const document = await openChecked('\uFEFFa,b\n1,2\n', ['byteOrderMark']);
    await insert(document, 1, '1\n');
    await until(document.uri, ['raggedRow']);
    assert.ok(await document.save());
    await until(document.uri, ['byteOrderMark', 'raggedRow']);
  });

  largeTest('checks a table of 10 MB automatically, a larger one only by command', async () => {
    const largest = await openChecked(tableOf(MAX_AUTOMATIC_BYTES), []);
    const tooLarge = await openFile(tableOf(MAX_AUTOMATIC_BYTES + 1));
    assert.equal(largest.getText().length, MAX_AUTOMATIC_BYTES);
    await openChecked('a,b\n1\n', ['raggedRow']);
    assert.deepEqual(sent.checksOfFile(tooLarge.uri), []);
    await vscode.window.showTextDocument(tooLarge);
    assert.ok(await vscode.commands.executeCommand('dataConnections.checkActiveEditor'));
    assert.equal(sent.checksOfFile(tooLarge.uri).length, 1);
  });

  /** A check that waits for its worker, while most of its text is still to be copied. */
  async function partlyCopied(index: number): Promise<SentTask> {
    const check = await eventually(() => {
      const found = sent.checks[index];
      return found !== undefined && found.slices.length > 1 ? found : false;
    }, 'The text is being copied');
    assert.ok(check.slices.length < SLICES);
    return check;
  }
});

/** A table without problems, of so many bytes. */
function tableOf(byteLength: number): string {
  const header = 'name,value\n';
  const row = 'something of no interest,1234567\n';
  const rows = row.repeat(Math.floor((byteLength - header.length) / row.length) - 1);
  const lastLength = byteLength - header.length - rows.length;
  return `${header}${rows}${'x'.repeat(lastLength - 3)},1\n`;
}

function codes(uri: vscode.Uri): readonly string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'Data Connections')
    .map(({ code }) => (typeof code === 'object' ? String(code.value) : ''))
    .toSorted();
}

async function until(uri: vscode.Uri, expected: readonly string[]): Promise<void> {
  await eventually(() => {
    assert.deepEqual(codes(uri), expected);
    return true;
  }, `The problems of ${uri.path}`);
}
