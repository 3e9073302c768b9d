/* global process, setInterval, clearInterval */
// An extension for tests: it records how long the thread of its host was blocked, and how long it computed itself, a line
// for each tenth of a second.
const { appendFile } = require('node:fs/promises');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const file = process.env.DATA_CONNECTIONS_PAUSES;
const RESOLUTION_MS = 1;

/** The CPU time of the host's thread so far. */
function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

exports.activate = ({ subscriptions }) => {
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
