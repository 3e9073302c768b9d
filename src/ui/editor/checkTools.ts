import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { WrongDecodings } from './wrongDecodings.ts';

/** Shared by the checks of editors and of uploads. */
export interface CheckTools {
  readonly workers: DataWorkers;
  readonly decodings: WrongDecodings;
}

/** @param program the script that the workers run. */
export function createCheckTools(program: string): CheckTools & Disposable {
  const owned = new DisposableStore();
  const workers = owned.add(new DataWorkers(program));
  const decodings = owned.add(new WrongDecodings(workers));
  return { workers, decodings, dispose: () => owned.dispose() };
}
