import './overview.css';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { ViewSlot } from '../../page/viewSlot.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage, OverviewModel } from '../messages.ts';
import { OverviewView } from './overviewView.ts';

/** Frequent enough, because the current time moves by about a pixel a minute. */
const TICK_MS = 30_000;

const slot = new ViewSlot<OverviewModel, OverviewView>((root) => new OverviewView(root, host.send));

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: (message) => {
    host.remember({});
    if (message.kind === 'show') {
      slot.show(message.model);
    } else {
      slot.say(message.text);
    }
  },
});
setInterval(() => slot.view?.tick(), TICK_MS);
