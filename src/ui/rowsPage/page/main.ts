import './rowsPage.css';
import { element, table } from '../../page/element.ts';
import { connectPage } from '../../page/pageHost.ts';
import { readMessageToPage } from '../messages.ts';
import type { FileRows, RowsModel } from '../messages.ts';

const main = document.querySelector('main') ?? document.body;

connectPage({ read: readMessageToPage, show: ({ model }) => main.replaceChildren(...pageOf(model)) });

function pageOf(model: RowsModel): readonly Node[] {
  const { files, account, omitted, list } = model;
  return [
    ...(list.length === 0 ? [] : [listTable(model)]),
    ...files.flatMap((file) => fileOf(file, model)),
    ...paragraphs(omitted === '' ? [] : [omitted]),
    element('footer', {}, ...paragraphs(account)),
  ];
}

/** A table of all files of the upload. */
function listTable({ list, labels }: RowsModel): Node {
  type FileSummary = RowsModel['list'][number];
  return table(
    labels.files,
    [
      { label: labels.file, cell: ({ file }: FileSummary) => file },
      { label: labels.connection, cell: ({ target }: FileSummary) => target },
      { label: labels.rowCount, cell: ({ rows }: FileSummary) => rows, isNumber: true },
      { label: labels.size, cell: ({ size }: FileSummary) => size, isNumber: true },
      { label: labels.notes, cell: ({ notes }: FileSummary) => notes },
    ],
    list,
  );
}

function fileOf(file: FileRows, { labels }: RowsModel): readonly Node[] {
  const { title, extent, warnings, problems, facts, changes } = file;
  return [
    element('h1', {}, title),
    element('p', { class: 'extent' }, extent),
    ...(file.rows.length === 0 ? [] : [rowTable(file, labels)]),
    ...warnings.map((warning) => element('p', { class: 'warning' }, warning)),
    ...listOf(labels.problems, problems),
    ...changes.flatMap(({ title: heading, lines }) => [
      element('h2', {}, heading),
      element('div', { class: 'scrolling', role: 'region', 'aria-label': heading, tabindex: '0' }, codeOf(lines)),
    ]),
    ...listOf(labels.facts, facts),
  ];
}

function rowTable({ title, columns, rows }: FileRows, { row, rows: name }: RowsModel['labels']): Node {
  const numbered = rows.map((cells, index) => ({ cells, number: index + 1 }));
  return table(
    name.replace('{0}', () => title),
    [
      { label: row, cell: ({ number }: (typeof numbered)[number]) => String(number), isNumber: true },
      ...columns.map(({ name: label, isNumber, isExtra }, index) => ({
        label,
        isNumber,
        cell: ({ cells }: (typeof numbered)[number]) =>
          isExtra ? element('span', { class: 'extra' }, cells[index] ?? '') : (cells[index] ?? ''),
      })),
    ],
    numbered,
  );
}

function codeOf(lines: readonly string[]): Node {
  return element('pre', {}, lines.join('\n'));
}

function listOf(heading: string, lines: readonly string[]): readonly Node[] {
  const items = lines.map((line) => element('li', {}, line));
  return lines.length === 0 ? [] : [element('h2', {}, heading), element('ul', {}, ...items)];
}

function paragraphs(lines: readonly string[]): readonly Node[] {
  return lines.map((line) => element('p', {}, line));
}
