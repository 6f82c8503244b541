/** Prints what the benchmark page of the built site measures on this machine. Needs `npm run build`. */
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const server = await preview({ preview: { port: 0, open: false } });
const address = server.resolvedUrls?.local[0];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${address}benchmark.html`);
await page.waitForFunction(() => document.querySelector('#state')?.textContent !== 'running', null, {
  timeout: 120_000,
});
console.log((await page.locator('#figures tr').allInnerTexts()).join('\n'));
console.log(await page.locator('#state').textContent());
await browser.close();
await server.close();
