/** The grid of limits: validation, charts and clicks. */
import { expect, test } from './fixture';
import { enterRange, packed, paste, pick, rangeField } from './playground';

test('the grid follows its ranges, which are validated', async ({ page }) => {
  await page.goto('./#tab=limits');
  await paste(page, 'nodes,edges\n3,4\n2,1\n');
  const panel = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(panel.getByText(/cells: [\d,]+ packed/)).toBeVisible();
  await enterRange(page, 'nodes', 'last', 12);
  await enterRange(page, 'edges', 'last', 8);
  await enterRange(page, 'nodes', 'first', 2);
  await expect(panel.getByText(/^55 cells: \d+ packed.*, 5 infeasible/)).toBeVisible();
  await expect(panel.getByRole('img')).toHaveAccessibleName(/^Heat map: .* at 11 × 5 limits, nodes on the x-axis/);
  const status = panel.getByRole('status');
  await expect(status).toHaveText('55 cells');
  await enterRange(page, 'edges', 'last', 1);
  await expect(status).toHaveText('edges: the last limit is less than the first.');
  await enterRange(page, 'edges', 'last', 100_000);
  await expect(status).toHaveText('More than 50,000 cells: increase the steps.');
  await expect(panel.getByRole('progressbar')).toHaveCount(0);
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByRole('img')).toHaveAccessibleName(/ at 11 × 5 limits/);
  await enterRange(page, 'edges', 'step', 50_000);
  await expect(status).toHaveText('22 cells');
  await expect(panel.getByRole('img')).toHaveAccessibleName(/ at 11 × 2 limits/);
  await panel.getByRole('button', { name: 'Suggest' }).click();
  await expect(rangeField(page, 'nodes', 'first')).toHaveValue('3');
});

test('limits of one component are a scatter plot, and a click applies them', async ({ page }) => {
  await page.goto('./#preset=squad&tab=limits&range=384:583');
  const panel = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(panel.getByText(/^200 cells: /)).toBeVisible();
  await expect(panel.getByRole('img')).toHaveAccessibleName(
    /^Scatter plot: efficiency at 200 limits of length\. The best is/,
  );
  await panel.getByRole('img').click();
  const limit = page.getByLabel('Limit of length', { exact: true });
  await expect(limit).toHaveValue(/^4[5-9]\d$|^5[01]\d$/);
  await expect(panel.getByText(`Applied: length ${await limit.inputValue()}`)).toBeVisible();
  await packed(page, /88,641 items in [\d,]+ packs/);
});

test('the map of limits is read and used by keyboard', async ({ page }) => {
  await page.goto('./#preset=pcqm4mv2&limits=30,62&tab=limits&range=20:59&range=54:122:2');
  const panel = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(panel.getByText(/^1,400 cells: 1,400 packed/)).toBeVisible();
  await panel.getByRole('application').focus();
  await page.keyboard.press('ArrowUp');
  await expect(panel.getByText(/^num_nodes 30, num_edges 64: \d\d\.\d\d%, num_nodes .*, [\d,]+ packs$/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue('31');
  await expect(page.getByLabel('Limit of num_edges', { exact: true })).toHaveValue('64');
  await expect(panel.getByText(/^Applied: num_nodes 31, num_edges 64: /)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(panel.getByText(/^num_nodes 30, num_edges 64: /)).toBeVisible();
});

test('limits that a cancelled sweep did not reach are marked', async ({ page }) => {
  await page.goto('./#preset=molhiv&method=lpfhp&heuristic=sum&tab=limits&range=222:2221:10&range=502:4482:20');
  const panel = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await expect(panel.getByText(/^Packing the grid: [1-9]\d?%/)).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel grid' }).click();
  await expect(panel.getByText(/^40,000 cells: .*, [\d,]+ not packed yet$/)).toBeVisible();
  const map = panel.getByRole('img');
  const box = await map.boundingBox();
  if (!box) throw new Error('the map is not there');
  await map.hover({ position: { x: box.width * 0.8, y: box.height * 0.4 } });
  await expect(panel.getByText(/^num_nodes .*: not packed yet$/)).toBeVisible();
});

test('a grid of 50,000 cells responds to a click', async ({ page }) => {
  await page.goto('./#tab=limits');
  await paste(page, 'nodes,edges\n3,4\n2,1\n');
  const panel = page.getByRole('region', { name: 'Grid of limits', exact: true });
  await enterRange(page, 'nodes', 'step', 1);
  await enterRange(page, 'nodes', 'last', 202);
  await enterRange(page, 'edges', 'step', 1);
  await enterRange(page, 'edges', 'last', 253);
  await expect(panel.getByText(/^50,000 cells: /)).toBeVisible();
  await panel.getByRole('img').click();
  await expect(page.getByLabel('Limit of nodes', { exact: true })).toHaveValue(/^\d{2,3}$/);
  await expect(page.getByLabel('Limit of edges', { exact: true })).toHaveValue(/^\d{2,3}$/);
  await packed(page, '2 items in 1 pack, proven optimal');
});

test('of a grid of eight components few cells are packed', async ({ page }) => {
  const names = Array.from({ length: 8 }, (_, c) => `size${c}`);
  const rows = Array.from({ length: 300 }, (_, row) =>
    names.map((_, c) => (c + 1) * (5 + ((row * row) % 41)) + ((row * c) % 3)),
  );
  await page.goto('./#v=1&tab=limits');
  await pick(page, 'eight.csv', [names, ...rows].map((row) => row.join(',')).join('\n'));
  const done = page.getByText(/^[\d,]+ cells: .* packed by/);
  await expect(done).toContainText(/ pruned by a bound/);
  const [, cells = '', packed = ''] = /^([\d,]+) cells: ([\d,]+) packed/.exec((await done.textContent()) ?? '') ?? [];
  const number = (text: string) => Number(text.replaceAll(',', ''));
  expect(number(packed)).toBeLessThan(number(cells) / 4);
});
