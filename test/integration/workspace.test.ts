import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Emitter } from '../../src/base/event.ts';
import { addFavorites } from '../../src/ui/connections/connectionCommands.ts';
import { automaticKind } from '../../src/ui/check/onceTableShown.ts';
import { EditorTitle } from '../../src/ui/editorTitle/editorTitle.ts';
import { createJobTracking } from '../../src/ui/jobs/jobTracking.ts';
import { record } from '../unit/app/session/memoryStorage.ts';
import { SampleWindow } from '../unit/app/tracking/sampleWindow.ts';

const ACCOUNT = record('a', 'a').account;

/** Replaces properties of `vscode.workspace` for these tests. Returns a function that restores them. */
function replaceInWorkspace(replacements: Readonly<Record<string, unknown>>): () => void {
  const { workspace } = vscode;
  const originals = Object.keys(replacements).map(
    (name) => [name, Object.getOwnPropertyDescriptor(workspace, name)] as const,
  );
  for (const [name, value] of Object.entries(replacements)) {
    Object.defineProperty(workspace, name, { value, configurable: true });
  }
  return () => originals.forEach(([name, original]) => original && Object.defineProperty(workspace, name, original));
}

describe('A virtual workspace', () => {
  it('has its own files checked automatically, but not the earlier versions that have its scheme', () => {
    const root = vscode.Uri.parse('vscode-vfs://github/owner/project');
    const folder = { uri: root, name: 'project', index: 0 };
    const putBack = replaceInWorkspace({
      workspaceFolders: [folder],
      getWorkspaceFolder: ({ authority }: vscode.Uri) => (authority === root.authority ? folder : undefined),
    });
    const kindAt = (uri: vscode.Uri): unknown =>
      automaticKind({
        uri,
        fileName: uri.path,
        languageId: 'csv',
        lineCount: 2,
        offsetAt: () => 9,
      } as unknown as vscode.TextDocument);
    try {
      const file = vscode.Uri.joinPath(root, 'ledger.csv');
      assert.equal(kindAt(file), 'csv');
      assert.equal(kindAt(file.with({ authority: 'github+c0ffee' })), undefined);
    } finally {
      putBack();
    }
  });
});

describe('The upload icon in the titles of editors', () => {
  it('is updated when the folders of the workspace change, because the settings name paths in them', () => {
    const folders = new vscode.EventEmitter<void>();
    const putBack = replaceInWorkspace({ onDidChangeWorkspaceFolders: folders.event });
    let updates = 0;
    const title = new EditorTitle({
      session: { state: { kind: 'signedOut' } },
      history: undefined as never,
      settings: () => ((updates += 1), { uploadIcon: 'all' }),
      targetSettings: () => assert.fail(),
    });
    try {
      folders.fire();
      assert.equal(updates, 1);
    } finally {
      putBack();
      title.dispose();
    }
  });
});

describe('The refresh of the connections', () => {
  it('has the interval of the workspace once that is trusted', async () => {
    const trusted = new vscode.EventEmitter<void>();
    const putBack = replaceInWorkspace({ onDidGrantWorkspaceTrust: trusted.event });
    const never = new Emitter<never>().event;
    const response = { connections: [], droppedRows: 0, omittedRows: 0, byteLength: 0 };
    const client = {
      listConnections: () => Promise.resolve(response),
      onDidReceiveRateLimit: never,
      onDidReceiveResponse: never,
      onDidFail: never,
    };
    let reads = 0;
    const tracking = await createJobTracking({
      session: {
        state: { kind: 'signedIn', account: ACCOUNT, client, isStored: true },
        onDidChange: never,
        recordFailure: () => undefined,
      } as unknown as Parameters<typeof createJobTracking>[0]['session'],
      hasAccount: () => true,
      storagePath: undefined,
      storage: { get: () => undefined } as unknown as Parameters<typeof createJobTracking>[0]['storage'],
      settings: () => ((reads += 1), { refreshIntervalMs: 3_600_000 }),
      windowConnection: new SampleWindow(),
      log: { debug: () => undefined } as unknown as Parameters<typeof createJobTracking>[0]['log'],
    });
    try {
      tracking.feed.setVisible(true);
      await tracking.feed.refresh();
      reads = 0;
      trusted.fire();
      assert.equal(reads, 1);
    } finally {
      putBack();
      tracking.dispose();
    }
  });
});

describe('Add to Favorites', () => {
  it('adds nothing if the account changes while it looks for a connection', async () => {
    const added: unknown[] = [];
    const feed = {
      state: { kind: 'loading' },
      find: () => undefined,
      refresh: () => Promise.resolve({ kind: 'cancelled' } as const),
    } as const;
    await addFavorites([{ entityId: 'e1' }], { set: (ids) => added.push(ids) }, feed);
    assert.deepEqual(added, []);
  });
});
