import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { setContextKey } from '../contextKeys.ts';
import type { AccountStore } from './accountStore.ts';
import type { Session } from '../../app/session/session.ts';

/** Keeps the context keys about accounts true, from the moment the stored ones were read. */
export function showAccountState(session: Session, store: AccountStore): Disposable {
  const disposables = new DisposableStore();
  const update = (): void => {
    setContextKey('signedIn', session.state.kind === 'signedIn');
    setContextKey('hasAccounts', store.all.length > 0);
    setContextKey('ready', true);
  };
  update();
  disposables.add(session.onDidChange(update));
  disposables.add(store.onDidChange(update));
  return disposables;
}
