import assert from 'node:assert/strict';
import { headerChangeText, namesText } from '../../src/ui/format/headerText.ts';

describe('A list of the names of columns', () => {
  it('has quotes around all names if one of them contains a comma', () => {
    assert.equal(namesText(['id', 'net', '']), 'id, net, –');
    assert.equal(namesText(['id', 'Name, first', 'net']), '“id”, “Name, first”, “net”');
    const many = Array.from({ length: 14 }, (_, index) => `c${index}`);
    assert.equal(namesText(many), `${many.slice(0, 12).join(', ')} and 2 more`);
    assert.equal(namesText([...many, 'x, y']), `${many.slice(0, 12).join(', ')} and 3 more`, 'is not shown');
    const change = { missing: ['vat, in %'], added: ['a', 'b'], recased: [], isReordered: false };
    assert.equal(headerChangeText(change), 'added a, b; removed “vat, in %”');
  });

  it('shows spaces and invisible characters at their ends, unless they are blank', () => {
    assert.equal(namesText([' id', 'net\u00A0', ' ']), '[U+0020]id, net[U+00A0], –');
    const change = { missing: ['net'], added: ['net '], recased: [], isReordered: false };
    assert.equal(headerChangeText(change), 'added net[U+0020]; removed net');
  });
});
