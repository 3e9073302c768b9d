import './jobPage.css';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage } from '../messages.ts';
import { JobView } from './jobView.ts';

const TICK_MS = 1000;
/** How long to wait for the first word before the page asks again. */
const ASK_AGAIN_MS = 1000;

const host = acquireVsCodeApi();
const send = (message: MessageFromPage): void => host.postMessage(message);
const main = document.querySelector('main') ?? document.body;
let view: JobView | undefined;
let isTold = false;

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readMessageToPage(data);
  if (!message) {
    return;
  }
  isTold = true;
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

/** Until it is told: what is said while VS Code still puts the page in its place can get lost on a busy machine. */
function ask(): void {
  if (!isTold) {
    send({ kind: 'ready' });
    setTimeout(ask, ASK_AGAIN_MS);
  }
}
