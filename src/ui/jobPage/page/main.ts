import './jobPage.css';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { ViewSlot } from '../../page/viewSlot.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage, JobModel } from '../messages.ts';
import { JobView } from './jobView.ts';

const TICK_MS = 1000;

const slot = new ViewSlot<JobModel, JobView>((root) => new JobView(root, host.send));

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: (message) => {
    if (message.kind === 'show') {
      const { syncId, entityId } = message;
      host.remember(entityId === '' ? { syncId } : { syncId, entityId });
      slot.show(message.model);
    } else {
      slot.say(message.text);
    }
  },
});
setInterval(() => slot.view?.isCounting === true && slot.view.tick(), TICK_MS);
