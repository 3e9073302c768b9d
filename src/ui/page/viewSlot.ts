import { element, liveRegion } from './element.ts';

/** Shows either the view of a model or a sentence in the main element of a page. */
export class ViewSlot<Model, View extends { show(model: Model): void }> {
  readonly #main = document.querySelector('main') ?? document.body;
  /** Stays in the page, because screen readers announce the changes of an element, and not reliably a new one. */
  readonly #sentence = liveRegion('reason');
  readonly #create: (root: HTMLElement) => View;
  /** A new element for each view, so that nothing still observes it once it is removed. */
  #root: HTMLElement | undefined;
  #view: View | undefined;

  /** @param create creates a view in an empty element. */
  constructor(create: (root: HTMLElement) => View) {
    this.#create = create;
    this.#main.append(this.#sentence);
  }

  /** Undefined while a sentence is shown instead. */
  get view(): View | undefined {
    return this.#view;
  }

  show(model: Model): void {
    if (this.#view === undefined) {
      this.#sentence.textContent = '';
      this.#root = element('div', {});
      this.#main.prepend(this.#root);
      this.#view = this.#create(this.#root);
    }
    this.#view.show(model);
  }

  say(sentence: string): void {
    this.#view = undefined;
    this.#root?.remove();
    this.#root = undefined;
    this.#sentence.textContent = sentence;
  }
}
