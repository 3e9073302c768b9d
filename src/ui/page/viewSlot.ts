/** Where a page shows the view of its model, or a sentence in its place. */
export class ViewSlot<Model, View extends { show(model: Model): void }> {
  readonly #main = document.querySelector('main') ?? document.body;
  readonly #create: (main: HTMLElement) => View;
  #view: View | undefined;

  constructor(create: (main: HTMLElement) => View) {
    this.#create = create;
  }

  /** Undefined while there is a sentence in its place. */
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
