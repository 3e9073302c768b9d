import type { Page } from 'playwright-core';

/** Converts a PNG file to WebP in a browser. `quality`: from 0 to 1. */
export async function webpOf(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const picture = `data:image/png;base64,${png.toString('base64')}`;
  const encoded = await page.evaluate<string>(`(${ENCODE})(${JSON.stringify(picture)}, ${quality})`);
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

/** Runs in the browser, whose types the tests don't have. */
const ENCODE = `async (picture, quality) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality);
}`;
