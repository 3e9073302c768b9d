/** How long to wait for the first message before asking again. */
const RETRY_MS = 1000;

interface PageOptions<Message> {
  /** Parses a message; undefined drops it. */
  readonly read: (data: unknown) => Message | undefined;
  /** Called with each message. */
  readonly show: (message: Message) => void;
}

export interface PageHost<Reply> {
  readonly send: (message: Reply) => void;
  /** Keeps a state from which the page can be restored after a reload of the window. */
  readonly remember: (state: unknown) => void;
}

/**
 * Connects a page with the extension. Sends `{ kind: 'ready' }` until a message arrives, because messages can get lost on a busy
 * machine while VS Code still loads the page.
 */
export function connectPage<Message, Reply extends { readonly kind: string }>({
  read,
  show,
}: PageOptions<Message>): PageHost<Reply> {
  const host = acquireVsCodeApi();
  let hasAnswer = false;
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = read(data);
    if (message !== undefined) {
      hasAnswer = true;
      show(message);
    }
  });
  const ask = (): void => {
    if (!hasAnswer) {
      host.postMessage({ kind: 'ready' });
      setTimeout(ask, RETRY_MS);
    }
  };
  ask();
  return { send: (message) => host.postMessage(message), remember: (state) => void host.setState(state) };
}
