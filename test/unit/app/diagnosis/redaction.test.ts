import assert from 'node:assert/strict';
import { proxyAddress, shortEmail, shortName } from '../../../../src/app/diagnosis/redaction.ts';

describe('A report', () => {
  it('shortens email addresses and names', () => {
    assert.equal(shortEmail('mara.lindqvist@brookfield.example'), 'm…@brookfield.example');
    assert.equal(shortEmail('finance'), 'fin…');
    assert.equal(shortName('Brookfield Mills'), 'Bro…');
    assert.equal(shortName('Acme'), 'A…');
    assert.deepEqual([shortName('Mills'), shortName('Miller')], ['M…', 'Mil…']);
    assert.equal(shortEmail(''), '');
    assert.equal(shortName(''), '');
  });

  it('names a proxy without its user name and password', () => {
    assert.equal(proxyAddress('http://user:secret@proxy.example:8080/path?x=1'), 'http://proxy.example:8080');
    assert.equal(proxyAddress('user:secret@proxy.example'), undefined);
    assert.equal(proxyAddress(undefined), undefined);
    assert.equal(proxyAddress(['http://proxy.example']), undefined);
  });
});
