import type { JobModel, PageStep } from '../messages.ts';
import { drawChart } from '../../page/chart.ts';
import { element, liveRegion, Part, stateMark, table } from '../../page/element.ts';
import { idList } from '../../page/idList.ts';
import { countsChart, durationsChart } from '../../page/runCharts.ts';
import { runSection } from '../../page/runSection.ts';
import { header, passedText, stateList } from './sections.ts';
import type { Send } from './sections.ts';
import { stepDuration, timeline } from './timeline.ts';

/** In a narrower view, the message of a step is under its name. */
const NARROW_PX = 576;

/** The job on the page. Texts are redrawn only when they change, durations every second. */
export class JobView {
  readonly #send: Send;
  readonly #head = new Part('head');
  readonly #steps = new Part('steps');
  readonly #history = new Part('history');
  readonly #ids = new Part('ids');
  readonly #states = new Part('states');
  readonly #said = liveRegion('said');
  #model: JobModel | undefined;
  #receivedAt = 0;
  #isTableOpen = false;
  #isNarrow = false;

  constructor(root: HTMLElement, send: Send) {
    this.#send = send;
    const parts = [this.#head, this.#steps, this.#history, this.#ids, this.#states];
    root.replaceChildren(...parts.map((part) => part.root), this.#said);
    new ResizeObserver(() => {
      this.#isNarrow = root.clientWidth < NARROW_PX;
      this.#drawSteps();
      this.#drawCharts();
    }).observe(root);
  }

  get isCounting(): boolean {
    return this.#model?.isCounting === true;
  }

  show(model: JobModel): void {
    this.#model = model;
    this.#receivedAt = performance.now();
    const { labels, ids, states, language, usual } = model;
    // The elapsed times are drawn every second, without the rest.
    const runs = model.runs.map((run) => ({ ...run, elapsedMs: 0 }));
    const { title, kind, state, stateText, message, canRetry, refersToData, facts, file } = model;
    this.#head.show([title, kind, state, stateText, message, canRetry, refersToData, facts, file, labels], () =>
      header(model, this.#send),
    );
    this.#drawSteps();
    this.#history.show([runs, labels, language, usual], () => this.#historyOf(model));
    const copyId = (index: number): void => this.#send({ kind: 'copyId', index });
    this.#ids.show([ids, labels], () => idList(model, copyId, (text) => this.#say(text)));
    this.#states.show([states, labels], () => stateList(model));
    this.#drawCharts();
    this.tick();
  }

  /** Updates what changes as time passes. */
  tick(): void {
    const model = this.#model;
    if (!model) {
      return;
    }
    const passed = this.#head.root.querySelector('.passed');
    passed?.replaceChildren(passedText(model, this.#sinceMs(model)));
    if (model.isCounting) {
      this.#drawTimeline(model);
      this.#drawDurations(model);
      this.#steps.root.querySelectorAll('[data-running-step]').forEach((cell) => {
        const step = model.steps[Number(cell.getAttribute('data-running-step'))];
        cell.textContent = step ? this.#durationOf(step, model) : '';
      });
    }
  }

  #sinceMs({ isCounting }: JobModel): number {
    return isCounting ? performance.now() - this.#receivedAt : 0;
  }

  #nowMs(model: JobModel): number {
    return model.reachMs + this.#sinceMs(model);
  }

  #durationOf(step: PageStep, model: JobModel): string {
    return stepDuration(step, model.isCounting, this.#nowMs(model)) || '–';
  }

  #stepsOf(model: JobModel): readonly Node[] {
    const { steps, labels } = model;
    if (steps.length === 0) {
      return [element('h2', {}, labels.steps), element('p', {}, labels.noSteps)];
    }
    const rows = steps.map((step, index) => ({ step, index }));
    type Row = (typeof rows)[number];
    const durationCell = ({ step, index }: Row): Node =>
      element(
        'span',
        step.startMs !== null && step.endMs === null ? { 'data-running-step': String(index) } : {},
        this.#durationOf(step, model),
      );
    const columns = [
      { label: labels.step, cell: ({ step }: Row) => (this.#isNarrow ? nameAndMessage(step) : step.name) },
      { label: labels.state, cell: ({ step }: Row) => stateMark(step.state, step.stateText) },
      { label: labels.count, cell: ({ step }: Row) => step.count || '–', isNumber: true },
      { label: labels.duration, cell: durationCell, isNumber: true },
      ...(this.#isNarrow ? [] : [{ label: labels.message, cell: ({ step }: Row) => step.message }]),
    ];
    return [
      element('h2', {}, labels.steps),
      element('figure', { class: 'timeline' }),
      table(labels.steps, columns, rows),
    ];
  }

  #historyOf(model: JobModel): readonly Node[] {
    const { runs, labels, usual } = model;
    const title = element('h2', {}, labels.history);
    if (runs.length < 2) {
      return [title, element('p', {}, labels.noHistory)];
    }
    return [
      title,
      ...runSection(model, {
        otherSigns: [`▼ ${labels.thisRun}`, ...(usual === '' ? [] : [`┄ ${usual}`])],
        summary: labels.showAsTable,
        summaryKey: 'table',
        isTableOpen: this.#isTableOpen,
        onToggleTable: (isOpen) => (this.#isTableOpen = isOpen),
        openRun: (syncId) => this.#send({ kind: 'openRun', syncId }),
      }),
    ];
  }

  #drawSteps(): void {
    const model = this.#model;
    if (model) {
      const { steps, labels, isCounting } = model;
      this.#steps.show([steps, labels, isCounting, this.#isNarrow], () => this.#stepsOf(model));
    }
  }

  #drawCharts(): void {
    const model = this.#model;
    if (!model) {
      return;
    }
    this.#drawTimeline(model);
    this.#drawDurations(model);
    drawChart(this.#history.root.querySelector('.counts'), (width) => countsChart(model, width));
  }

  #drawTimeline(model: JobModel): void {
    drawChart(this.#steps.root.querySelector('.timeline'), (width) => timeline(model, this.#nowMs(model), width));
  }

  #drawDurations(model: JobModel): void {
    const frame = this.#history.root.querySelector('.durations');
    drawChart(frame, (width) => durationsChart(model, this.#sinceMs(model), width));
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }
}

function nameAndMessage({ name, message }: PageStep): Node {
  return element('div', {}, name, ...(message === '' ? [] : [element('div', { class: 'under' }, message)]));
}
