import assert from 'node:assert/strict';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import {
  blockingProblems,
  isBlocked,
  problemsOfConversion,
  remainingProblems,
} from '../../../../src/data/convert/remainingProblems.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';

function checked(kind: UploadKind, bytes: Uint8Array | string) {
  const check = new DataCheck(kind);
  check.push(Buffer.from(bytes));
  return check.end();
}

describe('The problems that remain after a conversion', () => {
  it('are those that no conversion resolves, and others until their conversion is chosen', () => {
    const lines = checked('json', '{"id": 1}\n{"id": {"deep": 2}}\n[]');
    const codes = (conversion = {}) => blockingProblems({ check: lines, conversion }).map(({ code }) => code);
    assert.deepEqual(codes(), ['jsonLines', 'nestedValue', 'notJson']);
    assert.deepEqual(codes(neededConversion(lines)), ['notJson']);
    const latin = checked('csv', Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    assert.deepEqual(neededConversion(latin), { fromEncoding: 'windows-1252' });
    assert.deepEqual(blockingProblems({ check: latin, conversion: neededConversion(latin) }), []);
    assert.deepEqual(neededConversion(checked('csv', 'a;b\n1;2\n')), {});
  });

  it('include one that the conversion has not removed', () => {
    const check = checked('json', '[{"id": {"deep": 2}}]');
    const conversion = neededConversion(check);
    assert.deepEqual(blockingProblems({ check, conversion, convertedCheck: checked('json', '[{"id.deep": 2}]') }), []);
    assert.deepEqual(
      blockingProblems({ check, conversion, convertedCheck: checked('json', '[{"id": {}}]') }).map(({ code }) => code),
      ['nestedValue'],
    );
  });

  it('include the decimal commas of the columns that the conversion leaves as they are', () => {
    const check = checked('csv', 'id;Amount;Price\n1;12,5;3,5\n2;13,5;4,5\n');
    const conversion = { fromDecimalCommas: { columns: [1], delimiter: ';', pointColumns: [] } } as const;
    const sent = checked('csv', 'id;Amount;Price\n1;12.5;3,5\n2;13.5;4,5\n');
    const columns = remainingProblems({ check, conversion, convertedCheck: sent }).flatMap((problem) =>
      problem.code === 'decimalComma' ? problem.columnNumber : [],
    );
    assert.deepEqual(columns, [3]);
  });

  it('include the other formatted numbers if the conversion removes commas between thousands', () => {
    const check = checked('csv', 'id,Amount,Price\n1,"1,234.50",$1\n2,2,$2\n');
    const conversion = { withoutThousandsCommas: { columns: [1], delimiter: ',' } };
    const sent = checked('csv', 'id,Amount,Price\n1,"1234.50",$1\n2,2,$2\n');
    const columns = remainingProblems({ check, conversion, convertedCheck: sent }).flatMap((problem) =>
      problem.code === 'formattedNumbers' ? problem.columnNumber : [],
    );
    assert.deepEqual(columns, [3]);
  });

  it('do not include formatted numbers that are sent as plain ones, unless others remain', () => {
    const codes = (text: string, sent: string) => {
      const [check, convertedCheck] = [checked('csv', text), checked('csv', sent)];
      const conversion = { toPlainNumbers: { delimiter: ',', columns: [1] } };
      return [{}, conversion].map((of) =>
        remainingProblems({ check, conversion: of, convertedCheck }).map(({ code }) => code),
      );
    };
    assert.deepEqual(codes('id,net\na,5\nb,12-\n', 'id,net\na,5\nb,-12\n'), [['formattedNumbers'], []]);
    assert.deepEqual(codes('id,net\na,5%\nb,12-\n', 'id,net\na,5%\nb,-12\n'), [
      ['formattedNumbers'],
      ['formattedNumbers'],
    ]);
    const rows = '1,5,5\n'.repeat(30);
    assert.deepEqual(codes(`a,b,c\n${rows}1,2-,n\n`, `a,b,c\n${rows}1,-2,n\n`), [
      ['typeChange', 'typeChange'],
      ['typeChange'],
    ]);
  });

  it('include a problem that only the conversion shows in a column, although another column has the same', () => {
    const check = checked('csv', 'id,a,b\n1,"1,5","2,25-"\n2,"2,5",x\n');
    const convertedCheck = checked('csv', 'id,a,b\n1,1.5,"-2,25"\n2,2.5,\n');
    const conversion = { fromDecimalCommas: { delimiter: ',', columns: [1], pointColumns: [] }, withoutNullTexts: ',' };
    assert.deepEqual(
      problemsOfConversion({ check, conversion, convertedCheck }).map((problem) => ({ ...problem, name: '' })),
      convertedCheck.problems.map((problem) => ({ ...problem, name: '' })),
    );
    assert.equal(convertedCheck.problems.length, 1);
  });

  it('do not include the quotes of formulas that are sent as plain text, unless others remain', () => {
    const codes = (text: string, sent: string) => {
      const [check, convertedCheck] = [checked('csv', text), checked('csv', sent)];
      return remainingProblems({ check, conversion: { withoutFormulas: ',' }, convertedCheck }).map(({ code }) => code);
    };
    assert.deepEqual(codes('id,code\n1,="0012"\n', 'id,code\n1,0012\n'), []);
    assert.deepEqual(codes('id,code\n5" x,="0012"\n', 'id,code\n5" x,0012\n'), ['strayQuote', 'strayQuote']);
  });

  it('do not include those in lines that are not sent', () => {
    const check = checked('csv', `id,name,net\n${'1,a,2\n'.repeat(30)}\nTotal rows: 30\n`);
    const codes = (conversion = {}) => remainingProblems({ check, conversion }).map(({ code }) => code);
    assert.deepEqual(codes().toSorted(), ['footerLines', 'typeChange']);
    assert.deepEqual(codes(neededConversion(check)), []);
  });

  it('do not include trailing delimiters if the conversion omits them', () => {
    const check = checked('csv', 'id,net\n1,2,\n2,3,\n');
    const codes = (conversion: Conversion, text: string) =>
      remainingProblems({ check, conversion, convertedCheck: checked('csv', text) }).map(({ code }) => code);
    assert.deepEqual(codes({}, ''), ['trailingDelimiters']);
    assert.deepEqual(neededConversion(check), { withoutTrailingDelimiters: ',' });
    assert.deepEqual(codes(neededConversion(check), 'id,net\n1,2\n2,3\n'), []);
  });

  it('do not include title lines if the conversion omits them', () => {
    const check = checked('csv', 'Report,,\n\nid,net,fee\n1,2,3,4\n2,3,4\n3,4,5\n');
    const codes = (conversion: Conversion) => remainingProblems({ check, conversion }).map(({ code }) => code);
    assert.deepEqual(codes({}), ['titleLines', 'raggedRow']);
    assert.deepEqual(neededConversion(check), { withoutTitleLines: 2 });
    assert.deepEqual(codes(neededConversion(check)), ['raggedRow']);
  });

  it('are of the rows in an object only those that the check of these rows finds', () => {
    const check = checked('json', '{"a":1,"a":12345678901234567890,"data":[{"id":1},2,{"x":{},"x":1}]}');
    const conversion = { fromMember: 'data' };
    const convertedCheck = checked('json', '[{"id":1},2,{"x":{},"x":1}]');
    const data = { check, conversion, convertedCheck };
    assert.deepEqual(remainingProblems(data), []);
    assert.deepEqual(
      problemsOfConversion(data).map(({ code, column }) => `${column} ${code}`),
      ['11 notObjects', '13 differentKeys', '18 nestedValue', '21 duplicateKey'],
    );
    assert.ok(isBlocked(data));
    assert.ok(!isBlocked({ check, conversion, convertedCheck: checked('json', '[{"id":1}]') }));
    // What is wrong with the whole text is said once, at its place in the file.
    const marked = checked('json', '\uFEFF{"data":[{"id":1}]}');
    const sent = checked('json', '\uFEFF[{"id":1}]');
    assert.deepEqual(
      remainingProblems({ check: marked, conversion, convertedCheck: sent }).map(({ code }) => code),
      ['byteOrderMark'],
    );
    assert.deepEqual(problemsOfConversion({ check: marked, conversion, convertedCheck: sent }), []);
  });

  it('do not include the warnings about what the conversion makes of the data', () => {
    const check = checked('json', '[{"t": ["a", "b"]}, {"t": ["a"]}]');
    const sent = checked('json', '[{"t.0": "a", "t.1": "b"}, {"t.0": "a"}]');
    const codes = (of: Parameters<typeof problemsOfConversion>[0]) => problemsOfConversion(of).map(({ code }) => code);
    assert.deepEqual(codes({ check, convertedCheck: sent }), ['differentKeys']);
    assert.deepEqual(codes({ check: sent, convertedCheck: sent }), [], 'which the data has already');
    assert.deepEqual(codes({ check, convertedCheck: undefined }), []);
    assert.deepEqual(codes({ check: sent, convertedCheck: check }), [], 'but not those that prevent the upload');
  });
});
