import { open } from 'node:fs/promises';
import { binaryFormat, markupFormat } from '../../data/check/fileFormat.ts';
import { detectKind } from '../../data/file/detectKind.ts';
import type { KindClues } from '../../data/file/detectKind.ts';
import { createDecoder, sniffEncoding } from '../../data/text/textEncoding.ts';
import type { UploadKind } from '../../model/upload.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

/** How many bytes at the start of a file show its type. */
export const HEAD_BYTES = 32_768;

/** The type of a text; if its name and content leave it open, the user chooses. Undefined if they cancel. */
export async function kindOfText(
  name: string,
  clues: KindClues,
  chooseKind: UploadPrompts['chooseKind'],
): Promise<UploadKind | undefined> {
  const { text } = clues;
  // For an empty text or a web page, the check reports what is wrong, whatever the type.
  const isData = () => /\S/.test(text) && markupFormat(text) === undefined;
  return detectKind(clues) ?? (isData() ? chooseKind(name) : 'csv');
}

/** Like `kindOfText`, for the first bytes of a file. */
export async function kindOfBytes(
  { name, languageId, head }: { readonly name: string; readonly languageId: string; readonly head: Uint8Array },
  chooseKind: UploadPrompts['chooseKind'],
): Promise<UploadKind | undefined> {
  if (binaryFormat(head) !== undefined) {
    // The check reports it.
    return 'csv';
  }
  const text = createDecoder(sniffEncoding(head).encoding).decode(head);
  return kindOfText(name, { languageId, fileName: name, text }, chooseKind);
}

/** The first bytes of a file on disk. Rejects with what the file system reports. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
