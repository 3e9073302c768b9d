import { PlaceFinder } from '../../../../src/data/places/findPlaces.ts';
import type { PlacesRequest } from '../../../../src/data/places/findPlaces.ts';
import type { MessagePlace } from '../../../../src/data/places/placeSearch.ts';

export type FinderOptions = Partial<Omit<PlacesRequest, 'messages'>> & { readonly chunkBytes?: number };

/** The places of messages in a text or in bytes. */
export function findPlaces(
  data: string | Uint8Array,
  messages: readonly string[],
  { chunkBytes = 1_048_576, ...options }: FinderOptions = {},
): readonly MessagePlace[] {
  const bytes = Buffer.from(data);
  const finder = new PlaceFinder({ kind: 'csv', conversion: {}, ...options, messages });
  // A stream may begin with nothing.
  finder.push(Buffer.alloc(0));
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    finder.push(Buffer.from(bytes.subarray(start, start + chunkBytes)));
  }
  return finder.end();
}

/** The same, one line each: `17:3-17:6 abc`. */
export function placesIn(
  data: string | Uint8Array,
  message: string | readonly string[],
  options: FinderOptions = {},
): readonly string[] {
  return findPlaces(data, [message].flat(), options).map(
    ({ line, column, endLine, endColumn, written }) => `${line}:${column}-${endLine}:${endColumn} ${written}`,
  );
}
