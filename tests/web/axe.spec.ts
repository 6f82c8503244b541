/** Accessibility by axe: both themes, all tabs, desktop and phone. */
import { colourRules, violations } from './axe';
import { expect, test } from './fixture';
import { packed } from './playground';

const pages = [
  { name: 'the opening', hash: '' },
  { name: 'nothing chosen', hash: '#v=1' },
  ...['plan', 'compare', 'estimate', 'limits', 'stream', 'histogram', 'export'].map((tab) => ({
    name: tab,
    hash: `#preset=molhiv&tab=${tab}`,
  })),
  { name: 'one component', hash: '#preset=squad&tab=limits' },
  { name: 'an error', hash: '#preset=molhiv&limits=10,20' },
];

for (const { name, hash } of pages) {
  test(`${name}, light and dark`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`./${hash}`);
    if (hash.includes('limits=10')) await expect(page.getByRole('alert')).toBeVisible();
    else if (hash !== '#v=1') await packed(page, /items in [\d,]+ packs/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('.tuplepack')).toHaveAttribute('data-theme', colorScheme);
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        expect(await violations(page, ...(colorScheme === 'light' ? [] : colourRules))).toEqual([]);
      });
    }
  });
}

test('the header leads to the documentation, which is accessible in both themes and on a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./#preset=molhiv');
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'masks and losses' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From a plan to a training step');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, ...colourRules)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await packed(page, /items in [\d,]+ packs/);
});

test('no horizontal scrolling on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  for (const { hash } of pages) {
    await page.goto(`./${hash}`);
    if (hash !== '#v=1' && !hash.includes('limits=10')) await packed(page, /items in [\d,]+ packs/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBeLessThanOrEqual(375);
  }
});
