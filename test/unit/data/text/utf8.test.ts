import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  firstBadByte,
  lengthOfWholeCharacters,
  sequenceLength,
  textOfBytes,
  Utf8Damage,
} from '../../../../src/data/text/utf8.ts';

const TEXT = fc.string({ unit: fc.constantFrom('a', '\x7f', 'é', '߿', 'ࠀ', '東', '\uFFFF', '\u{10000}', '😀') });

describe('UTF-8', () => {
  it('cut anywhere has whole characters up to the start of the last one', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const bytes = Buffer.from(text);
        let start = 0;
        for (const character of text) {
          const length = Buffer.byteLength(character);
          for (let size = 0; size < length; size++) {
            assert.equal(
              lengthOfWholeCharacters(bytes.subarray(0, start + size)),
              start,
              `${character} cut at ${size}`,
            );
          }
          start += length;
        }
        assert.equal(lengthOfWholeCharacters(bytes), bytes.length);
      }),
    );
  });

  it('has as many bytes in a character as its first byte says', () => {
    for (const character of ['\x80', '߿', 'ࠀ', '\uFFFF', '\u{10000}', '\u{10FFFF}']) {
      const bytes = Buffer.from(character);
      assert.equal(sequenceLength(bytes[0] ?? 0), bytes.length);
    }
  });

  it('is not counted as cut where its last bytes are no start of a character', () => {
    for (const bytes of [
      [0x80],
      [0x80, 0x80, 0x80, 0x80],
      [0x61, 0x80, 0x80],
      [0xe9, 0x80, 0x80, 0x80],
      [0xe9, 0x61],
    ]) {
      assert.equal(lengthOfWholeCharacters(Uint8Array.from(bytes)), bytes.length);
    }
  });

  it('ends at its first bad byte, wherever that is', () => {
    const bad = fc.constantFrom([0xff], [0x80], [0xc3, 0x28], [0xe9, 0x61], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]);
    fc.assert(
      fc.property(TEXT, bad, TEXT, fc.integer({ min: 0, max: 40 }), (before, wrong, after, more) => {
        const good = Buffer.from('x'.repeat(more) + before);
        const bytes = Buffer.concat([good, Buffer.from(wrong), Buffer.from(after)]);
        assert.equal(firstBadByte(bytes), good.length);
      }),
    );
  });

  it('is told from other bytes, which are read as Windows-1252', () => {
    assert.equal(textOfBytes(Buffer.from('\uFEFFZürich 東')), '\uFEFFZürich 東');
    assert.equal(textOfBytes(Buffer.from('Z\xfcrich \x80', 'latin1')), 'Zürich €');
  });
});

describe('UTF-8 with some bad bytes', () => {
  const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
    const damage = new Utf8Damage();
    const good = firstBadByte(bytes);
    damage.addValid(bytes.subarray(0, good));
    damage.addRest(bytes.subarray(good));
    return damage.isMostlyUtf8;
  };

  it('has more valid characters outside ASCII than broken ones', () => {
    for (const bytes of [
      Buffer.concat([Buffer.from('é東'), Buffer.of(0xfc)]),
      Buffer.concat([Buffer.of(0xfc), Buffer.from('a😀東')]),
      Buffer.from('東京😀').subarray(0, -1),
      // Half of a surrogate pair.
      Buffer.of(0x61, 0xed, 0xa0, 0xbd),
      Buffer.concat([Buffer.from('é'.repeat(20)), Buffer.from('\xe9'.repeat(10), 'latin1')]),
    ]) {
      assert.ok(isMostlyUtf8(bytes), bytes.toString('hex'));
    }
  });

  it('is told from Windows-1252 in which two bytes are a valid character by chance', () => {
    for (const text of [
      '\xbbSpa\xdf\xab',
      '\xabCAF\xc9\xbb \xabCAF\xc9\xbb',
      'M\xc3\xbcller Gr\xf6\xdfe',
      '\xc0\xab\xc1\xab \xf5\xa0\xa0\xa0',
    ]) {
      assert.ok(!isMostlyUtf8(Buffer.from(text, 'latin1')), text);
    }
    assert.ok(new Utf8Damage().isMostlyUtf8);
  });

  it('is told by the first 20 characters before the bad bytes, and the first 1,000 broken ones', () => {
    const broken = (count: number): Buffer => Buffer.from('\xe9 '.repeat(count), 'latin1');
    assert.ok(!isMostlyUtf8(Buffer.concat([Buffer.from('é'.repeat(100)), broken(11)])));
    assert.ok(!isMostlyUtf8(Buffer.concat([broken(1_000), Buffer.from('é'.repeat(2_000))])));
    assert.ok(isMostlyUtf8(Buffer.concat([broken(999), Buffer.from('é'.repeat(1_998))])));
  });
});
