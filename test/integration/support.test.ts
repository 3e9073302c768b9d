import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Account } from '../../src/model/account.ts';
import { eventually } from '../eventually.ts';
import { ledgerEntry } from '../../src/ui/diagnose/localEntries.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, signInAfresh } from './extensionUnderTest.ts';
import { agree, withMessages } from './shownMessages.ts';

function run(command: string, ...args: unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`dataConnections.${command}`, ...args);
}

/** The text of the active editor, once its tab has this title. */
async function shownText(title: RegExp): Promise<string> {
  return eventually(() => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.match(activeTab?.label ?? '', title);
    return vscode.window.activeTextEditor?.document.getText() ?? assert.fail('a text is shown');
  }, `${title} is shown`);
}

async function copied(act: () => Thenable<unknown>): Promise<string> {
  await vscode.env.clipboard.writeText('');
  await act();
  return vscode.env.clipboard.readText();
}

describe('Support', () => {
  let service: LocalService;
  let account: Account;

  before(() => {
    service = connectService();
  });

  beforeEach(async () => {
    await service.reset();
    account = await signInAfresh(service);
    await run('refresh');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => service.reset());

  async function firstEntity(): Promise<string> {
    const [connection] = (await service.state()).connections.filter(({ isActive }) => isActive);
    assert.ok(connection);
    return connection.entityId;
  }

  describe('Diagnose', () => {
    it('shows what it found as Markdown that cannot be edited, without key, address and names', async () => {
      await run('diagnose');
      const text = await shownText(/^Data Connections: Diagnosis/);
      assert.match(text, /^# Data Connections: Diagnosis\n/);
      for (const title of [
        'Name resolution',
        'Connection to the service',
        'Clock',
        'Account',
        'List of connections',
        'Secret storage',
        'Job database',
      ]) {
        assert.match(text, new RegExp(`\\*\\*OK\\*\\* · ${title}: `));
      }
      assert.match(text, /- Extension: \d+\.\d+\.\d+\n/);
      const { contributes } = vscode.extensions.getExtension('data-connections.data-connections')?.packageJSON as {
        readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
      };
      const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
      assert.deepEqual(
        settings.filter((id) => !text.includes(`- ${id}: `)),
        ['dataConnections.upload.targets'],
      );
      assert.match(text, /- dataConnections\.requestTimeout: 30\n/);
      for (const hidden of [service.apiKey, service.email, account.user.fullName, account.workspace.name]) {
        assert.ok(!text.includes(hidden), `${hidden} is hidden`);
      }
      const { document } = vscode.window.activeTextEditor ?? assert.fail('it is shown');
      assert.equal(document.languageId, 'markdown');
      assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
    });

    it('warns of a missing database, but not in the demo, which never has one', async () => {
      const entries = await Promise.all([false, true].map((isDemo) => ledgerEntry({ kind: 'memoryOnly' }, { isDemo })));
      assert.deepEqual(
        entries.map(({ state }) => state),
        ['warning', 'skipped'],
      );
    });

    it('gives the advice that fits the reason why the database can’t be used', async () => {
      const problems = ['unwritable', 'full', 'locked', 'failing', undefined] as const;
      const entries = await Promise.all(
        problems.map((problem) => ledgerEntry({ kind: 'unusable', problem }, { isDemo: false })),
      );
      assert.deepEqual(new Set(entries.map(({ state }) => state)), new Set(['problem']));
      const remedies = entries.map(({ remedy }) => remedy?.replace(' See the log for details.', ''));
      assert.deepEqual(remedies, [
        'Check the permissions of the folder globalStorage/data-connections.data-connections, and whether its disk is read-only.',
        'Free up disk space.',
        'Close other windows, and programs that have the database open.',
        ...Array<string>(2).fill('Check the free disk space, and close other windows.'),
      ]);
    });

    it('warns of a gateway that answers a request without a key as if it were right', async () => {
      await service.addFault({ action: { kind: 'response', status: 200, body: '<html>Welcome</html>' } });
      try {
        await run('diagnose');
        const text = await shownText(/^Data Connections: Diagnosis/);
        assert.match(
          text,
          /\*\*Warning\*\* · Connection to the service: .* status 200 .*\n {2}- What to do: Status 401 was expected\./,
        );
      } finally {
        await service.clearFaults();
      }
    });

    it('reports the list of connections if the service does not return it, although it accepts the key', async () => {
      await service.addFault({
        path: '^/connections$',
        action: { kind: 'response', status: 502, body: '<html></html>' },
      });
      try {
        await run('refresh');
        await run('diagnose');
        const text = await shownText(/^Data Connections: Diagnosis/);
        assert.match(text, / · 1 problem/);
        assert.match(text, /- \*\*Problem\*\* · List of connections: The service is unavailable .status 502./);
      } finally {
        await service.clearFaults();
        await run('refresh');
      }
    });

    it('says what failed, and what to do', async () => {
      await service.setKey(randomUUID());
      await run('diagnose');
      const text = await shownText(/^Data Connections: Diagnosis/);
      assert.match(text, / · 1 problem/);
      assert.match(
        text,
        /- \*\*Problem\*\* · Account: .*\n {2}- What to do: Sign in again with a valid key or token\.\n/,
      );
    });
  });

  describe('Copy as cURL', () => {
    it('copies the request of a sync and of a status, without the key', async () => {
      const entityId = await firstEntity();
      const sync = await copied(() => run('copyAsCurl', { entityId }));
      assert.match(sync, new RegExp(`^curl '${service.baseUrl}/api/public/v1/connections/sync'`));
      assert.ok(sync.includes(entityId) && sync.includes('"x-api-key: $DATA_CONNECTIONS_KEY"'));
      const status = await copied(() => run('copyAsCurl', { syncId: 'sync/1' }));
      assert.match(status, /\/connections\/sync\/sync%2F1\/status'/);
      assert.ok(![sync, status].some((text) => text.includes(service.apiKey)));
    });

    it('copies the request of the upload that is being reviewed, which stays open, and sends nothing', async () => {
      const [entityId] = await service.uploadTargets();
      const folder = await mkdtemp(join(tmpdir(), 'review-'));
      const file = join(folder, "it's.csv");
      await writeFile(file, 'id,name\n1,one\n');
      const answers = ['Copy as cURL'];
      await withMessages(
        async (messages) => {
          const text = await copied(() => run('uploadFile', vscode.Uri.file(file), { entityId }));
          assert.ok(text.includes(`--form-string 'entityId=${entityId}'`), text);
          assert.ok(text.includes(`file=@"${file.replace("'", "'\\''")}"`), text);
          assert.equal(messages.modal.length, 2);
        },
        ({ isModal }) => (isModal ? answers.shift() : undefined),
      );
      assert.deepEqual(await service.uploads(), []);
      await rm(folder, { recursive: true });
    });

    it('copies nothing for an upload that is not a file on a local disk', async () => {
      const [entityId] = await service.uploadTargets();
      await vscode.workspace
        .openTextDocument({ content: 'id,name\n1,one\n', language: 'csv' })
        .then(vscode.window.showTextDocument);
      const answers = ['Copy as cURL'];
      await withMessages(
        async (messages) => {
          assert.equal(await copied(() => run('uploadActiveEditor', { entityId })), '');
          await messages.including(/^Nothing was copied\./);
        },
        ({ isModal }) => (isModal ? answers.shift() : undefined),
      );
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('copies nothing without an account, and offers to sign in', async () => {
      const entityId = await firstEntity();
      await withMessages(
        () => run('signOut', account.id),
        () => 'Sign Out',
      );
      await withMessages(async (messages) => {
        assert.equal(await copied(() => run('copyAsCurl', { entityId })), '');
        const { buttons } = await messages.including(/^You are not signed in\.$/);
        assert.deepEqual(buttons, ['Sign In…']);
      });
    });

    it('copies no request that is never sent', async () => {
      await withMessages(async (messages) => {
        assert.equal(await copied(() => run('copyAsCurl', { entityId: '4711' })), '');
        await messages.including(/contain only digits/);
      });
    });

    it('copies nothing without a row', async () => {
      await withMessages(async (messages) => {
        assert.equal(await copied(() => run('copyAsCurl')), '');
        await messages.including(/on a row/);
      });
    });
  });

  describe('Copy Support Info', () => {
    it('copies IDs, versions, steps and times of a job', async () => {
      const job = (await run('startSync', { entityId: await firstEntity() })) as { readonly syncId: string };
      const text = await eventually(async () => {
        const info = await copied(() => run('copySupportInfo', job));
        assert.match(info, /Extract/);
        return info;
      }, 'The steps are known');
      assert.match(text, new RegExp(`^Sync ID: ${job.syncId}$`, 'm'));
      assert.match(text, /^Request ID: 00-[0-9a-f]{32}-/m);
      assert.match(text, /^Correlation ID: [0-9a-f]{32}$/m);
      assert.match(text, /^Extension: \d/m);
      assert.match(text, /^- Extract · .*\d{4}-\d\d-\d\dT/m);
      assert.ok(!text.includes(service.apiKey) && !text.includes(service.email));
    });

    it('copies neither the name nor the path of an uploaded file', async () => {
      const [entityId] = await service.uploadTargets();
      const folder = await mkdtemp(join(tmpdir(), 'salaries-'));
      const file = join(folder, 'payroll.csv');
      await writeFile(file, 'id,name\n1,one\n');
      const job = await withMessages(() => run('uploadFile', vscode.Uri.file(file), { entityId }), agree);
      const text = await copied(() => run('copySupportInfo', job));
      assert.match(text, /^Rows sent: 1$/m);
      assert.doesNotMatch(text, /payroll|salaries/);
      await rm(folder, { recursive: true });
    });

    it('takes a job that someone else has started, once it was looked up', async () => {
      const syncId = await service.startElsewhere(await firstEntity(), { durationMs: 1 });
      await service.advance(1000);
      await vscode.commands.executeCommand(
        'vscode.open',
        vscode.Uri.parse(await copied(() => run('copyLink', { syncId }))),
      );
      await eventually(async () => {
        assert.match(await copied(() => run('copySupportInfo', { syncId })), new RegExp(`^Sync ID: ${syncId}$`, 'm'));
        return true;
      }, 'The support information is copied');
    });
  });

  describe('Compare Accounts', () => {
    it('shows the connections of two accounts side by side, and where they differ', async () => {
      const { connections } = await service.state();
      await signInAfresh(service);
      // So that the view requests nothing while the accounts are compared.
      await run('refresh');
      // The local service has one workspace for all keys: one of the two requests gets another list.
      const data = [{ entityId: 'only', entityName: '$(zap) [x](command:y)\u202e', sourceSystem: 'Zed' }];
      const action = { kind: 'response', status: 200, body: JSON.stringify({ data, meta: {} }) } as const;
      await service.addFault({ path: '^/connections$', times: 1, action });
      await withMessages(async ({ all }) => {
        await run('compareAccounts', account.id);
        assert.equal(all.length, 0);
      });
      const { input, label } = await eventually(() => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
        return { input: activeTab.input, label: activeTab.label };
      }, 'The diff editor is open');
      assert.match(
        label,
        new RegExp(
          `0 different, (1|${connections.length}) only on the left, (1|${connections.length}) only on the right`,
        ),
      );
      const documents = await Promise.all(
        [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
      );
      const texts = documents.map((document) => document.getText());
      assert.deepEqual(
        texts.map((text) => text.split('\n').length).sort((one, two) => one - two),
        [4, connections.length + 3],
      );
      assert.equal(texts.filter((text) => /^\$\(zap\) \[x\]\(command:y\) .* Zed$/m.test(text)).length, 1);
    });

    it('names the account whose connections could not be listed, and an ID that no account has', async () => {
      await signInAfresh(service);
      await run('refresh');
      const { host } = new URL(account.baseUrl);
      await service.addFault({ path: '^/connections$', action: { kind: 'response', status: 401, body: '{}' } });
      await withMessages(async (messages) => {
        await run('compareAccounts', account.id);
        const { text, buttons } = await messages.including(/\): The service did not accept the key/);
        assert.ok(text.startsWith(`${account.workspace.name} (${host}): `), text);
        assert.deepEqual(buttons, ['Sign In…']);
        await run('compareAccounts', 'unknown-account');
        await messages.including(/No account with this ID is signed in/);
      });
    });
  });

  describe('Links', () => {
    /** As VS Code does with a link that is clicked. */
    async function open(link: string): Promise<void> {
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(link, true));
    }

    it('open the page of the job that they were copied from', async () => {
      const job = await run('startSync', { entityId: await firstEntity() });
      const link = await copied(() => run('copyLink', job));
      assert.match(
        link,
        /^[\w-]+:\/\/data-connections\.data-connections\/job\?service=http:\/\/127\.0\.0\.1:\d+&workspace=/,
      );
      await open(link);
      await eventually(() => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        assert.ok(activeTab?.input instanceof vscode.TabInputWebview);
        return activeTab;
      }, 'The job page is open');
    });

    it('open the page of a job that someone else has started', async () => {
      const syncId = await service.startElsewhere(await firstEntity(), { durationMs: 1 });
      await open(await copied(() => run('copyLink', { syncId })));
      await eventually(() => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        assert.ok(activeTab?.input instanceof vscode.TabInputWebview);
        return activeTab;
      }, 'The job page is open');
    });

    it('say so if the service does not have the job', async () => {
      const link = await copied(() => run('copyLink', { syncId: 'none' }));
      await withMessages(async (messages) => {
        await open(link);
        await messages.including(/does not have the job/);
      });
    });

    it('are refused with anything that does not belong in one', async () => {
      const entityId = await firstEntity();
      const link = await copied(() => run('copyLink', { entityId }));
      await withMessages(async (messages) => {
        await open(`${link}&start=true`);
        await messages.including(/can’t be opened/);
      });
    });

    it('are not copied for an ID with which they would not open, or for several arguments', async () => {
      await withMessages(async (messages) => {
        for (const [args, text] of [
          [[{ syncId: '..' }], /ID can’t be used/],
          [[{ entityId: '4711' }], /ID can’t be used/],
          [[{ entityId: 'x'.repeat(501) }], /ID can’t be used/],
          [[{ syncId: 'one' }, { syncId: 'other' }], /only one argument/],
        ] as const) {
          await vscode.env.clipboard.writeText('as before');
          await run('copyLink', ...args);
          assert.match(messages.all.at(-1)?.text ?? '', text);
          assert.equal(await vscode.env.clipboard.readText(), 'as before');
        }
        assert.equal(messages.all.length, 4);
      });
    });

    it('ask before they switch the account, or sign in to a service whose host they show', async () => {
      const entityId = await firstEntity();
      const link = await copied(() => run('copyLink', { entityId }));
      const { identifier } = account.workspace;
      await signInAfresh(service);
      await withMessages(async (messages) => {
        await open(link);
        assert.equal((await messages.including(/^Switch this window to /)).isModal, true);
        await open(link.replace(/service=[^&]*/, 'service=https://evil.example/path'));
        const question = await messages.including(/^Sign in to evil\.example to open the link\?$/);
        assert.equal(question.isModal, true);
        assert.match(question.detail, new RegExp(`^Service: https://evil.example/path\nWorkspace: ${identifier}\n`));
      });
    });
  });
});
