import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { eventually } from '../../eventually.ts';
import { LocalService } from '../../service/localService.ts';
import { ask, entityIdOf, jobStatus, postJson, uploadFile, uploadJson, url } from './client.ts';

describe('Uploads to the local service', () => {
  let service: LocalService;
  let entityId: string;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(async () => {
    await service.reset();
    await service.freeze(true);
    entityId = await entityIdOf(service, 'Budget Upload');
  });

  it('are stored as bytes and as rows, CSV as a file', async () => {
    const content = '\uFEFFname,note\r\n"Müller, A.","two\r\nlines"\r\n日本,"say ""hi"""\r\n';
    const { body } = await uploadFile(service, { entityId, name: 'Zählung März.csv', content });
    const { syncId } = body.data;
    assert.equal(Buffer.from(await service.uploadRaw(syncId)).toString(), content);
    assert.deepEqual(await service.uploads(), [
      {
        syncId,
        entityId,
        format: 'multipart',
        kind: 'csv',
        fileName: 'Zählung März.csv',
        byteLength: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ]);
    assert.deepEqual(await service.uploadRows(syncId), {
      columns: ['name', 'note'],
      rows: [
        ['Müller, A.', 'two\r\nlines'],
        ['日本', 'say "hi"'],
      ],
    });
  });

  it('keep the text of every number, JSON as a file', async () => {
    const content = '\uFEFF[ {"id": 12345678901234567890, "rate":1.50}, {"rate":-1E+3,"ok":true,"none":null} ]';
    const { body } = await uploadFile(service, { entityId, name: 'rows.json', content });
    assert.deepEqual(await service.uploadRows(body.data.syncId), {
      columns: ['id', 'rate', 'ok', 'none'],
      rows: [
        ['12345678901234567890', '1.50', '', ''],
        ['', '-1E+3', 'true', ''],
      ],
    });
  });

  it('keep the text of every number, JSON in a body', async () => {
    const { body } = await uploadJson(service, entityId, '[{"id":12345678901234567890,"a\\u0022b":"x\\ny"}]');
    const { syncId } = body.data;
    assert.deepEqual(await service.uploadRows(syncId), {
      columns: ['id', 'a"b'],
      rows: [['12345678901234567890', 'x\ny']],
    });
    assert.match(Buffer.from(await service.uploadRaw(syncId)).toString(), /"id":12345678901234567890,/);
  });

  it('are parsed as CSV if a body contains text', async () => {
    const { body } = await uploadJson(service, entityId, JSON.stringify('a;b\n1;"x;y"\n'));
    assert.deepEqual(await service.uploadRows(body.data.syncId), { columns: ['a', 'b'], rows: [['1', 'x;y']] });
    assert.equal((await service.uploads())[0]?.kind, 'csv');
  });

  it('have the format of their content if the file name has no known extension', async () => {
    const upload = (name: string, content: string) => uploadFile(service, { entityId, name, content });
    await upload('export', ' [{"a":1}]');
    await upload('export', 'a\tb\n1\t2');
    await upload('a.csv', '[a],[b]\n1,2');
    assert.deepEqual(
      (await service.uploads()).map(({ kind }) => kind),
      ['json', 'csv', 'csv'],
    );
    assert.deepEqual((await service.uploadRows((await service.uploads())[1]?.syncId ?? '')).rows, [['1', '2']]);
  });

  it('become jobs that count their rows', async () => {
    const content = `n\n${Array.from({ length: 40 }, (_, index) => index).join('\n')}`;
    const { body } = await uploadFile(service, { entityId, name: 'n.csv', content });
    const { syncId } = body.data;
    assert.equal((await jobStatus(service, syncId)).status, 'running');
    await service.advance(60_000);
    const { message, status, steps } = await jobStatus(service, syncId);
    assert.equal(status, 'completed');
    assert.match(message, /40 rows/);
    assert.deepEqual(
      steps.map(({ count }) => count),
      [40, 40],
    );
  });

  const failing = [
    ['a row of another length', 'a,b\n1,2\n1,2,3\n', 'a.csv', /Row 2 has 3 values, but there are 2 columns/],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'a.csv', /After row 0 .* not readable as CSV/],
    ['a column without a name', 'a,,c\n1,2,3\n', 'a.csv', /Column 2 has no name/],
    ['a column name that occurs twice', 'a,a\n1,2\n', 'a.csv', /"a" occurs twice/],
    ['a sep= line', 'sep=;\na;b;c\n1;2;3\n', 'a.csv', /Column 2 has no name/],
    ['nothing in it', '', 'a.csv', /empty/],
    ['nested values', '[{"a":1},{"a":[1,{"x":[]}]}]', 'a.json', /Row 2: "a" is not a flat value/],
    ['rows that are no objects', '[{"a":1},[2]]', 'a.json', /Row 2 is not an object/],
    ['one object', '{"a":1}', 'a.json', /not an array/],
    ['a comma too many', '[{"a":1},]', 'a.json', /not readable as JSON/],
    ['a number that is none', '[{"a":01}]', 'a.json', /After row 0 .* not readable as JSON: expected ','/],
    ['an end that is missing', '[{"a":1}', 'a.json', /ends too early/],
    ['something after its end', '[{"a":1}] []', 'a.json', /more after the end/],
  ] as const;
  for (const [what, content, name, message] of failing) {
    it(`are accepted and fail in Load with ${what}`, async () => {
      const { body, status } = await uploadFile(service, { entityId, name, content });
      assert.equal(status, 200);
      await service.advance(60_000);
      const job = await jobStatus(service, body.data.syncId);
      assert.equal(job.status, 'failed');
      assert.match(job.message, message);
      assert.deepEqual(job.steps.at(-1)?.name, 'Load');
      assert.match((await service.uploadRows(body.data.syncId)).problem ?? '', message);
    });
  }

  it('are rejected by a 200 with the reason as its message, in both formats', async () => {
    const connection = await entityIdOf(service, 'Accounts');
    for (const [target, reason] of [
      ['unknown', /invalid/],
      ['4711', /raw entity key/],
      ['', /missing/],
      [connection, /not a Data Loader/],
    ] as const) {
      const responses = [
        await uploadFile(service, { entityId: target, name: 'a.csv', content: 'a\n1' }),
        await uploadJson(service, target, '[{"a":1}]'),
      ];
      for (const { body, status } of responses) {
        assert.equal(status, 200);
        assert.match(body.data.message, reason);
        assert.ok(!('syncId' in body.data));
      }
    }
    await service.setSettings({ canResolveWorkspace: false });
    assert.match((await uploadJson(service, entityId, '"a\\n1"')).body.data.message, /workspace/);
    assert.deepEqual(await service.uploads(), []);
  });

  it('that are rejected can have null or an empty syncId', async () => {
    for (const [rejectedSyncId, expected] of [
      ['null', null],
      ['empty', ''],
    ] as const) {
      await service.setSettings({ rejectedSyncId });
      assert.equal((await uploadJson(service, 'unknown', '"a\\n1"')).body.data.syncId, expected);
    }
    assert.deepEqual(await service.violations(), []);
  });

  it('that are invalid are rejected with a 400', async () => {
    for (const body of [
      '{',
      '[]',
      '{"entityId":"x"}',
      '{"entityId":"x","data":7}',
      '{"entityId":"x","data":[{"a":{}}]}',
    ]) {
      assert.equal((await postJson(service, '/dataloader/upload', body)).status, 400, body);
    }
    const form = new FormData();
    form.append('entityId', entityId);
    assert.equal((await ask(service, '/dataloader/upload', { method: 'POST', body: form })).status, 400);
  });

  for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
    it(`leave nothing behind if the client disconnects during ${type}`, async () => {
      const start = type.includes('json')
        ? `{"entityId":${JSON.stringify(entityId)},"data":"a\\n`
        : `--b\r\nContent-Disposition: form-data; name="entityId"\r\n\r\n${entityId}\r\n` +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n';
      const abort = new AbortController();
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(Buffer.from(start));
          return new Promise(() => undefined);
        },
      });
      const sent = fetch(url(service, '/dataloader/upload'), {
        method: 'POST',
        body,
        duplex: 'half' as const,
        signal: abort.signal,
        headers: { 'x-api-key': service.apiKey, 'content-type': type },
      });
      await eventually(async () => (await service.requests()).length > 0, 'The request arrived');
      abort.abort();
      await assert.rejects(sent);
      assert.equal((await ask(service, '/me')).status, 200);
      assert.deepEqual(await service.uploads(), []);
      assert.ok((await service.state()).jobs.every(({ status }) => status !== 'running'));
    });
  }

  it('can be streamed with or without a known length, and are parsed after the answer if they are large', async () => {
    const rows = 100_000;
    const line = 'some text that is long enough,12345.67,2026-01-31,äöü\n';
    const chunk = Buffer.from(line.repeat(1_000));
    function* content(): Generator<Uint8Array> {
      yield Buffer.from(`--b\r\nContent-Disposition: form-data; name="entityId"\r\n\r\n${entityId}\r\n`);
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\na,b,c,d\n');
      for (let sent = 0; sent < rows; sent += 1_000) {
        yield chunk;
      }
      yield Buffer.from('\r\n--b--\r\n');
    }
    const response = await fetch(url(service, '/dataloader/upload'), {
      method: 'POST',
      body: ReadableStream.from(content()),
      duplex: 'half' as const,
      headers: { 'x-api-key': service.apiKey, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const { data } = (await response.json()) as { data: { syncId: string } };
    const digest = await service.uploadDigest(data.syncId);
    const row = `${JSON.stringify(line.trimEnd().split(','))}\n`;
    assert.equal(digest.rowCount, rows);
    assert.equal(digest.sha256, createHash('sha256').update(row.repeat(rows)).digest('hex'));
    await service.advance(60_000);
    assert.equal((await jobStatus(service, data.syncId)).status, 'completed');
  });
});
