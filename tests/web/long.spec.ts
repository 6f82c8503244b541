/** Settings that change faster than they can be computed: the newest result is shown. */
import { expect, test } from './fixture';
import { changeData, enterRange, packed } from './playground';

test('of methods selected in quick succession the last one is shown', async ({ page }) => {
  await page.goto('./#preset=molhiv');
  const result = page.getByRole('region', { name: 'Result' });
  await packed(page, /^32,901 items in/);
  for (const method of ['lpfhp', 'spfhp', 'none', 'next-fit']) {
    await page.getByLabel('Method', { exact: true }).selectOption(method);
  }
  await expect(result.getByText('next-fit, heuristic product')).toBeVisible();
  await expect(result).toHaveAttribute('aria-busy', 'false');
  const shown = (await result.getByRole('status').textContent()) ?? '';
  await expect(page).toHaveURL(/method=next-fit/);
  await page.reload();
  await packed(page, shown);
});

test('a slow result does not replace a newer one', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=auto');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Packing …')).toBeVisible();
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  await page.getByLabel('Method', { exact: true }).selectOption('none');
  await packed(page, '78,200 items in 78,200 packs');
  await expect(result).toHaveAttribute('aria-busy', 'false');
});

test('of data sets selected in quick succession the last one is shown', async ({ page }) => {
  await page.goto('./#preset=squad');
  await changeData(page);
  const sets = page.getByLabel('Data set');
  for (const name of ['squad', 'ppa_synthetic', 'collab', 'reddit_binary', 'molhiv']) await sets.selectOption(name);
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await expect(page.getByText('ogbg-molhiv: 32,901 items of')).toBeVisible();
  await expect(page.getByLabel('Depth')).toHaveValue('256');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('of grids requested in quick succession the last one is shown', async ({ page }) => {
  await page.goto('./#preset=molhiv&method=lpfhp&tab=limits&range=222:2221:10&range=502:4482:20');
  const limits = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(limits.getByRole('progressbar')).toBeVisible();
  await enterRange(page, 'num_nodes', 'last', 252);
  await enterRange(page, 'num_edges', 'last', 542);
  await expect(limits.getByText(/^12 cells: 12 packed/)).toBeVisible();
  await expect(limits.getByRole('img')).toHaveAccessibleName(/ at 4 × 3 limits/);
});

test('a limit typed while the page is busy keeps every digit', async ({ page }) => {
  await page.goto('./#preset=molhiv');
  await packed(page, /^32,901 items in/);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await limit.selectText();
  await page.keyboard.type('12345');
  await expect(limit).toHaveValue('12345');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(/limits=12345,/);
});
