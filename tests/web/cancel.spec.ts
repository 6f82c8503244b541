/** Long work is ended at once, and the page goes on. */
import { expect, test } from './fixture';
import { packed } from './playground';

test('a long pack is cancelled, and the next choice is packed', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=auto');
  const cancel = page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(cancel).toHaveCount(0, { timeout: 200 });
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  await packed(page, /items in [\d,]+ packs/);
});

test('a long sweep shows its progress and is cancelled', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=lpfhp&tab=limits');
  const limits = page.getByRole('region', { name: 'Limits', exact: true });
  await expect(limits.getByRole('progressbar')).toBeVisible();
  await limits.getByRole('button', { name: 'Cancel' }).click();
  await expect(limits.getByRole('progressbar')).toHaveCount(0, { timeout: 200 });
  await page.getByRole('tab', { name: 'Plan' }).click();
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  await packed(page, /items in [\d,]+ packs/);
});
