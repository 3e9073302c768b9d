import { MarkdownString } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { literalMarkdown } from '../../base/sinkText.ts';

declare const literal: unique symbol;

/** Markdown in which text from the service and from files is escaped. */
export type Tooltip = MarkdownString & { readonly [literal]: true };

export interface Paragraph {
  readonly text: string;
  /** Listed below the text. */
  readonly items?: readonly string[];
}

type Field = readonly [label: string, value: string];

/** A title, followed by fields, one per line. */
export function fieldsTooltip(title: string, fields: readonly Field[]): Tooltip {
  return new MarkdownString(`**${safe(title)}**\n\n${fieldLines(fields)}`) as Tooltip;
}

/** A picture in a tooltip. Its SVG must consist of numbers and constant strings only, because it is not escaped. */
export interface TooltipPicture {
  /** The alternative text for screen readers. */
  readonly words: string;
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A title, followed by a sentence, a picture and fields, one per line. */
export function sentenceTooltip(
  title: string,
  sentence: string,
  fields: readonly Field[],
  picture?: TooltipPicture,
): Tooltip {
  const blocks = [`**${safe(title)}**`, safe(sentence), ...(picture ? [imageOf(picture)] : []), fieldLines(fields)];
  return new MarkdownString(blocks.join('\n\n')) as Tooltip;
}

function fieldLines(fields: readonly Field[]): string {
  // Two spaces at the end of a line make a line break in Markdown.
  return fields.map(([label, value]) => `${safe(`${label}: ${value}`)}  \n`).join('');
}

function imageOf({ words, svg, width, height }: TooltipPicture): string {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return `![${safe(words)}](${address}|width=${width},height=${height})`;
}

/** A title, followed by paragraphs. */
export function paragraphsTooltip(title: string, paragraphs: readonly Paragraph[]): Tooltip {
  const blocks = paragraphs.map(({ text, items = [] }) => [safe(text), ...items.map((item) => `- ${safe(item)}`)]);
  return new MarkdownString([`**${safe(title)}**`, ...blocks.map((lines) => lines.join('\n'))].join('\n\n')) as Tooltip;
}

function safe(text: string): string {
  return literalMarkdown(plainText(text, 800));
}
