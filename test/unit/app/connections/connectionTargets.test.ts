import assert from 'node:assert/strict';
import { parseTargets, targetsOfJobs } from '../../../../src/app/connections/connectionTargets.ts';
import type { ConnectionTarget } from '../../../../src/app/connections/connectionTargets.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';

const row = (entityId: string) => ({
  kind: 'connection',
  connection: { entityId, entityName: `Name of ${entityId}` },
});

function targets(...args: readonly unknown[]): readonly ConnectionTarget[] {
  const selection = parseTargets(args);
  assert.ok(typeof selection === 'object');
  return selection.targets;
}

function isList(...args: readonly unknown[]): boolean {
  const selection = parseTargets(args);
  return typeof selection === 'object' && selection.isList;
}

describe('The targets of a command', () => {
  it('are none without arguments', () => {
    assert.equal(parseTargets([]), 'none');
    assert.equal(parseTargets([null]), 'none');
    assert.equal(parseTargets([undefined, null, undefined]), 'none');
  });

  it('are a row, the selection that it is part of, or an object with an ID', () => {
    const ids = (...args: readonly unknown[]): string[] => targets(...args).map(({ entityId }) => entityId);
    assert.deepEqual(ids(row('a')), ['a']);
    assert.deepEqual(ids(row('a'), [row('a'), row('b')]), ['a', 'b']);
    assert.deepEqual(ids({ entityId: 'a' }), ['a']);
    assert.deepEqual(ids([{ entityId: 'a' }, row('b')]), ['a', 'b']);
    assert.deepEqual(ids(row('a'), []), ['a']);
  });

  it('have a name and the last sync of a row, and only the ID of an object', () => {
    const connection = { entityId: 'a', entityName: 'A', lastSyncId: 's' };
    assert.deepEqual(targets({ kind: 'connection', connection }), [{ ...connection, isRow: true }]);
    const job = { entityId: 'a', entityName: 'A', syncId: 's' };
    assert.deepEqual(targets({ kind: 'job', job }), [{ ...connection, isRow: true }]);
    const unnamed = { entityId: 'a', entityName: undefined, lastSyncId: undefined, isRow: false };
    assert.deepEqual(targets({ entityId: 'a', entityName: 'A', lastSyncId: '' }), [unnamed]);
  });

  it('are each connection once, without groups', () => {
    const [first, ...others] = targets(row('a'), [{ kind: 'group' }, row('a'), { entityId: 'a' }]);
    assert.equal(first?.entityName, 'Name of a');
    assert.deepEqual(others, []);
  });

  it('have each row that was selected besides, such as several jobs of a connection', () => {
    const job = (syncId: string) => ({ kind: 'job', job: { entityId: 'a', entityName: 'A', syncId } });
    const selection = parseTargets([job('1'), [job('1'), job('2')]]);
    assert.ok(typeof selection === 'object');
    assert.deepEqual(
      selection.rows.map(({ lastSyncId }) => lastSyncId),
      ['1', '2'],
    );
    assert.equal(selection.targets.length, 1);
  });

  it('are a list if several rows are selected or a list is given', () => {
    assert.equal(isList(row('a')), false);
    assert.equal(isList(row('a'), [row('a')]), false);
    assert.equal(isList(row('a'), [row('a'), row('b')]), true);
    assert.equal(isList([row('a')]), true);
  });

  it('are invalid if one has no ID, or the list is empty', () => {
    for (const argument of [7, '', { entityId: '' }, { entityId: 7 }, { kind: 'connection' }, [row('a'), {}], []]) {
      assert.equal(parseTargets([argument]), 'notATarget');
    }
  });

  it('are invalid if an object has a property that no command knows, so that no option is ignored', () => {
    assert.equal(parseTargets([{ entityId: 'a', wait: true }]), 'unknownProperty');
    assert.equal(parseTargets([[row('a'), { entityId: 'a', wait: true }]]), 'unknownProperty');
    const started = { syncId: 's', entityId: 'a', totals: [] };
    assert.deepEqual(
      targets(started).map(({ entityId }) => entityId),
      ['a'],
      'what a command returns',
    );
  });

  it('are missing if only other rows are selected', () => {
    const group = { kind: 'group' };
    assert.equal(parseTargets([group, [group, { kind: 'message' }]]), 'noConnection');
  });

  it('have IDs that can be sent and stored', () => {
    const longest = 'x'.repeat(500);
    assert.equal(targets({ entityId: longest })[0]?.entityId, longest);
    for (const entityId of [`${longest}x`, ' ', '\uD800']) {
      assert.equal(parseTargets([{ entityId }]), 'unusableId');
      assert.equal(parseTargets([[row('a'), { entityId }]]), 'unusableId');
    }
  });

  it('are refused if they are several arguments instead of a list', () => {
    for (const args of [
      [{ entityId: 'a' }, { entityId: 'b' }],
      [{ entityId: 'a' }, [{ entityId: 'b' }]],
      [[{ entityId: 'a' }], [{ entityId: 'b' }]],
      [row('a'), row('b')],
      [row('a'), [row('a'), row('b')], row('c')],
      [undefined, row('a')],
    ]) {
      assert.equal(parseTargets(args), 'severalArguments');
    }
    assert.deepEqual(
      targets(undefined, [row('a'), row('b')]).map(({ entityId }) => entityId),
      ['a', 'b'],
      'a selection without the row that VS Code could not find',
    );
  });

  it('are the connections of jobs, each once', () => {
    const job = sampleJob({ entityId: 'a', syncId: '1' });
    const one = targetsOfJobs([job]);
    assert.equal(one.isList, false);
    const selection = targetsOfJobs([job, sampleJob({ entityId: 'a', syncId: '2' }), sampleJob({ entityId: 'b' })]);
    assert.equal(selection.isList, true);
    assert.deepEqual(
      selection.targets.map(({ entityId, lastSyncId }) => [entityId, lastSyncId]),
      [
        ['a', '1'],
        ['b', 'sync-1'],
      ],
    );
  });
});
