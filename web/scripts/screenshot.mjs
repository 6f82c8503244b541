/**
 * Takes screenshots of the built site: every view with a graph, a sequence and a temporal data set, in light and dark,
 * on a desktop and a phone, in build/web/screenshots. Those that docs/tour/browser.md shows are copied to
 * docs/playground. Needs `npm run build`.
 */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const path = (fromRoot) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url));
const folder = path('build/web/screenshots');
const mostBytes = 300_000;

const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'];
const tabs = ['plan', 'limits', 'compare', 'estimate', 'stream', 'histogram', 'export'];

/** The views by name: fragments of links. */
const views = {
  opening: '',
  ...Object.fromEntries(
    ['molhiv', 'wikipedia'].flatMap((preset) =>
      tabs.map((tab) => [`${tab}-${preset}`, `#preset=${preset}&tab=${tab}`]),
    ),
  ),
  temporal: '#tab=temporal&events=wikipedia',
};

/** What docs/tour/browser.md shows, and its files in docs/playground. */
const kept = {
  'opening-light-desktop': 'opening',
  'opening-dark-desktop': 'opening-dark',
  'opening-light-phone': 'opening-phone',
  'limits-molhiv-light-desktop': 'limits',
  'histogram-molhiv-light-desktop': 'sizes',
  'compare-wikipedia-light-desktop': 'compare',
  'estimate-molhiv-light-desktop': 'speedup',
  'temporal-light-desktop': 'temporal',
};

const server = await preview({ preview: { port: 0, open: false } });
const address = server.resolvedUrls?.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--disable-gpu'],
});
for (const each of [folder, path('docs/playground')]) mkdirSync(each, { recursive: true });
const problems = [];
for (const [screen, viewport] of Object.entries(screens)) {
  for (const colorScheme of schemes) {
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(String(error)));
    for (const [view, fragment] of Object.entries(views)) {
      const name = `${view}-${colorScheme}-${screen}`;
      await page.goto('about:blank'); // another fragment alone would not load the page again
      await page.goto(`${address}${fragment}`);
      const done = view === 'temporal' ? page.getByText('largest loss') : page.getByRole('region', { name: 'Result' });
      await done.first().waitFor();
      await page.waitForFunction(() => !document.querySelector('progress'));
      await page.waitForTimeout(600); // charts move until then
      if (view.includes('-')) await page.getByRole('tablist').evaluate((tabs) => tabs.scrollIntoView());
      await page.waitForTimeout(200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) problems.push(`${name} is ${wide} pixels too wide`);
      const file = `${folder}/${name}.png`;
      await page.screenshot({ path: file });
      if (statSync(file).size > mostBytes) problems.push(`${name} has more than ${mostBytes} bytes`);
      if (name in kept) copyFileSync(file, path(`docs/playground/${kept[name]}.png`));
    }
    await page.close();
  }
}
await browser.close();
await server.close();
console.log(`${folder}: ${Object.keys(views).length * schemes.length * Object.keys(screens).length} screenshots`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
