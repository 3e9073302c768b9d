import { l10n } from 'vscode';
import type { Progress } from 'vscode';
import { bytesText } from './uploadWords.ts';

/** Shows how much of a body is on its way: the bytes that were really handed to the network. */
export class BodyProgress {
  readonly #progress: Progress<{ message?: string; increment?: number }>;
  #percent = 0;
  #isSent = false;

  constructor(progress: Progress<{ message?: string; increment?: number }>) {
    this.#progress = progress;
  }

  /** Whether all of it went out: from then on the service may act on it, whatever happens here. */
  get isSent(): boolean {
    return this.#isSent;
  }

  update(sentBytes: number, totalBytes: number): void {
    const percent = Math.floor((100 * sentBytes) / Math.max(1, totalBytes));
    this.#isSent = sentBytes >= totalBytes;
    if (percent <= this.#percent && !this.#isSent) {
      return;
    }
    const message = this.#isSent
      ? l10n.t('{0} sent, waiting for the answer', bytesText(totalBytes))
      : l10n.t('{0} of {1} ({2} %)', bytesText(sentBytes), bytesText(totalBytes), percent);
    this.#progress.report({ message, increment: percent - this.#percent });
    this.#percent = percent;
  }
}
