import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import { COMMAND_IDS } from '../../src/ui/commands/commandIds.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';
import { replaceInWindow } from './extensionWindow.ts';
import { withMessages } from './shownMessages.ts';

const TOTALS_TEXT = 'This command accepts an object with the optional property “format” (“text” or “markdown”).';
const JOB_OR_CONNECTION_TEXT =
  'This command requires a connection or a job, or an object with an “entityId” or “syncId” property.';
const FILTER_TEXT = 'This command accepts text, or an object with an “entityId” property.';
const UPLOAD_TEXT =
  'This command accepts an object with the optional properties “entityId”, “format” (“multipart” or “json”), and “confirm”.';

/** Counts the lists and boxes in which the extension asks, and dismisses them at once. */
function shownPickers(): { readonly count: number; dispose(): void } {
  let count = 0;
  const { createQuickPick, createInputBox } = vscode.window;
  const dismissed = <T extends vscode.QuickInput>(input: T): T => {
    const show = input.show.bind(input);
    return Object.assign(input, {
      show: () => {
        count += 1;
        show();
        input.hide();
      },
    });
  };
  const dispose = replaceInWindow({
    showQuickPick: () => {
      count += 1;
      return Promise.resolve(undefined);
    },
    createQuickPick: () => dismissed(createQuickPick()),
    createInputBox: () => dismissed(createInputBox()),
  });
  return {
    get count() {
      return count;
    },
    dispose,
  };
}

describe('Commands', () => {
  before(() => extensionApi());

  it('are registered once the extension is active', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      COMMAND_IDS.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('that fail show an error to the user, and return nothing to the caller', async () => {
    await signInAfresh(connectService());
    await withMessages(async (messages) => {
      assert.equal(await vscode.commands.executeCommand('dataConnections.startSync', { entityId: '12345' }), undefined);
      assert.equal((await messages.including(/contain only digits/)).severity, 'error');
      assert.equal(messages.all.length, 1);
    });
  });

  it('with a choice refuse any other argument, and ask for nothing instead', async () => {
    await signInAfresh(connectService());
    for (const [id, argument, text] of [
      ['groupConnections', 'bogus', 'This command accepts one of these values: “none”, “sourceSystem”, “state”.'],
      ['sortConnections', 7, 'This command accepts one of these values: “attention”, “name”, “lastSync”.'],
      ['filterConnections', 7, 'The argument of this command must be text.'],
      ['filterJobs', 7, FILTER_TEXT],
      ['filterJobs', [{ entityId: 'one' }], FILTER_TEXT],
      ['filterJobs', { job: 'one' }, FILTER_TEXT],
      ['copyLink', { id: 'one' }, JOB_OR_CONNECTION_TEXT],
      ['copyAsCurl', 'one', JOB_OR_CONNECTION_TEXT],
      [
        'startSync',
        { entityId: 'one', wait: true },
        'In an object, this command accepts only the “entityId” property.',
      ],
      ['switchAccount', 'bogus', 'No account with this ID is signed in.'],
      ['switchAccount', {}, 'No account with this ID is signed in.'],
      ['signOut', 7, 'No account with this ID is signed in.'],
      ['copyControlTotals', { format: 'bogus' }, TOTALS_TEXT],
      ['copyControlTotals', { form: 'text' }, TOTALS_TEXT],
      ['copyControlTotals', 'bogus', TOTALS_TEXT],
      ['copyControlTotals', ['text'], TOTALS_TEXT],
      ['uploadActiveEditor', { format: 'xml' }, `The value of the property “format” is not valid. ${UPLOAD_TEXT}`],
      ['uploadFile', { confirm: 'no' }, `The value of the property “confirm” is not valid. ${UPLOAD_TEXT}`],
      ['uploadActiveEditor', { entityId: 7 }, `The value of the property “entityId” is not valid. ${UPLOAD_TEXT}`],
      ['uploadActiveEditor', 'xml', UPLOAD_TEXT],
      ['addFavorite', { entityId: 'no-such' }, 'The account has no connection with the entity ID “no-such”.'],
      [
        'copyLink',
        { syncId: 'one', entityId: 'two', wait: true },
        'In an object, this command accepts only the “syncId” property.',
      ],
      ['openJob', { syncId: 'one', wait: true }, 'In an object, this command accepts only the “syncId” property.'],
      ['openJob', { syncId: 'no-such' }, 'This job is not in the list of jobs.'],
      ['explainProblem', 'bogus', 'No problem has this code. The Problems view shows the codes.'],
      ['explainProblem', {}, 'No problem has this code. The Problems view shows the codes.'],
    ] as const) {
      await withMessages(async (messages) => {
        await vscode.commands.executeCommand(`dataConnections.${id}`, argument);
        assert.deepEqual(
          messages.all.map((message) => message.text),
          [text],
          id,
        );
      });
    }
  });

  it('with a choice refuse a second argument', async () => {
    await signInAfresh(connectService());
    for (const [id, argument] of [
      ['groupConnections', 'state'],
      ['sortConnections', 'name'],
      ['filterConnections', 'ledger'],
      ['filterJobs', 'ledger'],
    ] as const) {
      await withMessages(async (messages) => {
        await vscode.commands.executeCommand(`dataConnections.${id}`, argument, { wait: true });
        assert.deepEqual(
          messages.all.map((message) => message.text),
          ['This command accepts only one argument.'],
          id,
        );
      });
    }
  });

  it('in the title of a view, to which VS Code passes the focused row, run without it', async () => {
    await signInAfresh(connectService());
    const connection = { kind: 'connection', id: 'one', connection: { entityId: 'one', entityName: 'One' } };
    const step = { kind: 'step', job: { entityId: 'one', syncId: 'two' }, index: 0 };
    await withMessages(async (messages) => {
      for (const args of [
        [undefined, undefined],
        [null, undefined],
        [connection, undefined],
        [step, [step, { kind: 'day', day: 'today' }]],
      ]) {
        await vscode.commands.executeCommand('dataConnections.showFailingOnly', ...args);
        await vscode.commands.executeCommand('dataConnections.showAllConnections', ...args);
        for (const id of ['groupConnections', 'sortConnections', 'filterConnections', 'filterJobs', 'switchAccount']) {
          const shown = shownPickers();
          try {
            const running = vscode.commands.executeCommand(`dataConnections.${id}`, ...args);
            await eventually(() => shown.count === 1, `${id} asks`);
            await running;
          } finally {
            shown.dispose();
          }
        }
      }
      assert.deepEqual(messages.all, []);
    });
  });

  // VS Code passes neither a row nor the selection while it reads all rows of the view.
  for (const [selection, what] of [
    [undefined, 'a row'],
    [[undefined, undefined], 'several rows'],
  ] as const) {
    it(`run on ${what} that VS Code did not pass ask to try again, and do nothing else`, async () => {
      await signInAfresh(connectService());
      await withMessages(async (messages) => {
        for (const id of ['startSync', 'copyEntityId', 'openJob', 'stopWatching']) {
          await vscode.commands.executeCommand(`dataConnections.${id}`, undefined, selection);
          assert.match(messages.all.at(-1)?.text ?? '', /could not tell which row was meant\. Try again\.$/, id);
        }
        assert.equal(messages.all.length, 4);
      });
    });
  }
});

describe('Settings', () => {
  it('fall back to their defaults inside VS Code as the manifest states them', () => {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    assert.equal(configuration.inspect('refreshInterval')?.defaultValue, 60);
    assert.equal(configuration.inspect('upload.confirm')?.defaultValue, 'newTarget');
  });
});
