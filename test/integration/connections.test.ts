import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import type { ConnectionState } from '../service/controlTypes.ts';
import { connectService, extensionApi } from './extensionUnderTest.ts';
import { ShownMessages, withMessages } from './shownMessages.ts';

describe('Connections', () => {
  let service: LocalService;
  let untouched: ConnectionState[];

  before(() => {
    service = connectService();
  });

  before(async () => {
    await service.reset();
    // The sample data has one too few.
    await service.putConnection({ entityId: 'additional', entityName: 'Additional' });
    await signIn();
    await run('refresh');
    const { connections } = await service.state();
    untouched = connections.filter(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing);
  });

  beforeEach(async () => {
    await service.clearTraffic();
  });

  after(async () => {
    await service.reset();
    // What the service asked of this account is forgotten with it.
    await signIn();
  });

  async function signIn(): Promise<void> {
    const api = await extensionApi();
    await api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey });
  }

  function run(command: string, ...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`dataConnections.${command}`, ...args);
  }

  /** A connection that no test has touched so far: jobs are followed on after the test that started them. */
  function fresh(): ConnectionState {
    const connection = untouched.shift();
    assert.ok(connection);
    return connection;
  }

  /** Makes the service answer the next starts with status 429. */
  function limitStarts(times: number): Promise<unknown> {
    const action = { kind: 'rateLimit', retryAfterS: 1 } as const;
    return service.addFault({ method: 'POST', path: '/connections/sync', times, action });
  }

  /** What the tree hands to a command that is called on a row. */
  function row(connection: ConnectionState): unknown {
    return { kind: 'connection', id: connection.entityId, connection };
  }

  async function requestsTo(method: string, path: RegExp): Promise<number> {
    return (await service.requests()).filter((request) => request.method === method && path.test(request.path)).length;
  }

  const startRequests = (): Promise<number> => requestsTo('POST', /\/connections\/sync$/);

  async function jobOf(connection: ConnectionState): Promise<string | undefined> {
    const { jobs } = await service.state();
    return jobs.findLast(({ entityId }) => entityId === connection.entityId)?.syncId;
  }

  describe('Start Sync', () => {
    it('starts the sync of an entity and returns its job', async () => {
      const connection = fresh();
      const { entityId } = connection;
      const job = await run('startSync', { entityId });
      assert.deepEqual(job, { syncId: await jobOf(connection), entityId });
      assert.equal(await startRequests(), 1);
    });

    it('starts the sync of the row it is called on', async () => {
      const connection = fresh();
      const job = await run('startSync', row(connection));
      assert.deepEqual(job, { syncId: await jobOf(connection), entityId: connection.entityId });
    });

    it('starts one sync for each selected row and returns them as a list', async () => {
      const connection = fresh();
      const selected = [connection, fresh(), fresh()];
      const jobs = await run('startSync', row(connection), selected.map(row));
      const expected = await Promise.all(
        selected.map(async (each) => ({ syncId: await jobOf(each), entityId: each.entityId })),
      );
      assert.deepEqual(jobs, expected);
      assert.equal(await startRequests(), 3);
    });

    it('starts several syncs and leaves out those that were refused', async () => {
      const connection = fresh();
      const jobs = await run('startSync', [{ entityId: '12345' }, { entityId: connection.entityId }]);
      assert.deepEqual(jobs, [{ syncId: await jobOf(connection), entityId: connection.entityId }]);
      assert.equal(await startRequests(), 1, 'an id made only of digits is not sent');
    });

    for (const [what, asList] of [
      ['', false],
      [', also for a list of one', true],
    ] as const) {
      it(`names the connection whose sync did not start, and says why${what}`, async () => {
        // It stays untouched.
        const [{ entityId, entityName } = fresh()] = untouched;
        await limitStarts(1);
        await withMessages(async (messages) => {
          assert.equal(await run('startSync', asList ? [{ entityId }] : { entityId }), undefined);
          const { severity, text, buttons } = await messages.including(/did not start/);
          assert.deepEqual([severity, buttons], ['error', ['Show Log']]);
          assert.ok(text.startsWith(`The sync of “${entityName}” did not start. The service asked you`), text);
        });
      });
    }

    it('says in one message that it did not start because the key is refused, and offers to sign in', async () => {
      const [{ entityId } = fresh()] = untouched;
      await service.addFault({
        path: '/connections/sync',
        times: 1,
        action: { kind: 'response', status: 401, body: '{}' },
      });
      await withMessages(async (messages) => {
        assert.equal(await run('startSync', { entityId }), undefined);
        const { text, buttons } = await messages.including(/did not start/);
        assert.match(text, /did not start\. The service did not accept the key or token\. Sign in again/);
        assert.deepEqual(buttons, ['Sign In…']);
        // Longer than the account waits for a command to say so.
        await wait(1_000);
        assert.equal(messages.all.length, 1);
      });
      await signIn();
      await run('refresh');
    });

    it('says that none of several started, and why, if the reason is the same for all', async () => {
      // They stay untouched.
      const targets = untouched.slice(0, 2).map(({ entityId }) => ({ entityId }));
      await limitStarts(2);
      await withMessages(async (messages) => {
        assert.equal(await run('startSync', targets), undefined);
        const { text } = await messages.including(/did not start/);
        assert.match(text, /^2 of 2 syncs did not start\. The service asked you to wait\. Try again in /);
      });
      await service.clearFaults();
    });

    it('names those that may have started if no response says so, and the connections can’t be listed', async () => {
      await service.addFault({ path: '/connections', action: { kind: 'cut' } });
      const connections = [fresh(), fresh()];
      const names = connections.map(({ entityName }) => `“${entityName}”`).join(', ');
      await withMessages(async (messages) => {
        const targets = connections.map(({ entityId }) => ({ entityId }));
        assert.equal(await run('startSync', targets), undefined);
        const { severity, text, buttons } = await messages.including(/may have started/);
        assert.equal(severity, 'error');
        assert.ok(text.startsWith(`These syncs may have started: ${names}.`), text);
        assert.match(text, /Check the connections before you start them again\.$/);
        assert.deepEqual(buttons, ['Refresh']);
      });
      assert.equal(await startRequests(), 2);
    });

    it('starts one sync when it is called twice in quick succession', async () => {
      const connection = fresh();
      const { entityId } = connection;
      const [first, second] = await Promise.all([run('startSync', { entityId }), run('startSync', { entityId })]);
      assert.deepEqual(first, second);
      assert.equal(await startRequests(), 1);
    });

    it('shows a warning if the service starts the sync of another connection', async () => {
      const [connection, other] = [fresh(), fresh()];
      const patch = { data: { entityId: other.entityId } };
      await service.addFault({ method: 'POST', path: '/connections/sync', times: 1, action: { kind: 'merge', patch } });
      await withMessages(async (messages) => {
        const job = await run('startSync', { entityId: connection.entityId });
        assert.deepEqual(job, { syncId: await jobOf(connection), entityId: other.entityId });
        const { severity, text } = await messages.including(/The sync of/);
        assert.equal(severity, 'warning');
        assert.ok(text.includes(`“${connection.entityName}”`) && text.includes(`“${other.entityName}”`), text);
      });
    });

    it('starts none for rows that are syncing or inactive, which it names', async () => {
      const syncing = [fresh(), fresh()];
      const inactive = (await service.state()).connections.filter(({ isActive }) => !isActive);
      await Promise.all(syncing.map(({ entityId }) => service.startElsewhere(entityId)));
      await run('refresh');
      await withMessages(async (messages) => {
        assert.equal(await run('startSync', undefined, [...syncing, ...inactive].map(row)), undefined);
        const namesOf = (named: readonly ConnectionState[]): string =>
          named.map(({ entityName }) => `“${entityName}”`).join(', ');
        assert.deepEqual(
          messages.all.map(({ text }) => text),
          [
            `These connections are already syncing: ${namesOf(syncing)}.`,
            `These connections are inactive: ${namesOf(inactive)}. Activate them in the service to sync them.`,
          ],
        );
      });
      assert.equal(await startRequests(), 0);
    });

    it('finds the sync whose answer was lost, and does not request it again', async () => {
      const connection = fresh();
      await service.addFault({ method: 'POST', path: '/connections/sync', action: { kind: 'loseResponse' } });
      const { entityId } = connection;
      const job = await run('startSync', { entityId });
      assert.deepEqual(job, { syncId: await jobOf(connection), entityId });
      assert.equal(await startRequests(), 1);
    });

    for (const [what, action] of [
      ['the answer was lost', { kind: 'cut' }],
      ['a page answered', { kind: 'response', status: 200, body: '<html>Sign in</html>' }],
      ...[408, 500, 502, 503, 504].map(
        (status) =>
          [
            `status ${status} with a title answered`,
            { kind: 'response', status, body: JSON.stringify({ title: 'It broke', status }) },
          ] as const,
      ),
    ] as const) {
      it(`returns nothing if ${what} and no sync is found, shows that, and does not request it again`, async () => {
        const connection = fresh();
        await service.addFault({ method: 'POST', path: '/connections/sync', action });
        const messages = new ShownMessages();
        try {
          assert.equal(await run('startSync', { entityId: connection.entityId }), undefined);
        } finally {
          messages.dispose();
        }
        assert.equal(await startRequests(), 1);
        // The view may have refreshed meanwhile.
        assert.ok((await requestsTo('GET', /\/connections$/)) >= 1);
        // Jobs of the tests before may end meanwhile.
        const shown = messages.all.filter(({ text }) => text.includes(connection.entityName));
        assert.equal(shown.length, 1);
        assert.match(shown[0]?.text ?? '', /may have started\. .* shows no new sync so far\./);
      });
    }

    it('finds the sync that was started despite a status 500 with a title', async () => {
      const connection = fresh();
      const { entityId } = connection;
      const syncId = await service.startElsewhere(entityId);
      const body = JSON.stringify({ title: 'It broke', status: 500 });
      await service.addFault({
        method: 'POST',
        path: '/connections/sync',
        action: { kind: 'response', status: 500, body },
      });
      assert.deepEqual(await run('startSync', { entityId }), { syncId, entityId });
      assert.equal(await startRequests(), 1);
    });

    it('returns a list for a list, even of one', async () => {
      const connection = fresh();
      const { entityId } = connection;
      const jobs = await run('startSync', [{ entityId }]);
      assert.deepEqual(jobs, [{ syncId: await jobOf(connection), entityId }]);
    });

    for (const [what, ...args] of [
      ['a number', 7],
      ['an empty id', { entityId: '' }],
      ['an id that is no text', { entityId: 7 }],
      ['an id that is too long', { entityId: 'x'.repeat(501) }],
      ['a row of something else', { kind: 'connection' }],
      ['an empty list', []],
      ['two objects', { entityId: 'one' }, { entityId: 'other' }],
      ['two lists', [{ entityId: 'one' }], [{ entityId: 'other' }]],
    ] as const) {
      it(`sends nothing when it is called with ${what}, and shows an error`, async () => {
        await withMessages(async (messages) => {
          assert.equal(await run('startSync', ...args), undefined);
          assert.deepEqual(
            messages.all.map(({ severity }) => severity),
            ['error'],
          );
        });
        assert.equal(await startRequests(), 0);
      });
    }
  });

  describe('Refresh', () => {
    it('requests the connections once', async () => {
      // More than once, because the list may also be requested for the jobs of other tests at that moment.
      await eventually(async () => {
        await service.clearRequests();
        await run('refresh');
        return (await requestsTo('GET', /\/connections$/)) === 1;
      }, 'One request is sent');
    });

    it('sends a request each time, even during a pause requested by the service', async () => {
      await service.addFault({ path: '^/connections$', times: 1, action: { kind: 'rateLimit', retryAfterS: 86_400 } });
      await run('refresh');
      // The view may have sent one as well, but sends none during the pause.
      const count = await requestsTo('GET', /\/connections$/);
      await run('refresh');
      assert.equal(await requestsTo('GET', /\/connections$/), count + 1);
    });
  });

  describe('Copy', () => {
    // It changes nothing, so any connection will do.
    async function anyTwo(): Promise<[ConnectionState, ConnectionState]> {
      const [first, second] = (await service.state()).connections;
      assert.ok(first && second);
      return [first, second];
    }

    it('Entity ID copies the id of the row, or of each selected row on its own line', async () => {
      const [connection, other] = await anyTwo();
      await run('copyEntityId', row(connection));
      assert.equal(await vscode.env.clipboard.readText(), connection.entityId);
      await run('copyEntityId', row(connection), [row(connection), row(other)]);
      assert.equal(await vscode.env.clipboard.readText(), `${connection.entityId}\n${other.entityId}`);
    });

    it('Sync ID copies the last sync of a connection, and the sync of a job', async () => {
      const [connection] = await anyTwo();
      await run('copySyncId', row({ ...connection, lastSyncId: 'sync-of-connection' }));
      assert.equal(await vscode.env.clipboard.readText(), 'sync-of-connection');
      await run('copySyncId', { kind: 'job', job: { entityId: connection.entityId, syncId: 'sync-of-job' } });
      assert.equal(await vscode.env.clipboard.readText(), 'sync-of-job');
      const jobs = ['job-1', 'job-2'].map((syncId) => ({
        kind: 'job',
        job: { entityId: connection.entityId, syncId },
      }));
      await run('copySyncId', jobs[0], jobs);
      assert.equal(await vscode.env.clipboard.readText(), 'job-1\njob-2', 'of each selected job of a connection');
    });

    it('Sync ID does not change the clipboard if there is none', async () => {
      const [connection] = await anyTwo();
      await vscode.env.clipboard.writeText('before');
      await run('copySyncId', row({ ...connection, lastSyncId: null }));
      assert.equal(await vscode.env.clipboard.readText(), 'before');
    });
  });
});
