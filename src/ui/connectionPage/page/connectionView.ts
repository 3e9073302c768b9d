import { drawChart } from '../../page/chart.ts';
import { button, element, liveRegion, Part, staleNote, stateMark } from '../../page/element.ts';
import { idList } from '../../page/idList.ts';
import { countsChart, durationsChart } from '../../page/runCharts.ts';
import type { ConnectionModel, MessageFromPage, PageGroup } from '../messages.ts';
import { bandChart, eventsChart } from './charts.ts';
import { eventSection, groupSection, runningText } from './sections.ts';

/** The connection on the page. Texts are redrawn only when they change, durations every second. */
export class ConnectionView {
  readonly #send: (message: MessageFromPage) => void;
  readonly #head = new Part('head');
  readonly #groups = { sync: new Part('runs'), upload: new Part('runs') };
  readonly #events = new Part('events');
  readonly #ids = new Part('ids');
  readonly #said = liveRegion('said');
  readonly #openTables = new Set<PageGroup['kind']>();
  #model: ConnectionModel | undefined;
  #receivedAt = 0;

  constructor(root: HTMLElement, send: (message: MessageFromPage) => void) {
    this.#send = send;
    const parts = [this.#head, this.#groups.sync, this.#groups.upload, this.#events, this.#ids];
    root.replaceChildren(...parts.map((part) => part.root), this.#said);
    new ResizeObserver(() => this.#drawCharts()).observe(root);
  }

  get isRunning(): boolean {
    return this.#model?.groups.some(({ runs }) => runs.some(({ elapsedMs }) => elapsedMs !== null)) === true;
  }

  show(model: ConnectionModel): void {
    this.#model = model;
    this.#receivedAt = performance.now();
    const { title, source, state, stateText, sentence, stale, limits, canSync, fields, labels } = model;
    const { ids, events, spans, language } = model;
    this.#head.show([title, source, state, stateText, sentence, stale, limits, canSync, fields, labels], () =>
      this.#headOf(model),
    );
    for (const kind of ['sync', 'upload'] as const) {
      const group = model.groups.find((candidate) => candidate.kind === kind);
      // The elapsed times are drawn every second, without the rest.
      const runs = group?.runs.map((run) => ({ ...run, elapsedMs: run.elapsedMs === null ? null : 0 }));
      this.#groups[kind].show([group && { ...group, runs }, labels, language], () =>
        group ? this.#groupOf(model, group) : [],
      );
    }
    const hasNewHeader = spans.some((span) => span.hasNewHeader);
    this.#events.show([events, hasNewHeader, labels], () =>
      eventSection(model, hasNewHeader, (syncId) => this.#send({ kind: 'openRun', syncId })),
    );
    const copyId = (index: number): void => this.#send({ kind: 'copyId', index });
    this.#ids.show([ids, labels], () => idList(model, copyId, (text) => (this.#said.textContent = text)));
    this.#drawCharts();
  }

  /** Updates what changes as time passes. */
  tick(): void {
    this.#drawCharts();
  }

  get #sinceMs(): number {
    return performance.now() - this.#receivedAt;
  }

  #headOf(model: ConnectionModel): readonly Node[] {
    const { title, source, state, stateText, sentence, stale, limits, canSync, fields, labels } = model;
    const action = (kind: 'sync' | 'upload', label: string): HTMLElement =>
      button(label, { 'data-key': kind }, () => this.#send({ kind }));
    return [
      element('p', { class: 'kind' }, source),
      element('h1', {}, title),
      // Only for screen readers, which announce it when it changes. The sentence says the same with relative times.
      liveRegion('announced', stateText),
      element('p', { class: 'sentence' }, stateMark(state, ''), sentence),
      staleNote(stale),
      element(
        'p',
        { class: 'actions' },
        ...(canSync ? [action('sync', labels.startSync)] : []),
        action('upload', labels.uploadFile),
      ),
      element('dl', {}, ...fields.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)])),
      element('p', { class: 'limits' }, limits),
    ];
  }

  #groupOf(model: ConnectionModel, group: PageGroup): readonly Node[] {
    return groupSection(model, group, {
      isTableOpen: this.#openTables.has(group.kind),
      onToggleTable: (isOpen) => (isOpen ? this.#openTables.add(group.kind) : this.#openTables.delete(group.kind)),
      openRun: (syncId) => this.#send({ kind: 'openRun', syncId }),
    });
  }

  #drawCharts(): void {
    const model = this.#model;
    if (!model) {
      return;
    }
    const sinceMs = this.#sinceMs;
    for (const group of model.groups) {
      const { root } = this.#groups[group.kind];
      const { labels, language } = model;
      const { runs, band } = group;
      const usualMs = band?.medianMs ?? null;
      const durations = { runs, labels, usualMs, band };
      drawChart(root.querySelector('.durations'), (width) => durationsChart(durations, sinceMs, width));
      drawChart(root.querySelector('.counts'), (width) => countsChart({ runs, labels, language }, width));
      if (band) {
        drawChart(root.querySelector('.band-frame'), (width) => bandChart({ runs, band, labels }, sinceMs, width));
        root.querySelector('.running-now')?.replaceChildren(runningText(runs, sinceMs));
      }
    }
    drawChart(this.#events.root.querySelector('.timeline'), (width) =>
      eventsChart(model, model.nowMs + sinceMs, width),
    );
  }
}
