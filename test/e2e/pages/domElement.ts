/** What page objects read of an element inside the page. The tests are compiled without the types of the DOM. */
export interface DomElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}
