import './summaryPage.css';
import { button, element, liveRegion, Part, stateMark, table } from '../../page/element.ts';
import { connectPage } from '../../page/pageHost.ts';
import type { PageHost } from '../../page/pageHost.ts';
import { readMessageToPage } from '../messages.ts';
import type { MessageFromPage, SummaryModel } from '../messages.ts';

const main = document.querySelector('main') ?? document.body;
const head = new Part('head');
const files = new Part('files');
const foot = new Part('foot');
main.append(head.root, files.root, foot.root);

const host: PageHost<MessageFromPage> = connectPage({
  read: readMessageToPage,
  show: ({ model }) => {
    const { title, completed, labels, account } = model;
    head.show([title, completed, labels.retry], () => headOf(model));
    files.show([labels, model.files], () => [tableOf(model)]);
    foot.show(account, () => account.map((line) => element('p', {}, line)));
  },
});

function headOf({ title, completed, labels: { retry } }: SummaryModel): readonly Node[] {
  return [
    element('h1', {}, title),
    liveRegion('completed', completed),
    ...(retry === '' ? [] : [button(retry, { 'data-key': 'retry' }, () => host.send({ kind: 'retry' }))]),
  ];
}

function tableOf({ files: all, labels }: SummaryModel): Node {
  const rows = all.map((file, index) => ({ ...file, index }));
  type Row = (typeof rows)[number];
  return table(
    labels.files,
    [
      { label: labels.file, cell: ({ name }: Row) => name },
      { label: labels.connection, cell: ({ target }: Row) => target },
      { label: labels.rows, cell: (row: Row) => row.rows, isNumber: true },
      { label: labels.outcome, cell: (row: Row) => outcomeOf(row, labels) },
    ],
    rows,
  );
}

function outcomeOf(
  { name, state, outcome, syncId, index }: SummaryModel['files'][number] & { readonly index: number },
  { openJob }: SummaryModel['labels'],
): Node {
  const mark = stateMark(state, outcome);
  const open = button(openJob, { class: 'link', 'data-key': `job-${index}`, 'aria-label': `${openJob}: ${name}` }, () =>
    host.send({ kind: 'openJob', index }),
  );
  return element('div', { class: `outcome ${state}` }, mark, ...(syncId === '' ? [] : [open]));
}
