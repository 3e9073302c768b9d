import './connectionPage.css';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { ViewSlot } from '../../page/viewSlot.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage, ConnectionModel } from '../messages.ts';
import { ConnectionView } from './connectionView.ts';

const TICK_MS = 1000;

const slot = new ViewSlot<ConnectionModel, ConnectionView>((root) => new ConnectionView(root, host.send));

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: (message) => {
    host.remember({ entityId: message.entityId });
    if (message.kind === 'show') {
      slot.show(message.model);
    } else {
      slot.say(message.text);
    }
  },
});
setInterval(() => slot.view?.isRunning === true && slot.view.tick(), TICK_MS);
