import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

const sources = globSync('src/**/*.ts', { exclude: ['src/localService/**'] }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** The files that have to do with the network, and what for. */
const NETWORK: Readonly<Record<string, string>> = {
  'src/ui/network/createFetch.ts': 'chooses the fetch that applies the proxy and certificates of VS Code',
  'src/api/undiciFetch.ts': 'makes a fetch for where VS Code’s own is switched off',
  'src/api/undiciParts.d.ts': 'declares the parts of undici',
  'src/api/transport.ts': 'sends the requests of an account',
  'src/app/diagnosis/networkChecks.ts': 'diagnoses the way to the service of an account',
  'src/ui/diagnose/diagnose.ts': 'gives it the functions of Node',
  'src/api/flushedBytes.ts': 'knows which bytes a socket has flushed',
};

/** What matches in the sources, with the files. */
function found(pattern: RegExp): readonly string[] {
  return sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

describe('Nothing is sent but to the service of an account', () => {
  it('because no telemetry is collected: neither with VS Code’s API nor with a package', () => {
    assert.ok(sources.length > 100);
    assert.deepEqual(
      found(/\b(createTelemetryLogger|TelemetryLogger|TelemetrySender|isTelemetryEnabled|machineId|sessionId)\b/g),
      [],
    );
    assert.deepEqual(
      found(/from '[^.][^']*(telemetry|insights|sentry|segment|analytics|amplitude|posthog)[^']*'/gi),
      [],
    );
  });

  it('because the code contains no address but examples', () => {
    const examples =
      /^https?:\/\/(service\.example\.com|localhost|127\.0\.0\.1|www\.w3\.org\/2000\/svg|\.|\$\{|\[|…|$)/;
    const addresses = found(/https?:\/\/[^\s'"`)]*/g).filter(
      (entry) => !examples.test(entry.slice(entry.indexOf(': ') + 2)),
    );
    assert.deepEqual(addresses, []);
  });

  it('because requests go through one function, which is given to the client of an account', () => {
    const places = found(
      /\bglobalThis\.fetch\b|\bfetch\(|from '(undici\b[^']*|node:(?:http|https|net|tls|dgram|dns)[^']*)'/g,
    );
    const files = [...new Set(places.map((entry) => entry.slice(0, entry.indexOf(': '))))];
    assert.deepEqual(
      files.filter((file) => !(file in NETWORK)),
      [],
    );
  });
});
