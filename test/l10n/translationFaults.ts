import type { Texts } from './catalogs.ts';

/** What must be the same in a translation, in any order: what VS Code, not the reader, interprets, and our name. */
const INTERPRETED: Readonly<Record<string, RegExp>> = {
  placeholders: /\{\w+\}/g,
  'link targets': /\]\([^)]*\)/g,
  code: /`[^`]*`/g,
  icons: /\$\([\w~-]+\)/g,
  'links to settings': /#[\w.]+#/g,
  'line breaks': /\n/g,
  names: /Data Connections/g,
};

/** What is wrong with the translations, a line each; nothing if they are complete. `same`: the texts that may be equal to the English ones. */
export function translationFaults(english: Texts, translated: Texts, same: ReadonlySet<string>): readonly string[] {
  return [
    ...Object.entries(english).flatMap(([key, text]) => faultsOf(key, text, translated[key], same)),
    ...Object.keys(translated).flatMap((key) => (key in english ? [] : [`${key}: left over`])),
  ];
}

function faultsOf(key: string, text: string, translated: unknown, same: ReadonlySet<string>): readonly string[] {
  if (typeof translated !== 'string') {
    return [`${key}: missing`];
  }
  if (translated.trim() === '') {
    return [`${key}: empty`];
  }
  const differing = Object.entries(INTERPRETED).flatMap(([name, pattern]) =>
    found(text, pattern) === found(translated, pattern) ? [] : [`${key}: other ${name}`],
  );
  return [
    ...(translated === text && hasWords(text) && !same.has(text) ? [`${key}: not translated`] : []),
    ...(spaceAround(text) === spaceAround(translated) ? [] : [`${key}: other space at an end`]),
    ...(text.endsWith('…') === translated.endsWith('…') ? [] : [`${key}: other ellipsis at the end`]),
    ...differing,
  ];
}

/** Each once: a language may need a name more often. */
function found(text: string, pattern: RegExp): string {
  return pattern.source === '\\n'
    ? String(text.match(pattern)?.length)
    : [...new Set(text.match(pattern))].sort().join(' ');
}

/** Whether anything is left to translate beside what VS Code interprets. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(Object.values(INTERPRETED).reduce((rest, pattern) => rest.replaceAll(pattern, ''), text));
}

function spaceAround(text: string): string {
  return `${/^\s*/.exec(text)?.[0] ?? ''}|${/\s*$/.exec(text)?.[0] ?? ''}`;
}
