/** The characters of Windows-1252 by their bytes. */
const CHARACTERS: readonly string[] = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x100 }, (_, byte) => byte)),
);

/**
 * Three characters of Windows-1252, of which the one in the middle is rarely there. Its byte is a letter in Mac Roman, in DOS text,
 * or in Windows-1250. Symbols that may be between letters are left out: `’`, `…`, dashes, `ª`, `º`, `²`, and `·`.
 */
const MISPLACED = new RegExp(
  [
    // Accents without a letter. `à` and `ò` in Mac Roman, `ê` in DOS text.
    '.[ˆ˜].',
    // Symbols after a letter, or between two letters: `est‡`, `soci‚t‚`, `pu•`, `S‹o`, `K”ln`, `Stra§e`, `Espa¤a`, `Pawe³`.
    '\\p{L}[‚„‡•].',
    '\\p{L}[€ƒ†‰‹“”›¡¢£¤¥§¯³¹¼¾¿]\\p{L}',
    '\\p{Lu}™\\p{Lu}',
    // Capital letters inside of words: `SociŽtŽ`, `JŠger`, `Ÿber`, `nÆo`, `donÕt`. Others follow small letters in names such as `neueÄmter`.
    '\\p{Ll}[ŠŒŽŸÆÕ].',
    '\\p{Lu}[ŠŒŽ]\\p{Ll}',
    '.Ÿ\\p{Ll}',
    // Small letters in a word of capital letters: `MšLLER`.
    '\\p{Lu}[šœž]\\p{Lu}',
    // A consonant instead of a vowel: `Kšln`, `Malmš`. `r` and `l` may be vowels, as in `Krško`, and `tš` ends Russian names in Finnish.
    '[B-DF-HJ-NP-TV-XZb-df-hjkmnpqstv-xz]š[b-df-hj-np-tv-xz]',
    '[b-df-hjkmnpqsv-xz]š\\P{L}',
    // `Straße` and `außer` in DOS text.
    '[aeiou]áe',
  ].join('|'),
  'su',
);
const IN_WORD = /[A-Za-z][À-ÖØ-öø-ÿ].|.[À-ÖØ-öø-ÿ][A-Za-z]/s;

/** Whether a byte outside ASCII is, in Windows-1252, a character that is rarely between these two. They are 0 if there is none. */
export function isMisplaced(before: number, byte: number, after: number): boolean {
  return MISPLACED.test(inWindows1252(before, byte, after));
}

/** Whether a byte is, in Windows-1252, a letter of Western European languages beside one of ASCII, as in most of their words. */
export function isAccentedLetter(before: number, byte: number, after: number): boolean {
  return IN_WORD.test(inWindows1252(before, byte, after));
}

function inWindows1252(...bytes: readonly number[]): string {
  return bytes.map((byte) => CHARACTERS[byte]).join('');
}
