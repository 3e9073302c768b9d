import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { ToolError } from '../../../../src/app/tools/toolError.ts';
import { readToolInput } from '../../../../src/app/tools/toolInput.ts';
import { TOOL_NAMES } from '../../../../src/app/tools/toolNames.ts';
import { codeOf, toolErrorOf } from './toolErrors.ts';

interface Schema {
  readonly additionalProperties: boolean;
  readonly required?: readonly string[];
  readonly properties: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly enum?: readonly string[];
        readonly maxLength?: number;
        readonly maximum?: number;
      }
    >
  >;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly when: string;
      readonly inputSchema: Schema;
    }[];
  };
};

describe('The input of a tool', () => {
  it('has defaults, and takes null for what is omitted', () => {
    const all = { filter: '', state: undefined, limit: 20, offset: 0 };
    assert.deepEqual(readToolInput('dataConnections_listConnections', {}), all);
    const nulls = { filter: null, state: null, limit: null, offset: null };
    assert.deepEqual(readToolInput('dataConnections_listConnections', nulls), all);
  });

  it('has a limit of at most 50, however large a number is given', () => {
    for (const limit of [51, 1e9, Number.MAX_SAFE_INTEGER, 1e300]) {
      assert.equal(readToolInput('dataConnections_listJobs', { limit }).limit, 50);
    }
    assert.equal(readToolInput('dataConnections_listJobs', { offset: 1e300 }).offset, 1e300);
  });

  it('may be as long as the manifest says, and no longer', async () => {
    const at = (length: number) => ({ file: 'a'.repeat(length) });
    assert.deepEqual(readToolInput('dataConnections_checkFile', at(1000)), { ...at(1000), limit: 20 });
    assert.equal(
      (await toolErrorOf(() => readToolInput('dataConnections_checkFile', at(1001)))).message,
      '"file" must be a string of at most 1000 characters.',
    );
  });

  it('is rejected with what a property may be', async () => {
    const messageFor = async (input: object) =>
      (await toolErrorOf(() => readToolInput('dataConnections_listConnections', input))).message;
    assert.equal(
      await messageFor({ state: 'broken' }),
      '"state" must be one of: failed, syncing, neverSynced, idle, inactive.',
    );
    assert.equal(await messageFor({ limit: 0 }), '"limit" must be an integer of at least 1.');
    assert.equal(await messageFor({ offset: -1 }), '"offset" must be an integer of at least 0.');
  });

  it('is rejected with an unknown property, of which nothing is ignored', async () => {
    for (const input of [
      { entityId: 'a', confirm: false },
      { entityId: 'a', force: true },
      JSON.parse('{"entityId":"a","__proto__":{"confirm":false}}') as unknown,
    ]) {
      const { code, message } = await toolErrorOf(() => readToolInput('dataConnections_startSync', input));
      assert.deepEqual([code, message], ['invalidInput', 'The only properties are: entityId.']);
    }
  });

  it('is rejected with values of other types, and never read from a prototype', async () => {
    const inherited = Object.create({ entityId: 'a' }) as unknown;
    for (const input of [
      undefined,
      null,
      'a',
      [],
      [{ entityId: 'a' }],
      {},
      { entityId: ' ' },
      { entityId: 1 },
      inherited,
    ]) {
      assert.equal(await codeOf(() => readToolInput('dataConnections_startSync', input)), 'invalidInput');
    }
    const tooLong = { entityId: 'a'.repeat(501) };
    assert.equal(await codeOf(() => readToolInput('dataConnections_startSync', tooLong)), 'invalidInput');
    for (const limit of [0, -1, 1.5, '5', NaN, Infinity, true]) {
      assert.equal(await codeOf(() => readToolInput('dataConnections_listJobs', { limit })), 'invalidInput');
    }
    assert.equal(await codeOf(() => readToolInput('dataConnections_listJobs', { state: 'toString' })), 'invalidInput');
  });

  it('of any shape is parsed or rejected, and never quoted in the message', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOOL_NAMES), fc.anything(), (name, input) => {
        try {
          readToolInput(name, input);
        } catch (error) {
          assert.ok(error instanceof ToolError);
          assert.match(error.message, /^[\x20-\x7e]{1,200}$/);
        }
      }),
    );
  });
});

describe('The manifest', () => {
  it('declares exactly the tools that the code has, with the properties that they take', async () => {
    assert.deepEqual(contributes.languageModelTools.map(({ name }) => name).sort(), [...TOOL_NAMES].sort());
    for (const name of TOOL_NAMES) {
      const tool = contributes.languageModelTools.find((known) => known.name === name);
      assert.ok(tool);
      const { properties, required = [], additionalProperties } = tool.inputSchema;
      assert.equal(additionalProperties, false);
      const { message } = await toolErrorOf(() =>
        readToolInput(name, { ...Object.fromEntries(required.map((key) => [key, 'a'])), unknown: 1 }),
      );
      const known = message.replace('The only properties are: ', '').replace('.', '').split(', ');
      assert.deepEqual(known.sort(), Object.keys(properties).sort());
      for (const key of required) {
        const others = required.filter((other) => other !== key);
        assert.equal(
          await codeOf(() => readToolInput(name, Object.fromEntries(others.map((other) => [other, 'a'])))),
          'invalidInput',
        );
      }
      for (const [key, { enum: values = [] }] of Object.entries(properties)) {
        for (const value of values) {
          readToolInput(name, { ...Object.fromEntries(required.map((other) => [other, 'a'])), [key]: value });
        }
      }
    }
  });

  it('hides every tool until the workspace is trusted and where the setting excludes it', () => {
    for (const { name, when } of contributes.languageModelTools) {
      const acts = /_(startSync|uploadFile)$/.test(name);
      assert.equal(when, `config.dataConnections.agentTools ${acts ? '== all' : '!= off'} && isWorkspaceTrusted`);
    }
  });
});
