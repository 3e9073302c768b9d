import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import {
  copyAsUtf8,
  packText,
  SLICE_UNITS,
  slicesOf,
  TextChangedError,
  unpackText,
} from '../../../../src/data/text/textSlices.ts';
import type { DocumentText } from '../../../../src/data/text/textSlices.ts';
import { fixedText } from '../../../fixedText.ts';

/** A document as VS Code has it: lines, and positions that are never within a line break. Records what is read of it. */
class Document implements DocumentText {
  version = 1;
  isClosed = false;
  readonly reads: number[] = [];
  #text: string;
  readonly #eol: string;
  onRead = (): void => undefined;

  constructor(text: string, eol = '\n') {
    this.#text = text;
    this.#eol = eol;
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  read(start: number, maxUnits: number): string {
    const slice = this.#text.slice(this.#outsideBreak(start), this.#outsideBreak(start + maxUnits));
    this.reads.push(slice.length);
    this.onRead();
    return slice;
  }

  change(text: string): void {
    this.#text = text;
    this.version++;
  }

  close(): void {
    this.#text = '';
    this.isClosed = true;
  }

  #outsideBreak(offset: number): number {
    const isWithin = this.#eol.length === 2 && this.#text.slice(offset - 1, offset + 1) === this.#eol;
    return isWithin ? offset - 1 : offset;
  }
}

const UNITS = fc.constantFrom('a', '😀', '\uD83D', '\uDE00', 'é', '\uFEFF');

describe('The slices of a text', () => {
  it('never split a surrogate pair, are never too long, and lose nothing, including lone surrogates', () => {
    const line = fc.string({ unit: UNITS, maxLength: 12 });
    const texts = fc.tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 7 }), ([lines, eol], maxUnits) => {
        const whole = lines.join(eol);
        const slices = [...slicesOf(new Document(whole, eol), maxUnits)];
        assert.equal(slices.join(''), whole);
        assert.ok(slices.every(({ length }) => length > 0 && length <= maxUnits));
        assert.ok(Buffer.concat(slices.map((slice) => Buffer.from(slice))).equals(Buffer.from(whole)));
      }),
    );
  });

  it('are read one by one, when they are requested', () => {
    const document = new Document('x'.repeat(10 * SLICE_UNITS));
    const slices = slicesOf(document);
    slices.next();
    slices.next();
    assert.deepEqual(document.reads, [SLICE_UNITS, SLICE_UNITS]);
  });

  it('are of one version: none is read after a change or once the text has closed', () => {
    for (const end of [(text: Document) => text.change('y'), (text: Document) => text.close()]) {
      const document = new Document('x'.repeat(3 * SLICE_UNITS));
      const slices = slicesOf(document);
      slices.next();
      end(document);
      assert.throws(() => slices.next(), TextChangedError);
      assert.equal(document.reads.length, 1);
    }
  });

  it('of a text that has closed before are none of an empty text', () => {
    const closed = new Document('');
    closed.close();
    assert.throws(() => slicesOf(closed).next(), TextChangedError);
    assert.deepEqual([...slicesOf(new Document(''))], []);
  });
});

describe('A slice for a worker', () => {
  it('has memory of its own, and is the same text again, including lone surrogates', () => {
    const slices = ['', 'a', 'é東😀\uD83D', '\uDE00\uFEFFx'];
    for (const slice of slices) {
      const packed = packText(slice);
      assert.equal(packed.buffer.byteLength, slice.length * 2);
      assert.equal(unpackText(packed), slice);
      const within = Buffer.concat([Buffer.from('x '), packed, Buffer.from(' y')]);
      assert.equal(unpackText(within.subarray(2, -2)), slice);
    }
  });
});

describe('A copy of a text', () => {
  it('is the text in UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: UNITS, maxLength: 40 }), async (text) => {
        assert.ok(Buffer.concat(await copyAsUtf8(fixedText(text))).equals(Buffer.from(text)));
      }),
    );
  });

  it('has pieces of about 1 MiB, whatever the text takes in UTF-8', async () => {
    const text = 'a'.repeat(3_000_000) + '東'.repeat(1_000_000) + '😀'.repeat(500_000) + '\uD83D';
    const pieces = await copyAsUtf8(fixedText(text));
    assert.ok(Buffer.concat(pieces).equals(Buffer.from(text)));
    assert.ok(pieces.every(({ byteLength }) => byteLength <= 1_048_576));
    assert.ok(pieces.slice(0, -1).every(({ byteLength }) => byteLength > 900_000));
  });

  it('is made in slices, with a turn for other work after each', async () => {
    const document = new Document('x'.repeat(10_000_000));
    let isDone = false;
    let mostAtOnce = 0;
    let read = 0;
    const look = (): void => {
      mostAtOnce = Math.max(mostAtOnce, document.reads.length - read);
      read = document.reads.length;
      if (!isDone) {
        setImmediate(look);
      }
    };
    setImmediate(look);
    await copyAsUtf8(document);
    isDone = true;
    assert.equal(document.reads.length, Math.ceil(10_000_000 / SLICE_UNITS));
    assert.ok(document.reads.every((units) => units <= SLICE_UNITS));
    assert.equal(mostAtOnce, 1);
  });

  it('starts again after a change, following a pause, and has nothing of the earlier version', async () => {
    const document = new Document('x'.repeat(4 * SLICE_UNITS));
    const latest = 'y'.repeat(3 * SLICE_UNITS);
    let pauses = 0;
    const copy = copyAsUtf8(document, () => {
      pauses++;
      return nextTurn();
    });
    await nextTurn();
    document.change(latest);
    assert.equal(Buffer.concat(await copy).toString(), latest);
    assert.equal(pauses, 1);
  });

  it('is made at once if the text changes during every attempt', async () => {
    const document = new Document('x'.repeat(4 * SLICE_UNITS));
    let changes = 0;
    document.onRead = () => {
      setImmediate(() => document.change(`${++changes}`.repeat(4 * SLICE_UNITS)));
    };
    let pauses = 0;
    let latest = '';
    const copy = await copyAsUtf8(document, async () => {
      pauses++;
      await nextTurn();
      latest = document.text;
    });
    assert.equal(Buffer.concat(copy).toString(), latest);
    assert.equal(pauses, 4);
  });

  it('is not tried again where the text can’t be read', async () => {
    const document = new Document('x');
    document.onRead = () => {
      throw new Error('It can’t be read.');
    };
    await assert.rejects(
      copyAsUtf8(document, () => assert.fail('It waits.')),
      new Error('It can’t be read.'),
    );
    assert.equal(document.reads.length, 1);
  });

  it('stops once the text closes, also during the pause', async () => {
    const closing = new Document('x'.repeat(4 * SLICE_UNITS));
    const copy = copyAsUtf8(closing, () => assert.fail('It waits.'));
    closing.close();
    await assert.rejects(copy, TextChangedError);
    assert.equal(closing.reads.length, 1);

    const changing = new Document('x'.repeat(4 * SLICE_UNITS));
    const other = copyAsUtf8(changing, async () => {
      changing.close();
      await nextTurn();
    });
    changing.change('y');
    await assert.rejects(other, TextChangedError);
  });

  it('is complete although the text closes after its last slice', async () => {
    const document = new Document('a,b\n1,2\n');
    const copy = copyAsUtf8(document);
    document.close();
    assert.equal(Buffer.concat(await copy).toString(), 'a,b\n1,2\n');
  });
});
