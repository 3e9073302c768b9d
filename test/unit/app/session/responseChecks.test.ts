import assert from 'node:assert/strict';
import type { ResponseMeta } from '../../../../src/model/responseMeta.ts';
import { ResponseChecks } from '../../../../src/app/session/responseChecks.ts';

function meta(change: Partial<ResponseMeta>): ResponseMeta {
  return {
    apiVersion: '1.0',
    requestId: undefined,
    correlationId: undefined,
    workspaceIdentifier: 'home',
    timestamp: undefined,
    ...change,
  };
}

describe('The checks of answers', () => {
  let checks: ResponseChecks;
  let warned: string[];
  let changes: number;

  beforeEach(() => {
    checks = new ResponseChecks('home');
    warned = [];
    changes = 0;
    checks.onDidFindForeignWorkspace((workspace) => warned.push(workspace));
    checks.onDidChange(() => changes++);
  });

  it('report nothing about answers from the expected workspace in a supported version', () => {
    assert.equal(checks.isWorkspaceKnown, false);
    checks.check(meta({}));
    assert.equal(checks.isWorkspaceKnown, true);
    assert.equal(checks.unconfirmedWorkspace, undefined);
    assert.equal(checks.unsupportedVersion, undefined);
    assert.deepEqual(warned, []);
    assert.equal(changes, 0);
  });

  it('report a foreign workspace once, and block until the user agrees', () => {
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.deepEqual(warned, ['elsewhere']);
    assert.equal(checks.unconfirmedWorkspace, 'elsewhere');
    checks.confirm('elsewhere');
    assert.equal(checks.unconfirmedWorkspace, undefined);
    assert.equal(checks.foreignWorkspace, 'elsewhere');
    assert.equal(changes, 1);
  });

  it('ask for a new confirmation when another workspace answers', () => {
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.confirm('elsewhere');
    checks.check(meta({ workspaceIdentifier: 'third' }));
    assert.equal(checks.unconfirmedWorkspace, 'third');
    checks.check(meta({}));
    assert.equal(checks.foreignWorkspace, undefined);
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.equal(checks.unconfirmedWorkspace, 'elsewhere');
    assert.deepEqual(warned, ['elsewhere', 'third']);
  });

  it('block for every foreign workspace, but warn of the first few only', () => {
    for (let i = 0; i < 10; i++) {
      checks.check(meta({ workspaceIdentifier: `elsewhere ${i}` }));
      assert.equal(checks.unconfirmedWorkspace, `elsewhere ${i}`);
    }
    assert.equal(warned.length, 3);
  });

  it('ignore answers without a workspace', () => {
    checks.check(meta({ workspaceIdentifier: undefined }));
    assert.equal(checks.isWorkspaceKnown, false);
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.check(meta({ workspaceIdentifier: undefined }));
    checks.check(meta({ workspaceIdentifier: '' }));
    assert.equal(checks.unconfirmedWorkspace, 'elsewhere');
  });

  it('compare nothing if the account has no workspace identifier', () => {
    const unnamed = new ResponseChecks('');
    unnamed.check(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.equal(unnamed.foreignWorkspace, undefined);
  });

  it('report an unsupported version, and its end', () => {
    checks.check(meta({ apiVersion: '2.1' }));
    checks.check(meta({ apiVersion: '2.1' }));
    assert.equal(checks.unsupportedVersion, '2.1');
    checks.check(meta({ apiVersion: undefined }));
    assert.equal(checks.unsupportedVersion, undefined);
    checks.check(meta({ apiVersion: '2.1' }));
    assert.equal(changes, 3);
  });

  it('report nothing once disposed', () => {
    checks.dispose();
    checks.check(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.deepEqual(warned, []);
  });
});
