/** A pattern with more alternatives than this is nobody's intention. */
const MAX_PATTERN_LENGTH = 1_000;

/**
 * Turns a glob into a test of paths, as VS Code writes them: `*` and `?` stay within a folder, `**` does not, `{a,b}` is
 * either, `[a-z]` and `[!a-z]` one character. A pattern without a slash is about the file's name, wherever it is. Case counts.
 * Undefined for what is no glob.
 */
export function parseGlob(pattern: string): ((path: string) => boolean) | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH) {
    return undefined;
  }
  const body = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const source = sourceOf(body);
  if (source === undefined) {
    return undefined;
  }
  const expression = new RegExp(`^${body.includes('/') ? '' : '(?:.*/)?'}${source}$`, 'su');
  return (path) => expression.test(path);
}

function sourceOf(pattern: string): string | undefined {
  let source = '';
  let openBraces = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') {
      const isDeep = pattern.startsWith('**', at);
      const isWholeStep = isDeep && (at === 0 || pattern[at - 1] === '/') && pattern[at + 2] === '/';
      source += isWholeStep ? '(?:[^/]+/)*' : isDeep ? '.*' : '[^/]*';
      at += isWholeStep ? 2 : isDeep ? 1 : 0;
    } else if (character === '?') {
      source += '[^/]';
    } else if (character === '{') {
      openBraces++;
      source += '(?:';
    } else if (character === '}' && openBraces > 0) {
      openBraces--;
      source += ')';
    } else if (character === ',' && openBraces > 0) {
      source += '|';
    } else if (character === '[') {
      const set = /^\[(!?)([^\]/]+)\]/u.exec(pattern.slice(at));
      if (set === null) {
        return undefined;
      }
      const [whole, not = '', characters = ''] = set;
      source += `[${not === '' ? '' : '^/'}${characters.replaceAll(/[\\^[]/g, '\\$&')}]`;
      at += whole.length - 1;
    } else {
      source += character.replace(/[\\^$.|+()[\]{}/-]/u, (special) => (special === '-' ? '-' : `\\${special}`));
    }
  }
  return openBraces === 0 ? source : undefined;
}
