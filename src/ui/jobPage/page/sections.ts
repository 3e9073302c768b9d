import { durationText } from '../../../base/time.ts';
import type { MessageFromPage, JobModel } from '../messages.ts';
import { button, element, liveRegion, stateMark, table } from '../../page/element.ts';

export type Send = (message: MessageFromPage) => void;

/** The name, state and facts of the job. */
export function header(model: JobModel, send: Send): readonly Node[] {
  const { title, kind, message, facts, labels, canRetry, refersToData, state, stateText, file } = model;
  const retry = button(labels.retry, { 'data-key': 'retry' }, () => send({ kind: 'retry' }));
  const show = button(labels.showInFile, { 'data-key': 'show' }, () => send({ kind: 'showInFile' }));
  const buttons = [...(refersToData ? [show] : []), ...(canRetry ? [retry] : [])];
  return [
    element('p', { class: 'kind' }, kind),
    element('h1', {}, title),
    // Announced by screen readers when it changes, unlike the elapsed time.
    liveRegion('status', stateMark(state, stateText)),
    element('p', { class: 'passed' }),
    ...(message === '' ? [] : [element('p', { class: 'message' }, message)]),
    ...(buttons.length > 0 ? [element('p', { class: 'actions' }, ...buttons)] : []),
    element(
      'dl',
      {},
      ...facts.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)]),
      ...(file ? [element('dt', {}, labels.file), element('dd', {}, fileLink(file, model, send))] : []),
    ),
  ];
}

/** "12 s · usually 40 s". */
export function passedText({ elapsedMs, usual }: JobModel, sinceMs: number): string {
  return [elapsedMs === null ? '' : durationText(elapsedMs + sinceMs), usual].filter(Boolean).join(' · ');
}

export function stateList({ states, labels }: JobModel): readonly Node[] {
  if (states.length === 0) {
    return [];
  }
  const columns = [
    { label: labels.time, cell: ({ time }: (typeof states)[number]) => time },
    { label: labels.state, cell: ({ status }: (typeof states)[number]) => status },
    { label: labels.step, cell: ({ step }: (typeof states)[number]) => step },
    ...(states.some(({ requestId }) => requestId !== '')
      ? [{ label: labels.requestId, cell: ({ requestId }: (typeof states)[number]) => requestId }]
      : []),
  ];
  return [element('h2', {}, labels.states), table(labels.states, columns, states)];
}

function fileLink(file: NonNullable<JobModel['file']>, { labels }: JobModel, send: Send): Node {
  const details = ` (${file.details})`;
  if (!file.canOpen) {
    return element('span', {}, file.name, details);
  }
  const label = labels.openFile.replace('{0}', () => file.name);
  const attributes = { class: 'link', 'data-key': 'file', 'aria-label': label };
  const link = button(file.name, attributes, () => send({ kind: 'openFile' }));
  return element('span', {}, link, details);
}
