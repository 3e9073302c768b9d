import assert from 'node:assert/strict';
import type { AnswerMeta } from '../../../../src/model/answerMeta.ts';
import { AnswerChecks } from '../../../../src/app/session/answerChecks.ts';

function meta(change: Partial<AnswerMeta>): AnswerMeta {
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
  let checks: AnswerChecks;
  let told: string[];
  let changes: number;

  beforeEach(() => {
    checks = new AnswerChecks('home');
    told = [];
    changes = 0;
    checks.onDidFindForeignWorkspace((workspace) => told.push(workspace));
    checks.onDidChange(() => changes++);
  });

  it('have nothing to say about answers from the right workspace in a known version', () => {
    assert.equal(checks.isWorkspaceKnown, false);
    checks.see(meta({}));
    assert.equal(checks.isWorkspaceKnown, true);
    assert.equal(checks.unagreedWorkspace, undefined);
    assert.equal(checks.unsupportedVersion, undefined);
    assert.deepEqual(told, []);
    assert.equal(changes, 0);
  });

  it('tell a foreign workspace once, and hold until someone agrees', () => {
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.deepEqual(told, ['elsewhere']);
    assert.equal(checks.unagreedWorkspace, 'elsewhere');
    checks.agreeTo('elsewhere');
    assert.equal(checks.unagreedWorkspace, undefined);
    assert.equal(checks.foreignWorkspace, 'elsewhere');
    assert.equal(changes, 1);
  });

  it('let an agreement end when another workspace answers', () => {
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.agreeTo('elsewhere');
    checks.see(meta({ workspaceIdentifier: 'third' }));
    assert.equal(checks.unagreedWorkspace, 'third');
    checks.see(meta({}));
    assert.equal(checks.foreignWorkspace, undefined);
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.equal(checks.unagreedWorkspace, 'elsewhere');
    assert.deepEqual(told, ['elsewhere', 'third']);
  });

  it('hold back for every foreign workspace, but tell of a few only', () => {
    for (let i = 0; i < 10; i++) {
      checks.see(meta({ workspaceIdentifier: `elsewhere ${i}` }));
      assert.equal(checks.unagreedWorkspace, `elsewhere ${i}`);
    }
    assert.equal(told.length, 3);
  });

  it('learn nothing from an answer that leaves its workspace out', () => {
    checks.see(meta({ workspaceIdentifier: undefined }));
    assert.equal(checks.isWorkspaceKnown, false);
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    checks.see(meta({ workspaceIdentifier: undefined }));
    checks.see(meta({ workspaceIdentifier: '' }));
    assert.equal(checks.unagreedWorkspace, 'elsewhere');
  });

  it('compare nothing where the account itself has no workspace identifier', () => {
    const unnamed = new AnswerChecks('');
    unnamed.see(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.equal(unnamed.foreignWorkspace, undefined);
  });

  it('note a version they were not written for, and when it is gone', () => {
    checks.see(meta({ apiVersion: '2.1' }));
    checks.see(meta({ apiVersion: '2.1' }));
    assert.equal(checks.unsupportedVersion, '2.1');
    checks.see(meta({ apiVersion: undefined }));
    assert.equal(checks.unsupportedVersion, undefined);
    checks.see(meta({ apiVersion: '2.1' }));
    assert.equal(changes, 3);
  });

  it('say nothing more once disposed', () => {
    checks.dispose();
    checks.see(meta({ workspaceIdentifier: 'elsewhere' }));
    assert.deepEqual(told, []);
  });
});
