/** The estimate: speed-up, devices, optimizer. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture';
import { packed } from './playground';

test('the speed-up is described, drawn, and read by arrow keys', async ({ page }) => {
  await page.goto('./#preset=wikipedia');
  await packed(page, /16,279,552 items in [\d,]+ packs/);
  await page.getByRole('tab', { name: 'Speed-up' }).click();
  const panel = page.getByRole('region', { name: 'Speed-up', exact: true });
  await expect(
    panel.getByText('Packing makes an epoch about 1.86 times as fast as batches of 8 random items'),
  ).toBeVisible();
  await expect(panel.getByRole('img')).toHaveAccessibleName(
    /^Line chart: .* on 1 to 2,048 devices\. Packed: 1\.92 × throughout\. .* Packing is faster from 2 devices\.$/,
  );
  await panel.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByText(/^1 device: packed 1\.92 ×, un-padded 2\.00 ×, published 2\.12 ×$/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(panel.getByText(/^2,048 devices: packed 1\.92 ×/)).toBeVisible();
  await panel.getByText('Data table').click();
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(13);
  await expect(panel.getByText(/^Use 4 packs per step: 8 items\.$/)).toBeVisible();
});

test('assumptions are edited, validated, and part of the link', async ({ page, context }) => {
  await page.goto('./#preset=molhiv&tab=estimate');
  const panel = page.getByRole('region', { name: 'Speed-up', exact: true });
  const speedup = panel.getByText('over random batches', { exact: true }).locator('..');
  await expect(speedup).toContainText('1.68 ×');
  await panel.getByLabel('Overhead (percent)').fill('0');
  await expect(speedup).toContainText('1.76 ×');
  await panel.getByLabel('Devices', { exact: true }).fill('0');
  await expect(panel.getByLabel('Devices', { exact: true })).toHaveAccessibleDescription(
    'Enter a whole number from 1 to 65,536.',
  );
  await panel.getByLabel('Devices', { exact: true }).fill('64');
  await panel.getByLabel('Component', { exact: true }).selectOption('num_edges');
  await expect(panel.getByRole('img')).toHaveAccessibleName(/ on 1 to 64 devices/);
  await expect(page).toHaveURL(/overhead=0&devices=64&component=num_edges/);
  const other = await context.newPage();
  await other.goto(page.url());
  const ceiling = (of: Locator | Page) => of.getByText('upper bound').locator('..').textContent();
  await expect(async () => expect(await ceiling(other)).toBe(await ceiling(panel))).toPass();
  await expect(other.getByLabel('Component', { exact: true })).toHaveValue('num_edges');
});

test('the speed-up follows the plan', async ({ page }) => {
  await page.goto('./#preset=squad&tab=estimate');
  const speedup = page
    .getByRole('region', { name: 'Speed-up', exact: true })
    .getByText('over random batches', { exact: true })
    .locator('..');
  await expect(speedup).toContainText('1.53 ×');
  await page.getByLabel('Method', { exact: true }).selectOption('none');
  await expect(speedup).toContainText('0.72 ×');
});

test('a small number of a link is valid in its field', async ({ page }) => {
  await page.goto('./#preset=molhiv&tab=estimate&beta1=1e-7');
  const field = page.getByLabel('β₁');
  await expect(field).toHaveValue('1e-7');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await field.fill('2E-3');
  await field.press('Tab');
  await expect(page).toHaveURL(/beta1=0\.002/);
});
