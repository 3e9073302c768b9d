import { MutableDisposable } from './base/disposable.ts';
import type { Disposable } from './base/disposable.ts';
import { lazy } from './base/lazy.ts';
import type { Features, FeaturesOptions } from './features.ts';
import { LoadFailure } from './ui/errors/loadFailure.ts';
import type { Demo } from './ui/firstRun/demoSwitch.ts';

type Storage = Pick<FeaturesOptions, 'secrets' | 'globalState' | 'workspaceState'>;

interface FeatureLoaderOptions extends Omit<FeaturesOptions, keyof Storage | 'autoSignIn' | 'demo'> {
  /** What the demo replaces with its own. */
  readonly storage: Storage;
}

/** Loads the features when something first needs them, and again when the demo is started or left. */
export class FeatureLoader implements Disposable {
  readonly #options: FeatureLoaderOptions;
  readonly #features = new MutableDisposable<Features>();
  readonly #demo = new MutableDisposable<Demo>();
  readonly #failure = new LoadFailure();
  #autoSignIn = true;
  #load = lazy(() => this.#create());

  constructor(options: FeatureLoaderOptions) {
    this.#options = options;
  }

  /** Undefined until they are loaded. */
  get loaded(): Features | undefined {
    return this.#features.value;
  }

  load(): Promise<Features> {
    return this.#load();
  }

  loadInBackground(): void {
    this.load().catch((error: unknown) => this.report(error));
  }

  /** Reports an error as the features do, also if they could not be loaded. */
  report(error: unknown, begunAt?: number): void {
    if (this.loaded) {
      this.loaded.report(error, begunAt);
    } else {
      this.#failure.show(error);
    }
  }

  /** Prevents the automatic sign-in when the features are loaded. */
  disableAutoSignIn(): void {
    this.#autoSignIn = false;
  }

  dispose(): void {
    this.#demo.dispose();
    this.#features.dispose();
  }

  async #create(): Promise<Features> {
    const { createFeatures } = await import('./features.ts');
    const { storage, ...options } = this.#options;
    return (this.#features.value = await createFeatures({
      ...options,
      ...(this.#demo.value?.storage ?? storage),
      autoSignIn: this.#autoSignIn,
      demo: { isDemo: this.#demo.value !== undefined, change: (next) => this.#changeDemo(next) },
    }));
  }

  async #changeDemo(next: Demo | undefined): Promise<Features> {
    const isDone = (): boolean => next === undefined && this.#demo.value === undefined;
    if (!isDone()) {
      // While their outcomes can be recorded. Otherwise, they would count as interrupted.
      await this.loaded?.stopUploads();
    }
    // The demo may have been left meanwhile.
    if (!isDone()) {
      this.#autoSignIn = next?.wasSignedIn ?? this.#autoSignIn;
      this.#features.clear();
      this.#demo.value = next;
      this.#load = lazy(() => this.#create());
    }
    return this.load();
  }
}
