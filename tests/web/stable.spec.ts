/** Nothing jumps while the playground appears. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';

test.use({ reuseContext: false, reducedMotion: 'no-preference' });

interface Shift extends PerformanceEntry {
  value: number;
}

/** Layout shifts so far, as browsers add them up for a page. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const watched = window as unknown as { shifts: number };
    watched.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shifts += (entry as Shift).value;
    }).observe({ type: 'layout-shift', buffered: true });
    // a busy machine may take longer than what people are willing to wait for without a sign of progress
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('--patience', '60s'));
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

for (const [device, width, height] of [
  ['a desktop', 1280, 800],
  ['a phone', 390, 844],
] as const) {
  for (const kind of ['site', 'element'] as const) {
    test(`the ${kind} appears without layout shifts on ${device}`, async ({ page, servers }) => {
      await page.setViewportSize({ width, height });
      const shifts = await watchShifts(page);
      await page.goto(kind === 'site' ? './' : `${servers.embedding}element`);
      await expect(page.getByText('packs for 32,901 items')).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      expect(await shifts()).toBeLessThanOrEqual(0.05);
    });
  }
}

test('a heading that a link leads to stays where it is while the element above it appears', async ({
  page,
  servers,
}) => {
  await page.goto(`${servers.embedding}anchor#below`);
  const heading = page.locator('#below');
  await expect(page.getByText('packs for 32,901 items')).toBeAttached();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect((await page.locator('tuplepack-playground').boundingBox())?.height).toBeGreaterThan(1500);
  expect(Math.abs((await heading.boundingBox())?.y ?? 1e9)).toBeLessThan(30);
});

test('what an element contains is shown until it starts, in the height that is reserved', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}below`);
  const element = page.locator('tuplepack-playground');
  await page.waitForFunction(() => customElements.get('tuplepack-playground'));
  await element.evaluate((playground) => {
    playground.innerHTML = '<p>A playground of packing</p>';
    playground.setAttribute('height', '1234');
  });
  await expect(page.getByText('A playground of packing')).toBeVisible();
  await expect.poll(async () => (await element.boundingBox())?.height).toBe(1234);
  await element.scrollIntoViewIfNeeded();
  await expect(page.getByText('A playground of packing')).toHaveCount(1);
  await expect(page.getByText('A playground of packing')).toBeHidden();
});
