import assert from 'node:assert/strict';
import { beginsFormula, isFormulaText, withoutFormula } from '../../../../src/data/csv/formulaText.ts';

describe('A formula that is only a text', () => {
  it('has doubled quotes in quotes', () => {
    for (const value of ['="0012"', '=""', '="a""b"', '=""""', '="a;\nb"']) {
      assert.ok(isFormulaText(value) && beginsFormula(value), value);
    }
    for (const value of ['="', '=', '="a"b"', '="a""', '="a"&"b"', '=A1', '"0012"', '0012', '="0012" ', '']) {
      assert.ok(!isFormulaText(value), value);
    }
    assert.ok(beginsFormula('=A1') && !beginsFormula('A1'));
  });

  it('is written as this text, in quotes if it was, if it is empty, or if it has quotes', () => {
    for (const [written, text] of [
      ['="0012"', '0012'],
      ['"=""0012"""', '"0012"'],
      ['"=""a,b"""', '"a,b"'],
      ['=""', '""'],
      ['="a""b"', '"a""b"'],
      ['=A1', undefined],
      ['"0012"', undefined],
      ['0012', undefined],
    ] as const) {
      assert.equal(withoutFormula(written), text, written);
    }
  });
});
