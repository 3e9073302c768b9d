import { randomUUID } from 'node:crypto';
import type { UploadDraft } from '../../../../src/jobs/store/uploadIntents.ts';
import type { AcceptedUpload } from '../../../../src/model/upload.ts';

export function sampleUpload(of: Partial<AcceptedUpload> = {}): AcceptedUpload {
  return {
    at: Date.now(),
    syncId: 'job-1',
    entityId: 'one',
    uri: 'file:///a.csv',
    format: 'multipart',
    conversion: {},
    digest: 'd1',
    columns: ['id', 'name'],
    workspace: 'w1',
    ...of,
  };
}

export function sampleDraft(of: Partial<UploadDraft> = {}): UploadDraft {
  return {
    id: randomUUID(),
    entityId: 'one',
    uri: 'file:///a.csv',
    digest: 'd1',
    name: 'a.csv',
    before: { lastSyncId: 'before' },
    acknowledgedId: undefined,
    ...of,
  };
}
