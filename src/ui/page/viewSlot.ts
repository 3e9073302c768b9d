/** Shows either the view of a model or a sentence in the main element of a page. */
export class ViewSlot<Model, View extends { show(model: Model): void }> {
  readonly #main = document.querySelector('main') ?? document.body;
  readonly #create: (main: HTMLElement) => View;
  #view: View | undefined;

  constructor(create: (main: HTMLElement) => View) {
    this.#create = create;
  }

  /** Undefined while a sentence is shown instead. */
  get view(): View | undefined {
    return this.#view;
  }

  show(model: Model): void {
    this.#view ??= this.#create(this.#main);
    this.#view.show(model);
  }

  say(sentence: string): void {
    this.#view = undefined;
    const text = document.createElement('p');
    text.textContent = sentence;
    this.#main.replaceChildren(text);
  }
}
