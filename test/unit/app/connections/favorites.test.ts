import assert from 'node:assert/strict';
import { Favorites } from '../../../../src/app/connections/favorites.ts';
import type { SessionState } from '../../../../src/app/session/session.ts';
import { Emitter } from '../../../../src/base/event.ts';

describe('The favorites', () => {
  let stored: Map<string, Set<string>>;
  let states: Emitter<SessionState>;
  let state: SessionState;
  let favorites: Favorites;
  let changes: string[][];

  function signedIn(id: string): SessionState {
    return { kind: 'signedIn', account: { id } } as SessionState;
  }

  function enter(next: SessionState): void {
    state = next;
    states.fire(next);
  }

  beforeEach(() => {
    stored = new Map([['a', new Set(['one'])]]);
    states = new Emitter();
    state = signedIn('a');
    favorites = new Favorites({
      session: {
        get state() {
          return state;
        },
        onDidChange: states.event,
      },
      store: {
        read: (accountId) => new Set(stored.get(accountId)),
        set: (accountId, entityIds, isFavorite) => {
          const ids = new Set(stored.get(accountId));
          entityIds.forEach((entityId) => ids[isFavorite ? 'add' : 'delete'](entityId));
          stored.set(accountId, ids);
        },
      },
    });
    changes = [];
    favorites.onDidChange((entityIds) => changes.push([...entityIds]));
  });

  afterEach(() => favorites.dispose());

  it('are those of the account, and change together', () => {
    assert.deepEqual([...favorites.entityIds], ['one']);
    favorites.set(['two', 'three'], true);
    favorites.set(['one', 'two'], false);
    assert.deepEqual(changes, [['one', 'two', 'three'], ['three']]);
    enter(signedIn('b'));
    enter(signedIn('a'));
    assert.deepEqual(changes.slice(2), [[], ['three']]);
  });

  it('are none when signed out, and then nothing is stored', () => {
    enter({ kind: 'signedOut' });
    favorites.set(['two'], true);
    assert.deepEqual([changes, [...stored.keys()]], [[[]], ['a']]);
  });

  it('are read again when another window may have changed them, and announced only if it has', () => {
    favorites.reload();
    assert.deepEqual(changes, []);
    stored.set('a', new Set(['four']));
    favorites.reload();
    assert.deepEqual(changes, [['four']]);
  });
});
