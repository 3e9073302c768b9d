import type { Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture of an animation: a PNG file, and where the mouse pointer is drawn on it, in pixels of the page. */
export interface Picture {
  readonly png: Buffer;
  readonly durationMs: number;
  readonly pointer: Point;
}

/** A rectangle in pixels, at even coordinates, that is drawn over what was there before where it is opaque. */
interface Frame extends Point, Size {
  readonly durationMs: number;
  readonly webp: Buffer;
}

interface Options {
  /** Pixels of a picture per pixel of the page. */
  readonly scale: number;
  /** From 0 to 1, of frames that are smaller with lossy compression than as the exact pixels that change. */
  readonly quality: number;
  readonly loops: number;
}

/** The pictures as an animated WebP file (RIFF chunks VP8X, ANIM and ANMF). Converts them in a browser. */
export async function animatedWebp(page: Page, pictures: readonly Picture[], options: Options): Promise<Buffer> {
  const frames = await framesOf(page, pictures, options);
  const [first] = frames;
  if (first === undefined) {
    throw new Error('The animation is empty.');
  }
  // With alpha, which is what leaves the pixels as they were.
  const header = Buffer.concat([Buffer.from([0b10010, 0, 0, 0]), uint24(first.width - 1), uint24(first.height - 1)]);
  const animation = Buffer.from([0, 0, 0, 0, options.loops & 255, options.loops >> 8]);
  const chunks = [
    chunk('VP8X', header),
    chunk('ANIM', animation),
    ...frames.map((frame) => chunk('ANMF', frameBytes(frame))),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function frameBytes({ x, y, width, height, durationMs, webp }: Frame): Buffer {
  const place = [x / 2, y / 2, width - 1, height - 1, durationMs].map(uint24);
  // Blended with what was there before, and kept.
  return Buffer.concat([...place, Buffer.from([0]), imageChunks(webp)]);
}

/** The image of a WebP file and its transparency, without a color profile. */
function imageChunks(webp: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 12; at < webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(webp.toString('latin1', at, at + 4))) {
      chunks.push(webp.subarray(at, end));
    }
    at = end;
  }
  return Buffer.concat(chunks);
}

function chunk(name: string, payload: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length);
  return Buffer.concat([Buffer.from(name), length, payload, Buffer.alloc(payload.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

interface EncodedFrame extends Point, Size {
  readonly data: string;
}

/** A picture that changes nothing makes the frame before it longer. */
async function framesOf(
  page: Page,
  pictures: readonly Picture[],
  { scale, quality }: Options,
): Promise<readonly Frame[]> {
  const files = [...new Set(pictures.map(({ png }) => png))];
  const input = {
    scale,
    quality,
    files: files.map((png) => png.toString('base64')),
    pictures: pictures.map(({ png, pointer }) => ({ file: files.indexOf(png), pointer })),
  };
  const encoded = await page.evaluate<readonly (EncodedFrame | null)[]>(`(${ENCODE})(${JSON.stringify(input)})`);
  const frames: Frame[] = [];
  encoded.forEach((frame, index) => {
    const durationMs = pictures[index]?.durationMs ?? 0;
    const last = frames.at(-1);
    if (frame !== null) {
      const webp = Buffer.from(frame.data.slice(frame.data.indexOf(',') + 1), 'base64');
      frames.push({ ...frame, durationMs, webp });
    } else if (last) {
      frames[frames.length - 1] = { ...last, durationMs: last.durationMs + durationMs };
    }
  });
  return frames;
}

/**
 * Runs in the browser, whose types the tests don't have. What stays the same is transparent: in a lossless frame each pixel, in a
 * lossy one each block of the codec.
 */
const ENCODE = `async ({ scale, quality, files, pictures }) => {
  const images = await Promise.all(
    files.map(async (file) => createImageBitmap(await (await fetch('data:image/png;base64,' + file)).blob())),
  );
  const arrow = new Path2D('M0 0 V17 L4 13.2 L6.6 19.2 L9.4 18 L6.8 12.2 H12.3 Z');
  const draw = ({ file, pointer }) => {
    const image = images[file];
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    context.setTransform(scale, 0, 0, scale, Math.round(pointer.x * scale), Math.round(pointer.y * scale));
    context.fillStyle = '#fff';
    context.strokeStyle = '#000';
    context.fill(arrow);
    context.stroke(arrow);
    return canvas;
  };
  const BLOCK = 16;
  let before;
  return pictures.map((picture) => {
    const canvas = draw(picture);
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const now = new Uint32Array(data.buffer);
    const columns = Math.ceil(width / BLOCK);
    const blockOf = (index) => Math.floor(index / width / BLOCK) * columns + Math.floor((index % width) / BLOCK);
    const changed = new Set();
    now.forEach((pixel, index) => {
      if (pixel !== before?.[index]) {
        changed.add(blockOf(index));
      }
    });
    if (changed.size === 0) {
      return null;
    }
    const [xs, ys] = [[...changed].map((block) => block % columns), [...changed].map((block) => Math.floor(block / columns))];
    const [x, y] = [Math.min(...xs) * BLOCK, Math.min(...ys) * BLOCK];
    const w = Math.min((Math.max(...xs) + 1) * BLOCK, width) - x;
    const h = Math.min((Math.max(...ys) + 1) * BLOCK, height) - y;
    const encode = (isShown, at) => {
      const shown = now.map((pixel, index) => (isShown(pixel, index) ? pixel : 0));
      const part = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const image = new ImageData(new Uint8ClampedArray(shown.buffer), width, height);
      part.getContext('2d').putImageData(image, -x, -y);
      return part.toDataURL('image/webp', at);
    };
    // Lossless at quality 1.
    const exact = encode((pixel, index) => pixel !== before?.[index], 1);
    const lossy = encode((_, index) => changed.has(blockOf(index)), quality);
    before = now;
    return { x, y, width: w, height: h, data: exact.length <= lossy.length ? exact : lossy };
  });
}`;
