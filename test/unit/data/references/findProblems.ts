import { ReferenceSearch } from '../../../../src/data/references/referenceSearch.ts';
import type { SearchRequest } from '../../../../src/data/references/referenceSearch.ts';
import type { ServiceProblem } from '../../../../src/data/references/referenceResolver.ts';

export type SearchOptions = Partial<Omit<SearchRequest, 'messages'>> & { readonly chunkBytes?: number };

/** The problems that messages report, at their ranges in a text or in bytes. */
export function findProblems(
  data: string | Uint8Array,
  messages: readonly string[],
  { chunkBytes = 1_048_576, ...options }: SearchOptions = {},
): readonly ServiceProblem[] {
  const bytes = Buffer.from(data);
  const search = new ReferenceSearch({ kind: 'csv', conversion: {}, ...options, messages });
  // A stream may begin with nothing.
  search.push(Buffer.alloc(0));
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    search.push(Buffer.from(bytes.subarray(start, start + chunkBytes)));
  }
  return search.end();
}

/** Their ranges, one line each: `17:3-17:6 abc`. */
export function rangesIn(
  data: string | Uint8Array,
  message: string | readonly string[],
  options: SearchOptions = {},
): readonly string[] {
  return findProblems(data, [message].flat(), options).map(
    ({ line, column, endLine, endColumn, written }) => `${line}:${column}-${endLine}:${endColumn} ${written}`,
  );
}
