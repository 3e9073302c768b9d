import { MutableDisposable } from '../../base/disposable.ts';
import type { Disposable, DisposableStore } from '../../base/disposable.ts';

/** Long enough that screen readers don't announce a message after each letter. */
const TYPING_PAUSE_MS = 1000;

/** Returns a function to call after each letter that the user types. Once the user pauses, `show` shows a message in place of the last one. */
export function showAfterTyping(show: () => Disposable, owned: DisposableStore): () => void {
  const message = owned.add(new MutableDisposable<Disposable>());
  const pause = owned.add(new MutableDisposable<Disposable>());
  return () => {
    const timer = setTimeout(() => {
      message.value = show();
    }, TYPING_PAUSE_MS);
    pause.value = { dispose: () => clearTimeout(timer) };
  };
}
