import assert from 'node:assert/strict';
import { findAnomalies } from '../../../../src/data/fingerprint/loadAnomalies.ts';
import type { LoadAnomaly, LoadProfile } from '../../../../src/data/fingerprint/loadAnomalies.ts';

describe('An anomaly of a load', () => {
  const column = { name: 'date', blanks: 0 };
  const load = (of: Partial<LoadProfile> = {}): LoadProfile => ({ rows: 100, sum: 'a', columns: [column], ...of });
  const sums = ['b', 'c', 'd', 'e'];
  const earlier = (count: number, of: Partial<LoadProfile> = {}): readonly LoadProfile[] =>
    Array.from({ length: count }, (_, index) => load({ sum: sums[index] ?? '', ...of }));

  const anomaliesOf = (now: LoadProfile, before: readonly LoadProfile[], of = {}): readonly LoadAnomaly[] =>
    findAnomalies(now, before, { isJson: false, hasLostKey: false, ...of });

  it('is known after three loads', () => {
    const few = load({ rows: 10 });
    assert.deepEqual(anomaliesOf(few, earlier(2)), []);
    assert.deepEqual(anomaliesOf(few, earlier(3)), [{ kind: 'fewRows', rows: 10, usual: 100 }]);
    assert.deepEqual(anomaliesOf(load({ rows: 0, columns: [] }), earlier(3)), [], 'the check reports no rows');
  });

  it('is no small load if one was nearly as small', () => {
    const before = [load({ rows: 19, sum: 'q' }), ...earlier(3)];
    assert.deepEqual(anomaliesOf(load({ rows: 10 }), before), []);
    assert.equal(anomaliesOf(load({ rows: 9 }), before).length, 1);
    const large = earlier(3, { rows: 80 }).concat(earlier(4));
    assert.deepEqual(anomaliesOf(load({ rows: 15 }), large), [], 'nor if it is 15% of the usual number');
    assert.equal(anomaliesOf(load({ rows: 14 }), large).length, 1);
  });

  it('is a load that is small beside the median of the others', () => {
    const before = [300, 100, 200].map((rows) => load({ rows, sum: `${rows}` }));
    assert.deepEqual(anomaliesOf(load({ rows: 20 }), before), [{ kind: 'fewRows', rows: 20, usual: 200 }]);
  });

  it('is columns whose sums are not equal any more', () => {
    const sums = (debit: string, credit: string, quantity = '700') => ({
      sums: [
        { name: 'debit', sum: debit },
        { name: 'credit', sum: credit },
        { name: 'quantity', sum: quantity },
      ],
    });
    const balanced = earlier(3, sums('12.50', '12.5'));
    const anomalies = (of: Partial<LoadProfile>, before = balanced) => anomaliesOf(load(of), before);
    const [debit, credit] = [
      { name: 'debit', sum: '12.50' },
      { name: 'credit', sum: '12.51' },
    ];
    assert.deepEqual(anomalies(sums('12.50', '12.51')), [{ kind: 'unbalanced', columns: [debit, credit] }]);
    assert.deepEqual(anomalies(sums('99.00', '99')), []);
    assert.deepEqual(anomalies(sums('0', '0.00')), [], 'both are zero');
    assert.deepEqual(anomalies({ sums: [debit] }), [], 'one has no sum');
    assert.deepEqual(anomalies({ sums: [credit] }), [], 'the other has none');
    assert.deepEqual(anomalies({}), [], 'no sums are known');
    assert.deepEqual(
      anomalies(sums('100', '200'), [...balanced.slice(1), load(sums('100', '300'))]),
      [],
      'once before, too',
    );
    const otherGroup = load(sums('700', '300'));
    assert.deepEqual(anomalies(sums('100', '200'), [...balanced, otherGroup]), [], 'once debit was equal to another');
    assert.deepEqual(anomalies(sums('100', '200'), balanced.slice(1)), [], 'twice is not always');
    assert.deepEqual(
      anomalies(sums('100', '100', '200'), earlier(3, sums('400', '400', '400'))).map(({ kind }) => kind),
      ['unbalanced'],
    );
  });

  it('is a column with more blanks than can be expected of one that had none', () => {
    const withBlanks = (blanks: number, before = earlier(3)) =>
      anomaliesOf(load({ columns: [{ ...column, blanks }] }), before);
    assert.deepEqual(withBlanks(1), []);
    assert.deepEqual(withBlanks(4), []);
    assert.deepEqual(withBlanks(5), [{ kind: 'blanks', column: 'date', blanks: 5 }]);
    assert.deepEqual(withBlanks(10, earlier(3, { rows: 25 })), [], 'more can be expected after fewer rows');
    assert.equal(withBlanks(11, earlier(3, { rows: 25 })).length, 1);
    assert.deepEqual(withBlanks(1, earlier(7, { rows: 600 })), [], 'a single one');
    assert.equal(withBlanks(2, earlier(7, { rows: 600 })).length, 1);
    const blankBefore = load({ sum: 'z', columns: [{ ...column, blanks: 1 }] });
    assert.deepEqual(withBlanks(50, [blankBefore, ...earlier(3)]), [], 'one had a blank');
    const withoutColumn = load({ sum: 'z', columns: [{ name: 'other', blanks: 0 }] });
    assert.deepEqual(withBlanks(50, earlier(3, { columns: [] })), [], 'a new column');
    assert.deepEqual(withBlanks(50, [withoutColumn, ...earlier(2)]), [], 'a column of two loads');
    assert.equal(withBlanks(50, [withoutColumn, ...earlier(3)]).length, 1, 'a column that one did not have');
    assert.deepEqual(withBlanks(50, [load({ rows: 0, sum: 'z' }), ...earlier(2)]), [], 'one had no rows');
    const one = load({ rows: 1, columns: [{ ...column, blanks: 1 }] });
    assert.equal(anomaliesOf(one, earlier(3, { rows: 1 })).length, 1, 'all of them');
  });

  it('is another form of dates, but not one that only tells more or less', () => {
    const withForm = (dates: string, ...before: readonly string[]) =>
      anomaliesOf(
        load({ columns: [{ ...column, dates }] }),
        before.map((form, index) => load({ sum: String(index), columns: [{ ...column, dates: form }] })),
      ).length;
    const german = ['DD.MM.YYYY', '??.??.YYYY', 'DD.MM.YYYY'];
    for (const form of ['DD.MM.YYYY', '??.??.YYYY']) {
      assert.equal(withForm(form, ...german), 0, form);
    }
    for (const form of ['MM.DD.YYYY', 'DD/MM/YYYY', 'DD.MM.YY', 'YYYY-MM-DD', 'mixed']) {
      assert.equal(withForm(form, ...german), 1, form);
    }
    assert.equal(withForm('YYYY-MM-DD', 'DD.MM.YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'), 0, 'never the same');
    assert.equal(withForm('YYYY-MM-DD', 'DD.MM.YYYY', 'DD.MM.YYYY'), 0, 'too few loads');
    const [none, dates] = [
      [{ name: 'id', blanks: 0 }, column],
      [
        { name: 'id', blanks: 0 },
        { ...column, dates: 'DD.MM.YYYY' },
      ],
    ];
    const [without, some] = [load({ columns: none }), load({ columns: dates, sum: 'd' })];
    const now = load({ columns: [{ ...column, dates: 'mixed' }] });
    const american = load({ columns: [{ ...column, dates: 'MM/DD/YYYY' }] });
    assert.deepEqual(anomaliesOf(american, [some, without, some]), [], 'two of three loads');
    assert.deepEqual(anomaliesOf(american, [without, without, without]), [], 'none of the loads');
    assert.deepEqual(anomaliesOf(without, [some, some, some]), [], 'no dates any more');
    assert.deepEqual(anomaliesOf(now, [some, some, some]), [
      { kind: 'dateForm', column: 'date', form: 'mixed', before: 'DD.MM.YYYY' },
    ]);
  });

  it('is a column with dates in different forms, from the first load on, unless they were mixed before', () => {
    const [mixed, plain] = ['mixed', 'DD.MM.YYYY'].map((dates) =>
      load({ columns: [{ ...column, dates }], sum: dates }),
    );
    assert.ok(mixed && plain);
    const anomaly = { kind: 'mixedDates', column: 'date' };
    for (const before of [[], [plain], [load({ sum: 'b' }), plain, plain]]) {
      assert.deepEqual(anomaliesOf(mixed, before), [anomaly]);
    }
    assert.deepEqual(anomaliesOf(mixed, [plain, { ...mixed, sum: 'c' }]), []);
    assert.deepEqual(anomaliesOf(plain, []), []);
  });

  it('is a key with repeated values, if it was the key of every load', () => {
    const withKey = earlier(3, { key: 'date' });
    const columns = [{ name: 'town', blanks: 0 }, column];
    assert.deepEqual(anomaliesOf(load({ columns }), withKey, { hasLostKey: true }), [
      { kind: 'repeatedKey', column: 'date' },
    ]);
    assert.deepEqual(anomaliesOf(load(), withKey), []);
    assert.deepEqual(anomaliesOf(load(), [...withKey, load({ key: 'id', sum: 'z' })], { hasLostKey: true }), []);
    assert.deepEqual(anomaliesOf(load({ columns: [] }), withKey, { hasLostKey: true }), [], 'the column is gone');
    const blank = load({ columns: [{ ...column, blanks: 1 }] });
    assert.deepEqual(anomaliesOf(blank, withKey, { hasLostKey: true }), [], 'a single blank');
  });

  it('is the same rows again, unless that is usual', () => {
    const same = load({ sum: 'b' });
    assert.deepEqual(anomaliesOf(same, earlier(1)), [{ kind: 'sameRows' }]);
    assert.deepEqual(anomaliesOf(load({ sum: 'c' }), earlier(2)), [], 'not the last one');
    assert.deepEqual(anomaliesOf(load({ sum: 'c' }), earlier(1)), [], 'other rows');
    const empty = load({ rows: 0 });
    assert.deepEqual(anomaliesOf(empty, [empty]), [], 'no rows');
    assert.deepEqual(anomaliesOf(same, [same, same]), []);
    assert.deepEqual(anomaliesOf(load({ sum: 'b', rows: 99 }), earlier(1)), []);
    const renamed = load({ sum: 'b', columns: [{ name: 'day', blanks: 0 }] });
    assert.deepEqual(anomaliesOf(renamed, [same]), [], 'with another column');
    assert.deepEqual(anomaliesOf(renamed, [same], { isJson: true }), [{ kind: 'sameRows' }], 'a key without values');
    assert.deepEqual(anomaliesOf(renamed, [renamed, same]), [{ kind: 'sameRows' }], 'a column was renamed before');
  });

  it('is the same number of rows with the same sums, unless that is usual', () => {
    const withSums = (sums: Readonly<Record<string, string>>, of: Partial<LoadProfile> = {}) =>
      load({ sums: Object.entries(sums).map(([name, sum]) => ({ name, sum })), ...of });
    const last = withSums({ id: '55', debit: '12.50', credit: '0' }, { sum: 'b', key: 'id' });
    const kindsAfter = (now: LoadProfile, ...before: readonly LoadProfile[]) =>
      anomaliesOf(now, before).map(({ kind }) => kind);
    const again = withSums({ id: '55', debit: '12.5', credit: '0.00' }, { key: 'id' });
    assert.deepEqual(kindsAfter(again, last), ['sameTotals']);
    assert.deepEqual(kindsAfter({ ...again, sum: 'b' }, last), ['sameRows'], 'the rows are the same, too');
    assert.deepEqual(kindsAfter({ ...again, rows: 99 }, last), []);
    assert.deepEqual(kindsAfter({ ...again, sums: [{ name: 'debit', sum: '12.51' }] }, last), []);
    assert.deepEqual(kindsAfter({ ...again, sums: [{ name: 'amount', sum: '12.5' }] }, last), [], 'another column');
    assert.deepEqual(kindsAfter(again, load({ sum: 'b' })), [], 'the last one has no sums');
    assert.deepEqual(kindsAfter(again), [], 'there is no last one');
    const onlyKey = withSums({ id: '55', credit: '-0.00' }, { key: 'id' });
    assert.deepEqual(kindsAfter(onlyKey, { ...onlyKey, sum: 'b' }), [], 'what is left says nothing');
    assert.deepEqual(kindsAfter(again, last, { ...last, sum: 'c' }), [], 'as before');
    assert.deepEqual(kindsAfter(again, last, withSums({ id: '55', debit: '7' }, { sum: 'c' })), ['sameTotals']);
    const otherKey = withSums({ id: '60', debit: '12.5', credit: '0.00' }, { key: 'id' });
    assert.deepEqual(anomaliesOf(again, [last]), [{ kind: 'sameTotals' }]);
    assert.deepEqual(anomaliesOf(otherKey, [last]), [{ kind: 'sameTotals', differentKey: 'id' }]);
    const otherSums = { ...again, sums: [{ name: 'amount', sum: '12.5' }] };
    assert.deepEqual(kindsAfter(again, again, otherSums), [], 'the rows are the same, as before');
    const empty = { ...again, rows: 0 };
    assert.deepEqual(kindsAfter(empty, { ...empty, sum: 'b' }), [], 'no rows');
  });
});
