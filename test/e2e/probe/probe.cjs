/* global process, setInterval, clearInterval */
// An extension for tests: it writes down how long its host stood still, a line for each tenth of a second.
const { appendFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const file = process.env.DATA_CONNECTIONS_PAUSES;
const RESOLUTION_MS = 1;

exports.activate = ({ subscriptions }) => {
  if (!file) {
    return;
  }
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), pauseMs: delays.max / 1e6 })}\n`);
    delays.reset();
  }, 100);
  subscriptions.push({
    dispose() {
      clearInterval(timer);
      delays.disable();
    },
  });
};
