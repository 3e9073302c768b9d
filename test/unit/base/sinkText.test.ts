import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as sinks from '../../../src/base/sinkText.ts';
import { literalMarkdown } from '../../../src/base/sinkText.ts';
import { terminalProblem, terminalText } from '../../../src/base/terminalText.ts';

// VS Code's own patterns: `parseLinkedText` and `renderLabelWithIcons`.
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

const functions = {
  notificationText: { render: (text: string) => sinks.notificationText(text), links: true, icons: false },
  progressText: { render: (text: string) => sinks.progressText(text), links: true, icons: true },
  dialogText: { render: (text: string) => sinks.dialogText(text), links: false, icons: false },
  buttonText: { render: (text: string) => sinks.buttonText(text), links: false, icons: false },
  quickPickText: { render: (text: string) => sinks.quickPickText(text), links: false, icons: true },
  inputText: { render: (text: string) => sinks.inputText(text), links: true, icons: true },
  titleText: { render: (text: string) => sinks.titleText(text), links: false, icons: false },
  statusBarText: { render: (text: string) => sinks.statusBarText(text), links: false, icons: true },
  languageStatusText: { render: (text: string) => sinks.languageStatusText(text), links: true, icons: true },
  treeText: { render: (text: string) => sinks.treeText(text), links: false, icons: false },
  terminalText: { render: (text: string) => terminalText(text), links: false, icons: false },
  completionText: { render: (text: string) => sinks.completionText(text), links: false, icons: true },
  diagnosticText: { render: (text: string) => sinks.diagnosticText(text), links: false, icons: true },
};

const links = [
  '[log](command:workbench.action.closeWindow)',
  '[x](https://evil.example)',
  '[x](FILE:///etc/passwd)',
  '[[a](command:b)](command:c)',
  '[a\u200b]\u200b(command:b)',
  '[a]\u2060(command:b)',
  '[a]\0(command:b)',
  '[a\n](command:b "title")',
  `[${'x'.repeat(50)}](command:b)`,
  '](command:b)',
];
const icons = [
  '$(alert)',
  '$(sync~spin)',
  '$\u200b(alert)',
  '$\u2060(alert)',
  '\\$(alert)',
  '$$(alert)',
  '$(a$(alert))',
];
const hidden = [
  'a\u202egpj.exe',
  'a\0b',
  'a\r\nb\u2028c\u0085d\u001b[31m',
  '\ud800a\udfff',
  '\n'.repeat(1000),
  '\u061c',
];
const megabyte = '[a](command:b)$(alert)\n'.repeat(45_000);

/** What a reader sees of it. */
const seen = (text: string) => text.replaceAll('\u2060', '');

for (const [name, { render, ...escapes }] of Object.entries(functions)) {
  describe(name, () => {
    it('escapes links, icons, bidirectional and hidden characters in any text', () => {
      for (const text of [...links, ...icons, ...hidden, megabyte]) {
        const shown = render(text);
        assert.ok(!escapes.links || !LINK.test(shown), `a link in ${JSON.stringify(shown.slice(0, 80))}`);
        assert.ok(!escapes.icons || !ICON.test(shown), `an icon in ${JSON.stringify(shown.slice(0, 80))}`);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
        assert.ok(seen(shown).length <= 600, `${shown.length} characters`);
      }
    });

    it('shows ordinary text and markup as written', () => {
      for (const text of [
        'Zoë → “a” 😀',
        'a\\b',
        '[log](command:a).csv',
        '$(alert), $5 (five)',
        '**a** `b` <i>c</i>',
      ]) {
        assert.equal(seen(render(text)), text);
      }
    });

    it('does not change text that it has escaped', () => {
      for (const text of [...links, ...icons, ...hidden]) {
        assert.equal(render(render(text)), render(text));
      }
    });
  });
}

describe('A line of a terminal', () => {
  // The pattern of the problem matcher in package.json.
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly contributes: { readonly problemMatchers: readonly { readonly pattern: { readonly regexp: string } }[] };
  };
  const matcher = new RegExp(contributes.problemMatchers[0]?.pattern.regexp ?? '');
  const place = {
    path: '/data/exports 2026/ledger.csv',
    line: 12,
    column: 7,
    severity: 'error',
    code: 'raggedRow',
  } as const;
  const hostile = '/etc/passwd:1:1: error raggedRow: Not found';

  it('has the indent and the color that it is given, and no other control characters', () => {
    assert.equal(terminalText('a\u001b[2Jb', { indent: 2, color: 'red' }), '\u001b[31m  a [2Jb\u001b[39m');
  });

  it('is read as a problem only if it is one, whatever the texts in it are', () => {
    assert.doesNotMatch(terminalText(hostile), matcher);
    assert.doesNotMatch(terminalText(`“a” was not uploaded: ${hostile}`, { color: 'red' }), matcher);
    const [, ...parts] = matcher.exec(terminalProblem(place, `“${hostile}”\n${hostile}`)) ?? [];
    assert.deepEqual(parts.slice(0, 5), [place.path, '12', '7', 'error', 'raggedRow']);
  });

  it('has the path of a problem as it is, without what hides or reorders text', () => {
    const path = '/data/a\u202egpj\u001b[31m\n.csv';
    const line = terminalProblem({ ...place, path }, 'x');
    assert.equal(line, '/data/a\uFFFDgpj\uFFFD[31m\uFFFD.csv:12:7: error raggedRow: x');
  });
});

describe('Icons before a text', () => {
  it('are added to a text without icons', () => {
    assert.equal(sinks.statusBarText('a', { icon: 'sync~spin' }), '$(sync~spin) a');
    assert.equal(sinks.quickPickText('a', { icon: 'pass' }), '$(pass) a');
    const [first, ...others] = sinks.quickPickText('$(alert) a', { icon: 'pass' }).split(' ');
    assert.equal(first, '$(pass)');
    assert.doesNotMatch(others.join(' '), ICON);
  });
});

describe('Lines of a dialog', () => {
  it('are as many as were given, because no name adds one', () => {
    assert.equal(sinks.dialogText('File: a\nAccount: other', '', 'b').split('\n').length, 3);
  });
});

describe('The message', () => {
  /** What VS Code makes of it in a dialog: it renders the Markdown to text, removes HTML, and decodes these entities. */
  const inDialog = (message: string): string =>
    message
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replaceAll('  \n', '\n')
      .replace(/<[^>]*>?/g, '')
      .replace(/&(amp|lt|gt);/g, (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>' })[entity] ?? entity);

  it('of a confirmation is as many lines as were given, with no markup in any', () => {
    for (const text of [
      ...links,
      ...icons,
      ...hidden,
      '<!-- a',
      '<script>b</script>',
      '&lt;i&gt;',
      'a\\&amp;b',
      '# x',
      '| a | b |',
    ]) {
      const message = sinks.confirmationText(text, '', `File: ${text}`, 'last');
      const lines = inDialog(message).split('\n');
      const shown = sinks.titleText(text, 600);
      assert.deepEqual(lines, [shown, '', sinks.titleText(`File: ${text}`, 600), 'last']);
      assert.doesNotMatch(message.replace(/\\./g, '').replace(/&(amp|lt|gt);/g, ''), /[!-/:-@[-`{-~]/);
    }
  });
});

describe('Literal markdown', () => {
  it('keeps letters, digits and single spaces', () => {
    assert.equal(literalMarkdown('Größe 48 210 日本'), 'Größe 48 210 日本');
  });

  it('escapes links, addresses, emphasis, HTML, entities, icons and lists', () => {
    assert.equal(literalMarkdown('[a](command:x)'), '\\[a\\]\\(command\\:x\\)');
    assert.equal(literalMarkdown('https://a.example'), 'https\\:\\/\\/a\\.example');
    assert.equal(literalMarkdown('www.a.example'), 'www\\.a\\.example');
    assert.equal(literalMarkdown('a@b.example'), 'a\\@b\\.example');
    assert.equal(literalMarkdown('**x** _y_ `z`'), '\\*\\*x\\*\\* \\_y\\_ \\`z\\`');
    assert.equal(literalMarkdown('<b>&lt;'), '\\<b\\>\\&lt\\;');
    assert.equal(literalMarkdown('$(bug)'), '\\$\\(bug\\)');
    assert.equal(literalMarkdown('1. x'), '1\\. x');
  });

  it('starts no new line', () => {
    assert.equal(literalMarkdown('a\r\n\n# b'), 'a \\# b');
  });

  it('escapes every character that markdown could interpret, and no other', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const literal = literalMarkdown(text);
        assert.equal(literal.replace(/\\(.)/g, '$1'), text.replace(/\s+/g, ' '));
        assert.doesNotMatch(literal.replace(/\\./g, ''), /[!-/:-@[-`{-~]/);
      }),
    );
  });
});
