import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { conversionOffers } from '../../src/data/convert/conversionOffers.ts';
import type { ConversionId } from '../../src/data/convert/conversionOffers.ts';
import type { UploadKind } from '../../src/model/upload.ts';
import { checkWithTotals } from './data/check/checkText.ts';

/** All but `fromMember:…`, which is `fromMember` for one of several members, and `fromGzip`, which is found before a text is checked. */
type OfferedId = Exclude<ConversionId, `fromMember:${string}` | 'fromGzip'>;

interface Documented {
  readonly kind?: UploadKind;
  /** A text for which the conversion is offered. */
  readonly text: string | Uint8Array;
  /** What the guide calls it. */
  readonly words: string;
  /** Whether it is already selected for that text: because the service can't read it otherwise, or as the guide says in these words. */
  readonly selection: 'needed' | 'not selected' | { readonly words: string };
  /** A text for which it is offered, but not selected. */
  readonly unsure?: string | Uint8Array;
}

const GUIDE = readFileSync('docs/guide/conversions.md', 'utf8').replaceAll(/\s+/g, ' ');
const [, ALSO_SELECTED = ''] = /Also selected are (.*?)\. The file itself isn't changed/.exec(GUIDE) ?? [];

const BYTE_ORDER_MARK = '\uFEFF';

const CONVERSIONS: Readonly<Record<OfferedId, Documented>> = {
  fromEncoding: {
    text: Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1'),
    words: 'another encoding to UTF-8',
    selection: 'needed',
    unsure: Buffer.concat([Buffer.from('name\nMüller\nGröß'), Buffer.of(0xfc)]),
  },
  otherEncoding: {
    text: Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1'),
    words: "except for an encoding that isn't certain",
    selection: 'not selected',
  },
  fromDelimiter: { text: 'id;name\n1;a\n', words: 'another delimiter to commas', selection: 'not selected' },
  fromDrawnTable: {
    text: '| id | name |\n|----|------|\n| 1  | a    |\n',
    words: 'a table whose columns are [drawn with bars and lines](problems.md#drawntable) to CSV',
    selection: 'needed',
  },
  withoutByteOrderMark: {
    kind: 'json',
    text: `${BYTE_ORDER_MARK}[{"id":1}]`,
    words: 'removing a byte order mark,',
    selection: 'needed',
  },
  withoutSepLine: {
    text: 'sep=;\nid;name\n1;a\n',
    words: 'a `sep=` line, or title lines above the header',
    selection: { words: 'a `sep=` line' },
  },
  withoutTitleLines: {
    text: 'Report\n\nid,amount\n1,2\n2,3\n3,4\n',
    words: 'a `sep=` line, or title lines above the header',
    selection: { words: 'title lines' },
  },
  withoutRepeatedHeaders: {
    text: 'id,amount\n1,2\nid,amount\n2,3\n',
    words: 'removing rows that repeat the header, or that consist only of delimiters',
    selection: { words: 'rows that repeat the header' },
    unsure: 'id,name\na,b\nid,name\nc,d\n',
  },
  withoutEmptyRows: {
    text: 'id,amount\n1,2\n,\n2,3\n',
    words: 'removing rows that repeat the header, or that consist only of delimiters',
    selection: 'not selected',
  },
  withoutTrailingDelimiters: {
    text: 'id,amount\n1,2,\n2,3,\n4,5,\n',
    words: 'removing the delimiter at the end of each row, if the header has no column for it',
    selection: { words: 'the delimiter at the end of each row' },
  },
  withoutTrailingColumns: {
    text: 'id,amount,,\n1,2,,\n2,3,,\n',
    words: 'columns on the right that have neither a name nor a value',
    selection: { words: 'columns on the right that have neither a name nor a value' },
  },
  withoutTrailingLines: {
    text: 'id,amount\n1,2\n2,3\n,\n',
    words: 'removing rows of delimiters, or lines with other text, below the table',
    selection: { words: 'rows of delimiters or lines with other text below the table' },
    unsure: 'id,name,net,day,town\n1,a,2,3,x\n2,b,4,5,y\n,,,,\n3,c,,,\n',
  },
  withoutTotalRow: {
    text: 'id,amount\na,1000\nb,2000\nc,3000\nTotal,6000\n',
    words: 'removing the last row if it is a row of totals',
    selection: 'not selected',
  },
  fromTrailingMinuses: {
    text: 'id,amount\n1,12.50-\n2,13.50\n3,2.25-\n',
    words: 'moving minus signs from the end of numbers to their beginning',
    selection: 'not selected',
  },
  fromDecimalCommas: { text: 'id;amount\n1;12,5\n', words: 'decimal commas to points', selection: 'not selected' },
  withoutThousandsCommas: {
    text: 'id,amount\n1,"1,234.50"\n',
    words: 'removing commas between thousands',
    selection: 'not selected',
  },
  withoutFormulas: {
    text: 'id,amount\n="0012",2\n="0013",3\n',
    words: 'texts that are written as formulas, such as `="0012"`, to plain text',
    selection: { words: 'converting formulas to plain text' },
    unsure: 'id,amount\n="0012",=1+2\n',
  },
  fromMember: {
    kind: 'json',
    text: '{"count":2,"data":[{"id":1},{"id":2}]}',
    words: 'a JSON object around the rows',
    selection: 'needed',
    unsure: '{"data":{"items":[{"id":1},{"id":2}]}}',
  },
  fromKeys: {
    kind: 'json',
    text: '{"u1":{"name":"a"},"u2":{"name":"b"}}',
    words: 'a JSON object with rows under keys such as their IDs',
    selection: 'not selected',
  },
  fromArrays: {
    kind: 'json',
    text: '{"columns":["id"],"data":[[1]]}',
    words: 'a table in JSON whose rows are arrays',
    selection: 'not selected',
  },
  withoutActions: {
    kind: 'json',
    text: '{"index":{}}\n{"id":1}\n{"index":{}}\n{"id":2}\n',
    words: 'removing the actions from a bulk file of Elasticsearch',
    selection: 'not selected',
  },
  toFlatRows: {
    kind: 'json',
    text: '[{"id":1,"address":{"city":"x"}}]',
    words: 'nested JSON to dotted columns',
    selection: 'needed',
  },
  toArray: {
    kind: 'json',
    text: '{"id":1}\n{"id":2}\n',
    words: 'JSON Lines or a single object to',
    selection: 'needed',
  },
  oneRow: {
    kind: 'json',
    text: '{"count":2,"data":[{"id":1},{"id":2}]}',
    words: 'To send the whole object as one row, choose that in the review',
    selection: 'not selected',
  },
};

/** Whether a conversion is selected in the review of a text; undefined if it isn't offered. */
function isSelected(id: string, text: string | Uint8Array, kind: UploadKind = 'csv'): boolean | undefined {
  return conversionOffers(checkWithTotals(kind, text)).find((offer) => offer.id === id)?.isNeeded;
}

describe('A conversion in the guide', () => {
  for (const [id, { kind, text, words, selection, unsure }] of Object.entries(CONVERSIONS)) {
    it(`is offered, and selected or not, as it says: ${id}`, () => {
      assert.ok(GUIDE.includes(words), words);
      assert.equal(isSelected(id, text, kind), selection !== 'not selected');
      if (unsure !== undefined) {
        assert.equal(isSelected(id, unsure, kind), false);
      }
      if (typeof selection === 'object') {
        assert.ok(ALSO_SELECTED.includes(selection.words), selection.words);
      }
    });
  }
});
