/** How long to wait for the first message before requesting it again. */
const RETRY_MS = 1000;

interface PageOptions<Message> {
  /** Parses a message from the extension. Messages for which it returns undefined are ignored. */
  readonly read: (data: unknown) => Message | undefined;
  /** Called with each parsed message. */
  readonly show: (message: Message) => void;
}

export interface PageHost<Reply> {
  readonly send: (message: Reply) => void;
  /** Saves a state from which the page can be restored after the window is reloaded. */
  readonly remember: (state: unknown) => void;
}

/**
 * Connects a page to the extension. Sends `{ kind: 'ready' }` until a message arrives, because messages can get lost on a busy
 * machine while VS Code still loads the page.
 */
export function connectPage<Message, Reply extends { readonly kind: string }>({
  read,
  show,
}: PageOptions<Message>): PageHost<Reply> {
  const host = acquireVsCodeApi();
  let hasReceivedMessage = false;
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = read(data);
    if (message !== undefined) {
      hasReceivedMessage = true;
      show(message);
    }
  });
  const requestMessage = (): void => {
    if (!hasReceivedMessage) {
      host.postMessage({ kind: 'ready' });
      setTimeout(requestMessage, RETRY_MS);
    }
  };
  requestMessage();
  return { send: (message) => host.postMessage(message), remember: (state) => void host.setState(state) };
}
