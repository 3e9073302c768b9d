import './overview.css';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage } from '../messages.ts';
import { OverviewView } from './overviewView.ts';

/** The moment on the axis moves a pixel in about a minute. */
const TICK_MS = 30_000;

const main = document.querySelector('main') ?? document.body;
let view: OverviewView | undefined;

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: (message) => {
    host.remember({});
    if (message.kind === 'show') {
      view ??= new OverviewView(main, host.send);
      view.show(message.model);
    } else {
      view = undefined;
      const text = document.createElement('p');
      text.textContent = message.text;
      main.replaceChildren(text);
    }
  },
});
setInterval(() => view?.tick(), TICK_MS);
