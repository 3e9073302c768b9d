import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import type {
  ConnectionElement,
  ConnectionsElement,
  GroupElement,
} from '../../../../src/app/connections/connectionElements.ts';
import { RedrawQueue } from '../../../../src/app/connections/redrawQueue.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('The queue of what is redrawn', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let redrawn: (readonly string[] | 'all')[];
  let parents: Map<ConnectionsElement, ConnectionsElement>;
  let queue: RedrawQueue;
  let rowCount: number;

  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    redrawn = [];
    parents = new Map();
    rowCount = 100;
    queue = new RedrawQueue({
      redraw: (elements) => redrawn.push(elements?.map(({ id }) => id) ?? 'all'),
      parentOf: (element) => parents.get(element),
      rowCount: () => rowCount,
    });
  });

  afterEach(() => {
    queue.dispose();
    const timers = clock.countTimers();
    clock.uninstall();
    assert.equal(timers, 0);
  });

  function rows(count: number, group?: GroupElement): ConnectionElement[] {
    return Array.from({ length: count }, (_, at) => {
      const id = `${group?.id ?? ''}row ${at}`;
      const row = { kind: 'connection', id, connection: sampleConnection({ entityId: id }) } as const;
      if (group) {
        parents.set(row, group);
      }
      return row;
    });
  }

  function group(key: string): GroupElement {
    return { kind: 'group', id: key, group: { grouping: 'sourceSystem', key }, count: 100 };
  }

  it('draws nothing, and sets no timer, once it is disposed', () => {
    queue.dispose();
    queue.add('all');
    queue.add('all', { isUrgent: true });
    assert.deepEqual(redrawn, []);
    assert.equal(clock.countTimers(), 0);
  });

  it('redraws the first change at once, and those that follow soon together', () => {
    const [a, b, c] = rows(3);
    assert.ok(a && b && c);
    queue.add([a]);
    queue.add([b]);
    queue.add([c, b]);
    assert.deepEqual(redrawn, [['row 0']]);
    clock.tick(250);
    assert.deepEqual(redrawn, [['row 0'], ['row 1', 'row 2']]);
    clock.tick(10_000);
    queue.add([a]);
    assert.equal(redrawn.length, 3);
  });

  it('redraws nothing for no change', () => {
    queue.add([]);
    assert.deepEqual(redrawn, []);
  });

  it('redraws everything once for all changes until then, the more rarely the more rows there are', () => {
    rowCount = 10_000;
    queue.add('all');
    queue.add(rows(1));
    queue.add('all');
    clock.tick(999);
    assert.deepEqual(redrawn, ['all']);
    clock.tick(1);
    assert.deepEqual(redrawn, ['all', 'all']);
  });

  it('redraws at once what the user waits for, with all that waits', () => {
    queue.add('all');
    queue.add(rows(1));
    queue.add('all', { isUrgent: true });
    assert.deepEqual(redrawn, ['all', 'all']);
    clock.tick(10_000);
    assert.equal(redrawn.length, 2);
  });

  it('redraws the parents of more than fifty elements, and everything where that is no fewer', () => {
    queue.add(rows(50));
    assert.equal(redrawn[0]?.length, 50);
    clock.tick(10_000);
    queue.add(rows(51));
    assert.equal(redrawn[1], 'all');
    clock.tick(10_000);
    queue.add([...rows(30, group('A')), ...rows(30, group('B'))]);
    assert.deepEqual(redrawn[2], ['A', 'B']);
    clock.tick(10_000);
    queue.add(Array.from({ length: 51 }, (_, at) => rows(2, group(`G${at}`))).flat());
    assert.equal(redrawn[3], 'all');
  });
});
