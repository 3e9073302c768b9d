import { randomBytes } from 'node:crypto';
import { env } from 'vscode';
import type { PageHtml } from './pageHtml.ts';

/** The content of a page without a script. All strings are plain text, except for the addresses of the links. */
export interface Article {
  readonly title: string;
  /** Shown on a separate line below the title. */
  readonly note: string;
  readonly paragraphs: readonly { readonly heading: string; readonly text: string }[];
  readonly links: readonly { readonly text: string; readonly address: string }[];
  readonly linksHeading: string;
}

const STYLE = `
  body { color: var(--vscode-foreground); background: var(--vscode-editor-background); line-height: 1.5; }
  main { box-sizing: border-box; max-width: 48rem; margin: 0 auto; padding: 1.5rem 0.75rem 3rem; }
  h1 { font-size: 1.8em; font-weight: 600; margin: 0 0 0.3rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.15em; font-weight: 600; margin: 1.6rem 0 0.3rem; }
  p { margin: 0.2rem 0; }
  .note { color: var(--vscode-descriptionForeground); }
  nav { margin-top: 2.4rem; border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder)); }
  ul { columns: 16rem; list-style: none; margin: 0.4rem 0; padding: 0; }
  li { margin: 0 0 0.3rem; break-inside: avoid; }
  a { color: var(--vscode-textLink-foreground); }
`;

/** The HTML of an article. Its content security policy allows only its own style. */
export function articleHtml({ title, note, paragraphs, links, linksHeading }: Article): PageHtml {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${env.language.replace(/[^\w-]/g, '')}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <style nonce="${nonce}">${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      <p class="note">${escaped(note)}</p>
      ${paragraphs.map(({ heading, text }) => `<h2>${escaped(heading)}</h2><p>${escaped(text)}</p>`).join('\n')}
      <nav aria-label="${escaped(linksHeading)}">
        <h2>${escaped(linksHeading)}</h2>
        <ul>${links.map(({ text, address }) => `<li><a href="${escaped(address)}">${escaped(text)}</a></li>`).join('\n')}</ul>
      </nav>
    </main>
  </body>
</html>` as PageHtml;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
