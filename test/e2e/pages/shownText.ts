import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { EVIL, RARE_ICON } from '../hostileTexts.ts';

/** What is read of an element inside the page. The tests are compiled without the types of the DOM. */
interface Part {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly ownerDocument: {
    readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
    readonly defaultView: Readonly<Record<string, unknown>> & { readonly innerWidth: number };
  };
  querySelectorAll(selector: string): Iterable<Part>;
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}

interface Shown {
  readonly text: string;
  readonly faults: readonly string[];
}

/**
 * Asserts that a part of the window or of a page shows these texts, that each is only text, and that nothing is wider than it may be.
 * Spaces and invisible characters are not compared.
 */
export async function assertOnlyText(place: string, part: Locator, expected: readonly string[]): Promise<void> {
  const { text, faults } = await part.evaluate(inspect, { evil: EVIL, icon: RARE_ICON });
  assert.deepEqual(faults, [], place);
  assertShown(place, text, expected);
}

/** The same for a text that is shown nowhere, such as what a tool returns. */
export function assertShown(place: string, text: string, expected: readonly string[]): void {
  for (const words of expected) {
    const visible = visibleOf(words).slice(0, MAX_COMPARED);
    assert.ok(visibleOf(text).includes(visible), `${place}: ${visible} in ${text.slice(0, 500)}`);
  }
  assert.doesNotMatch(text, FORBIDDEN, place);
}

/** Names are cut to 30 characters in the narrowest places. Some of these are spaces. */
const MAX_COMPARED = 22;

/** Characters of the direction, control characters except for line breaks, and halves of surrogate pairs. */
const FORBIDDEN =
  // eslint-disable-next-line no-control-regex -- they are looked for
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\p{Surrogate}/u;

function visibleOf(text: string): string {
  return text.replace(/[\s\u200B-\u200D\u2060\uFEFF]+/gu, '');
}

/** Runs in the page. */
function inspect(root: Part, { evil, icon }: { readonly evil: string; readonly icon: string }): Shown {
  const forbidden = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
  const faults: string[] = [];
  const parts = [root, ...root.querySelectorAll('*')];
  for (const part of parts) {
    for (const { name, value } of part.attributes) {
      const isAddress = /^(?:data-)?(?:href|src|srcset|action|formaction|srcdoc|style)$|^on|:href$/.test(name);
      if ((isAddress || name === 'id' || name === 'name') && value.includes(evil)) {
        faults.push(`${part.tagName} has ${name}=${value}`);
      }
      // An ID as it is, which is not shown.
      if (name !== 'data-key' && forbidden.test(value)) {
        faults.push(`${part.tagName} has a character of the direction in ${name}`);
      }
    }
    if (
      /^(?:STRONG|EM|B|I|CODE|DEL|S|H\d|LI|BLOCKQUOTE|TD|TH|PRE|P)$/.test(part.tagName) &&
      part.textContent?.trim() === evil
    ) {
      faults.push(`${part.tagName} is made of the text`);
    }
  }
  for (const element of root.querySelectorAll(`.codicon-${icon}`)) {
    faults.push(`${element.tagName} is an icon`);
  }
  const { documentElement, defaultView } = root.ownerDocument;
  if (defaultView[evil] !== undefined) {
    faults.push('A script ran.');
  }
  const { left, right } = root.getBoundingClientRect();
  if (left < -1 || right > defaultView.innerWidth + 1) {
    faults.push(`It extends from ${left} to ${right} of ${defaultView.innerWidth} pixels.`);
  }
  if (documentElement.scrollWidth > documentElement.clientWidth) {
    faults.push(`The page is ${documentElement.scrollWidth} pixels wide in ${documentElement.clientWidth}.`);
  }
  return { text: root.textContent ?? '', faults };
}
