import assert from 'node:assert/strict';
import { fullConversion, neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { blockingProblems, remainingProblems } from '../../../../src/data/convert/remainingProblems.ts';
import { checkBytes, checkText } from './checkText.ts';

/** The member with the rows of all objects, `?` if that is not certain, `nested` if they are; `pages` if it is not known. */
function found(text: string): string {
  const problem = checkText('json', text).problems.find(({ code }) => code === 'rowsInPages');
  if (problem?.code !== 'rowsInPages') {
    return 'rows';
  }
  const { name, isCertain, isInInnerObject, hasNestedRows } = problem;
  return name === undefined
    ? 'pages'
    : `${isInInnerObject ? 'in ' : ''}${name}${isCertain ? '' : '?'}${hasNestedRows ? ' nested' : ''}`;
}

const objects = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => ({ id })));

describe('The rows in pages', () => {
  for (const [text, expected] of [
    ['[{"page":1,"data":[{"id":1},{"id":2}]},{"page":2,"data":[{"id":3}]}]', 'data'],
    ['{"page":1,"data":[{"id":1},{"id":2}]}\n{"page":2,"data":[{"id":3}]}\n', 'data'],
    ['[{"page":1,"data":[{"id":1}]}]', 'data'],
    ['[{"page":1,"data":[{"id":1}]},{"page":2,"data":[]}]', 'data'],
    ['[{"data":[{"id":1}]},{"data":[{"id":2}]}]', 'data'],
    ['[{"page":1,"orders":[{"id":1}],"errors":[]},{"page":2,"orders":[{"id":2,"at":{"x":1}}]}]', 'orders nested'],
    ['[{"meta":{"total":3},"links":{"next":"/2"},"next_page":2,"items":[{"id":1}]}]', 'items'],
    [
      '[{"@odata.context":"x","value":[{"id":1}],"@odata.nextLink":"y"},{"@odata.context":"x","value":[{"id":2}]}]',
      'value',
    ],
    ['[{"totalSize":2,"done":true,"records":[{"id":1}]}]', 'records'],
    // What else they have may be of pages or of rows.
    ['[{"status":"ok","count":1,"data":[{"id":1}]},{"status":"ok","count":1,"data":[{"id":2}]}]', 'data?'],
    ['[{"page":1,"store":"a","items":[{"id":1}]},{"page":2,"store":"a","items":[{"id":2}]}]', 'items?'],
    ['[{"d":{"results":[{"id":1}]}},{"d":{"results":[{"id":2}]}}]', 'in d?'],
    [`[{"id":1,"lines":${objects(21)}},{"id":2,"lines":[{"id":1}]}]`, 'lines?'],
    [`[{"id":1,"order":{"lines":${objects(21)}}}]`, 'in order?'],
    // Which member has the rows is not known.
    ['[{"page":1,"data":[{"id":1}],"items":[{"id":1}]},{"page":2,"data":[{"id":2}],"items":[{"id":2}]}]', 'pages'],
    ['[{"page":1,"data":[{"id":1}]},{"page":2}]', 'pages'],
    ['[{"page":1,"data":[{"id":1}]},{"page":2,"items":[{"id":2}]}]', 'pages'],
    ['[{"page":1,"data":[{"id":1}]},{"page":2,"data":{"results":[{"id":1}]}}]', 'pages'],
    [`[{"id":1,"lines":${objects(21)},"notes":[{"id":1}]}]`, 'pages'],
    ['[{"page":1,"data":[]},{"page":2,"data":[{"id":1}]}]', 'pages'],
    ['[{"page":1,"data":[]}]', 'pages'],
    // Names that columns of rows have, too.
    ['[{"code":"a","status":"paid","total":9,"done":true,"items":[{"sku":"x"}]}]', 'items?'],
    ['[{"code":"a","type":"credit","limit":5000,"transactions":[{"net":1}]}]', 'transactions?'],
    ['[{"type":"book","pages":320,"authors":[{"name":"a"}]}]', 'authors?'],
    // An export of phpMyAdmin, whose tables have the rows.
    [
      '[{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for PHPMyAdmin"},{"type":"table","data":[{"id":1}]}]',
      'data?',
    ],
    ['[{"type":"header","comment":"Export"},{"type":"table","data":[{"id":1}]}]', 'rows'],
    ['[{"type":"note","comment":"phpMyAdmin"},{"type":"table","data":[{"id":1}]}]', 'rows'],
    // Orders with their items, and the like.
    [
      '[{"id":1,"customer":"a","items":[{"sku":"x"},{"sku":"y"}]},{"id":2,"customer":"b","items":[{"sku":"x"}]}]',
      'rows',
    ],
    [`[{"id":1,"lines":${objects(20)}}]`, 'rows'],
    ['[{"title":"a","done":true,"subtasks":[{"title":"b"}]}]', 'rows'],
    ['[{"title":"a","page":12,"notes":[{"text":"b"}]}]', 'rows'],
    ['[{"customer":{"contacts":[{"id":1}]}}]', 'rows'],
    ['[{"page":1,"data":{"id":1}}]', 'rows'],
    ['[{"page":1,"data":["a"]}]', 'rows'],
    ['[{"page":1,"net":5},{"page":2,"net":6}]', 'rows'],
    ['[{"page":1,"data":[{"id":1}]},]', 'rows'],
    ['[{"errors":[{"id":1}]}]', 'rows'],
    ['[[{"data":[{"id":1}]}],[[{}]]]', 'rows'],
  ] as const) {
    it(`are ${expected === 'rows' ? 'not looked for' : `found: ${expected}`}: ${text.slice(0, 120)}`, () => {
      assert.equal(found(text), expected);
      const bytes = Buffer.from(text);
      const whole = checkBytes('json', bytes);
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes('json', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
      }
    });
  }

  it('are sent if they are certain, and otherwise only if the user chooses it', () => {
    const offered = (text: string) =>
      conversionOffers(checkText('json', text)).map(({ id, isNeeded }) => [id, isNeeded]);
    assert.deepEqual(offered('[{"page":1,"data":[{"id":1}]}]'), [
      ['fromMember', true],
      ['toFlatRows', false],
    ]);
    assert.deepEqual(offered('[{"page":1,"data":[{"id":{"x":1}}]}]'), [
      ['fromMember', true],
      ['toFlatRows', true],
    ]);
    assert.deepEqual(offered('{"page":1,"data":[{"id":1}]}\n{"page":2,"data":[{"id":1}]}\n'), [
      ['fromMember', true],
      ['toFlatRows', false],
      ['toArray', false],
    ]);
    assert.deepEqual(offered('[{"page":1,"a":1,"data":[{"id":1}]}]'), [
      ['fromMember', false],
      ['toFlatRows', false],
    ]);
    assert.deepEqual(offered('[{"page":1,"data":[{"id":1}]},{"page":2}]'), [['toFlatRows', false]]);
    assert.deepEqual(offered('[{"id":1,"customer":"a","items":[{"sku":"x"}]}]'), [['toFlatRows', true]]);
  });

  it('or the pages as rows, and nothing of the pages remains a problem', () => {
    for (const text of [
      '[{"page":1,"data":[{"id":1}],"next":2},{"page":2,"data":[{"id":2}]}]',
      '{"page":1,"data":[{"id":1}],"next":2}\n{"page":2,"data":[{"id":2}]}\n',
    ]) {
      const check = checkText('json', text);
      assert.deepEqual(neededConversion(check), { fromMember: 'data' });
      assert.deepEqual(fullConversion(check), { fromMember: 'data', toFlatRows: true });
      assert.notDeepEqual(blockingProblems({ check }), []);
      assert.deepEqual(remainingProblems({ check, conversion: { fromMember: 'data' } }), []);
      assert.deepEqual(blockingProblems({ check, conversion: { toFlatRows: true, toArray: true } }), []);
    }
  });
});
