import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { curlForStatus, curlForSync, curlForUpload } from '../../../../src/app/curl/curlCommands.ts';
import type { CurlUpload } from '../../../../src/app/curl/curlCommands.ts';
import { parseJson } from '../../../../src/base/json.ts';
import { runs } from '../../../scale.ts';
import { LocalService } from '../../../service/localService.ts';

const run = promisify(execFile);
const SENDER = { baseUrl: 'https://service.example.com', method: 'apiKey' } as const;
const UPLOAD: CurlUpload = {
  entityId: 'a1',
  path: '/data/rows.csv',
  name: 'rows.csv',
  kind: 'csv',
  format: 'multipart',
};

/** Texts that mean something to a shell, to curl or to a terminal. */
const SPECIAL_TEXTS = [
  `it's`,
  '"; rm -rf ~; "',
  '$(touch x)',
  '`id`',
  'a\\',
  'a,b;c',
  '!!',
  '\u001b[201~',
  'a\u202eb',
  '-x',
];

/** What a shell makes of the command: the arguments that curl gets. */
async function argumentsOf(command: string): Promise<readonly string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, DATA_CONNECTIONS_KEY: 'k', DATA_CONNECTIONS_EMAIL: 'e@x' };
  const { stdout } = await run('sh', ['-c', script], { env });
  return stdout.split('\0').slice(0, -1);
}

async function isInstalled(command: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  );
}

describe('A request as a cURL command', function () {
  this.timeout(120_000);

  it('has variables in place of the secret and the email address', async () => {
    const [, ...key] = await argumentsOf(curlForSync(SENDER, 'a1'));
    assert.deepEqual(key.slice(0, 2), ['--header', 'x-api-key: k']);
    const [, ...token] = await argumentsOf(curlForSync({ ...SENDER, method: 'bearer' }, 'a1'));
    assert.deepEqual(token.slice(0, 2), ['--header', 'Authorization: Bearer k']);
    const [, ...pair] = await argumentsOf(curlForSync({ ...SENDER, method: 'basic' }, 'a1'));
    assert.deepEqual(pair.slice(0, 2), ['--user', 'e@x:k']);
  });

  it('passes any entity ID through the shell unchanged, in a sync', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (entityId) => {
      const command = curlForSync(SENDER, entityId);
      assert.match(command, /^[\x20-\x7e\n]*$/, 'nothing that a terminal interprets');
      const words = await argumentsOf(command);
      const [url] = words;
      const body = words[words.indexOf('--data') + 1] ?? '';
      assert.equal(url, 'https://service.example.com/api/public/v1/connections/sync');
      assert.deepEqual(parseJson(body), parseJson(JSON.stringify({ entityId })));
    });
    await fc.assert(property, { numRuns: runs(30), examples: SPECIAL_TEXTS.map((text) => [text]) });
  });

  it('passes any file and ID through the shell unchanged, in an upload, or is refused', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom(...SPECIAL_TEXTS),
    );
    const property = fc.asyncProperty(text, text, async (entityId, name) => {
      const path = `/data/${name}`;
      const command = curlForUpload(SENDER, { ...UPLOAD, entityId, path, name });
      assert.equal(command === undefined, /[\p{C}\p{Zl}\p{Zp}]/u.test(entityId + name));
      if (command === undefined) {
        return;
      }
      const words = await argumentsOf(command);
      assert.equal(words[words.indexOf('--form-string') + 1], `entityId=${entityId}`);
      const form = words[words.indexOf('--form') + 1] ?? '';
      const [, ...values] = /^file=@"((?:[^"\\]|\\.)*)";filename="((?:[^"\\]|\\.)*)";type=text\/csv$/s.exec(form) ?? [];
      assert.deepEqual(
        values.map((value) => value.replace(/\\(.)/gs, '$1')),
        [path, name],
      );
    });
    await fc.assert(property, { numRuns: runs(60) });
  });

  it('is refused for an upload with an ID, path or name that a terminal would interpret', () => {
    for (const character of ['\u001b[201~', '\n', '\u007f', '\u0085', '\u202e', '\u200b', '\u2028', '\ud800']) {
      for (const format of ['multipart', 'json'] as const) {
        for (const field of ['entityId', 'path', 'name'] as const) {
          const upload = { ...UPLOAD, format, [field]: `a${character}b` };
          assert.equal(curlForUpload(SENDER, upload), undefined, `${field} ${JSON.stringify(character)}`);
        }
      }
    }
    assert.ok(curlForUpload(SENDER, { ...UPLOAD, entityId: 'ü', path: '/日本/e\u0301 a', name: '👍' }) !== undefined);
  });

  it('names the content type of the file', () => {
    const typeOf = (kind: CurlUpload['kind']) =>
      /;type=([a-z/-]+)/.exec(curlForUpload(SENDER, { ...UPLOAD, kind }) ?? '');
    assert.deepEqual(
      (['csv', 'tsv', 'json'] as const).map((kind) => typeOf(kind)?.[1]),
      ['text/csv', 'text/tab-separated-values', 'application/json'],
    );
  });

  it('escapes what is not printable in a sync', () => {
    assert.ok(curlForSync(SENDER, '\u007f\u202eü').includes(String.raw`{"entityId":"\u007f\u202e\u00fc"}`));
  });

  it('is refused for a sync ID that is no part of a path', () => {
    assert.equal(curlForStatus(SENDER, '..'), undefined);
    assert.match(curlForStatus(SENDER, "a/b'c") ?? '', /\/connections\/sync\/a%2Fb'\\''c\/status/);
  });

  it('takes brackets in a path for no pattern', async () => {
    const words = await argumentsOf(curlForSync({ ...SENDER, baseUrl: 'https://[::1]/api[1]' }, 'a1'));
    assert.deepEqual(words.slice(0, 2), ['--globoff', 'https://[::1]/api[1]/api/public/v1/connections/sync']);
    assert.ok(!(await argumentsOf(curlForSync({ ...SENDER, baseUrl: 'https://[::1]' }, 'a1'))).includes('--globoff'));
  });
});

describe('A cURL command that is run', function () {
  this.timeout(120_000);
  let service: LocalService;
  let folder: string;
  let entityId: string;

  before(async () => {
    service = await LocalService.start({ validate: true });
    folder = await mkdtemp(join(tmpdir(), 'curl-'));
    [entityId] = await service.uploadTargets();
  });

  beforeEach(async function () {
    if (!(await isInstalled('curl'))) {
      this.skip();
    }
  });

  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function responseTo(command: string | undefined, secret = service.apiKey): Promise<Record<string, unknown>> {
    assert.ok(command !== undefined);
    const env = { ...process.env, DATA_CONNECTIONS_KEY: secret, DATA_CONNECTIONS_EMAIL: service.email };
    const { stdout } = await run('sh', ['-c', command], { env });
    const { data } = parseJson(stdout) as { readonly data: Record<string, unknown> };
    return data;
  }

  for (const [index, method] of (['apiKey', 'basic'] as const).entries()) {
    it(`starts a sync, and requests its status: ${method}`, async () => {
      const sender = { baseUrl: service.baseUrl, method };
      const connection = (await service.state()).connections[index];
      const { syncId } = await responseTo(curlForSync(sender, connection?.entityId ?? ''));
      const status = await responseTo(curlForStatus(sender, String(syncId)));
      assert.equal(status['syncId'], syncId);
      assert.deepEqual(await service.violations(), []);
    });
  }

  for (const [format, kind, text] of [
    ['multipart', 'csv', 'id,name\n1,"Müller, ""A"""\n'],
    ['json', 'csv', 'id,name\n1,"Müller, ""A"""\n'],
    ['json', 'json', '[{"id":1,"name":"Müller"}]'],
  ] as const) {
    it(`uploads the file: ${kind} in a ${format} body`, async function () {
      if (format === 'json' && kind === 'csv' && !(await isInstalled('jq'))) {
        this.skip();
      }
      const name = `it's "new", ${format}; ü.${kind}`;
      const path = join(folder, name);
      await writeFile(path, text);
      const sender = { baseUrl: service.baseUrl, method: 'bearer' } as const;
      const command = curlForUpload(sender, { entityId, path, name, kind, format });
      const { syncId } = await responseTo(command, service.accessToken);
      const upload = await service.latestUpload();
      assert.deepEqual([upload.syncId, upload.entityId, upload.format], [syncId, entityId, format]);
      const cells = ['1', kind === 'csv' ? 'Müller, "A"' : 'Müller'];
      assert.deepEqual((await service.uploadRows(upload.syncId)).rows, [cells]);
      assert.deepEqual(await service.violations(), []);
    });
  }
});
