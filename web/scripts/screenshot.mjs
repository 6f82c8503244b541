/** Draws docs/playground.png, the picture in the README, from the offline page. Needs `npm run build`. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const picture = fileURLToPath(new URL('../../docs/playground.png', import.meta.url));
const page = new URL('../../build/web/tuplepack-playground.html', import.meta.url);
const mostBytes = 300_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu'],
});
const tab = await browser.newPage({
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
await tab.goto(`${page}`);
await tab.getByRole('img', { name: /items of the data/ }).waitFor();
await tab.waitForTimeout(500);
await tab.screenshot({ path: picture });
await browser.close();

const { size } = statSync(picture);
console.log(`${picture}: ${size} bytes`);
if (size > mostBytes) throw new Error(`the picture is over ${mostBytes} bytes`);
