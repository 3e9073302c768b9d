import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { conversionOffers } from '../../src/data/convert/conversionOffers.ts';
import type { ConversionId } from '../../src/data/convert/conversionOffers.ts';
import type { UploadKind } from '../../src/model/upload.ts';
import { checkWithTotals } from './data/check/checkText.ts';

/**
 * All but `fromMember:…`, which is `fromMember` for one of several members, `fromGzip`, which is found before a text is checked, and the
 * choices instead of a conversion.
 */
type OfferedId = Exclude<ConversionId, `fromMember:${string}` | 'fromGzip' | 'otherEncoding' | 'oneRow'>;

interface Documented {
  readonly kind?: UploadKind;
  /** A text for which the conversion is offered. */
  readonly text: string | Uint8Array;
  /** How its row in the table of the guide begins. */
  readonly row: string;
  /** Whether it is already selected for that text. */
  readonly isSelected: boolean;
  /** A text for which it is offered, but not selected. */
  readonly unsure?: string | Uint8Array;
}

const GUIDE = readFileSync('docs/guide/conversions.md', 'utf8');
/** What the last cell of each row says, by its first cell. */
const ROWS = new Map(
  Array.from(GUIDE.matchAll(/^\| (.+?) +\|.*\| (.+?) +\|$/gm), ([, first = '', last = '']) => [first, last]),
);

const BYTE_ORDER_MARK = '\uFEFF';

const CONVERSIONS: Readonly<Record<OfferedId, Documented>> = {
  fromEncoding: {
    text: Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1'),
    row: 'Another encoding',
    isSelected: true,
    unsure: Buffer.concat([Buffer.from('name\nMüller\nGröß'), Buffer.of(0xfc)]),
  },
  fromDelimiter: { text: 'id;name\n1;a\n', row: 'Another delimiter', isSelected: false },
  fromDrawnTable: {
    text: '| id | name |\n|----|------|\n| 1  | a    |\n',
    row: 'A table whose columns are',
    isSelected: true,
  },
  withoutByteOrderMark: {
    kind: 'json',
    text: `${BYTE_ORDER_MARK}[{"id":1}]`,
    row: 'A byte order mark',
    isSelected: true,
  },
  withoutSepLine: {
    text: 'sep=;\nid;name\n1;a\n',
    row: 'A `sep=` line',
    isSelected: true,
  },
  withoutTitleLines: {
    text: 'Report\n\nid,amount\n1,2\n2,3\n3,4\n',
    row: 'Title lines',
    isSelected: true,
  },
  withoutRepeatedHeaders: {
    text: 'id,amount\n1,2\nid,amount\n2,3\n',
    row: 'Rows that repeat the header',
    isSelected: true,
    unsure: 'id,name\na,b\nid,name\nc,d\n',
  },
  withoutEmptyRows: {
    text: 'id,amount\n1,2\n,\n2,3\n',
    row: 'Rows that consist only of delimiters',
    isSelected: false,
  },
  withoutTrailingDelimiters: {
    text: 'id,amount\n1,2,\n2,3,\n4,5,\n',
    row: 'The delimiter at the end of each row',
    isSelected: true,
  },
  withoutTrailingColumns: {
    text: 'id,amount,,\n1,2,,\n2,3,,\n',
    row: 'Columns on the right',
    isSelected: true,
  },
  withoutTrailingLines: {
    text: 'id,amount\n1,2\n2,3\n,\n',
    row: 'Rows of delimiters, or lines with other text, below the table',
    isSelected: true,
    unsure: 'id,name,net,day,town\n1,a,2,3,x\n2,b,4,5,y\n,,,,\n3,c,,,\n',
  },
  withoutTotalRow: {
    text: 'id,amount\na,1000\nb,2000\nc,3000\nTotal,6000\n',
    row: 'The last row if it is a total row',
    isSelected: false,
  },
  toPlainNumbers: {
    text: 'id,amount\n1,12.50-\n2,13.50\n3,2.25-\n',
    row: '[Formatted numbers]',
    isSelected: false,
  },
  fromDecimalCommas: { text: 'id;amount\n1;12,5\n', row: '[Decimal commas]', isSelected: false },
  withoutThousandsCommas: {
    text: 'id,amount\n1,"1,234.50"\n',
    row: '[Commas between thousands]',
    isSelected: false,
  },
  withoutFormulas: {
    text: 'id,amount\n="0012",2\n="0013",3\n',
    row: 'Texts that are written as formulas',
    isSelected: true,
    unsure: 'id,amount\n="0012",=1+2\n',
  },
  withoutNullTexts: {
    text: 'id,amount\n1,NULL\n2,3\n',
    row: 'The text `NULL` in place of a value',
    isSelected: false,
  },
  fromMember: {
    kind: 'json',
    text: '{"count":2,"data":[{"id":1},{"id":2}]}',
    row: 'A JSON [object around the rows]',
    isSelected: true,
    unsure: '{"data":{"items":[{"id":1},{"id":2}]}}',
  },
  fromKeys: {
    kind: 'json',
    text: '{"u1":{"name":"a"},"u2":{"name":"b"}}',
    row: 'A JSON object with rows under keys',
    isSelected: false,
  },
  fromArrays: {
    kind: 'json',
    text: '{"columns":["id"],"data":[[1]]}',
    row: 'A table in JSON whose [rows are arrays]',
    isSelected: false,
  },
  withoutActions: {
    kind: 'json',
    text: '{"index":{}}\n{"id":1}\n{"index":{}}\n{"id":2}\n',
    row: 'A bulk file of Elasticsearch',
    isSelected: false,
  },
  toFlatRows: {
    kind: 'json',
    text: '[{"id":1,"address":{"city":"x"}}]',
    row: 'Nested JSON',
    isSelected: true,
  },
  toArray: {
    kind: 'json',
    text: '{"id":1}\n{"id":2}\n',
    row: 'JSON Lines or a single object',
    isSelected: true,
  },
};

/** Whether a conversion is selected in the review of a text; undefined if it isn't offered. */
function isNeeded(id: string, text: string | Uint8Array, kind: UploadKind = 'csv'): boolean | undefined {
  return conversionOffers(checkWithTotals(kind, text)).find((offer) => offer.id === id)?.isNeeded;
}

describe('A conversion in the guide', () => {
  for (const [id, { kind, text, row, isSelected, unsure }] of Object.entries(CONVERSIONS)) {
    it(`is offered, and selected or not, as it says: ${id}`, () => {
      const [[, selected] = ['', ''], ...others] = [...ROWS].filter(([first]) => first.startsWith(row));
      assert.deepEqual(others, []);
      assert.match(selected, isSelected ? /^yes(?:, unless .+)?$/ : /^no$/);
      assert.equal(isNeeded(id, text, kind), isSelected);
      if (unsure !== undefined) {
        assert.match(selected, /^yes, unless /);
        assert.equal(isNeeded(id, unsure, kind), false);
      }
    });
  }

  it('is in the table, and there is no other', () => {
    const rows = [...ROWS.keys()].filter((first) => first !== 'What is converted' && !first.startsWith('-'));
    assert.deepEqual(
      rows.filter((first) => !Object.values(CONVERSIONS).some(({ row }) => first.startsWith(row))),
      [],
    );
  });
});

describe('A choice instead of a conversion in the guide', () => {
  it('is offered, but not selected: another encoding, and the whole object as one row', () => {
    assert.equal(isNeeded('otherEncoding', Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1')), false);
    assert.equal(isNeeded('oneRow', '{"count":2,"data":[{"id":1},{"id":2}]}', 'json'), false);
    assert.ok(GUIDE.replaceAll(/\s+/g, ' ').includes('To send the whole object as one row, choose that in the review'));
  });
});
