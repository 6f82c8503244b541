/** Cancelling long calculations. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixture';
import { packed, saved } from './playground';

/** Does not wait until the page no longer moves, as a click does: the calculation may be over by then. */
const pressAtOnce = (button: Locator) => button.dispatchEvent('click');

test('a long pack is cancelled, and the next settings are packed', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=auto');
  const cancel = page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Cancel' });
  await pressAtOnce(cancel);
  await expect(cancel).toHaveCount(0, { timeout: 2_000 });
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  await packed(page, /items in [\d,]+ packs/);
});

test('a long sweep shows its progress and is cancelled', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=lpfhp&tab=limits');
  const limits = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(limits.getByRole('progressbar')).toBeVisible();
  await pressAtOnce(limits.getByRole('button', { name: 'Cancel' }));
  await expect(limits.getByRole('progressbar')).toHaveCount(0, { timeout: 2_000 });
  await page.getByRole('tab', { name: 'Packs' }).click();
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  await packed(page, /items in [\d,]+ packs/);
});

test('after a cancelled pack the plan on the screen is saved', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=next-fit&tab=export');
  await packed(page, /items in [\d,]+ packs/);
  await page.getByLabel('Method', { exact: true }).selectOption('fill');
  const result = page.getByRole('region', { name: 'Result' });
  await pressAtOnce(result.getByRole('button', { name: 'Cancel' }));
  await expect(result.getByText('Packing cancelled: this plan is for the previous settings.')).toBeVisible();
  await expect(page.getByText('Packing was cancelled: files and code are for the plan shown')).toBeVisible();
  const plan = JSON.parse((await saved(page, 'Plan (JSON)')).bytes.toString());
  expect(plan.method).toBe('next-fit');
});

test('creating a file can be cancelled', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=auto&tab=export');
  await packed(page, /items in [\d,]+ packs/);
  const files = page.getByRole('region', { name: 'Files' });
  // in the page, since the file may be there before a test could press Cancel
  await files.evaluate(
    (region) =>
      new Promise<void>((pressed) => {
        const button = (text: string) =>
          [...region.querySelectorAll('button')].find(({ textContent }) => textContent === text);
        new MutationObserver((_, observer) => {
          const cancel = button('Cancel');
          if (!cancel) return;
          observer.disconnect();
          cancel.click();
          pressed();
        }).observe(region, { childList: true, subtree: true });
        button('Plan (JSON)')?.click();
      }),
  );
  await expect(files.getByRole('button', { name: 'Cancel' })).toHaveCount(0, { timeout: 2_000 });
  await expect(files.getByRole('button', { name: 'Plan (JSON)' })).toBeEnabled();
  await expect(files.getByRole('alert')).toHaveCount(0);
});

test('a cancelled comparison is marked as incomplete', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=next-fit&tab=compare');
  const panel = page.getByRole('region', { name: 'All methods and heuristics' });
  await expect(panel.getByText(/^Packing with every method: \d/)).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText(/^Cancelled at .*%: the list is incomplete\.$/)).toBeVisible();
});
