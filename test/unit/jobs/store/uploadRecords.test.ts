import assert from 'node:assert/strict';
import { withUpload } from '../../../../src/jobs/store/uploadRecords.ts';
import type { AcceptedUpload } from '../../../../src/model/upload.ts';
import { sampleUpload } from './sampleUploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Upload records', () => {
  it('keep 500 uploads of an account for 30 days, and the latest to each connection', () => {
    const now = 100 * DAY_MS;
    let uploads: readonly AcceptedUpload[] = [];
    const add = (upload: Partial<AcceptedUpload>): void => {
      uploads = withUpload(uploads, sampleUpload(upload), upload.at ?? now);
    };
    add({ syncId: 'rare', entityId: 'rare', at: DAY_MS, columns: ['kept'] });
    add({ syncId: 'old', at: now - 31 * DAY_MS });
    for (let index = 0; index < 510; index += 1) {
      add({ syncId: `job-${index}`, at: now });
    }
    assert.equal(uploads.length, 501);
    assert.deepEqual(
      [uploads[0]?.syncId, uploads.at(-2)?.syncId, uploads.at(-1)?.syncId],
      ['job-509', 'job-10', 'rare'],
    );
    assert.deepEqual(uploads.at(-1)?.columns, ['kept']);
  });

  it('drop an upload after 30 days if a later one went to the same connection', () => {
    const now = 100 * DAY_MS;
    const old = [sampleUpload({ syncId: 'old', at: now - 31 * DAY_MS })];
    assert.deepEqual(
      withUpload(old, sampleUpload({ syncId: 'new', at: now }), now).map(({ syncId }) => syncId),
      ['new'],
    );
  });

  it('keep the column names of the latest three uploads to each connection, unless they are too long to be kept in full', () => {
    const now = Date.now();
    const uploads = [
      sampleUpload({ syncId: '1', columns: ['a'] }),
      sampleUpload({ syncId: '2', entityId: 'two', columns: ['b'] }),
      sampleUpload({ syncId: '3', columns: ['c'] }),
      sampleUpload({ syncId: '4', columns: ['d'] }),
      sampleUpload({ syncId: '5', columns: ['e'] }),
    ].reduce<readonly AcceptedUpload[]>((known, upload) => withUpload(known, upload, now), []);
    assert.deepEqual(
      uploads.map(({ columns }) => columns),
      [['e'], ['d'], ['c'], ['b'], []],
    );
    const many = Array.from({ length: 1_001 }, (_, index) => `c${index}`);
    assert.deepEqual(withUpload([], sampleUpload({ columns: many }), now)[0]?.columns, []);
    assert.deepEqual(withUpload([], sampleUpload({ columns: ['x'.repeat(100_001)] }), now)[0]?.columns, []);
  });
});
