import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseTaskDefinition } from '../../../../src/app/tasks/taskDefinition.ts';
import { EXIT_CODES, worstOutcome } from '../../../../src/app/tasks/taskOutcome.ts';

describe('The definition of a task', () => {
  it('has a command with what that needs, and waits without a limit unless it says otherwise', () => {
    assert.deepEqual(parseTaskDefinition({ type: 'dataConnections', command: 'sync', entityId: 'a1' }), {
      command: 'sync',
      entityId: 'a1',
      waits: true,
      timeoutMs: undefined,
    });
    const upload = { command: 'upload', entityId: 'a1', file: 'exports/*.csv', wait: false, timeout: 1.5 };
    assert.deepEqual(parseTaskDefinition(upload), {
      command: 'upload',
      entityId: 'a1',
      file: 'exports/*.csv',
      waits: false,
      timeoutMs: 1500,
    });
    assert.deepEqual(parseTaskDefinition({ command: 'check', file: 'a.csv', entityId: 5 }), {
      command: 'check',
      file: 'a.csv',
    });
  });

  it('is refused with the property that is missing or invalid', () => {
    const sync = { command: 'sync', entityId: 'a1' };
    for (const [definition, problem] of [
      [{}, 'command'],
      [{ command: 'delete' }, 'command'],
      [{ command: 'sync' }, 'entityId'],
      [{ command: 'sync', entityId: ' ' }, 'entityId'],
      [{ command: 'sync', entityId: 42 }, 'entityId'],
      [{ command: 'sync', entityId: 'x'.repeat(501) }, 'entityId'],
      [{ command: 'upload', entityId: 'a1' }, 'file'],
      [{ command: 'upload', file: 'a.csv' }, 'entityId'],
      [{ command: 'check', file: ['a.csv'] }, 'file'],
      [{ command: 'check', file: 'x'.repeat(1001) }, 'file'],
      [{ ...sync, wait: 'no' }, 'wait'],
      [{ ...sync, timeout: 0 }, 'timeout'],
      [{ ...sync, timeout: NaN }, 'timeout'],
      [{ ...sync, timeout: '60' }, 'timeout'],
    ] as const) {
      assert.equal(parseTaskDefinition(definition), problem, JSON.stringify(definition));
    }
  });
});

describe('The exit code of a task', () => {
  it('is documented in the guide for every end', () => {
    const rows = [...readFileSync('docs/guide/tasks.md', 'utf8').matchAll(/^\| `(\d+)` +\| /gm)].map(([, code]) =>
      Number(code),
    );
    assert.deepEqual(rows, Object.values(EXIT_CODES));
  });

  it('is that of the worst end of its files', () => {
    assert.equal(worstOutcome([]), 'completed');
    assert.equal(worstOutcome(['completed', 'timedOut']), 'timedOut');
    assert.equal(worstOutcome(['completed', 'notStarted']), 'notStarted');
    assert.equal(worstOutcome(['timedOut', 'failed']), 'failed');
    assert.equal(worstOutcome(['failed', 'unknown', 'notStarted']), 'unknown');
    assert.equal(worstOutcome(['failed', 'stopped']), 'stopped');
    assert.equal(worstOutcome(['stopped', 'unknown']), 'unknown');
  });
});
