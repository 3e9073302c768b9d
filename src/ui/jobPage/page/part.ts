/** A part of the page that is made anew only when what it shows has changed, so that reading and focus stay where they are. */
export class Part {
  readonly root: HTMLElement;
  #shown = '';

  constructor(className: string) {
    this.root = document.createElement('section');
    this.root.className = className;
  }

  /** Returns whether anything had to be made. `content` is what `make` reads. */
  show(content: unknown, make: () => readonly Node[]): boolean {
    const shown = JSON.stringify(content);
    if (shown === this.#shown) {
      return false;
    }
    this.#shown = shown;
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && this.root.contains(focused) ? focused.dataset['key'] : undefined;
    this.root.replaceChildren(...make());
    const again = Array.from(this.root.querySelectorAll('[data-key]')).find(
      (one) => one instanceof HTMLElement && key !== undefined && one.dataset['key'] === key,
    );
    if (again instanceof HTMLElement) {
      again.focus();
    }
    return true;
  }
}
