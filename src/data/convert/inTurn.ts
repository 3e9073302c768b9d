import type { ByteTransform } from './byteTransform.ts';

/** Several transforms as one: each is given what the one before it makes. */
export function inTurn(transforms: readonly ByteTransform[]): ByteTransform {
  return {
    push: (bytes) => transforms.reduce((piece, transform) => transform.push(piece), bytes),
    end: () =>
      Buffer.concat(
        transforms.map((transform, index) =>
          transforms.slice(index + 1).reduce((piece, next) => next.push(piece), transform.end()),
        ),
      ),
  };
}
