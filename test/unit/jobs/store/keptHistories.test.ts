import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('The history of an account that was signed out and kept', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000 * DAY_MS, toFake: ['Date'] });
    folder = new LedgerFolder();
  });
  afterEach(() => {
    folder.remove();
    clock.uninstall();
  });

  const open = (): Ledger => folder.open();
  const hasHistory = (ledger: Ledger, accountId: string): boolean => ledger.favorites.read(accountId).has('entity');

  it('is removed when another account signs in after 90 days, in every window', () => {
    const [ledger, other] = [open(), open()];
    for (const accountId of ['kept', 'still signed in']) {
      ledger.favorites.set(accountId, ['entity'], true);
    }
    ledger.keepHistory('kept');
    clock.tick(90 * DAY_MS);
    ledger.handleSignIn('another');
    assert.ok(hasHistory(other, 'kept'));
    clock.tick(1);
    other.handleSignIn('another');
    assert.deepEqual(
      [hasHistory(ledger, 'kept'), hasHistory(other, 'kept'), hasHistory(ledger, 'still signed in')],
      [false, false, true],
    );
  });

  it('stays once the account has signed in again, however late', () => {
    const ledger = open();
    ledger.favorites.set('kept', ['entity'], true);
    ledger.keepHistory('kept');
    clock.tick(100 * DAY_MS);
    ledger.handleSignIn('kept');
    clock.tick(100 * DAY_MS);
    ledger.handleSignIn('another');
    assert.ok(hasHistory(ledger, 'kept'));
  });
});
