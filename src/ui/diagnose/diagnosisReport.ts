import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { stateWord } from './entry.ts';
import type { Entry } from './entry.ts';

interface ReportSection {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

interface Report {
  readonly at: EpochMs;
  readonly entries: readonly Entry[];
  readonly sections: readonly ReportSection[];
}

/** The report as Markdown that is also readable as plain text. Values are escaped. */
export function diagnosisReport({ at, entries, sections }: Report): string {
  return [
    `# ${l10n.t('Data Connections: Diagnosis')}`,
    '',
    `${new Date(at).toISOString()} · ${summary(entries)}`,
    '',
    `## ${l10n.t('Checks')}`,
    '',
    ...entries.flatMap(entryLines),
    ...sections.flatMap(({ title, facts }) => [
      '',
      `## ${title}`,
      '',
      ...facts.map(([label, value]) => `- ${markdown(label)}: ${markdown(value)}`),
    ]),
    '',
  ].join('\n');
}

function entryLines(entry: Entry): readonly string[] {
  const { title, result, remedy } = entry;
  return [
    `- **${stateWord(entry)}** · ${markdown(title)}: ${markdown(result)}`,
    ...(remedy === undefined ? [] : [`  - ${l10n.t('What to do: {0}', markdown(remedy))}`]),
  ];
}

function summary(entries: readonly Entry[]): string {
  const problems = entries.filter(({ state }) => state === 'problem').length;
  const warnings = entries.filter(({ state }) => state === 'warning').length;
  const parts = [
    ...(problems === 0 ? [] : [problems === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', problems)]),
    ...(warnings === 0 ? [] : [warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings)]),
  ];
  return parts.length === 0 ? l10n.t('No problems found.') : parts.join(', ');
}

/** Escapes a text, so that it stays on one line and forms no link, image, HTML, emphasis or code, wherever it is pasted. */
function markdown(text: string): string {
  return plainText(text, 1000).replace(/[\\`*[\]<>]/g, '\\$&');
}
