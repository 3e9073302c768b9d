import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ConnectionFeed } from '../../src/app/connections/connectionFeed.ts';
import { asMonotonic } from '../../src/base/monotonicClock.ts';
import type { ConnectionFeedState } from '../../src/app/connections/feedState.ts';
import { titleText } from '../../src/base/sinkText.ts';
import { connectionItems } from '../../src/ui/connections/connectionItems.ts';
import { pickConnections } from '../../src/ui/connections/pickConnection.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';
import { replaceInWindow } from './extensionWindow.ts';

function feedOf(count: number) {
  const connections = Array.from({ length: count }, (_, index) =>
    sampleConnection({ entityId: `e${index}`, entityName: `Orders ${String(index).padStart(5, '0')}` }),
  );
  const state: ConnectionFeedState = {
    kind: 'loaded',
    connections,
    droppedRows: 0,
    omittedRows: 0,
    requestedAt: 0,
    receivedAt: 0,
    receivedAtMonotonic: asMonotonic(0),
  } as const;
  return { state, find: (entityId: string) => connections.find((known) => known.entityId === entityId) };
}

describe('The items of the connection picker', () => {
  it('begin with the groups, each connection once, under headings', async () => {
    const groups = [
      { label: 'used for this file', entityIds: ['e3', 'gone'] },
      { label: 'used for other files', entityIds: ['e1', 'e3'] },
      { label: 'none', entityIds: [] },
    ];
    const lists: string[][] = [];
    for await (const items of connectionItems(feedOf(4), { groups }, new AbortController().signal)) {
      lists.push(items.map(({ label }) => label));
    }
    assert.deepEqual(lists, [
      [
        'used for this file',
        'Orders 00003',
        'used for other files',
        'Orders 00001',
        'other connections',
        'Orders 00000',
        'Orders 00002',
      ],
    ]);
  });

  it('have the ID if another connection has the same name, by which it can be found', async () => {
    const feed = feedOf(3);
    const connections = feed.state.connections.map((connection, index) => ({
      ...connection,
      entityName: index === 1 ? 'Budget' : 'Orders',
    }));
    const named = { ...feed, state: { ...feed.state, connections } };
    for await (const items of connectionItems(named, {}, new AbortController().signal)) {
      assert.deepEqual(
        items.map(({ label, description }) => `${label}: ${description}`),
        ['Orders: ERP · e0', 'Budget: ERP', 'Orders: ERP · e2'],
      );
    }
  });

  it('show the beginning of a long list at once, and let other work run before all of it', async () => {
    let turns = 0;
    let isDone = false;
    const count = async (): Promise<void> => {
      while (!isDone) {
        turns++;
        await nextTurn();
      }
    };
    const counting = count();
    const lengths: number[] = [];
    for await (const items of connectionItems(feedOf(10_000), {}, new AbortController().signal)) {
      lengths.push(items.length);
    }
    isDone = true;
    await counting;
    assert.deepEqual(lengths, [200, 10_000]);
    assert.ok(turns >= 40, `${turns} turns`);
  });

  it('end when the list is no longer shown', async () => {
    const shown = new AbortController();
    const lengths: number[] = [];
    for await (const items of connectionItems(feedOf(10_000), {}, shown.signal)) {
      lengths.push(items.length);
      shown.abort();
    }
    assert.deepEqual(lengths, [200]);
  });
});

describe('The connection picker', () => {
  it('says why it has no connections, and lets the user try again', async () => {
    const inactive = sampleConnection({ entityId: 'e1', isActive: false });
    for (const [connections, droppedRows, placeholder] of [
      [[], 0, /^There are no connections yet\. Create a connection in the service/],
      [[], 2, /^None of the connections could be read\. See the log/],
      [[inactive], 0, /^No connection is active\. Activate one in the service/],
    ] as const) {
      const feed = new ConnectionFeed({
        list: () => Promise.resolve({ kind: 'connections', connections, droppedRows, omittedRows: 0, byteLength: 1 }),
        intervalMs: () => 0,
        pauseLeftMs: () => 0,
      });
      await feed.refresh();
      const { createQuickPick } = vscode.window;
      const pick = createQuickPick();
      const putBack = replaceInWindow({ createQuickPick: () => pick });
      const title = titleText('Start Sync');
      const chosen = pickConnections(feed, { title, placeholder: title, isActiveOnly: true });
      putBack();
      assert.match(pick.placeholder ?? '', placeholder);
      assert.deepEqual([pick.items.map(({ label }) => label), pick.canSelectMany], [['Try Again'], false]);
      pick.hide();
      assert.deepEqual(await chosen, []);
      feed.dispose();
    }
  });
});
