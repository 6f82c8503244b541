/** Search for limits: the smallest that reach a target, and the Pareto front. */
import { violations } from './axe';
import { expect, test } from './fixture';
import { packed, saved } from './playground';

test('the smallest limits for a target are found and applied', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=20,54&tab=limits');
  await packed(page, /items in [\d,]+ packs/);
  const panel = page.getByRole('region', { name: 'Search for limits' });
  await panel.getByLabel('Target efficiency (%)').fill('90');
  await expect(page).toHaveURL(/target=0\.9(&|$)/);
  await panel.getByRole('button', { name: 'Find smallest limits' }).click();
  const answer = panel.getByText(/^Smallest limits: num_nodes \d+, num_edges \d+\./);
  await expect(answer).toBeVisible();
  await expect(panel.getByText(/^(Proven: no cheaper|Not proven: )/)).toBeVisible();
  const [, nodes = '', edges = ''] = /num_nodes (\d+), num_edges (\d+)/.exec((await answer.textContent()) ?? '') ?? [];
  await panel.getByRole('button', { name: `Use num_nodes ${nodes}, num_edges ${edges}` }).click();
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue(nodes);
  await expect(page.getByLabel('Limit of num_edges', { exact: true })).toHaveValue(edges);
  await expect(panel.getByRole('button', { name: 'in use' })).toBeDisabled();
  await expect(panel.getByRole('button', { name: 'in use' })).toBeFocused();
});

test('a higher target costs no less, and a changed one clears the result', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&tab=limits&target=0.85');
  await packed(page, /items in [\d,]+ packs/);
  const panel = page.getByRole('region', { name: 'Search for limits' });
  const costAt = async (target: string) => {
    await panel.getByLabel('Target efficiency (%)').fill(target);
    await expect(panel.getByText(/^Smallest limits/)).toHaveCount(0);
    await panel.getByRole('button', { name: 'Find smallest limits' }).click();
    const facts = panel.getByText(/Cost [\d,]+, /);
    await expect(facts).toBeVisible();
    return Number(/Cost ([\d,]+)/.exec((await facts.textContent()) ?? '')?.[1]?.replace(/,/g, ''));
  };
  const low = await costAt('80');
  const high = await costAt('92');
  expect(high).toBeGreaterThanOrEqual(low);
  await panel.getByLabel('Every component must reach the target').check();
  await expect(page).toHaveURL(/per-component=on/);
  expect(await costAt('92')).toBeGreaterThanOrEqual(high);
});

test('the Pareto front is read by keyboard, and its points are applied', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=20,54&tab=limits');
  await packed(page, /items in [\d,]+ packs/);
  const panel = page.getByRole('region', { name: 'Search for limits' });
  await panel.getByRole('button', { name: 'Find Pareto front' }).click();
  await expect(panel.getByText(/^\d+ points on the front\./)).toBeVisible();
  await expect(panel.getByRole('img')).toHaveAccessibleName(
    /^Scatter plot: efficiency against the cost of limits at \d+ points/,
  );
  await panel.getByRole('application', { name: 'PCQM4Mv2 (digitized): efficiency against the cost of limits' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const taken = panel.getByText(/^Applied: num_nodes \d+, num_edges \d+/);
  const [, nodes = ''] = /num_nodes (\d+)/.exec((await taken.textContent()) ?? '') ?? [];
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue(nodes);
  await panel.getByText('Data table').click();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const rows = panel.getByRole('table').getByRole('row');
  await expect(rows.getByText('in use')).toBeVisible();
  const costs = await rows.locator('td:nth-child(3)').allTextContents();
  const numbers = costs.filter((cost) => cost !== '').map((cost) => Number(cost.replace(/,/g, '')));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  await panel
    .getByRole('button', { name: /^Use num_nodes/ })
    .first()
    .click();
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).not.toHaveValue(nodes);
  const picture = await saved(page, 'Save “PCQM4Mv2 (digitized): efficiency against the cost of limits” as PNG');
  expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('a search for limits can be cancelled', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=next-fit&tab=limits&time-limit=60&range=300&range=36138');
  await packed(page, /items in [\d,]+ packs/);
  const panel = page.getByRole('region', { name: 'Search for limits' });
  await panel.getByRole('button', { name: 'Find Pareto front' }).click();
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel search' }).click();
  await expect(panel.getByRole('progressbar')).toHaveCount(0, { timeout: 2_000 });
  await expect(panel.getByText('Search cancelled.')).toBeVisible();
});
