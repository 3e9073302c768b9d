import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLinkable, linkAddress, parseLink } from '../../../../src/app/links/link.ts';
import type { Link } from '../../../../src/app/links/link.ts';
import { MAX_ID_LENGTH } from '../../../../src/model/limits.ts';
import { runs } from '../../../scale.ts';

const CONNECTION: Link = {
  target: { kind: 'connection', entityId: 'a1b2' },
  baseUrl: 'https://service.example.com',
  workspace: 'acme',
};
const QUERY = 'service=https://service.example.com&workspace=acme&entityId=a1b2';
const JOB_QUERY = QUERY.replace('entityId', 'syncId');

/** As VS Code does with an address that it is told to open: it decodes the query before it passes it on. */
function received(address: string): ReturnType<typeof parseLink> {
  const [path = '', query = ''] = address.split('?');
  return parseLink({ path, query: decodeURIComponent(query), fragment: '' });
}

describe('A link', () => {
  it('is readable, and names service, workspace and connection or job', () => {
    assert.equal(linkAddress(CONNECTION), `/connection?${QUERY}`);
    const job: Link = { ...CONNECTION, target: { kind: 'job', syncId: 'f00' }, baseUrl: 'http://127.0.0.1:8080/base' };
    assert.equal(linkAddress(job), '/job?service=http://127.0.0.1:8080/base&workspace=acme&syncId=f00');
    assert.deepEqual(received(linkAddress(job)), job);
  });

  it('opens what it was copied from, whatever characters the IDs have', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => /\S/.test(text) && !/^\s*\d+\s*$/.test(text) && text !== '.' && text !== '..');
    const property = fc.property(id, id, (entityId, workspace) => {
      const link: Link = { ...CONNECTION, target: { kind: 'connection', entityId }, workspace };
      assert.deepEqual(received(linkAddress(link)), link);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it('opens with the longest IDs and base URL', () => {
    const longestId = '日'.repeat(MAX_ID_LENGTH);
    const link: Link = {
      target: { kind: 'connection', entityId: longestId },
      baseUrl: `https://service.example.com/${'%E6'.repeat(650)}`,
      workspace: longestId,
    };
    assert.deepEqual(received(linkAddress(link)), link);
  });

  it('can be copied only for an ID with which it opens', () => {
    for (const id of ['.', '..', ' ', '', '\uD800', 'x'.repeat(MAX_ID_LENGTH + 1)]) {
      assert.equal(isLinkable({ kind: 'job', syncId: id }), false, id);
      assert.equal(isLinkable({ kind: 'connection', entityId: id }), false, id);
    }
    assert.equal(isLinkable({ kind: 'job', syncId: '4711' }), true);
    assert.equal(isLinkable({ kind: 'connection', entityId: '4711' }), false);
    assert.equal(isLinkable({ kind: 'connection', entityId: 'x'.repeat(MAX_ID_LENGTH) }), true);
  });

  for (const [what, path, query, fragment = ''] of [
    ['another path', '/sync', QUERY],
    ['another path and the ID of a job', '/sync', JOB_QUERY],
    ['no path', '', QUERY],
    ['a longer path', '/connection/', QUERY],
    ['a fragment', '/connection', QUERY, 'x'],
    ['no parameters', '/connection', ''],
    ['a missing parameter', '/connection', 'service=https://service.example.com&entityId=a1b2'],
    ['another parameter in place of the service', '/connection', QUERY.replace('service=', '-service=')],
    ['another parameter in place of the workspace', '/connection', QUERY.replace('workspace=', 'name=')],
    ['another parameter in place of the ID', '/connection', QUERY.replace('entityId=', 'id=')],
    ['an unknown parameter', '/connection', `${QUERY}&start=true`],
    ['a parameter twice', '/connection', `${QUERY}&entityId=other`],
    ['the ID of the other kind', '/job', QUERY],
    ['an unencoded equals sign', '/connection', `${QUERY}=`],
    ['invalid encoding', '/connection', QUERY.replace('a1b2', '%E0%A4')],
    ['an ID of digits', '/connection', QUERY.replace('a1b2', '12345')],
    ['an ID that changes a path', '/connection', QUERY.replace('a1b2', '..')],
    ['an ID that is too long', '/connection', QUERY.replace('a1b2', 'x'.repeat(501))],
    ['an empty ID', '/connection', QUERY.replace('a1b2', '')],
    ['a blank workspace', '/connection', QUERY.replace('acme', '%20')],
    ['http', '/connection', QUERY.replace('https:', 'http:')],
    ['another scheme', '/connection', QUERY.replace('https:', 'ftp:')],
    ['a user name', '/connection', QUERY.replace('service.example', 'good.example@service.example')],
    ['a base URL with a query', '/connection', QUERY.replace('.com&', '.com?x&')],
    ['a base URL in another form', '/connection', QUERY.replace('service.example.com', 'SERVICE.example.com')],
    ['a base URL with a slash at its end', '/connection', QUERY.replace('.com&', '.com/&')],
    ['too many characters', '/connection', `${QUERY}${'x'.repeat(16_000)}`],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.ok(parseLink({ path: '/connection', query: QUERY, fragment: '' }));
      assert.equal(parseLink({ path, query, fragment }), undefined);
    });
  }
});
