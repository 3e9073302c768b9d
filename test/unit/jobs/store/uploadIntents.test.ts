import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import { INTENT_LEASE_MS } from '../../../../src/jobs/store/uploadRecords.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { UploadStore } from '../../../../src/jobs/store/uploadStore.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import type { UploadDraft } from '../../../../src/jobs/store/uploadIntents.ts';
import type { UploadIntent } from '../../../../src/model/upload.ts';
import { LedgerFolder } from './ledgerFolder.ts';
import { sampleDraft, sampleUpload } from './sampleUploads.ts';

const ME = 'me';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes one down and, unless it stays queued, begins to send it. */
function send(intents: UploadIntents, draft: UploadDraft = sampleDraft(), isBegun = true): string {
  assert.equal(intents.reserve(ME, [draft]).kind, 'reserved');
  assert.ok(!isBegun || intents.begin(draft.id));
  return draft.id;
}

/** As a window that was killed a while ago leaves its intents. */
function loseLeases(store: UploadStore): void {
  store.change(ME, (records) => ({
    records: { ...records, intents: records.intents.map((intent) => ({ ...intent, leaseUntil: asMonotonic(0) })) },
    result: undefined,
  }));
}

function unanswered(intents: UploadIntents, of: Partial<UploadDraft> = {}): UploadIntent | undefined {
  return intents.unanswered(ME, sampleDraft(of));
}

describe('An upload intent', () => {
  let folder: LedgerFolder;
  let windows: UploadIntents[];

  beforeEach(() => {
    folder = new LedgerFolder();
    windows = [];
  });

  afterEach(() => {
    mock.timers.reset();
    windows.forEach((intents) => intents.dispose());
    folder.close();
    assert.deepEqual(folder.said, []);
    folder.remove();
  });

  function openWindow(): { intents: UploadIntents; ledger: Ledger } {
    const ledger = folder.open();
    const intents = new UploadIntents(ledger.uploads);
    windows.push(intents);
    return { intents, ledger };
  }

  /** An upload whose window hangs while it is sent, and which another window sends again; that one is accepted. */
  function sendTwice() {
    const slow = openWindow();
    const other = openWindow();
    const first = send(slow.intents);
    loseLeases(slow.ledger.uploads);
    const second = send(other.intents, sampleDraft({ acknowledgedId: first }));
    other.intents.settle(second, { kind: 'accepted', upload: sampleUpload({ syncId: 'second' }) });
    return { slow, other, first };
  }

  it('can be waited for until the last one of the window is settled', async () => {
    const { intents } = openWindow();
    await intents.whenSettled();
    const ids = ['one', 'two', 'three'].map((name) =>
      send(intents, sampleDraft({ uri: `file:///${name}`, digest: name })),
    );
    let isSettled = false as boolean;
    const settled = intents.whenSettled().then(() => (isSettled = true));
    for (const id of ids) {
      await Promise.resolve();
      assert.equal(isSettled, false);
      intents.settle(id, { kind: 'notLoaded' });
    }
    await settled;
    send(intents);
    const disposed = intents.whenSettled();
    intents.dispose();
    await disposed;
  });

  it('prevents all windows from sending the same file, or the same content to the same connection', () => {
    const here = openWindow();
    const there = openWindow();
    send(here.intents);
    for (const { intents } of [here, there]) {
      assert.ok(intents.isInFlight(ME, 'file:///a.csv'));
      const refused = { kind: 'inFlight', name: 'a.csv' };
      assert.deepEqual(intents.reserve(ME, [sampleDraft({ entityId: 'two', digest: 'd2' })]), refused);
      assert.deepEqual(intents.reserve(ME, [sampleDraft({ uri: 'file:///copy.csv' })]), refused);
      assert.equal(unanswered(intents), undefined, 'its answer is still awaited');
    }
    send(there.intents, sampleDraft({ uri: 'file:///copy.csv', entityId: 'two' }));
    send(there.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }));
    assert.equal(there.intents.reserve('you', [sampleDraft()]).kind, 'reserved', 'another account');
  });

  it('does not prevent another window from sending an untitled text with the same name', () => {
    const uri = 'untitled:Untitled-1';
    const here = openWindow();
    const there = openWindow();
    send(here.intents, sampleDraft({ uri }));
    const changed = sampleDraft({ uri, digest: 'd2' });
    assert.ok(here.intents.isInFlight(ME, uri), 'the same text');
    assert.equal(here.intents.reserve(ME, [changed]).kind, 'inFlight');
    assert.equal(there.intents.isInFlight(ME, uri), false, 'another text');
    assert.equal(there.intents.reserve(ME, [sampleDraft({ uri })]).kind, 'inFlight', 'the same content');
    assert.equal(there.intents.reserve(ME, [changed]).kind, 'reserved');
  });

  it('is on the disk before its first byte is sent, and so is its outcome', () => {
    const { ledger, waitsForDisk } = folder.openWatched();
    const intents = new UploadIntents(ledger.uploads);
    windows.push(intents);
    const id = send(intents, sampleDraft(), false);
    assert.deepEqual(
      [waitsForDisk(() => intents.begin(id)), waitsForDisk(() => intents.settle(id, { kind: 'unknown' }))],
      [true, true],
    );
  });

  it('becomes an upload when the answer arrives, in every window', () => {
    const here = openWindow();
    const there = openWindow();
    const id = send(here.intents);
    const upload = sampleUpload({ conversion: { fromDelimiter: ';' } });
    assert.ok(here.intents.settle(id, { kind: 'accepted', upload }));
    for (const { intents, ledger } of [here, there]) {
      assert.deepEqual(ledger.uploads.read(ME), { uploads: [upload], intents: [] });
      assert.ok(!intents.isInFlight(ME, 'file:///a.csv'));
      assert.equal(unanswered(intents), undefined);
    }
  });

  it('is removed if nothing was loaded', () => {
    const { intents, ledger } = openWindow();
    intents.settle(send(intents), { kind: 'notLoaded' });
    intents.settle(send(intents, sampleDraft(), false), { kind: 'notLoaded' });
    assert.deepEqual(ledger.uploads.read(ME), { uploads: [], intents: [] });
  });

  it('is reported if its answer was lost, in every window and later ones, for the same file or content', () => {
    const here = openWindow();
    const there = openWindow();
    const id = send(here.intents);
    here.intents.settle(id, { kind: 'unknown' });
    for (const { intents } of [here, there, openWindow()]) {
      assert.equal(unanswered(intents)?.id, id);
      assert.equal(unanswered(intents, { uri: 'file:///copy.csv' })?.id, id);
      assert.equal(unanswered(intents, { digest: 'd2' })?.id, id);
      assert.equal(unanswered(intents, { entityId: 'two' }), undefined, 'another connection');
      assert.equal(unanswered(intents, { uri: 'file:///b.csv', digest: 'd2' }), undefined, 'another file');
      assert.equal(intents.unanswered('you', sampleDraft()), undefined, 'another account');
      assert.equal(intents.reserve(ME, [sampleDraft()]).kind, 'unanswered', 'the user was not told');
      assert.ok(!intents.isInFlight(ME, 'file:///a.csv'));
    }
  });

  it('is sent again after the user was asked, and the second replaces the first when it is answered', () => {
    const { intents, ledger } = openWindow();
    const first = send(intents);
    intents.settle(first, { kind: 'unknown' });
    const again = sampleDraft({ acknowledgedId: first });

    intents.settle(send(intents, again), { kind: 'notLoaded' });
    assert.equal(unanswered(intents)?.id, first, 'the second was refused, which says nothing about the first');

    const second = send(intents, again);
    intents.settle(second, { kind: 'unknown' });
    assert.deepEqual(
      ledger.uploads.read(ME).intents.map(({ id }) => id),
      [second],
    );

    intents.settle(send(intents, sampleDraft({ acknowledgedId: second })), {
      kind: 'accepted',
      upload: sampleUpload(),
    });
    assert.deepEqual(ledger.uploads.read(ME).intents, []);
  });

  it('asks again if another window lost an answer while the user was asked about an earlier one', () => {
    const here = openWindow();
    const there = openWindow();
    const first = send(here.intents);
    here.intents.settle(first, { kind: 'unknown' });
    const told = sampleDraft({ acknowledgedId: first });
    there.intents.settle(send(there.intents, told), { kind: 'unknown' });
    assert.equal(here.intents.reserve(ME, [told]).kind, 'unanswered');
  });

  it('has an unknown outcome when its window is closed, or is removed if nothing was sent', () => {
    const here = openWindow();
    const there = openWindow();
    const id = send(here.intents);
    send(here.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }), false);
    here.intents.dispose();
    assert.deepEqual(
      there.ledger.uploads.read(ME).intents.map((intent) => intent.id),
      [id],
    );
    assert.equal(unanswered(there.intents)?.id, id);
  });

  it('is told to the user in one window, once its own was closed or killed, unless its response was lost before', () => {
    const [closed, killed, here, there] = [openWindow(), openWindow(), openWindow(), openWindow()];
    const lost = send(closed.intents, sampleDraft({ uri: 'file:///lost.csv', digest: 'd0' }));
    closed.intents.settle(lost, { kind: 'unknown' });
    const one = send(closed.intents);
    const two = send(killed.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }));
    const ids = here.ledger.uploads.sendingIds(ME);
    assert.deepEqual(ids, [one, two]);
    const takenBy = ({ intents }: { readonly intents: UploadIntents }, of = ids): readonly string[] =>
      intents
        .interrupted(ME, of)
        .map(({ id }) => id)
        .filter((id) => intents.takeInterrupted(ME, id));
    assert.deepEqual(takenBy(here), [], 'both are being sent');
    closed.intents.dispose();
    assert.deepEqual(takenBy(here), [one]);
    loseLeases(killed.ledger.uploads);
    assert.deepEqual(takenBy(killed), [], 'it still sends its own');
    assert.deepEqual(takenBy(there, [one]), [], 'it was opened before');
    assert.deepEqual(
      there.intents.interrupted(ME, ids).map(({ id }) => id),
      [two],
      'not taken yet',
    );
    assert.deepEqual(takenBy(there), [two]);
    assert.ok(!there.intents.takeInterrupted(ME, two), 'only once');
    assert.deepEqual([takenBy(here), takenBy(there)], [[], []]);
    assert.equal(unanswered(here.intents)?.id, one, 'the next upload still asks');
    assert.ok(killed.intents.settle(two, { kind: 'notLoaded' }), 'its window lives after all');
  });

  it('has an unknown outcome when the lease of its window has expired', () => {
    const here = openWindow();
    const there = openWindow();
    const id = send(here.intents);
    send(here.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }), false);
    loseLeases(here.ledger.uploads);
    assert.ok(here.intents.isInFlight(ME, 'file:///a.csv'), 'its own window knows better');
    assert.ok(!there.intents.isInFlight(ME, 'file:///a.csv'));
    assert.equal(unanswered(there.intents)?.id, id);
    assert.equal(unanswered(there.intents, { uri: 'file:///b.csv', digest: 'd2' }), undefined, 'it was only queued');
    send(there.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }));
  });

  it('is in flight while its window renews the lease', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const here = openWindow();
    const there = openWindow();
    send(here.intents);
    loseLeases(there.ledger.uploads);
    assert.ok(!there.intents.isInFlight(ME, 'file:///a.csv'));
    mock.timers.tick(INTENT_LEASE_MS / 2);
    assert.ok(there.intents.isInFlight(ME, 'file:///a.csv'));
  });

  it('keeps an answer that arrives after another window sent the same again', () => {
    const { slow, other, first } = sendTwice();
    assert.equal(unanswered(openWindow().intents), undefined);
    assert.ok(slow.intents.settle(first, { kind: 'accepted', upload: sampleUpload({ syncId: 'first' }) }));
    assert.deepEqual(
      other.ledger.uploads.read(ME).uploads.map(({ syncId }) => syncId),
      ['first', 'second'],
    );
  });

  it('is not asked about again if its answer is lost after the user has repeated it', () => {
    const { slow, first } = sendTwice();
    slow.intents.settle(first, { kind: 'unknown' });
    assert.equal(unanswered(openWindow().intents), undefined);
  });

  it('is removed after 30 days without an answer', () => {
    const { intents, ledger } = openWindow();
    const id = send(intents);
    intents.settle(id, { kind: 'unknown' });
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * DAY_MS });
    assert.equal(unanswered(intents), undefined);
    send(intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }));
    assert.ok(!ledger.uploads.read(ME).intents.some((intent) => intent.id === id));
  });

  it('is not restored by an answer after the account was removed, in any window', () => {
    const here = openWindow();
    const there = openWindow();
    const sent = send(here.intents);
    const queued = send(here.intents, sampleDraft({ uri: 'file:///b.csv', digest: 'd2' }), false);
    there.ledger.removeAccount(ME);
    assert.ok(!here.intents.begin(queued), 'nothing more is sent');
    assert.ok(!here.intents.settle(sent, { kind: 'accepted', upload: sampleUpload() }));
    here.intents.dispose();
    for (const { ledger } of [here, there]) {
      assert.deepEqual(ledger.uploads.read(ME), { uploads: [], intents: [] });
    }
  });

  it('works within its window without a database', () => {
    const ledger = folder.own(new Ledger({ open: () => undefined, log: folder.log }));
    const intents = new UploadIntents(ledger.uploads);
    windows.push(intents);
    const id = send(intents);
    assert.equal(intents.reserve(ME, [sampleDraft()]).kind, 'inFlight');
    intents.settle(id, { kind: 'unknown' });
    assert.equal(unanswered(intents)?.id, id);
    const again = send(intents, sampleDraft({ acknowledgedId: id }));
    assert.ok(intents.settle(again, { kind: 'accepted', upload: sampleUpload() }));
    assert.deepEqual([ledger.uploads.read(ME).uploads[0]?.syncId, ledger.uploads.read(ME).intents], ['job-1', []]);
    ledger.removeAccount(ME);
    assert.deepEqual(ledger.uploads.read(ME), { uploads: [], intents: [] });
  });
});
