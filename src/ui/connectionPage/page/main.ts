import './connectionPage.css';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage } from '../messages.ts';
import { ConnectionView } from './connectionView.ts';

const TICK_MS = 1000;

const main = document.querySelector('main') ?? document.body;
let view: ConnectionView | undefined;

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: (message) => {
    host.remember({ entityId: message.entityId });
    if (message.kind === 'show') {
      view ??= new ConnectionView(main, host.send);
      view.show(message.model);
    } else {
      view = undefined;
      const text = document.createElement('p');
      text.textContent = message.text;
      main.replaceChildren(text);
    }
  },
});
setInterval(() => view?.isRunning && view.tick(), TICK_MS);
