import { readFile } from 'node:fs/promises';
import { launchBrowser } from './browser.ts';

// npm run icon: renders media/icon.png, which the manifest needs, from media/icon.svg.
const SIZE_PX = 256;

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: SIZE_PX, height: SIZE_PX } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${await readFile('media/icon.svg', 'utf8')}`);
  await page.screenshot({ path: 'media/icon.png', omitBackground: true });
} finally {
  await browser.close();
}
