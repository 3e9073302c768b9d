import { readRows } from './readRows.ts';
import { NOT_IN_WORD, WORD_END } from './statements.ts';
import type { MaskedMessage, Statement } from './statements.ts';

/** A message about a program: “loader.py", line 3”, “Loader.cs:line 3”, “LINE 1: SELECT”, “Procedure Load, Line 3”. */
const PROGRAM = new RegExp(
  [
    '\\.(?:cs|go|groovy|java|js|kt|lua|php|pl|py|rb|rs|scala|sh|sql|toml|ts|xml|ya?ml)["\'”)]*(?:[,\\s]*line\\s+|:)(?:line\\s+)?\\d',
    `line\\s+\\d+:\\s+(?:select|insert|update|delete|merge|with|values|from|copy|create|call)${WORD_END}`,
    `line\\s+\\d+\\s+(?:of|in)\\s+(?:the\\s+)?(?:\\S+\\.(?:sql|toml|xml|ya?ml)|mapping|definition|rule|config\\p{L}*|template|schema|statement|program|expression)${WORD_END}`,
    `${NOT_IN_WORD}(?:SQL|PL/\\p{L}+|ORA-06512|(?:Msg|Meldung)\\s+\\d+|procedure|function|trigger|script|query|macro|traceback|stack\\s+trace|syntax\\s+error|prozedur|funktion|skript|abfrage|procédure|fonction|requête)${WORD_END}`,
  ].join('|'),
  'iu',
);
const LINE = new RegExp(`${NOT_IN_WORD}(?:lines?|zeilen?|lignes?)${WORD_END}`, 'iu');
/** Of a part of the data, whose rows may have numbers of their own: “batch 2, row 4”, “invoice 17, line 4”. */
const PART = new RegExp(
  `${NOT_IN_WORD}(?:(?:batch|chunk|page|partition|split|block|file|stapel|seite|datei)\\s*(?:no\\.?|number|nr\\.?|#)?\\s*\\d+(?![\\p{L}\\p{N}_.-])|(?:invoice|order)\\s+\\S*\\d,?\\s+(?:line|item)\\s+\\d)`,
  'iu',
);

/** Leaves out the statements whose numbers may be those of lines of a program, or of rows in a part of the data. */
export function withoutOtherRows({ statements, text, quotes }: MaskedMessage): readonly Statement[] {
  const isOfProgram = PROGRAM.test(text);
  const isOfPart = PART.test(statements.map(({ masked }) => masked).join(', '));
  return statements.filter(
    ({ masked }) => !(isOfProgram && LINE.test(masked)) && !(isOfPart && readRows(masked, quotes) !== undefined),
  );
}
