/** Settings and the resulting plan. */
import { expect, test } from './fixture';
import { packed } from './playground';

test.beforeEach(async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=256');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
});

test('a typed limit changes the plan, and “data maximum” restores it', async ({ page }) => {
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await limit.fill('444');
  await packed(page, /items in 3,[0-9]{3} packs/);
  await expect(page).toHaveURL(/limits=444,(max|502)/);
  await page.getByRole('button', { name: 'Set to the maximum num_nodes in the data' }).click();
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await expect(limit).toHaveValue('222');
});

test('“max” is a limit', async ({ page }) => {
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await limit.fill('444');
  await expect(page).toHaveURL(/limits=444,/);
  await limit.fill('max');
  await expect(limit).not.toHaveAttribute('aria-invalid', 'true');
  await limit.press('Enter');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await expect(limit).toHaveValue('222');
  await expect(page).not.toHaveURL(/limits=\d/);
  await limit.fill('maximal');
  await expect(limit).toHaveAccessibleDescription('Enter a whole number of at least 1, or max.');
});

test('an option that only its row describes has a control, and is part of link and command', async ({ page }) => {
  const gap = page.getByLabel('Gap', { exact: true });
  await expect(gap).toHaveValue('0');
  await expect(gap).toHaveAccessibleDescription(/^Stop a search once .* lower bound\.$/);
  await page.getByLabel('Method', { exact: true }).selectOption('optimal');
  await gap.fill('5');
  await packed(page, /32,901 items in 3,7[0-9]{2} packs/);
  await expect(page).toHaveURL(/gap=5/);
  await page.getByRole('tab', { name: 'Export' }).click();
  await expect(page.getByText(/tuplepack pack .* --method optimal --gap 5/)).toBeVisible();
});

test('a typed limit is one undo step, without errors while typing', async ({ page }) => {
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  const alerts = page.getByRole('alert');
  await limit.selectText();
  await page.keyboard.type('44');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await expect(alerts).toHaveCount(0);
  await page.keyboard.type('44');
  await expect(page).toHaveURL(/limits=4444,/);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(limit).toHaveValue('222');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
});

test('a dragged slider updates the result, and is one undo step', async ({ page }) => {
  const slider = page.getByLabel('Limit of num_edges, slider');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not there');
  const seen = new Set<string>();
  const result = page.getByRole('region', { name: 'Result' });
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 12; ++step) {
    await page.mouse.move(box.x + 8 + step * 12, box.y + box.height / 2);
    await page.waitForTimeout(90);
    seen.add(
      (await result
        .getByText(/^num_edges full/)
        .locator('..')
        .textContent()) ?? '',
    );
  }
  await page.mouse.up();
  expect(seen.size).toBeGreaterThan(3);
  await expect(page.getByLabel('Limit of num_edges', { exact: true })).not.toHaveValue('502');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(page.getByLabel('Limit of num_edges', { exact: true })).not.toHaveValue('502');
});

test('a slider far beyond its usual end keeps its scale while dragged', async ({ page }) => {
  await page.getByLabel('Limit of num_edges', { exact: true }).fill('100000');
  await page.keyboard.press('Tab');
  const slider = page.getByLabel('Limit of num_edges, slider');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not there');
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  const chosen = Number(await page.getByLabel('Limit of num_edges', { exact: true }).inputValue());
  expect(chosen).toBeGreaterThan(40_000);
  expect(chosen).toBeLessThan(60_000);
});

test('method, heuristic and “as published” give the published plan', async ({ page }) => {
  await page.getByLabel('Method', { exact: true }).selectOption('lpfhp');
  await page.getByLabel('Heuristic', { exact: true }).selectOption('component:num_nodes');
  await page.getByLabel('Reproduce published plans').check();
  await packed(page, /32,901 items in [\d,]+ packs/);
  await expect(page).toHaveURL(/method=lpfhp&heuristic=component:num_nodes/);
  await expect(page.getByText('lpfhp, heuristic component:num_nodes')).toBeVisible();
});

test('depth, alignment and reserve are respected', async ({ page }) => {
  await page.getByLabel('Depth').fill('3');
  await packed(page, '32,901 items in 10,969 packs, proven optimal');
  await page.getByText('Alignment, reserve, oversized items').click();
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('230');
  await page.getByLabel('Align items: num_nodes').fill('8');
  await page.getByLabel('Reserve: num_nodes').fill('6');
  await packed(page, /32,901 items in [\d,]+ packs/);
  await expect(page).toHaveURL(/align-item/);
});

test('invalid input is reported at its field and has no effect', async ({ page }) => {
  const depth = page.getByLabel('Depth');
  await depth.fill('-1');
  await expect(depth).toHaveAttribute('aria-invalid', 'true');
  await expect(depth).toHaveAccessibleDescription('Enter a whole number of at least 1.');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
});

test('an item over a limit is an error, until a policy is selected', async ({ page }) => {
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('100');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('is over the limit (100, 502). Below is still the plan for limits of 222 × 502.');
  await expect(page.getByRole('img', { name: /items of the data, each padded to num_nodes 222/ })).toBeVisible();
  await page.getByText('Alignment, reserve, oversized items').click();
  await page.getByLabel('Items over a limit').selectOption('drop');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/[\d,]+ items exceed a limit/)).toBeVisible();
});

test('an item over a limit has remedies beside the message', async ({ page }) => {
  for (const [remedy, outcome] of [
    ['Raise the limits to the largest', '32,901 items in 3,744 packs, proven optimal'],
    ['Items over a limit: drop them', /^32,8\d\d items in/],
    ['Items over a limit: truncate them to the limit', /^32,901 items in/],
  ] as const) {
    await test.step(remedy, async () => {
      await page.getByLabel('Limit of num_nodes', { exact: true }).fill('100');
      await page.keyboard.press('Enter');
      const alert = page.getByRole('alert');
      await expect(alert.getByRole('button', { name: /split/ })).toHaveCount(0);
      await alert.getByRole('button', { name: remedy }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await packed(page, outcome);
      await page.getByRole('button', { name: /^Undo/ }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByRole('button', { name: /^Undo/ }).click();
      await packed(page, '32,901 items in 3,744 packs, proven optimal');
    });
  }
});

test('items of one component can also be split', async ({ page }) => {
  await page.goto('./#preset=squad&limits=300');
  await page.getByRole('alert').getByRole('button', { name: 'Items over a limit: split them into pieces' }).click();
  await packed(page, /^92,924 items in/);
});

test('a pinned result is compared with the next', async ({ page }) => {
  await page.getByRole('button', { name: 'Pin as A' }).click();
  await page.getByLabel('Method', { exact: true }).selectOption('next-fit');
  const table = page.getByRole('table', { name: 'A (pinned) and B (current)' });
  const row = table.getByRole('row', { name: /^packs/ });
  await expect(row).toContainText('3,744');
  await expect(row.getByRole('cell').last()).toContainText('+');
  await page.getByRole('button', { name: 'Remove A' }).click();
  await expect(table).toHaveCount(0);
});
