import assert from 'node:assert/strict';
import { listFiles } from '../../../../src/ui/upload/fileList.ts';
import type { FileEntry } from '../../../../src/ui/upload/fileList.ts';

const entry = (name: string, { weight = 0, isRequired = false, lineCount = 1 } = {}): FileEntry => ({
  lines: Array.from({ length: lineCount }, (_, index) => `${name}${index || ''}`),
  weight,
  isRequired,
});

describe('The list of files in a review', () => {
  it('lists every required file first, however many there are', () => {
    const plain = Array.from({ length: 5 }, (_, index) => entry(`plain-${index}`, { weight: 9 }));
    const required = Array.from({ length: 4 }, (_, index) =>
      entry(`link-${index}`, { isRequired: true, lineCount: 2 }),
    );
    const { lines, omitted } = listFiles([...plain, ...required], 3);
    assert.deepEqual(
      lines.slice(0, 8),
      required.flatMap((file) => file.lines),
    );
    assert.deepEqual(lines.slice(8), ['plain-0', 'plain-1', 'plain-2']);
    assert.equal(omitted, 2);
  });

  it('lists the others by weight, each with all of its lines or none', () => {
    const files = [entry('a'), entry('b', { weight: 1, lineCount: 2 }), entry('c', { weight: 2 }), entry('d')];
    assert.deepEqual(listFiles(files, 4), { lines: ['c', 'b', 'b1', 'a'], omitted: 1 });
    assert.deepEqual(listFiles(files, 2), { lines: ['c'], omitted: 3 });
    assert.deepEqual(listFiles(files, 5), { lines: ['c', 'b', 'b1', 'a', 'd'], omitted: 0 });
  });
});
