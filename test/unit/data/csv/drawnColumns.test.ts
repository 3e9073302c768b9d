import assert from 'node:assert/strict';
import { cellsOfDrawnRow, isRule, readDrawnColumns } from '../../../../src/data/csv/drawnColumns.ts';

describe('A rule of a drawn table', () => {
  it('has dashes, and only junctions between them', () => {
    for (const line of [
      '---',
      ' ===\t',
      '+---+---+',
      '|---|',
      '|:---|---:|',
      '┌───┬───┐',
      '╞═══╡',
      '-|---',
      '+--+---+',
    ]) {
      assert.ok(isRule(line), line);
    }
  });

  it('is no other line', () => {
    for (const line of ['', '--', '|-|-|', '| --- | --- |', 'a---', '---a', '| - |', '+ | +', '├┼┤', '--- ---']) {
      assert.ok(!isRule(line), line);
    }
  });
});

describe('The columns of a drawn table', () => {
  const read = (header: string, rule: string) => {
    const columns = readDrawnColumns(header, rule);
    return columns && [columns.isFramed, columns.hasEscapes, ...columns.bars];
  };

  it('are those of the rule below the header', () => {
    assert.deepEqual(read('a | b', '--+---'), [false, false, 2]);
    assert.deepEqual(read(' a | b | c ', '---+---+--'), [false, false, 3, 7]);
    assert.deepEqual(read('  |a  |b  |', '  +---+---+'), [true, false, 2, 6, 10]);
    assert.deepEqual(read('|a  |b  |', '|---+---|'), [true, false, 0, 4, 8]);
    assert.deepEqual(read('│ a │ b │', '╞═══╪═══╡'), [true, false, 0, 4, 8]);
    assert.deepEqual(read('│ a|│ b │', '├───┼───┤'), [true, false, 0, 4, 8], 'another bar is a text');
  });

  it('may have another width than a Markdown rule, in which a dash alone has a colon', () => {
    for (const rule of ['|---|---|', '|-----|:-:|', '|:-|-:|', ' | --- | ---: | ', '|   :---|   ---|']) {
      assert.deepEqual(read('| name | b |', rule), [true, true, 0, 7, 11], rule);
    }
    for (const rule of [
      '|-|---|',
      '|---|',
      '|---|---',
      '|---|---|x',
      'x|---|---|',
      '|---|---|---|',
      '|::|---|',
      '|:|---|',
    ]) {
      assert.equal(read('| name | b |', rule), undefined, rule);
    }
    assert.equal(read('name | b', '|---|---|'), undefined);
  });

  it('may have dashes below all of them, if these are about as many', () => {
    for (const rule of ['-----', '-'.repeat(20), '|-------|', '  ---------', '=======  ']) {
      assert.deepEqual(read('|abc|def| ', rule), [true, false, 0, 4, 8], rule);
    }
    assert.equal(read('|abc|def|', '----'), undefined);
    assert.equal(read(' abc|def ', '---------'), undefined);
  });

  it('are not recognized by another line, by one column, or without a bar at one end', () => {
    for (const [header, rule] of [
      ['a | b', '1 | 2'],
      ['| a | b |', '| 1 | 2 |'],
      ['a | b', '---+--+--'],
      ['a | b | c', '--+------'],
      ['a | b', '-+----'],
      ['abc|def', '---|---'],
      ['| abc |', '+-----+'],
      ['abc', '---'],
      ['|abc|def', '+---+---'],
      ['abc|def|', '---+---+'],
      ['+---+---+', '+===+===+'],
      ['|---|---|', '|---|---|'],
      ['', ''],
    ] as const) {
      assert.equal(read(header, rule), undefined, `${header}\n${rule}`);
    }
  });
});

describe('The cells of a drawn row', () => {
  const framed = readDrawnColumns('| id | name |', '+----+------+');
  const open = readDrawnColumns(' id | name', '----+------');
  const markdown = readDrawnColumns('| id | name |', '|----|------|');
  assert.ok(framed && open && markdown);

  it('are between the bars that are where those of the header are', () => {
    assert.deepEqual(cellsOfDrawnRow('|  1 | a    |  ', framed), ['1', 'a']);
    assert.deepEqual(cellsOfDrawnRow('||1| |  a|b |', framed), ['|1|', 'a|b']);
    assert.deepEqual(cellsOfDrawnRow('  1 | a | b |', open), ['1', 'a | b |']);
    assert.deepEqual(cellsOfDrawnRow('  1 |', open), ['1', '']);
    assert.deepEqual(cellsOfDrawnRow(String.raw`|  1 | a\|b |`, markdown), ['1', 'a|b']);
    assert.deepEqual(cellsOfDrawnRow(String.raw`| 1\|| a\|  |`, markdown), ['1|', 'a|']);
    assert.deepEqual(cellsOfDrawnRow(String.raw`|  1 | a\   |`, framed), ['1', 'a\\']);
  });

  it('are between all bars if these are elsewhere', () => {
    assert.deepEqual(cellsOfDrawnRow('| 東 | 京 |', framed), ['東', '京']);
    assert.deepEqual(cellsOfDrawnRow('|  1 | a    | b |', framed), ['1', 'a', 'b']);
    assert.deepEqual(cellsOfDrawnRow('|  1 | a |', framed), ['1', 'a']);
    assert.deepEqual(cellsOfDrawnRow(' |  1 | a   |', framed), ['1', 'a']);
    assert.deepEqual(cellsOfDrawnRow('1 | a | b', open), ['1', 'a', 'b']);
    assert.deepEqual(cellsOfDrawnRow(String.raw`| 1\| | a |`, markdown), ['1|', 'a']);
  });

  it('are one if the row has no bar at one end', () => {
    assert.deepEqual(cellsOfDrawnRow(' |  1 | a ', framed), ['|  1 | a']);
    assert.deepEqual(cellsOfDrawnRow('  1 | a |', framed), ['1 | a |']);
    assert.deepEqual(cellsOfDrawnRow(String.raw`|  1 | a \|`, markdown), [String.raw`|  1 | a \|`]);
  });

  it('are none in a line without text between bars', () => {
    for (const line of ['', ' ', 'Page 1', 'a | b', 'a | b | c | d', '| Total: 5  |', '|', '||', '|    |      |']) {
      assert.equal(cellsOfDrawnRow(line, framed), undefined, line);
    }
    for (const line of ['', '(2 rows)', '    |      ']) {
      assert.equal(cellsOfDrawnRow(line, open), undefined, line);
    }
  });
});
