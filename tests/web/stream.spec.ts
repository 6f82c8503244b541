/** Online packing compared with the plan. */
import { violations } from './axe';
import { expect, test } from './fixture';
import { packed } from './playground';

test('every policy is run with several buffer sizes, and read by arrow keys', async ({ page }) => {
  // little more than the largest buffer
  await page.goto('./#preset=glue_cola');
  await packed(page, /8,551 items in [\d,]+ packs/);
  await page.getByRole('tab', { name: 'Streaming' }).click();
  const panel = page.getByRole('region', { name: 'Online packing', exact: true });
  await expect(panel.getByRole('status')).toHaveText(
    /^\s*Best: .*, \d\d\.\d\d%; \d+\.\d\d points (below|above) the plan\. All 8,551 items in random order\.$/,
  );
  await expect(panel.getByRole('img')).toHaveAccessibleName(
    /best fit from \d.*; look-ahead from \d.*; guided from \d.*Offline plan: 9\d\.\d\d%/,
  );
  await panel.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(
    panel.getByText(
      /^8,192 open packs or buffered items: best fit \d\d\.\d\d%, look-ahead \d\d\.\d\d%, guided \d\d\.\d\d%$/,
    ),
  ).toBeVisible();
  await panel.getByText('Data table').click();
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(16);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});

test('streams follow the limits', async ({ page }) => {
  await page.goto('./#preset=molhiv&tab=stream');
  const panel = page.getByRole('region', { name: 'Online packing', exact: true });
  await expect(panel.getByRole('status')).toContainText('Best:');
  const before = (await panel.getByRole('status').textContent()) ?? '';
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('444');
  await expect(panel.getByRole('status')).not.toHaveText(before);
  await expect(panel.getByRole('status')).toContainText('Best:');
});
