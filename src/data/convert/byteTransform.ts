/** Changes bytes that come piece by piece. What it returns may be parts of what it was given: use it before the next piece. */
export interface ByteTransform {
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

export const NO_BYTES: Uint8Array = new Uint8Array(0);
