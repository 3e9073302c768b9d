import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { UploadProgress } from '../../src/ui/upload/uploadProgress.ts';

const MB = 1_000_000;

describe('The progress of an upload', () => {
  it('has neither a rate nor a time left once the transfer stands still', () => {
    const clock = FakeTimers.install({ toFake: ['Date', 'hrtime', 'setTimeout', 'clearTimeout'] });
    try {
      const messages: string[] = [];
      const progress = new UploadProgress({ report: ({ message = '' }) => messages.push(message) }, [100 * MB]);
      progress.begin({ name: 'journal.csv', byteLength: 100 * MB });
      for (let sentBytes = 0; sentBytes <= 50 * MB; sentBytes += MB) {
        progress.sending(sentBytes, 100 * MB);
        clock.tick(100);
      }
      assert.match(messages.at(-1) ?? '', /^\d+ MB of 100 MB \(\d+%\) · 10 MB\/s · \d s left$/);
      clock.tick(20_000);
      assert.equal(messages.at(-1), '50 MB of 100 MB (50%)');
      const before = messages.length;
      clock.tick(600_000);
      assert.equal(messages.length, before, 'a screen reader has nothing more to read out');

      progress.sending(51 * MB, 100 * MB);
      progress.dispose();
      assert.equal(clock.countTimers(), 0);
    } finally {
      clock.uninstall();
    }
  });
});
