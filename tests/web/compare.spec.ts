/** Comparison of methods, and the grid of limits. */
import { expect, test } from './fixture';
import { packed } from './playground';

test('all methods are compared and sorted, and a click applies one', async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=256');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const table = page.getByRole('region', { name: 'Methods and heuristics with their results' }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(51);
  const packsOf = async () =>
    (await table.locator('tbody tr td:nth-child(4)').allTextContents()).map((text) => Number(text.replace(/,/g, '')));
  const ascending = await packsOf();
  expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
  await table.getByRole('button', { name: 'packs' }).click();
  await expect(table.getByRole('columnheader', { name: 'packs' })).toHaveAttribute('aria-sort', 'descending');
  expect((await packsOf())[0]).toBe(32901);
  await table.getByRole('button', { name: 'Use lpfhp by product, distributed', exact: true }).click();
  await page.getByLabel('Place equal items together', { exact: true }).selectOption('default');
  await expect(table.getByRole('button', { name: 'in use', exact: true })).toHaveCount(1);
  await table.getByRole('button', { name: 'Use next-fit by sum' }).click();
  await expect(table.getByRole('button', { name: 'in use', exact: true })).toBeFocused();
  await packed(page, /32,901 items in [\d,]+ packs/);
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('next-fit');
  await expect(page.getByLabel('Heuristic', { exact: true })).toHaveValue('sum');
});

test('the grid of limits is drawn, and keyboard and click apply limits', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=20,54&tab=limits');
  await expect(page.getByText(/1,400 cells: 1,400 packed/)).toBeVisible();
  await page.getByRole('region', { name: 'The ten best cells' }).getByRole('button', { name: /^Use / }).first().click();
  await packed(page, /items in [\d,]+ packs/);
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).not.toHaveValue('20');
  const chosen = await page.getByLabel('Limit of num_nodes', { exact: true }).inputValue();
  const grid = page.getByRole('region', { name: 'Grid of limits', exact: true }).locator('[tabindex="0"]').first();
  await grid.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue(String(Number(chosen) - 1));
  await grid.click({ position: { x: 300, y: 120 } });
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).not.toHaveValue(String(Number(chosen) - 1));
});
