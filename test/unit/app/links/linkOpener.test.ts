import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import { ApiError } from '../../../../src/api/apiError.ts';
import { linkAddress } from '../../../../src/app/links/link.ts';
import type { Link, LinkParts } from '../../../../src/app/links/link.ts';
import type { ConnectionFeedState } from '../../../../src/app/connections/feedState.ts';
import { LinkOpener } from '../../../../src/app/links/linkOpener.ts';
import type { LinkPrompts } from '../../../../src/app/links/linkOpener.ts';
import type { KnownAccount } from '../../../../src/app/session/accountStore.ts';
import type { SessionState } from '../../../../src/app/session/session.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';
import { record } from '../session/memoryStorage.ts';

const ORDERS: Link = {
  target: { kind: 'connection', entityId: 'orders' },
  baseUrl: 'https://service.example.com',
  workspace: 'w-one',
};
const JOB: Link = { ...ORDERS, target: { kind: 'job', syncId: 'sync-1' } };

function partsOf(link: Link): LinkParts {
  const [path = '', query = ''] = linkAddress(link).split('?');
  return { path, query, fragment: '' };
}

/** A window with two accounts, `one` being the active one, and a service with the connection `orders`. */
class LinkWindow {
  readonly said: string[];
  /** Whether the user enters a secret. */
  signsIn = true;
  answers: Partial<Record<'switch' | 'leaveDemo' | 'signIn' | 'clearFilter', boolean>> = {};
  active: string | undefined = 'one';
  /** An account that another window signs out of while the user is asked. */
  signedOutMeanwhile: string | undefined;
  isFiltered = false;
  /** How the user answers the notification about the filter; undefined: not at all. */
  clearing: Promise<boolean> | undefined;
  job: 'known' | Failure | undefined = 'known';
  connections: 'unknown' | 'withOrders' | 'withoutOrders' = 'withOrders';
  /** How many rows of the list can't be read. */
  droppedRows = 0;
  /** The account to which the user switches while the connections are requested. */
  switchesTo: string | undefined;
  /** How many requests progress is shown for. */
  inFlight = 0;
  /** For how many progress was shown when each request was sent. */
  readonly progress: number[] = [];
  /** How the connections change when they are requested. */
  requested: 'withOrders' | 'withoutOrders' | Failure = 'withOrders';
  readonly #known: KnownAccount[] = ['one', 'two'].map((id) => ({ account: record(id, id).account, isStored: true }));
  readonly #opener: LinkOpener;

  constructor({ isDemo = false, said = [] as string[] } = {}) {
    this.said = said;
    this.#opener = new LinkOpener({
      store: { all: this.#known },
      session: this.#session(),
      feed: this.#feed(),
      lookUpJob: () => {
        this.progress.push(this.inFlight);
        return Promise.resolve(
          this.job === 'known' ? { kind: 'job' } : this.job && { kind: 'failure', failure: this.job },
        );
      },
      prompts: this.#prompts(),
      openOutsideDemo: isDemo
        ? (parts) => {
            this.said.push('leave the demo');
            this.active = undefined;
            return new LinkWindow({ said: this.said }).#opener.open(parts);
          }
        : undefined,
    });
  }

  async open(link: Link | LinkParts): Promise<readonly string[]> {
    await this.#opener.open('path' in link ? link : partsOf(link));
    return this.said.splice(0);
  }

  #feed(): ConstructorParameters<typeof LinkOpener>[0]['feed'] {
    const times = { receivedAt: 0, requestedAt: 0, receivedAtMonotonic: asMonotonic(0) };
    const responseOf = () => ({ connections: [], droppedRows: this.droppedRows, omittedRows: 0, ...times });
    const stateOf = (): ConnectionFeedState =>
      this.connections === 'unknown' ? { kind: 'loading' } : { kind: 'loaded', ...responseOf() };
    return {
      get state() {
        return stateOf();
      },
      find: (entityId) =>
        entityId === 'orders' && this.connections === 'withOrders' ? sampleConnection({ entityId }) : undefined,
      refresh: () => {
        this.said.push('refresh');
        this.progress.push(this.inFlight);
        if (this.switchesTo !== undefined) {
          this.active = this.switchesTo;
          this.connections = 'unknown';
          return Promise.resolve({ kind: 'cancelled' });
        }
        if (typeof this.requested === 'object') {
          return Promise.resolve({ kind: 'failure', failure: this.requested });
        }
        this.connections = this.requested;
        return Promise.resolve({ kind: 'connections', ...responseOf(), byteLength: 0 });
      },
    };
  }

  #session() {
    const stateOf = (): SessionState => {
      const known = this.#known.find(({ account }) => account.id === this.active);
      return known ? { kind: 'signedIn', client: undefined as never, ...known } : { kind: 'signedOut' };
    };
    return {
      get state() {
        return stateOf();
      },
      use: ({ account }: KnownAccount) => {
        if (account.id === this.signedOutMeanwhile) {
          this.#known.splice(
            this.#known.findIndex((one) => one.account.id === account.id),
            1,
          );
          return Promise.resolve();
        }
        this.active = account.id;
        this.said.push(`use ${account.id}`);
        return Promise.resolve();
      },
    };
  }

  #prompts(): LinkPrompts {
    const ask = (what: keyof LinkWindow['answers'], about = ''): Promise<boolean> => {
      this.said.push(`${what}? ${about}`.trim());
      return Promise.resolve(this.answers[what] ?? false);
    };
    return {
      confirmSwitch: ({ account }) => ask('switch', account.id),
      confirmLeaveDemo: ({ baseUrl }) => ask('leaveDemo', baseUrl),
      confirmSignIn: ({ baseUrl }) => ask('signIn', baseUrl),
      confirmClearFilter: () => this.clearing ?? ask('clearFilter'),
      signIn: (baseUrl) => {
        this.said.push(`sign in to ${baseUrl}`);
        return Promise.resolve(this.signsIn);
      },
      showConnection: (entityId) => {
        this.said.push(`show ${entityId}`);
        return Promise.resolve(!this.isFiltered);
      },
      clearFilter: () => {
        this.said.push('clear');
        this.isFiltered = false;
      },
      showJob: (syncId) => {
        this.said.push(`show ${syncId}`);
        return Promise.resolve();
      },
      showProblem: (problem) => {
        const isIncomplete = problem.kind === 'connectionNotFound' && !problem.isListComplete;
        this.said.push(isIncomplete ? `${problem.kind} in an incomplete list` : problem.kind);
      },
      showProgress: async (work) => {
        this.inFlight += 1;
        try {
          return await work();
        } finally {
          this.inFlight -= 1;
        }
      },
    };
  }
}

describe('Opening a link', () => {
  let window: LinkWindow;
  beforeEach(() => {
    window = new LinkWindow();
  });

  it('shows the connection or the job of the active account without a question', async () => {
    assert.deepEqual(await window.open(ORDERS), ['show orders']);
    assert.deepEqual(await window.open(JOB), ['show sync-1']);
  });

  it('says so if the link is invalid, or names something that is not there', async () => {
    assert.deepEqual(await window.open({ path: '/sync', query: '', fragment: '' }), ['invalid']);
    const gone: Link = { ...ORDERS, target: { kind: 'connection', entityId: 'gone' } };
    assert.deepEqual(await window.open(gone), ['refresh', 'connectionNotFound']);
    window.droppedRows = 1;
    assert.deepEqual(await window.open(gone), ['refresh', 'connectionNotFound in an incomplete list']);
    window.job = { kind: 'notFound', problem: undefined };
    assert.deepEqual(await window.open(JOB), ['jobNotFound']);
    window.job = { kind: 'timedOut', afterMs: 1 };
    await assert.rejects(window.open(JOB), ApiError);
  });

  it('requests the connections if there are none yet, or not the one of the link', async () => {
    window.connections = 'withoutOrders';
    assert.deepEqual(await window.open(JOB), ['show sync-1'], 'a job needs only its name, if there is one');
    assert.deepEqual(await window.open(ORDERS), ['refresh', 'show orders']);
    window.connections = 'unknown';
    assert.deepEqual(await window.open(JOB), ['refresh', 'show sync-1']);
    window.connections = 'unknown';
    window.requested = { kind: 'timedOut', afterMs: 1 };
    await assert.rejects(
      window.open(ORDERS),
      (error) => error instanceof ApiError && error.failure.kind === 'timedOut',
    );
    assert.deepEqual(window.said, ['refresh']);
  });

  it('shows progress until a request has a response or has failed', async () => {
    window.connections = 'unknown';
    await window.open(JOB);
    window.job = { kind: 'timedOut', afterMs: 1 };
    await assert.rejects(window.open(JOB), ApiError);
    assert.deepEqual([window.progress, window.inFlight], [[1, 1, 1], 0]);
  });

  it('shows nothing of a job if the account changes while its status is requested', async () => {
    window.job = undefined;
    assert.deepEqual(await window.open(JOB), []);
  });

  it('shows nothing and reports nothing if the account changes while the connections are requested', async () => {
    window.switchesTo = 'two';
    for (const link of [ORDERS, JOB]) {
      window.active = 'one';
      window.connections = 'unknown';
      assert.deepEqual(await window.open(link), ['refresh']);
    }
  });

  it('asks before it uses another account', async () => {
    const link: Link = { ...ORDERS, workspace: 'w-two' };
    assert.deepEqual(await window.open(link), ['switch? two']);
    assert.equal(window.active, 'one');
    window.answers = { switch: true };
    assert.deepEqual(await window.open(link), ['switch? two', 'use two', 'show orders']);
  });

  it('offers to sign in if the account was signed out while the user was asked', async () => {
    window.answers = { switch: true };
    window.signedOutMeanwhile = 'two';
    const { baseUrl } = ORDERS;
    assert.deepEqual(await window.open({ ...ORDERS, workspace: 'w-two' }), ['switch? two', `signIn? ${baseUrl}`]);
  });

  it('asks before it offers to sign in to a service that it names, and shows nothing in another workspace', async () => {
    const link: Link = { ...ORDERS, baseUrl: 'https://evil.example' };
    assert.deepEqual(await window.open(link), ['signIn? https://evil.example']);
    window.answers = { signIn: true };
    assert.deepEqual(await window.open(link), [
      'signIn? https://evil.example',
      'sign in to https://evil.example',
      'otherWorkspace',
    ]);
    window.signsIn = false;
    assert.deepEqual(await window.open(link), ['signIn? https://evil.example', 'sign in to https://evil.example']);
  });

  it('leaves the demo once the user agrees, and opens the link as if it had not been shown', async () => {
    window = new LinkWindow({ isDemo: true });
    assert.deepEqual(await window.open(ORDERS), ['show orders']);
    const link: Link = { ...ORDERS, baseUrl: 'https://other.example' };
    assert.deepEqual(await window.open(link), ['leaveDemo? https://other.example']);
    window.answers = { leaveDemo: true };
    assert.deepEqual(await window.open(link), [
      'leaveDemo? https://other.example',
      'leave the demo',
      'signIn? https://other.example',
    ]);
  });

  it('opens other links while a notification about a filter is not answered', async () => {
    window.isFiltered = true;
    let answer: (clear: boolean) => void = () => undefined;
    window.clearing = new Promise((resolve) => (answer = resolve));
    const first = window.open(ORDERS);
    await new Promise(setImmediate);
    assert.deepEqual(await window.open(JOB), ['show orders', 'show sync-1']);
    answer(false);
    await first;
  });

  it('asks before it clears a filter', async () => {
    window.isFiltered = true;
    assert.deepEqual(await window.open(ORDERS), ['show orders', 'clearFilter?']);
    window.answers = { clearFilter: true };
    assert.deepEqual(await window.open(ORDERS), ['show orders', 'clearFilter?', 'clear', 'show orders']);
  });

  it('ignores links that arrive while the user is asked about another one', async () => {
    window.active = undefined;
    const [first, second] = await Promise.all([window.open(ORDERS), window.open(JOB)]);
    assert.deepEqual([...first, ...second], ['switch? one']);
  });
});
