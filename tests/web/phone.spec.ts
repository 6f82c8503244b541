/** By thumb at 390 × 844: what comes first, what fits, and what a tap does. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixture';
import { named, packed } from './playground';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not visible');
  return box;
};

/** Whether the page is no wider than the phone. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('a row of Compare is a card: packs and efficiency come before the method', async ({ page }) => {
  await page.goto('./#preset=molhiv&tab=compare');
  await expect(page.getByRole('row')).toHaveCount(51);
  const card = page.getByRole('row').nth(1);
  const cell = (column: string) => boxOf(card.locator(`[data-column="${column}"]`));
  const [packs, efficiency, method] = [await cell('packs'), await cell('eff. num_edges'), await cell('method')];
  expect(packs.y).toBeLessThan(method.y);
  expect(efficiency.y).toBeLessThan(method.y);
  const button = await boxOf(card.getByRole('button'));
  expect(button.height).toBeGreaterThanOrEqual(36);
  for (const { x, width } of [packs, efficiency, method, button]) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  }
  expect(await fits(page)).toBe(true);
  await page
    .getByRole('row', { name: /next-fit/ })
    .first()
    .getByRole('button')
    .tap();
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('next-fit');
  expect(await violations(page)).toEqual([]);
});

test('a tap on the heat map reads, a second one applies', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=20,54&tab=limits');
  await expect(page.getByText(/1,400 cells: 1,400 packed/)).toBeVisible();
  await expect(page.getByText('Tap to read values; tap again to apply the limits')).toBeVisible();
  const map = page.getByRole('img', { name: /^Heat map/ });
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  const words = page.locator('.chart [aria-live]').first();
  await map.tap({ position: { x: 200, y: 120 } });
  await expect(words).toHaveText(/num_nodes \d+, num_edges \d+: [\d.]+%/);
  const first = await words.textContent();
  expect(await limit.inputValue()).toBe('20');
  await map.tap({ position: { x: 260, y: 180 } });
  await expect(words).not.toHaveText(first ?? '');
  expect(await limit.inputValue(), 'another place is read, too').toBe('20');
  const [, nodes = '', edges = ''] = /num_nodes (\d+), num_edges (\d+)/.exec((await words.textContent()) ?? '') ?? [];
  await map.tap({ position: { x: 266, y: 174 } }); // no thumb hits the same pixel
  await expect(limit).toHaveValue(nodes);
  await expect(page.getByLabel('Limit of num_edges', { exact: true })).toHaveValue(edges);
  await expect(page.getByText(`Applied: num_nodes ${nodes}, num_edges ${edges}`)).toBeVisible();
});

test('after taps a mouse reads the heat map, and what it has read is not applied by a tap', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=20,54&tab=limits');
  await expect(page.getByText(/1,400 cells: 1,400 packed/)).toBeVisible();
  const map = page.getByRole('img', { name: /^Heat map/ });
  const words = page.locator('.chart [aria-live]').first();
  await map.tap({ position: { x: 200, y: 120 } });
  await map.tap({ position: { x: 200, y: 120 } });
  await expect(page.getByText(/^Applied: num_nodes/)).toBeVisible();
  const tapped = await words.textContent();
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await limit.fill('20');
  await limit.press('Enter');
  await map.hover({ position: { x: 260, y: 180 } });
  await expect(words).toHaveText(/num_nodes \d+, num_edges \d+: [\d.]+%/);
  expect(await words.textContent()).not.toBe(tapped);
  await map.tap({ position: { x: 200, y: 120 } });
  await expect(words).toHaveText(tapped ?? '');
  await expect(page.getByText('Tap to read values; tap again to apply the limits')).toBeVisible();
  expect(await limit.inputValue()).toBe('20');
});

test('results of temporal interactions come before their settings', async ({ page }) => {
  await page.goto('./#tab=temporal&events=collegemsg');
  const results = named(page, 'Temporal interactions');
  const settings = named(page, 'Loss bound');
  await expect(results.getByText('Mean batch size')).toBeVisible();
  await expect(settings).toBeVisible();
  expect((await boxOf(results)).y).toBeLessThan((await boxOf(settings)).y);
  expect((await boxOf(results)).y).toBeLessThan(844);
  expect(await fits(page)).toBe(true);
});

test('nothing is wider than the phone', async ({ page }) => {
  for (const [tab, name] of Object.entries({
    plan: 'Packs',
    limits: 'Limits',
    estimate: 'Speed-up',
    stream: 'Streaming',
    histogram: 'Sizes',
    export: 'Export',
  })) {
    await test.step(name, async () => {
      await page.goto(`./#preset=molhiv&tab=${tab}`);
      await packed(page, /32,901 items in/);
      await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      expect(await fits(page)).toBe(true);
    });
  }
});

test('the picture is in sight at first, and what is tapped is as large as a thumb', async ({ page }) => {
  await page.goto('./');
  await packed(page, /32,901 items in/);
  const picture = await boxOf(page.getByRole('img', { name: /each padded to num_nodes 222/ }));
  expect(picture.y).toBeLessThan(700);
  for (const name of ['Open files', 'Change data', 'Pin as A', 'Limits']) {
    const control = page.getByRole('button', { name, exact: true }).or(page.getByRole('tab', { name, exact: true }));
    expect((await boxOf(control)).height, name).toBeGreaterThanOrEqual(38);
  }
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  expect((await boxOf(limit)).height).toBeGreaterThanOrEqual(40);
  await expect(limit).toHaveCSS('font-size', '16px'); // a phone zooms into fields with smaller text
});

test('the tab that a link opens is in sight', async ({ page }) => {
  await page.goto('./#preset=molhiv&tab=export');
  await packed(page, /32,901 items in/);
  const { x, width } = await boxOf(page.getByRole('tab', { name: 'Export' }));
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
