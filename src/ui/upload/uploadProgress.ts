import { l10n } from 'vscode';
import { MessageThrottle } from '../../app/upload/messageThrottle.ts';
import { TransferRate } from '../../app/upload/transferRate.ts';
import type { Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import { progressText } from '../../base/sinkText.ts';
import type { ProgressText } from '../../base/sinkText.ts';
import { durationText } from '../../base/time.ts';
import type { UploadFile } from '../../model/upload.ts';
import { bytesText } from '../format/valueText.ts';
import type { ProgressReport } from '../window/progress.ts';

/** Shows the progress of uploads that are sent one after another: the file, its phase, the bytes sent, the rate and the remaining time. */
export class UploadProgress implements Disposable {
  readonly #progress: ProgressReport;
  readonly #fileCount: number;
  readonly #totalBytes: number;
  #fileNumber = 0;
  #name = '';
  #bytesBefore = 0;
  #fileBytes = 0;
  #percent = 0;
  #message = progressText('');
  #rate = new TransferRate();
  #throttle = new MessageThrottle();
  /** Updates the message, even if no more bytes are sent. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param sizes the sizes of all files. */
  constructor(progress: ProgressReport, sizes: readonly number[]) {
    this.#progress = progress;
    this.#fileCount = sizes.length;
    this.#totalBytes = Math.max(
      1,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }

  begin({ name, byteLength }: Pick<UploadFile, 'name' | 'byteLength'>): void {
    this.#bytesBefore += this.#fileBytes;
    this.#fileBytes = byteLength;
    this.#fileNumber++;
    this.#name = name;
    this.#rate = new TransferRate();
    this.#throttle = new MessageThrottle();
    this.#show(l10n.t('preparing'), 0);
  }

  converting(): void {
    this.#show(l10n.t('converting'), 0);
  }

  sending(sentBytes: number, totalBytes: number): void {
    const now = monotonicNow();
    this.#rate.add(sentBytes, now);
    if (sentBytes >= totalBytes) {
      this.#show(l10n.t('All data sent, waiting for the response'), 1);
      return;
    }
    const share = sentBytes / Math.max(1, totalBytes);
    const waitMs = this.#throttle.waitMs(share, now);
    if (waitMs > 0) {
      this.#advance(this.#message, share);
      this.#updateLater(sentBytes, totalBytes, waitMs);
      return;
    }
    this.#throttle.recordShown(share, now);
    const estimate = this.#rate.estimate(sentBytes, totalBytes, now);
    const parts = [
      l10n.t('{0} of {1} ({2}%)', bytesText(sentBytes), bytesText(totalBytes), Math.floor(100 * share)),
      ...(estimate === undefined
        ? []
        : [
            l10n.t('{0}/s', bytesText(Math.round(estimate.bytesPerSecond))),
            l10n.t('{0} left', durationText(estimate.leftMs)),
          ]),
    ];
    this.#show(parts.join(' · '), share);
    // A stalled transfer makes no more calls. The timer then removes the rate and the remaining time.
    this.#updateLater(sentBytes, totalBytes, this.#throttle.waitMs(share, now));
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #updateLater(sentBytes: number, totalBytes: number, delayMs: number): void {
    this.#timer = setTimeout(() => this.sending(sentBytes, totalBytes), delayMs);
  }

  #show(phase: string, shareOfFile: number): void {
    const position =
      this.#fileCount === 1
        ? ''
        : l10n.t('“{0}” ({1} of {2})', plainText(this.#name, 60), this.#fileNumber, this.#fileCount);
    this.#advance(progressText([position, phase].filter(Boolean).join(' · ')), shareOfFile);
  }

  #advance(message: ProgressText, shareOfFile: number): void {
    clearTimeout(this.#timer);
    const percent = Math.floor((100 * (this.#bytesBefore + shareOfFile * this.#fileBytes)) / this.#totalBytes);
    if (message !== this.#message || percent > this.#percent) {
      this.#progress.report({ message, increment: Math.max(0, percent - this.#percent) });
      this.#message = message;
      this.#percent = Math.max(percent, this.#percent);
    }
  }
}
