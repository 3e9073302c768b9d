/* global process, performance, setInterval, clearInterval */
// An extension for tests: it records how long the thread of its host was blocked, and how long it computed itself, a line
// for each tenth of a second. It also has commands that invoke a tool, as an extension with a language model does, run any command, and upload a file.
const { appendFile, readFile, rename, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

const file = process.env.DATA_CONNECTIONS_PAUSES;
const usageFile = process.env.DATA_CONNECTIONS_USAGE;
const RESOLUTION_MS = 1;

/** The CPU time of the host's thread so far; in a Node without it, the time in which the thread had something to do. */
function cpuMs() {
  if (process.threadCpuUsage === undefined) {
    return performance.eventLoopUtilization().active;
  }
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Writes a file that a test waits for and must not read while it is still empty. */
async function writeWhole(path, text) {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/** Invokes the tool that `tool.json` in the folder names, and writes what it returns to `tool-result.json`. */
async function invokeTool() {
  const [{ uri }] = vscode.workspace.workspaceFolders;
  const { name, input } = JSON.parse(await readFile(join(uri.fsPath, 'tool.json'), 'utf8'));
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
    ({ content }) => JSON.parse(content[0].value),
    (error) => ({ thrown: error.name }),
  );
  await writeWhole(join(uri.fsPath, 'tool-result.json'), JSON.stringify(result));
}

/** Runs the command whose ID is in `command.txt` in the folder, and writes to `command-result.txt` when it has ended, and how. */
async function runCommand() {
  const [{ uri }] = vscode.workspace.workspaceFolders;
  const id = await readFile(join(uri.fsPath, 'command.txt'), 'utf8');
  const end = await vscode.commands.executeCommand(id).then(
    () => 'returned',
    (error) => `threw ${error}`,
  );
  await writeWhole(join(uri.fsPath, 'command-result.txt'), end);
}

/** Uploads the file that `upload.json` in the folder names, with its options. The extension shows what fails, and throws it, too. */
async function uploadFile() {
  const [{ uri }] = vscode.workspace.workspaceFolders;
  const { path, options } = JSON.parse(await readFile(join(uri.fsPath, 'upload.json'), 'utf8'));
  void vscode.commands
    .executeCommand('dataConnections.uploadFile', vscode.Uri.file(path), options)
    .then(undefined, () => undefined);
}

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand('probe.invokeTool', invokeTool),
    vscode.commands.registerCommand('probe.runCommand', runCommand),
    vscode.commands.registerCommand('probe.uploadFile', uploadFile),
  );
  if (usageFile) {
    subscriptions.push(require('./usage.cjs').recordUsage(usageFile));
  }
  if (!file) {
    return;
  }
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let computedMs = cpuMs();
  const timer = setInterval(() => {
    const before = computedMs;
    computedMs = cpuMs();
    // Not synchronously, which could be the longest pause.
    void appendFile(
      file,
      `${JSON.stringify({ at: Date.now(), pauseMs: delays.max / 1e6, computedMs: computedMs - before })}\n`,
    );
    delays.reset();
  }, 100);
  subscriptions.push({
    dispose() {
      clearInterval(timer);
      delays.disable();
    },
  });
};
