/* global process, setImmediate, setInterval, clearInterval */
// What the process of an extension host uses, after a garbage collection, without what VS Code keeps for rows of trees that it has replaced.
const { appendFile, readFile, rm } = require('node:fs/promises');
const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const vscode = require('vscode');

const SAMPLED_EACH_MS = 10_000;
/** A tree that is never shown. */
const TREE_ID = 'probe.tree';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
// Optimizing a function that has been called often enough takes memory for the code, and for the objects that it depends on. At a call
// a second that takes hours to come to an end, which would look like a leak. What is needed to run it at all is made at the first call.
for (const flag of ['--no-opt', '--no-maglev', '--no-flush-bytecode', '--no-lazy-feedback-allocation']) {
  setFlagsFromString(flag);
}

/** The trees of all extensions: the map of VS Code to which it adds that of the probe. */
function findTrees() {
  const { set } = Map.prototype;
  let trees;
  Map.prototype.set = function (key, value) {
    if (key === TREE_ID) {
      trees ??= this;
    }
    return set.call(this, key, value);
  };
  try {
    vscode.window.createTreeView(TREE_ID, { treeDataProvider: { getChildren: () => [], getTreeItem: (item) => item } });
  } finally {
    Map.prototype.set = set;
  }
  return trees;
}

/**
 * For each row that VS Code reads, `ExtHostTreeView._createTreeNode` adds a `DisposableStore` to that of the tree. When the row is read
 * again, VS Code disposes the store but does not remove it: 192 bytes and an entry of a set for each, until the tree is disposed. This
 * removes them, and returns how many there were.
 */
function removeOldRows(trees) {
  let count = 0;
  for (const { _store: store } of trees.values()) {
    for (const one of store._toDispose) {
      if (one.isDisposed === true) {
        store._toDispose.delete(one);
        count += 1;
      }
    }
  }
  return count;
}

/** The size in bytes of the objects that are still used: without compiled code, which V8 makes and drops as functions are called. */
async function usedHeap() {
  // Also drops caches. What finalizers release is collected the second time.
  const thoroughly = { type: 'major', execution: 'sync', flavor: 'last-resort' };
  collectGarbage(thoroughly);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  collectGarbage(thoroughly);
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !/code|trusted/.test(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

async function sample(trees) {
  const resources = process.getActiveResourcesInfo();
  const countOf = (pattern) => resources.filter((name) => pattern.test(name)).length;
  return {
    at: Date.now(),
    oldRows: removeOldRows(trees),
    heap: await usedHeap(),
    sockets: countOf(/^TCP/),
    timers: countOf(/^(Timeout|Immediate)$/),
    handles: countOf(/^(?!TCP|Timeout|Immediate|FSReq)/),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}

/** Starts the syncs that the test asks for, as a keyboard shortcut or another extension does. */
async function startSyncs(file) {
  const entityIds = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
  await rm(file, { force: true });
  for (const entityId of entityIds) {
    void vscode.commands.executeCommand('dataConnections.startSync', { entityId });
  }
}

/** Writes a line to the file at intervals, and starts the syncs of the connections that `FILE.start` names. */
exports.recordUsage = (file) => {
  const trees = findTrees();
  const timer = setInterval(() => {
    void sample(trees).then((line) => appendFile(file, `${JSON.stringify(line)}\n`));
    void startSyncs(`${file}.start`);
  }, SAMPLED_EACH_MS);
  return { dispose: () => clearInterval(timer) };
};
