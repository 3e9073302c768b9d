import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import * as vscode from 'vscode';
import { titleText } from '../../src/base/sinkText.ts';
import { LivePage } from '../../src/ui/window/livePage.ts';
import { createPanel } from '../../src/ui/window/panels.ts';
import type { Panel } from '../../src/ui/window/panels.ts';

const MINUTE_MS = 60_000;

/** A panel that is visible at once, not only when VS Code reports it. */
function visiblePanel(): Panel {
  const created = createPanel('dataConnections.test', titleText('Page'), vscode.ViewColumn.Active);
  return new Proxy(created, {
    get: (panel, name) => {
      const value: unknown = name === 'visible' ? true : Reflect.get(panel, name, panel);
      return typeof value === 'function' ? (value.bind(panel) as unknown) : value;
    },
    set: (panel, name, value) => Reflect.set(panel, name, value, panel),
  });
}

describe('A page in a tab', () => {
  it('is drawn again as time passes, until it is closed', () => {
    const panel = visiblePanel();
    const clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    let drawn = 0;
    try {
      const page = new LivePage<{ readonly text: string }, { readonly kind: string }>(panel, {
        name: 'jobPage',
        distFolder: vscode.Uri.file('/'),
        messageToPage: (message) => message,
        readMessageFromPage: () => undefined,
        title: () => titleText('Page'),
        show: () => ({ text: `${(drawn += 1)} min. ago` }),
        act: () => Promise.resolve(),
        report: assert.ifError,
      });
      page.draw();
      const before = drawn;
      clock.tick(MINUTE_MS);
      assert.ok(drawn > before, 'the texts of a minute ago are gone');
      page.dispose();
      const last = drawn;
      clock.tick(10 * MINUTE_MS);
      assert.equal(drawn, last);
      assert.equal(clock.countTimers(), 0);
      // What the user asked for may end after they have closed the tab.
      page.draw();
      assert.equal(drawn, last);
    } finally {
      clock.uninstall();
    }
  });
});
