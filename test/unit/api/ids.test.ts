import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isDigitsOnly, pathSegment } from '../../../src/api/ids.ts';

describe('isDigitsOnly', () => {
  it('accepts raw integer keys, also with surrounding white space', () => {
    for (const id of ['0', '12345', ' 12345 ', '00012345678901234567890']) {
      assert.equal(isDigitsOnly(id), true, id);
    }
    for (const id of ['', ' ', 'a1', '1a', '-1', '1.0', '1 2', '1e5', '١٢']) {
      assert.equal(isDigitsOnly(id), false, id);
    }
  });
});

describe('pathSegment', () => {
  it('encodes every id as one path segment that decodes to the id, or rejects it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '%', '?', '#', '\\', 'a', 'é', '😀', ' ', '\n') }),
        (id) => {
          const segment = pathSegment(id);
          if (segment === undefined) {
            assert.ok(['', '.', '..'].includes(id));
            return;
          }
          const { pathname, search, hash } = new URL(`https://service.example/a/${segment}/b`);
          const parts = pathname.split('/');
          assert.deepEqual([parts[1], decodeURIComponent(parts[2] ?? ''), parts[3], parts.length], ['a', id, 'b', 4]);
          assert.equal(search + hash, '');
        },
      ),
    );
  });

  it('rejects what would change the path', () => {
    for (const id of ['', '.', '..']) {
      assert.equal(pathSegment(id), undefined, id);
    }
    assert.equal(pathSegment('...'), '...');
  });

  it('rejects a lone surrogate', () => {
    assert.equal(pathSegment('a\udc00'), undefined);
  });
});
