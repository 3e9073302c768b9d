import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { UserError } from '../../errors/userError.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';

/** What is being uploaded, so that a second click does not load the same data twice. */
export class Underway {
  readonly #uris = new Set<string>();

  throwIfAny(inputs: readonly UploadInput[]): void {
    for (const { uri, file } of inputs) {
      if (this.#uris.has(uri.toString())) {
        throw new UserError(l10n.t('“{0}” is being uploaded already. Wait for its end.', plainText(file.name)));
      }
    }
  }

  /** Throws where any of them is underway already. */
  async during<T>(inputs: readonly UploadInput[], work: () => Promise<T>): Promise<T> {
    this.throwIfAny(inputs);
    const keys = inputs.map(({ uri }) => uri.toString());
    keys.forEach((key) => this.#uris.add(key));
    try {
      return await work();
    } finally {
      keys.forEach((key) => this.#uris.delete(key));
    }
  }
}
