import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LateSchedules } from '../../../../src/app/connections/lateSchedules.ts';
import { isSyncLate } from '../../../../src/model/connection.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const MINUTE_MS = 60_000;

describe('The scheduled syncs by their times', () => {
  it('are each taken once, with the first list that shows it as late, whatever changed before', () => {
    const change = fc.record({
      entityId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      nextScheduledSyncAt: fc.option(
        fc.integer({ min: 0, max: 30 }).map((at) => at * MINUTE_MS),
        { nil: undefined },
      ),
      isActive: fc.boolean(),
      passesMs: fc.integer({ min: 0, max: 3 }).map((at) => at * MINUTE_MS),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const schedules = new LateSchedules();
        const listed = new Map<string, Connection>();
        const known = new Set<string>();
        let requestedAt = 0;
        for (const { entityId, nextScheduledSyncAt, isActive, passesMs } of changes) {
          requestedAt += passesMs;
          const connection = sampleConnection({ entityId, nextScheduledSyncAt, isActive });
          const before = listed.get(entityId);
          listed.set(entityId, connection);
          schedules.set(connection);
          if (before?.nextScheduledSyncAt !== nextScheduledSyncAt || before?.isActive !== isActive) {
            known.delete(entityId);
          }
          const late = [...listed.values()].filter((one) => isSyncLate(one, requestedAt)).map((one) => one.entityId);
          const expected = new Set(late.filter((id) => !known.has(id)));
          const taken = schedules.takeLate(requestedAt);
          // One that is set again although it is the same as before may be taken again.
          assert.deepEqual(new Set(taken.filter((id) => !known.has(id))), expected);
          assert.ok(taken.every((id) => late.includes(id)));
          late.forEach((id) => known.add(id));
        }
      }),
    );
  });

  it('are deleted with their connections', () => {
    const schedules = new LateSchedules();
    schedules.set(sampleConnection({ entityId: 'a', nextScheduledSyncAt: 0 }));
    schedules.delete('a');
    assert.deepEqual(schedules.takeLate(Infinity), []);
  });
});
