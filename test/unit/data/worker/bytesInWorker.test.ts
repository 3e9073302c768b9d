import assert from 'node:assert/strict';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { checkBytes } from '../check/checkText.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);

describe('A check of bytes in a worker', () => {
  let workers: DataWorkers;
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  it('finds the same as a check of a file, and leaves the bytes unchanged', async () => {
    const bytes = Buffer.from(`id;town\n${'1;Z\xfcrich\n'.repeat(150_000)}`, 'latin1');
    const before = Buffer.from(bytes);
    assert.deepEqual(
      await workers.checkBytes([bytes.subarray(0, 100), bytes.subarray(100)], 'csv'),
      checkBytes('csv', bytes),
    );
    assert.ok(bytes.equals(before));
  });

  it('uses the chosen encoding', async () => {
    const bytes = Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1');
    const { firstRows, problems } = await workers.checkBytes([bytes], 'csv', { encoding: 'windows-1252' });
    assert.deepEqual(firstRows, [['1', 'Zürich']]);
    assert.deepEqual(problems, []);
  });

  it('stops when cancelled', async () => {
    const cancel = new AbortController();
    const check = workers.checkBytes([Buffer.alloc(40_000_000, 'a,b\n')], 'csv', { signal: cancel.signal });
    setImmediate(() => cancel.abort(new Error('Enough.')));
    await assert.rejects(check, /Enough/);
  });
});
