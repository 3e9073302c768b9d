/** A text of the service or of a file that tries to be more than text wherever it is shown. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
  /** What must be visible of it, without regard to spaces and invisible characters. Short enough for the narrowest place. */
  readonly shown: string;
}

/** In each text, so that the elements that show it are found. */
export const MARK = 'zq7';
/** What the texts would like to open, run or format. Nothing in VS Code has this in an address or a name. */
export const EVIL = 'evil';
/** An icon of VS Code that neither VS Code nor the extension shows. */
export const RARE_ICON = 'squirrel';

const LINK = `https://${EVIL}.example`;
const COMMAND = `command:${EVIL}.run`;
const SCRIPT = `window.${EVIL}=1`;
const ESCAPE = '\u001B';
const BELL = '\u0007';

/** Shown as it is written, character by character. */
function literal(name: string, text: string): HostileText {
  return { name, text, shown: text };
}

export const HOSTILE_TEXTS: readonly HostileText[] = [
  literal('a Markdown link to a command', `[${MARK}](${COMMAND})`),
  literal('a Markdown link to a page', `[${MARK}](${LINK} "${EVIL}")`),
  literal('a Markdown link by reference', `[${MARK}][${EVIL}] [${EVIL}]: ${LINK}`),
  literal('a Markdown image', `![${MARK}](${LINK}/x.png)`),
  literal('a Markdown image of a scheme', `![${MARK}](vscode-file://${EVIL}/x.png|width=9)`),
  literal('an address', `${LINK}/${MARK}`),
  literal('an address without a scheme', `www.${EVIL}.example ${MARK}`),
  literal('addresses in angle brackets', `${MARK} <${LINK}> <${COMMAND}> <${EVIL}@${EVIL}.example>`),
  literal('addresses of other schemes', `${MARK} ${COMMAND} vscode://${EVIL}/x file:///${EVIL}`),
  literal('a script address', `[${MARK}](javascript:${SCRIPT})`),
  literal('icons', `$(${RARE_ICON}) ${MARK} \\$(${RARE_ICON}~spin)`),
  literal('an image with a script', `${MARK}<img id=${EVIL} src=x onerror="${SCRIPT}">`),
  literal('a script element', `${MARK}<script id=${EVIL}>${SCRIPT}</script>`),
  literal('an end of an attribute', `"'>${MARK}<svg id=${EVIL} onload=${SCRIPT}>`),
  literal('an HTML link', `${MARK}<a href="${LINK}">${EVIL}</a>`),
  literal('a frame and a form', `${MARK}<iframe src="${LINK}"></iframe><form action="${LINK}">`),
  literal('an HTML comment', `${MARK} <!-- ${EVIL}`),
  literal('a style', `${MARK}<style>*{display:none}</style>`),
  literal('entities', `${MARK} &lt;b id=${EVIL}&gt;&#60;i&#x3e;&nbsp;&amp;`),
  literal('emphasis', `**${EVIL}** ${MARK} _${EVIL}_ \`${EVIL}\` ~~${EVIL}~~`),
  {
    name: 'Markdown blocks',
    text: `${MARK}\n\n# ${EVIL}\n\n- ${EVIL}\n\n> ${EVIL}\n\n---\n\n1. ${EVIL}`,
    shown: `${MARK}#${EVIL}-${EVIL}`,
  },
  {
    name: 'a code block and a table',
    text: `${MARK}\n\n|a|\n|-|\n|${EVIL}|\n\n\`\`\`\n${EVIL}`,
    shown: `${MARK}|a||-||${EVIL}|`,
  },
  literal('placeholders', `{0} {1} ${MARK} %1$s %s \${${EVIL}} $1 $&`),
  literal('accelerators', `&${EVIL} &&x _y ~z ${MARK}`),
  { name: 'line breaks', text: `${MARK}\r\n${EVIL}\n\n\u2028b\u2029c\u0085d\ve\ff`, shown: `${MARK}${EVIL}bcdef` },
  {
    name: 'NUL and other control characters',
    text: `${MARK}\u0000a\u0001b\u0008c\u007Fd\u009Be`,
    shown: `${MARK}abcde`,
  },
  {
    name: 'colors and a cleared screen',
    text: `${MARK}${ESCAPE}[31m${ESCAPE}[2J${ESCAPE}[?1049h\u009B31m`,
    shown: `${MARK}[31m[2J[?1049h31m`,
  },
  {
    name: 'commands to a terminal',
    text: `${MARK}${ESCAPE}]0;${EVIL}${BELL}${ESCAPE}]8;;${LINK}${BELL}x${ESCAPE}]52;c;ZXZpbA==${BELL}`,
    shown: `${MARK}]0;${EVIL}]8;;${LINK}x`,
  },
  {
    name: 'overrides of the direction',
    text: `${MARK} \u202E${EVIL}\u202C \u202Dl\u202B\u202Ar`,
    shown: `${MARK}${EVIL}lr`,
  },
  {
    name: 'isolates and marks of the direction',
    text: `${MARK} \u2066a\u2067b\u2068c\u2069 \u200Fd\u200Ee\u061Cf`,
    shown: `${MARK}abcdef`,
  },
  { name: 'characters without a width', text: `${MARK} e\u200Bv\u200Ci\u200D\uFEFF\u2060l`, shown: `${MARK}${EVIL}` },
  { name: 'halves of surrogate pairs', text: `${MARK} \uD83D${EVIL} \uDE00x`, shown: `${MARK}\uFFFD${EVIL}\uFFFDx` },
  literal('combining marks', `${MARK}${'e\u0301\u0308\u0323\u20DD'.repeat(8)}`),
  literal('names of members', `__proto__ ${MARK} constructor toString`),
  literal('quotes and backslashes', `${MARK} " ' \` \\ \\" \\n \\u0041 \\[`),
  literal('the place of a problem', `/x/${EVIL}.csv:1:2: error ${MARK}: ${EVIL}`),
  { name: 'a word of 10,000 characters', text: `${MARK}${'W'.repeat(10_000)}`, shown: `${MARK}WWWWWWWWWWWWWWWW` },
  // Responses that have more than 1 MB are not read.
  { name: '800 kB of words', text: `${MARK} ${'word '.repeat(160_000)}`, shown: `${MARK}wordwordword` },
  {
    name: '800 kB of wide characters',
    text: `${MARK}${'\u{1F9EA}\u8868'.repeat(115_000)}`,
    shown: `${MARK}\u{1F9EA}\u8868\u{1F9EA}\u8868`,
  },
];

/** Of each kind at least one, several in a text, for the test that has no time for each of them. */
export const ESSENTIAL_TEXTS: readonly HostileText[] = [
  literal('links and icons', `[${MARK}](${COMMAND}) $(${RARE_ICON}) ${LINK}`),
  literal('HTML', `${MARK}<img id=${EVIL} src=x onerror="${SCRIPT}"><!--`),
  {
    name: 'control characters and directions',
    text: `${MARK}\u202E${ESCAPE}]8;;${LINK}${BELL}x\u0000y\u2067z\r\n# ${EVIL}`,
    shown: `${MARK}]8;;${LINK}xyz#${EVIL}`,
  },
  literal('emphasis and placeholders', `${MARK} **${EVIL}** \`${EVIL}\` {0} %1$s &a &amp;`),
  { name: 'a long word', text: `${MARK}${'W'.repeat(10_000)}`, shown: `${MARK}WWWWWWWWWWWWWWWW` },
];
