import assert from 'node:assert/strict';
import { parseGlob } from '../../../src/base/glob.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

/** Globs, compared with regular expressions. The first line of an input is the pattern, the second one the path. */
export const globs: FuzzTarget = {
  name: 'globs',
  sources: ['/src/base/glob.ts'],
  seeds: [
    '*.csv\na/b.csv',
    '**/exports/*.{csv,tsv}\nx/exports/a.tsv',
    'a/**/b?.csv\na/x/y/b1.csv',
    '[!a-c-][x]*\ndx-',
    '{a,{b,c}*}/**\nb1/x',
    './**\na',
    '{**/a,b}/c\na/c',
  ],
  words: [
    '*',
    '**',
    '**/',
    '/**',
    '/',
    '?',
    '{',
    '}',
    ',',
    '[',
    ']',
    '!',
    '-',
    '.',
    './',
    '../',
    '[a-z]',
    '[!a-z]',
    '\n',
    '{a,b}',
    '{,a}',
    'a',
    'b',
    'ab',
    'a/b',
    '.csv',
    'é',
    '😀',
    '\\',
    '+(a)',
    '^',
    '$',
    '|',
  ],
  cases: 25_000,
  run(input) {
    const [pattern = '', path = ''] = input.toString().slice(0, 120).split('\n');
    const matches = parseGlob(pattern);
    if (matches === undefined) {
      return 'invalid';
    }
    const isMatch = matches(path);
    const alternatives = pattern.length > 40 ? [] : expandBraces(pattern.replace(/^\.\//, ''));
    const stars = pattern.match(/\*/g) ?? [];
    // Regular expressions with many stars take too long. Stars beside a brace are not those of the alternatives.
    if (
      alternatives.length === 0 ||
      alternatives.length > 50 ||
      stars.length > 8 ||
      /\*\*[},]|\}[{*]|\*\{/.test(pattern)
    ) {
      return 'not compared';
    }
    const isWithFolders = pattern.includes('/');
    const expected = alternatives.some((alternative) =>
      new RegExp(`^(?:${isWithFolders ? '' : '(?:[^]*/)?'}${toRegExp(alternative)})$`, 'u').test(path),
    );
    assert.equal(isMatch, expected, `${expected}: ${alternatives.join(' ')}`);
    return String(isMatch);
  },
};

/** The patterns without braces that a pattern stands for. A bracket protects braces and commas. */
function expandBraces(pattern: string): readonly string[] {
  const open = indexOutsideSets(pattern, /\{/, 0);
  if (open < 0) {
    return [pattern];
  }
  const ends: number[] = [open];
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '[') {
      at = endOfSet(pattern, at);
    } else if (character === '{') {
      depth++;
    } else if (character === '}' && --depth === 0) {
      ends.push(at);
      break;
    } else if (character === ',' && depth === 1) {
      ends.push(at);
    }
  }
  const [before, after] = [pattern.slice(0, open), pattern.slice((ends.at(-1) ?? 0) + 1)];
  const alternatives = ends.slice(1).map((end, index) => pattern.slice((ends[index] ?? 0) + 1, end));
  return alternatives.flatMap((alternative) => expandBraces(before + alternative + after)).slice(0, 51);
}

function indexOutsideSets(pattern: string, wanted: RegExp, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    if (wanted.test(pattern[at] ?? '')) {
      return at;
    }
    at = pattern[at] === '[' ? endOfSet(pattern, at) : at;
  }
  return -1;
}

/** Of a set that begins here; the beginning if it is none. */
function endOfSet(pattern: string, at: number): number {
  return Math.max(at, pattern.indexOf(']', at));
}

function toRegExp(pattern: string): string {
  return pattern.replace(
    /(?<=^|\/)\*\*\/|\*\*|\*|\?|\[(!?)([^\]]+)\]|[^]/gu,
    (piece, negation: string | undefined, set: string | undefined) => {
      if (set !== undefined) {
        return setToRegExp(negation === '!', set);
      }
      switch (piece) {
        case '**/':
          return '(?:[^/]+/)*';
        case '**':
          return '[^]*';
        case '*':
          return '[^/]*';
        case '?':
          return '[^/]';
        default:
          return piece.replace(/[$()*+./?[\\\]^{|}]/, '\\$&');
      }
    },
  );
}

function setToRegExp(isNegated: boolean, set: string): string {
  const ranges = Array.from(set.matchAll(/([^])-([^])|([^])/gu), ([, from, to, one]) => [from ?? one, to ?? one]);
  const written = ranges
    .map(([from = '', to = '']) => [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0] as const)
    // A range from z to a contains nothing.
    .filter(([from, to]) => from <= to)
    .map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`)
    .join('');
  return isNegated ? `[^/${written}]` : `(?!/)[${written}]`;
}
