import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../scale.ts';
import { readJson } from '../../../src/localService/jsonBody.ts';
import type { ParseResult } from '../../../src/localService/rowStore.ts';

describe('JSON rows', () => {
  it('are the same wherever the text is split', async () => {
    const rows = fc.array(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat(60), { maxLength: 20 }), async (objects, cuts) => {
        const text = JSON.stringify(objects, null, 1);
        const whole = await read([text]);
        assert.equal(whole.problem, undefined);
        assert.deepEqual(asMaps(whole), objects.map(asMap));
        assert.deepEqual(await read(pieces(text, cuts)), whole);
      }),
    );
  });

  it('are accepted if and only if JSON.parse returns an array of flat objects', async () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
    const add = fc.constantFrom('', ...Array.from('{}[],:"\\0-.eEtn \n\u0000x'), 'null', '1e5', '\\u12');
    const edit = fc.record({ at: fc.nat(), remove: fc.nat(3), add });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), value)),
        fc.array(edit, { maxLength: 3 }),
        async (rows, edits) => {
          let text = JSON.stringify(rows);
          for (const { at, remove, add: added } of edits) {
            const start = at % Math.max(1, text.length);
            text = text.slice(0, start) + added + text.slice(start + remove);
          }
          assert.equal((await read([text])).problem === undefined, isArrayOfFlatObjects(text), text);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('keep numbers as they were written', async () => {
    const { rows } = await read(['[{"a":1234567890', '1234567890,"b" : 1.50,"c":', '-0.0e', '-7}]']);
    assert.deepEqual(rows, [['12345678901234567890', '1.50', '-0.0e-7']]);
  });

  it('keep the columns in the order of their first member, and the last of two members with one name', async () => {
    assert.deepEqual(await read(['[{"b":1,"2":2},{"1":3,"__proto__":4,"b":5,"b":6}]']), {
      columns: ['b', '2', '1', '__proto__'],
      rows: [
        ['1', '2'],
        ['6', '', '3', '4'],
      ],
    });
  });

  it('are kept up to the first error', async () => {
    const { rows, problem } = await read(['[{"a":1},{"a":"}"},{"a":3},{"a":+4},{"a":5}]']);
    assert.deepEqual(rows, [['1'], ['}'], ['3']]);
    assert.match(problem ?? '', /After row 3 the data is not readable as JSON/);
  });

  it('are rejected if they are not JSON', async () => {
    for (const text of ['"open', '"\\x"', '01', '+1', 'nul', '"a\nb"', "'a'"]) {
      assert.match((await read([`[{"a":${text}}]`])).problem ?? '', /not readable as JSON/, text);
    }
  });
});

interface Rows extends ParseResult {
  readonly rows: readonly (readonly string[])[];
}

async function read(texts: readonly string[]): Promise<Rows> {
  const rows: (readonly string[])[] = [];
  const writer = {
    get rowCount() {
      return rows.length;
    },
    add: (cells: readonly string[]) => void rows.push(cells),
    flush: () => undefined,
  };
  return { ...(await readJson(asStream(texts), writer)), rows };
}

async function* asStream(texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) {
    yield await Promise.resolve(text);
  }
}

function isArrayOfFlatObjects(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      Array.isArray(value) &&
      value.every((row) => isObject(row) && !Object.values(row).some(isObject) && !Array.isArray(row))
    );
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Each row's cells by column, without the empty ones. */
function asMaps({ columns, rows }: Rows): readonly ReadonlyMap<string, string>[] {
  return rows.map((cells) => withoutEmpty(cells.map((cell, index) => [columns[index] ?? '', cell])));
}

function asMap(row: Readonly<Record<string, string | number | boolean | null>>): ReadonlyMap<string, string> {
  return withoutEmpty(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]));
}

function withoutEmpty(cells: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(cells.filter(([, cell]) => cell !== ''));
}

function pieces(text: string, lengths: readonly number[]): readonly string[] {
  const cut: string[] = [];
  let at = 0;
  for (const length of lengths) {
    cut.push(text.slice(at, at + length));
    at += length;
  }
  return [...cut, text.slice(at)];
}
