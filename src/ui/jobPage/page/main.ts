import './jobPage.css';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage } from '../messages.ts';
import { JobView } from './jobView.ts';

const TICK_MS = 1000;
/** How long to wait for the first message before asking again. */
const RETRY_MS = 1000;

const host = acquireVsCodeApi();
const send = (message: MessageFromPage): void => host.postMessage(message);
const main = document.querySelector('main') ?? document.body;
let view: JobView | undefined;
let hasAnswer = false;

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readMessageToPage(data);
  if (!message) {
    return;
  }
  hasAnswer = true;
  host.setState({ syncId: message.syncId });
  if (message.kind === 'show') {
    view ??= new JobView(main, send);
    view.show(message.model);
  } else {
    view = undefined;
    const text = document.createElement('p');
    text.textContent = message.text;
    main.replaceChildren(text);
  }
});
setInterval(() => view?.isRunning && view.tick(), TICK_MS);
ask();

/** Repeats until a message arrives, because messages can get lost on a busy machine while VS Code still loads the page. */
function ask(): void {
  if (!hasAnswer) {
    send({ kind: 'ready' });
    setTimeout(ask, RETRY_MS);
  }
}
