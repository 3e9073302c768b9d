import type { BrowserContext, Page } from 'playwright-core';

/** Within the page. */
const OWN_SCHEMES = ['data:', 'blob:'];
/** The files of extensions for their webviews, which a service worker of VS Code gets from the server. */
const WEBVIEW_FILES = '.vscode-resource.vscode-cdn.net';
/** Where VS Code itself looks for extensions. */
const GALLERY = 'open-vsx.org';

/**
 * Reports what no text may cause in the windows of a context, webviews included: a dialog of the browser, another window, a download,
 * and a request to anything but the server of the windows.
 */
export function watchWindows(context: BrowserContext, server: string, report: (action: string) => void): void {
  const reportRequest = (kind: string, url: string): void => {
    const { host, protocol } = new URL(url);
    const isOwn = host === new URL(server).host || host === GALLERY || host.endsWith(WEBVIEW_FILES);
    if (!isOwn && !OWN_SCHEMES.includes(protocol)) {
      report(`${kind}: ${url}`);
    }
  };
  context.on('dialog', (dialog) => {
    // As without a listener.
    const isOfReload = dialog.type() === 'beforeunload';
    if (!isOfReload) {
      report(`${dialog.type()}: ${dialog.message()}`);
    }
    // The window may be closed meanwhile.
    (isOfReload ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  context.on('request', (request) => reportRequest('request', request.url()));
  context.on('page', (page: Page) => {
    page.on('popup', (popup) => report(`popup: ${popup.url()}`));
    page.on('download', (download) => report(`download: ${download.url()}`));
    page.on('websocket', (socket) => reportRequest('websocket', socket.url()));
  });
}
