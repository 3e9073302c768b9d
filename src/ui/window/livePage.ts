import type { Disposable, Event, Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { loadPage } from './pageHtml.ts';
import type { Panel } from './panels.ts';

/** The messages by which a page requests an action, which are all but the one that it is ready. */
export type ActionOf<FromPage> = Exclude<FromPage, { readonly kind: 'ready' }>;

interface LivePageOptions<ToPage, FromPage extends { readonly kind: string }> {
  /** The file name of the script and the style sheet in `distFolder`, without extension. */
  readonly name: string;
  readonly distFolder: Uri;
  /** Validates a message to the page and cleans its texts. */
  readonly messageToPage: (message: ToPage) => ToPage;
  /** Parses a message from the page. Messages for which it returns undefined are ignored. */
  readonly readMessageFromPage: (message: unknown) => FromPage | undefined;
  readonly title: () => TitleText;
  /** Returns the message with what to show. Called only while the page is visible. */
  readonly show: () => ToPage;
  /** The names of values that change merely because time passes. Such a change doesn't redraw the page. */
  readonly timeDependent?: ReadonlySet<string>;
  readonly act: (message: ActionOf<FromPage>) => PromiseLike<unknown>;
  readonly onDidChangeVisibility?: () => void;
  readonly report: (error: unknown) => void;
}

/** How long the page may show an outdated relative time, such as "5 min. ago". */
const REDRAW_MS = 30_000;

/** A tab with a page that is updated while it is visible. */
export class LivePage<ToPage, FromPage extends { readonly kind: string }> implements Disposable {
  readonly #panel: Panel;
  readonly #options: LivePageOptions<ToPage, FromPage>;
  readonly #owned = new DisposableStore();
  #sentKey = '';
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: Panel, options: LivePageOptions<ToPage, FromPage>) {
    this.#panel = panel;
    this.#options = options;
    const { webview } = panel;
    this.#owned.add(webview.onDidReceiveMessage((message) => this.#handle(options.readMessageFromPage(message))));
    this.#owned.add(
      panel.onDidChangeViewState(() => {
        options.onDidChangeVisibility?.();
        this.draw();
      }),
    );
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    loadPage(webview, options.distFolder, options.name);
    this.draw();
  }

  get onDidClose(): Event<void> {
    return this.#panel.onDidDispose;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Call this when the content of the page may have changed. The page itself calls it regularly to update relative times. */
  draw(): void {
    this.#draw(this.#panel.visible);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
    this.#panel.dispose();
  }

  #draw(isVisible: boolean): void {
    // An action may finish after the page is closed.
    if (this.#isDisposed) {
      return;
    }
    const { title, show, timeDependent, messageToPage } = this.#options;
    clearTimeout(this.#timer);
    this.#panel.title = title();
    if (!isVisible) {
      return;
    }
    this.#timer = setTimeout(() => this.draw(), REDRAW_MS);
    const message = show();
    const key = JSON.stringify(message, (name, value: unknown) => (timeDependent?.has(name) === true ? 0 : value));
    if (key !== this.#sentKey) {
      this.#sentKey = key;
      void this.#panel.webview.postMessage(messageToPage(message));
    }
  }

  #handle(message: FromPage | undefined): void {
    if (message?.kind === 'ready') {
      // A hidden page is reloaded when it is shown again. It is visible now, even if VS Code has not reported it yet.
      this.#sentKey = '';
      this.#draw(true);
    } else if (message !== undefined) {
      this.#options.act(message as ActionOf<FromPage>).then(undefined, this.#options.report);
    }
  }
}
