import assert from 'node:assert/strict';
import {
  blockingProblems,
  neededConversion,
  problemsOfConversion,
  remainingProblems,
  sentName,
} from '../../../../src/app/upload/uploadPlan.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';

function checked(kind: UploadKind, bytes: Uint8Array | string) {
  const check = new DataCheck(kind);
  check.push(Buffer.from(bytes));
  return check.end();
}

function nameOf(name: string, kind: UploadKind, conversion: Conversion): string {
  return sentName({ name, kind }, conversion);
}

describe('An upload plan', () => {
  it('is blocked by problems that no conversion resolves, and by others until their conversion is chosen', () => {
    const lines = checked('json', '{"id": 1}\n{"id": {"deep": 2}}\n[]');
    const codes = (conversion = {}) => blockingProblems(lines, conversion).map(({ code }) => code);
    assert.deepEqual(codes(), ['jsonLines', 'nestedValue', 'notJson']);
    assert.deepEqual(codes(neededConversion(lines)), ['notJson']);
    const latin = checked('csv', Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    assert.deepEqual(neededConversion(latin), { fromEncoding: 'windows-1252' });
    assert.deepEqual(blockingProblems(latin, neededConversion(latin)), []);
    assert.deepEqual(neededConversion(checked('csv', 'a;b\n1;2\n')), {});
  });

  it('is blocked by a problem that its conversion has not removed', () => {
    const check = checked('json', '[{"id": {"deep": 2}}]');
    const conversion = neededConversion(check);
    assert.deepEqual(blockingProblems(check, conversion, checked('json', '[{"id.deep": 2}]')), []);
    assert.deepEqual(
      blockingProblems(check, conversion, checked('json', '[{"id": {}}]')).map(({ code }) => code),
      ['nestedValue'],
    );
  });

  it('has the decimal commas of the columns that its conversion leaves as they are', () => {
    const check = checked('csv', 'id;Amount;Price\n1;12,5;3,5\n2;13,5;4,5\n');
    const conversion = { fromDecimalCommas: { columns: [1], delimiter: ';', pointColumns: [] } } as const;
    const sent = checked('csv', 'id;Amount;Price\n1;12.5;3,5\n2;13.5;4,5\n');
    const columns = remainingProblems({ check, conversion, sent }).flatMap((problem) =>
      problem.code === 'decimalComma' ? problem.columnNumber : [],
    );
    assert.deepEqual(columns, [3]);
  });

  it('has the other formatted numbers if its conversion removes commas between thousands', () => {
    const check = checked('csv', 'id,Amount,Price\n1,"1,234.50",$1\n2,2,$2\n');
    const conversion = { withoutThousandsCommas: { columns: [1], delimiter: ',' } };
    const sent = checked('csv', 'id,Amount,Price\n1,"1234.50",$1\n2,2,$2\n');
    const columns = remainingProblems({ check, conversion, sent }).flatMap((problem) =>
      problem.code === 'formattedNumbers' ? problem.columnNumber : [],
    );
    assert.deepEqual(columns, [3]);
  });

  it('has the warnings about what its conversion makes of the data', () => {
    const check = checked('json', '[{"t": ["a", "b"]}, {"t": ["a"]}]');
    const sent = checked('json', '[{"t.0": "a", "t.1": "b"}, {"t.0": "a"}]');
    const codes = (of: Parameters<typeof problemsOfConversion>[0]) => problemsOfConversion(of).map(({ code }) => code);
    assert.deepEqual(codes({ check, sent }), ['differentKeys']);
    assert.deepEqual(codes({ check: sent, sent }), [], 'which the data has already');
    assert.deepEqual(codes({ check, sent: undefined }), []);
    assert.deepEqual(codes({ check: sent, sent: check }), [], 'but not those that prevent the upload');
  });

  it('has a file name that fits its conversion', () => {
    assert.equal(nameOf('rows.jsonl', 'json', { toArray: true }), 'rows.json');
    assert.equal(nameOf('rows.JSON', 'json', { toArray: true }), 'rows.JSON');
    assert.equal(nameOf('prices.tsv', 'tsv', { fromDelimiter: '\t' }), 'prices.csv');
    assert.equal(nameOf('prices.tsv', 'tsv', {}), 'prices.tsv');
    assert.equal(nameOf('2026.01.jsonl', 'json', { toArray: true }), '2026.01.json');
    assert.equal(nameOf('prices.txt', 'csv', { fromDelimiter: ';' }), 'prices.txt');
    assert.equal(nameOf('prices.csv', 'csv', { fromDelimiter: ';' }), 'prices.csv');
    assert.equal(nameOf('prices.tsv.gz', 'tsv', { fromGzip: true, fromDelimiter: '\t' }), 'prices.csv');
    assert.equal(nameOf('rows.jsonl.gz', 'json', { fromGzip: true, toArray: true }), 'rows.json');
    assert.equal(
      nameOf('plain.csv.gz', 'csv', {}),
      'plain.csv',
      'a file that is not compressed, whatever its name says',
    );
  });
});
