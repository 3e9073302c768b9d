import type { Conversion, UploadKind } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { DataCheck } from '../check/dataCheck.ts';
import type { DataCheckOptions } from '../check/dataCheck.ts';
import type { ByteTransform } from './byteTransform.ts';
import { createTransform, kindAfter } from './conversion.ts';

interface ConvertedCheckOptions extends DataCheckOptions {
  readonly kind: UploadKind;
  /** undefined: the bytes are checked as they are. */
  readonly conversion?: Conversion | undefined;
}

/** Checks bytes that arrive in chunks of any size, after a conversion. */
export class ConvertedCheck {
  readonly #check: DataCheck;
  readonly #transform: ByteTransform | undefined;

  constructor({ kind, conversion, ...options }: ConvertedCheckOptions) {
    this.#check = new DataCheck(conversion === undefined ? kind : kindAfter(kind, conversion), options);
    this.#transform = conversion && createTransform(conversion);
  }

  scan(bytes: Uint8Array): void {
    this.#check.scan(this.#transform === undefined ? bytes : this.#transform.push(bytes));
  }

  /** @param digest of the bytes before the conversion. */
  end(digest: string): CheckResult {
    if (this.#transform !== undefined) {
      this.#check.scan(this.#transform.end());
    }
    return this.#check.end(digest);
  }
}
