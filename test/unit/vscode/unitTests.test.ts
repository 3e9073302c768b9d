import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { findUnitTests } from '../../vscode/unitTests.ts';

describe('The unit tests', () => {
  it('are each in one part of a run: the random and repeated ones, the large ones, or the others', () => {
    const { repeated, large, others } = findUnitTests();
    assert.deepEqual([...repeated, ...large, ...others].sort(), globSync('test/unit/**/*.test.ts').sort());
    const names = [repeated, large, others].map((files) => files.map((file) => file.replace(/.*[\\/]/, '')));
    assert.deepEqual(
      names.map((files) =>
        ['csvProperties.test.ts', 'longInput.test.ts', 'unitTests.test.ts'].map((name) => files.includes(name)),
      ),
      [
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ],
    );
  });
});
