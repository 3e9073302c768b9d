import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import type { Conversion, UploadFile, UploadKind } from '../../../../src/model/upload.ts';
import { convertFile } from '../../../../src/data/worker/convertFile.ts';
import { previewConversion } from '../../../../src/data/convert/conversion.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { checkBytes } from '../check/checkText.ts';
import { csvStyle, csvTable, encode, writeTable } from '../check/csvTables.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const CASES: readonly (readonly [before: Uint8Array, conversion: Conversion, after: string])[] = [
  [Buffer.from('a;Müller\n1,5;€\n', 'latin1'), { fromEncoding: 'iso-8859-1' }, 'a;Müller\n1,5;\u00AC\n'],
  [Buffer.from([0x80, 0x3b, 0xe9]), { fromEncoding: 'windows-1252', fromDelimiter: ';' }, '€,é'],
  [Buffer.from('\uFEFFa\n', 'utf16le'), { fromEncoding: 'utf-16le' }, 'a\n'],
  [Buffer.from('\uFEFFa\n'), { withoutByteOrderMark: true }, 'a\n'],
  [Buffer.from('a'), { withoutByteOrderMark: true, withoutSepLine: true }, 'a'],
  [Buffer.from('sep=;\na;b\n1,5;"x""y"\n'), { withoutSepLine: true, fromDelimiter: ';' }, 'a,b\n"1,5","x""y"\n'],
  [Buffer.from('a;b\n1;"x;\n2,3'), { fromDelimiter: ';' }, 'a,b\n1,"x;\n2,3'],
  [Buffer.from('{"a":"é"}\r\n{"a":{"b":[]}}\r\n'), { toArray: true }, '[{"a":"é"}\r\n,{"a":{"b":[]}}\r\n]'],
  [Buffer.from('[{"a":1}]'), { toArray: true }, '[{"a":1}]'],
  // A byte order mark is no part of what follows it.
  [Buffer.from('\uFEFFAmount, EUR;x\n'), { fromDelimiter: ';' }, '\uFEFF"Amount, EUR",x\n'],
  [Buffer.from('\uFEFF"Amount, EUR";x\n'), { fromDelimiter: ';' }, '\uFEFF"Amount, EUR",x\n'],
  [Buffer.from('\uFEFF"Name; first";x\n'), { fromDelimiter: ';' }, '\uFEFF"Name; first",x\n'],
  [Buffer.from('\uFEFFsep=;\na;b\n'), { withoutSepLine: true, fromDelimiter: ';' }, '\uFEFFa,b\n'],
  [Buffer.from('\uFEFFsep=;\n'), { withoutByteOrderMark: true, withoutSepLine: true, fromDelimiter: ';' }, ''],
  [Buffer.from('\uFEFF"a, b";x'), { withoutByteOrderMark: true, fromDelimiter: ';' }, '"a, b",x'],
  [Buffer.from('\uFEFF{"a":1}\n{"a":2}'), { toArray: true }, '\uFEFF[{"a":1}\n,{"a":2}]'],
  [Buffer.from('\uFEFF{"a":1}'), { withoutByteOrderMark: true, toArray: true }, '[{"a":1}]'],
  [Buffer.from('\uFEFF'), { fromDelimiter: ';' }, '\uFEFF'],
  [Buffer.from('é'), { fromDelimiter: ';' }, 'é'],
];

describe('Conversions', () => {
  // Of files as small as these, none is converted there.
  const workers = new DataWorkers('');

  for (const [before, conversion, after] of CASES) {
    it(`make ${JSON.stringify(after)} by ${JSON.stringify(conversion)}`, async () => {
      for (const pieces of [[before], Array.from(before, (byte) => Buffer.of(byte))]) {
        const converted = await convertFile(fileOf('csv', pieces), conversion, workers);
        assert.equal((await bytesOf(converted)).toString(), after);
        assert.equal(converted.byteLength, Buffer.byteLength(after));
      }
    });
  }

  it('turn any table into comma-separated UTF-8 with the same cells, whatever the chunks', async () => {
    const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1');
    await fc.assert(
      fc.asyncProperty(
        csvTable([]),
        csvStyle,
        encoding,
        fc.boolean(),
        fc.boolean(),
        cuts,
        async (rows, style, name, isMarked, isKept, places) => {
          const bytes = encode(writeTable(rows, style), name, isMarked);
          const { delimiter } = style;
          const file = fileOf(delimiter === '\t' ? 'tsv' : 'csv', cutBytes(bytes, places));
          const conversion = {
            ...(name === 'utf-8' ? { withoutByteOrderMark: !isKept } : { fromEncoding: name }),
            ...(delimiter === ',' ? {} : { fromDelimiter: delimiter }),
          };
          const converted = await convertFile(file, conversion, workers);
          const result = checkBytes(converted.kind, await bytesOf(converted));
          assert.equal(converted.kind, 'csv');
          assert.equal(converted.byteLength, result.byteLength);
          assert.deepEqual([result.columns, ...result.firstRows], rows);
          const hasMark = name === 'utf-8' && isMarked && isKept;
          assert.deepEqual([result.encoding, result.hasByteOrderMark, result.delimiter], ['utf-8', hasMark, ',']);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('turn JSON Lines into an array, whatever the chunks', async () => {
    const row = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), cuts, async (rows, places) => {
        const bytes = Buffer.from(rows.map((object) => JSON.stringify(object)).join('\n'));
        const converted = await convertFile(fileOf('json', cutBytes(bytes, places)), { toArray: true }, workers);
        assert.deepEqual(JSON.parse((await bytesOf(converted)).toString()), JSON.parse(JSON.stringify(rows)));
      }),
    );
  });

  it('preview the first lines before and after, without reading further', async () => {
    const file = endlessFile('', 'M\xfcller;1\n');
    const preview = await previewConversion(file, { fromEncoding: 'windows-1252', fromDelimiter: ';' }, 2);
    assert.deepEqual(preview, { before: ['M\uFFFDller;1', 'M\uFFFDller;1'], after: ['Müller,1', 'Müller,1'] });
    assert.ok(file.readBytes < 70_000, `${file.readBytes} bytes were read`);
  });

  it('preview only the beginning of a huge first cell', async () => {
    const file = endlessFile('"', '1;5\n');
    const { before, after } = await previewConversion(file, { fromDelimiter: ';' }, 2);
    assert.deepEqual({ before, after }, { before: ['"1;5', '1;5'], after: ['"1;5', '1;5'] });
    assert.ok(file.readBytes < 70_000, `${file.readBytes} bytes were read`);
  });

  it('preview an array without its end if that was not read', async () => {
    const file = endlessFile('', `{"a":"${'x'.repeat(60_000)}"}\n`);
    const { after } = await previewConversion(file, { toArray: true });
    assert.deepEqual(
      after.map((line) => [line.slice(0, 3), line.includes(']')]),
      [
        ['[{"', false],
        [',{"', false],
      ],
    );
  });

  it('reject with the reason when cancelled', async () => {
    const reason = new Error('Enough.');
    const file = fileOf('csv', [Buffer.from('a')]);
    await assert.rejects(convertFile(file, { toArray: true }, workers, AbortSignal.abort(reason)), reason);
  });
});

/** A file that goes on for ever. */
function endlessFile(start: string, rest: string): UploadFile & { readBytes: number } {
  const file = {
    name: 'data.csv',
    kind: 'csv' as const,
    byteLength: Infinity,
    readBytes: 0,
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, these are at hand
    async *chunks() {
      for (let piece = start; ; piece = rest) {
        const bytes = Buffer.from(piece, 'latin1');
        file.readBytes += bytes.length;
        // 100 MB: what reads on would do so for ever, and could not be interrupted.
        assert.ok(file.readBytes < 100_000_000, 'no end was found');
        yield bytes;
      }
    },
  };
  return file;
}

function fileOf(kind: UploadKind, pieces: readonly Uint8Array[]): UploadFile {
  return {
    name: `data.${kind}`,
    kind,
    byteLength: pieces.reduce((sum, piece) => sum + piece.length, 0),
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, these are at hand
    async *chunks() {
      yield* pieces;
    },
  };
}

async function bytesOf(file: UploadFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
