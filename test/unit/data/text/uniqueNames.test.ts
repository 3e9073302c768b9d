import assert from 'node:assert/strict';
import { UniqueNames } from '../../../../src/data/text/uniqueNames.ts';

describe('Unique names', () => {
  const taken = (before: readonly string[], names: readonly string[]) => {
    const unique = new UniqueNames(before);
    return names.map((name) => unique.take(name));
  };

  it('stay as they are while they are free', () => {
    assert.deepEqual(taken(['id'], ['total', 'net', '']), ['total', 'net', '']);
  });

  it('get the first free number where they are taken, before or by another', () => {
    assert.deepEqual(taken(['total'], ['total', 'net', 'net', 'total', 'net']), [
      'total_2',
      'net',
      'net_2',
      'total_3',
      'net_3',
    ]);
  });

  it('never take a number that a name has already', () => {
    assert.deepEqual(taken(['a_2'], ['a', 'a', 'a_2', 'a_3']), ['a', 'a_3', 'a_2_2', 'a_3_2']);
  });
});
