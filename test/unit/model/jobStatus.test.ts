import assert from 'node:assert/strict';
import { isKnownStatus, jobPhase } from '../../../src/model/jobStatus.ts';

describe('jobPhase', () => {
  const ended = Date.UTC(2026, 0, 2);

  for (const [status, whileOpen, onceEnded] of [
    ['running', 'running', 'finished'],
    ['In Progress', 'running', 'finished'],
    ['queued', 'running', 'finished'],
    ['completed', 'succeeded', 'succeeded'],
    ['COMPLETED', 'succeeded', 'succeeded'],
    ['Success', 'succeeded', 'succeeded'],
    ['failed', 'failed', 'failed'],
    ['completed_with-errors', 'failed', 'failed'],
    ['Cancelled', 'failed', 'failed'],
    ['', 'running', 'finished'],
    ['reconciling', 'running', 'finished'],
    ['42', 'running', 'finished'],
  ] as const) {
    it(`takes "${status}" for ${whileOpen} without a completion time, and for ${onceEnded} with one`, () => {
      assert.equal(jobPhase({ status, completedAt: undefined }), whileOpen);
      assert.equal(jobPhase({ status, completedAt: ended }), onceEnded);
    });
  }
});

describe('isKnownStatus', () => {
  it('knows the statuses of each phase, ignoring case and punctuation', () => {
    for (const status of ['Running', 'in-progress', 'DONE', 'timed out']) {
      assert.equal(isKnownStatus(status), true, status);
    }
    for (const status of ['', 'reconciling', '42']) {
      assert.equal(isKnownStatus(status), false, status);
    }
  });
});
