import { randomBytes } from 'node:crypto';
import { env, Uri } from 'vscode';
import type { Webview } from 'vscode';

declare const page: unique symbol;

/** The only type of HTML that a panel accepts. */
export type PageHtml = string & { readonly [page]: true };

export type PageWebview = Omit<Webview, 'html'> & { html: PageHtml };

/** Shows a page of the extension in a webview, which can load nothing but its script and its style sheet. */
export function loadPage(webview: PageWebview, distFolder: Uri, name: string): void {
  webview.options = { enableScripts: true, localResourceRoots: [distFolder] };
  webview.html = pageHtml(webview, distFolder, name);
}

/**
 * The HTML of a page. It contains no data from the service, which is sent later in messages. The content security policy allows only the
 * script and the style sheet of the page, identified by a nonce, and no other requests.
 * @param name the file name of the script and the style sheet in `distFolder`, without extension.
 */
export function pageHtml(webview: Pick<Webview, 'asWebviewUri'>, distFolder: Uri, name: string): PageHtml {
  const nonce = randomBytes(16).toString('base64url');
  const address = (file: string): string => webview.asWebviewUri(Uri.joinPath(distFolder, file)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${env.language.replace(/[^\w-]/g, '')}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Data Connections</title>
    <link rel="stylesheet" nonce="${nonce}" href="${address(`${name}.css`)}">
  </head>
  <body>
    <main></main>
    <script nonce="${nonce}" src="${address(`${name}.js`)}"></script>
  </body>
</html>` as PageHtml;
}
