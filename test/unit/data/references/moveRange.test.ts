import assert from 'node:assert/strict';
import fc from 'fast-check';
import { moveRange } from '../../../../src/data/references/moveRange.ts';
import type { TextChange } from '../../../../src/data/references/moveRange.ts';
import { runs } from '../../../scale.ts';

const MARK = '§§§';

function positionAt(text: string, offset: number): readonly [line: number, column: number] {
  const lines = text.slice(0, offset).split('\n');
  return [lines.length, (lines.at(-1) ?? '').length + 1];
}

function rangeOf(text: string, start: number, end: number) {
  const [line, column] = positionAt(text, start);
  const [endLine, endColumn] = positionAt(text, end);
  return { line, column, endLine, endColumn, written: text.slice(start, end), before: '' };
}

function changeOf(text: string, start: number, end: number, newText: string): TextChange {
  const [line, column] = positionAt(text, start);
  const [endLine, endColumn] = positionAt(text, end);
  return { line, column, endLine, endColumn, newText };
}

describe('A range', () => {
  it('stays at its text through any edits elsewhere, and is given up with every edit that touches it', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', ',', '\n', '"'), maxLength: 12 });
    const edit = fc.record({ from: fc.nat(), to: fc.nat(), newText: letters });
    let kept = 0;
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (before, after, edits, isReversed) => {
          const text = `${before}${MARK}${after}`;
          const start = before.length;
          const end = start + MARK.length;
          // In the order in which VS Code reports them: from the last to the first, without overlaps.
          const offsets = edits
            .map(({ from, to, newText }) => {
              const [one = 0, other = 0] = [from, to].map((at) => at % (text.length + 1)).sort((a, b) => a - b);
              return { from: one, to: other, newText };
            })
            .toSorted((a, b) => b.from - a.from)
            .filter(({ to }, index, all) => index === 0 || to < (all[index - 1]?.from ?? 0));
          const changes = offsets.map(({ from, to, newText }) => changeOf(text, from, to, newText));
          const moved = moveRange(rangeOf(text, start, end), isReversed ? changes.toReversed() : changes);
          const changed = offsets.reduce(
            (all, { from, to, newText }) => all.slice(0, from) + newText + all.slice(to),
            text,
          );
          const isEdited = offsets.some(({ from, to }) => from < end && to > start);
          if (moved === undefined) {
            assert.ok(
              offsets.some(({ from, to }) => from <= end && to >= start),
              'an edit elsewhere',
            );
            return;
          }
          kept++;
          assert.ok(!isEdited);
          assert.deepEqual(moved, rangeOf(changed, changed.indexOf(MARK), changed.indexOf(MARK) + MARK.length));
        },
      ),
      { numRuns: runs(2_000) },
    );
    assert.ok(kept > runs(200), String(kept));
  });

  const text = `a\n${MARK}\nb`;
  const range = rangeOf(text, 2, 5);

  it('at the start of a line stays where lines are inserted or removed before it', () => {
    assert.equal(moveRange(range, [changeOf(text, 2, 2, 'x\n')])?.line, 3);
    assert.equal(moveRange(range, [changeOf(text, 0, 2, '')])?.line, 1);
    assert.equal(moveRange(range, [changeOf(text, 2, 2, 'x')]), undefined);
    assert.equal(moveRange(range, [changeOf(text, 1, 2, '')]), undefined);
  });

  it('at the end of a line stays where a line is inserted after it', () => {
    assert.deepEqual(moveRange(range, [changeOf(text, 5, 5, '\nx')]), range);
    assert.equal(moveRange(range, [changeOf(text, 5, 5, 'x')]), undefined);
    assert.equal(moveRange(range, [changeOf(text, 5, 6, '')]), undefined);
    assert.equal(moveRange(range, [changeOf(text, 5, 5, 'x\n')]), undefined);
    assert.equal(moveRange(range, [changeOf(text, 5, 6, '\nx')]), undefined);
    assert.equal(moveRange(range, [changeOf(`a\n${MARK}x`, 5, 6, '\n')]), undefined);
    assert.equal(moveRange(range, [changeOf(`a\n${MARK}\nbcde`, 5, 9, '\n')]), undefined);
  });

  it('within a line is given up if lines are inserted right before it', () => {
    const inLine = `a,${MARK}`;
    assert.equal(moveRange(rangeOf(inLine, 2, 5), [changeOf(inLine, 2, 2, 'x\n')]), undefined);
    assert.equal(moveRange(range, [changeOf(text, 2, 2, 'x\ny')]), undefined);
  });
});
