/* global Buffer, fetch, process, setTimeout, setInterval, clearInterval, performance */
// An extension for the benchmark `host`: it measures in the process of the extension host what the benchmark asks for, one
// line of JSON for each request and response (hostProbe.ts).
const diagnostics = require('node:diagnostics_channel');
const { openSync, readSync, writeFileSync } = require('node:fs');
const inspector = require('node:inspector/promises');
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

const LOOK_MS = 8;
/** A profile has a sample each 0.2 ms. Where the next one takes longer than this, the thread waited for a core. */
const LONGEST_SAMPLE_MS = 1;
const QUIET_LOOK_MS = 300;
/** Share of the time in which the thread of a quiet host computes at most. */
const QUIET_SHARE = 0.05;
/** Twice at most, because VS Code activates the other extensions when this one has taken ten seconds. */
const QUIET_WITHIN_MS = 3000;
/** What is loaded this soon after an activation counts as part of it. */
const AFTER_ACTIVATION_MS = 1500;

/** The CPU time of the thread, and how long it was ready but waited for a core, in ms so far. */
const readThread = (() => {
  try {
    const file = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`);
    const buffer = Buffer.alloc(100);
    return () => {
      const [cpuNs, waitedNs] = buffer.toString('latin1', 0, readSync(file, buffer, 0, 100, 0)).split(' ');
      return { cpuMs: Number(cpuNs) / 1e6, waitedMs: Number(waitedNs) / 1e6 };
    };
  } catch {
    // Not Linux.
    return () => ({ cpuMs: threadCpuMs(), waitedMs: 0 });
  }
})();

function threadCpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function processCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time and pauses from its creation on. */
class Watch {
  #begin = { at: performance.now(), processMs: processCpuMs(), threadMs: threadCpuMs() };
  #last = { at: this.#begin.at, ...readThread() };
  #longest = { pauseMs: 0, ownPauseMs: 0 };
  #timer = setInterval(() => this.#look(), LOOK_MS);

  end() {
    this.#look();
    clearInterval(this.#timer);
    return {
      wallMs: performance.now() - this.#begin.at,
      processMs: processCpuMs() - this.#begin.processMs,
      threadMs: threadCpuMs() - this.#begin.threadMs,
      ...this.#longest,
    };
  }

  #look() {
    const { at, waitedMs } = this.#last;
    this.#last = { at: performance.now(), ...readThread() };
    const pauseMs = this.#last.at - at - LOOK_MS;
    // What another process computed on the core meanwhile is not a pause that the extension causes.
    const ownPauseMs = pauseMs - (this.#last.waitedMs - waitedMs);
    this.#longest = {
      pauseMs: Math.max(this.#longest.pauseMs, pauseMs),
      ownPauseMs: Math.max(this.#longest.ownPauseMs, ownPauseMs),
    };
  }
}

/** Until the host has nothing to do; false if it doesn't happen in time. */
async function becomeQuiet() {
  for (const begun = performance.now(); performance.now() - begun < QUIET_WITHIN_MS;) {
    const before = threadCpuMs();
    await pause(QUIET_LOOK_MS);
    if (threadCpuMs() - before < QUIET_LOOK_MS * QUIET_SHARE) {
      return true;
    }
  }
  return false;
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** The CPU time of an activation. */
async function measureActivation({ extension: id }) {
  const extension = vscode.extensions.getExtension(id);
  if (extension.isActive) {
    return { wasActive: true };
  }
  const begun = { at: performance.now(), processMs: processCpuMs(), threadMs: threadCpuMs() };
  await extension.activate();
  const ended = { at: performance.now(), processMs: processCpuMs(), threadMs: threadCpuMs() };
  await pause(AFTER_ACTIVATION_MS);
  return {
    wasActive: false,
    wallMs: ended.at - begun.at,
    processMs: ended.processMs - begun.processMs,
    threadMs: ended.threadMs - begun.threadMs,
  };
}

/** The scripts of an extension that the host has loaded. */
async function loadedScripts({ extension: id }) {
  const { path } = vscode.extensions.getExtension(id).extensionUri;
  const scripts = new Map();
  const session = new inspector.Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
    if (url.startsWith(`file://${path}/`)) {
      scripts.set(url, length);
    }
  });
  // Reports the scripts that were loaded before, too.
  await session.post('Debugger.enable');
  session.disconnect();
  return { files: scripts.size, bytes: [...scripts.values()].reduce((sum, length) => sum + length, 0) };
}

/**
 * How long the thread ran an extension, and for how long without an interruption: consecutive samples of a profile whose stacks
 * contain a script of the extension, and garbage collections that follow them.
 */
function timesOf(profile, { extensionUri }) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const own = new Set();
  const isGarbageCollection = (id) => nodes.get(id).callFrame.functionName === '(garbage collector)';
  const visit = (node, isBelow) => {
    const isOwn = isBelow || node.callFrame.url.startsWith(`file://${extensionUri.path}/`);
    if (isOwn) {
      own.add(node.id);
    }
    node.children?.forEach((id) => visit(nodes.get(id), isOwn));
  };
  visit(profile.nodes[0], false);
  const times = { totalMs: 0, longestMs: 0 };
  let currentMs = 0;
  profile.samples.forEach((id, index) => {
    const ms = Math.min((profile.timeDeltas[index + 1] ?? 0) / 1000, LONGEST_SAMPLE_MS);
    currentMs = own.has(id) || (currentMs > 0 && isGarbageCollection(id)) ? currentMs + ms : 0;
    times.totalMs += currentMs > 0 ? ms : 0;
    times.longestMs = Math.max(times.longestMs, currentMs);
  });
  return times;
}

let watch;
let profiling;
/** When responses of the service were received completely, by their paths. */
const answeredAt = [];
diagnostics.subscribe('undici:request:trailers', ({ request: { path } }) => answeredAt.push({ path, at: Date.now() }));

const actions = {
  quiet: becomeQuiet,
  measureActivation,
  loadedScripts,
  startWatch() {
    watch = new Watch();
  },
  endWatch: () => watch.end(),
  run: ({ command, args }) => vscode.commands.executeCommand(command, ...args),
  /** Runs a command; resolves when it has ended, without its result. */
  async runOnly({ command, args }) {
    await vscode.commands.executeCommand(command, ...args);
  },
  pause: ({ ms }) => pause(ms),
  async request({ url }) {
    await (await fetch(url)).arrayBuffer();
  },
  answers: () => answeredAt.splice(0),
  async startProfile() {
    profiling = new inspector.Session();
    profiling.connect();
    await profiling.post('Profiler.enable');
    await profiling.post('Profiler.setSamplingInterval', { interval: 200 });
    await profiling.post('Profiler.start');
  },
  async endProfile({ file }) {
    const { profile } = await profiling.post('Profiler.stop');
    profiling.disconnect();
    writeFileSync(file, JSON.stringify(profile));
  },
  async endOwn({ extension }) {
    const { profile } = await profiling.post('Profiler.stop');
    profiling.disconnect();
    return timesOf(profile, vscode.extensions.getExtension(extension));
  },
};

exports.activate = async () => {
  const port = Number(process.env.DATA_CONNECTIONS_BENCH_PORT);
  if (!port) {
    return;
  }
  const socket = connect(port, '127.0.0.1');
  const released = new Promise((resolve) => {
    // VS Code doesn't activate what waits for the end of start-up before this promise settles.
    actions.release = resolve;
  });
  createInterface(socket).on('line', (line) => void answer(socket, JSON.parse(line)));
  await released;
};

async function answer(socket, { id, action, ...options }) {
  let reply;
  try {
    reply = { id, result: await actions[action](options) };
  } catch (error) {
    reply = { id, error: String(error?.stack ?? error) };
  }
  socket.write(`${JSON.stringify(reply)}\n`);
}
