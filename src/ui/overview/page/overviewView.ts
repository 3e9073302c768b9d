import { drawChart } from '../../page/chart.ts';
import { button, element, liveRegion, Part, staleNote } from '../../page/element.ts';
import type { MessageFromPage, OverviewModel } from '../messages.ts';
import { LaneList } from './laneList.ts';
import { concurrencyChart, hourTable, laneTable, ticksOf } from './sections.ts';

/** The overview on the page. */
export class OverviewView {
  readonly #send: (message: MessageFromPage) => void;
  readonly #head = new Part('head');
  readonly #concurrency = element('figure', {});
  readonly #concurrencyRow = element(
    'div',
    { class: 'axis-row' },
    element('span', {}),
    this.#concurrency,
    element('span', {}),
  );
  readonly #axis = element('div', { class: 'axis-row', 'aria-hidden': 'true' });
  readonly #none = new Part('none');
  readonly #lanes: LaneList;
  readonly #tables = new Part('tables');
  readonly #openTables = new Set<string>();
  #model: OverviewModel | undefined;
  #receivedAt = 0;

  constructor(root: HTMLElement, send: (message: MessageFromPage) => void) {
    this.#send = send;
    this.#lanes = new LaneList((entityId) => send({ kind: 'open', entityId }));
    root.replaceChildren(
      this.#head.root,
      this.#concurrencyRow,
      this.#axis,
      this.#lanes.root,
      this.#none.root,
      this.#tables.root,
    );
    new ResizeObserver(() => this.tick()).observe(root);
  }

  show(model: OverviewModel): void {
    this.#model = model;
    this.#receivedAt = performance.now();
    const { labels, summary, filter, stale, limits, omitted, rows } = model;
    this.#head.show([labels, summary, filter, stale, limits, omitted], () => this.#headOf(model));
    this.#none.show([labels, rows.length === 0], () => (rows.length === 0 ? [element('p', {}, labels.noLanes)] : []));
    this.#lanes.root.hidden = rows.length === 0;
    this.#axis.hidden = rows.length === 0;
    this.#tables.show([labels, rows, model.concurrency], () => this.#tablesOf(model));
    this.tick();
  }

  /** Draws what moves as time passes. */
  tick(): void {
    const model = this.#model;
    if (!model) {
      return;
    }
    const sinceMs = performance.now() - this.#receivedAt;
    const axis = { fromMs: model.fromMs + sinceMs, toMs: model.toMs + sinceMs, nowMs: model.nowMs + sinceMs };
    drawChart(this.#concurrency, (width) => concurrencyChart(model, axis, width));
    this.#axis.replaceChildren(
      element('span', {}),
      element('span', { class: 'ticks' }, ...ticksOf(axis, model, this.#axis.clientWidth)),
      element('span', {}, model.labels.next),
    );
    this.#lanes.show(model, axis);
  }

  #headOf({ labels, summary, filter, stale, limits, omitted }: OverviewModel): readonly Node[] {
    const action = (kind: 'filter' | 'group' | 'showAll', label: string): HTMLElement =>
      button(label, { class: 'quiet', 'data-key': kind }, () => this.#send({ kind }));
    return [
      element('h1', {}, labels.title),
      liveRegion('summary', summary.join(' ')),
      staleNote(stale),
      element('p', { class: 'limits' }, [limits, omitted].filter(Boolean).join(' ')),
      element(
        'p',
        { class: 'actions' },
        action('filter', filter === '' ? labels.changeFilter : `${labels.changeFilter} ${filter}`),
        action('group', labels.changeGrouping),
        ...(filter === '' ? [] : [action('showAll', labels.showAll)]),
      ),
    ];
  }

  #tablesOf(model: OverviewModel): readonly Node[] {
    const { labels } = model;
    return [
      this.#table('lanes', labels.showLanes, () =>
        laneTable(model, (entityId) => this.#send({ kind: 'open', entityId })),
      ),
      this.#table('hours', labels.showHours, () => hourTable(model)),
    ];
  }

  /** A table that is created only when it is opened, as it may have a thousand rows. */
  #table(key: string, label: string, create: () => HTMLElement): HTMLElement {
    const details = element('details', {}, element('summary', { 'data-key': key }, label));
    const fill = (): void => {
      if (details.open && details.childElementCount === 1) {
        details.append(create());
      }
    };
    details.open = this.#openTables.has(key);
    fill();
    details.addEventListener('toggle', () => {
      if (details.open) {
        this.#openTables.add(key);
      } else {
        this.#openTables.delete(key);
      }
      fill();
    });
    return details;
  }
}
