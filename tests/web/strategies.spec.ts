/** The strategies of a plan, and what one pack of them holds. */
import { expect, test } from './fixture';
import { packed, paste } from './playground';

test('strategies are sorted by every column, in both directions', async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=256');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  const table = page.getByRole('region', { name: /^Strategies: / }).getByRole('table');
  const numbersOf = async (column: number) => {
    const texts = await table.locator(`tbody td:nth-child(${column + 1})`).allTextContents();
    return texts.map((text) => Number.parseFloat(text.replaceAll(',', '')));
  };
  for (const [column, name] of ['#', 'packs', 'items', 'num_nodes', 'num_edges'].entries()) {
    const header = table.getByRole('columnheader', { name, exact: true });
    for (const order of ['descending', 'ascending']) {
      await header.getByRole('button').click();
      await expect(header).toHaveAttribute('aria-sort', order);
      const numbers = await numbersOf(column);
      const sign = order === 'ascending' ? 1 : -1;
      expect(numbers, `${name} ${order}`).toEqual([...numbers].sort((a, b) => sign * (a - b)));
    }
  }
  await expect(table.locator('th[aria-sort="none"]')).toHaveCount(4);
});

test('strategies are found by a size they contain', async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=256');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  const panel = page.getByRole('region', { name: 'Strategies', exact: true });
  const search = panel.getByLabel('Find a size');
  await search.fill('222,468');
  await expect(panel.getByRole('status')).toHaveText(/^1 of [\d,]+ strategies$/);
  await panel.getByRole('button', { name: /^Choose strategy/ }).click();
  await expect(page.getByRole('region', { name: 'Items in the pack' })).toContainText('(222, 468)');
  await search.fill('many');
  await expect(search).toHaveAttribute('aria-invalid', 'true');
  await expect(panel.getByRole('status')).toHaveText('Enter whole numbers.');
  await search.fill('');
  await expect(panel.getByRole('status')).toHaveText(/^[\d,]+ strategies$/);
});

test('buttons select the fullest and the emptiest pack', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'tokens\n7\n3\n2\n');
  await packed(page, '3 items in 2 packs, proven optimal');
  await page.getByRole('button', { name: 'Emptiest pack' }).click();
  await expect(page.getByText(/^Strategy \d: 1 pack, 2 items, tokens 71\.43%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Fullest pack' }).click();
  await expect(page.getByText(/^Strategy \d: 1 pack, 1 item, tokens 100\.00%$/)).toBeVisible();
  await expect(page.getByText('1 pack like this, 1 item each')).toBeVisible();
});

test('thousands of strategies are navigated with few rows in the DOM', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=none');
  await packed(page, '78,200 items in 78,200 packs');
  const box = page.getByRole('region', { name: /^Strategies: / });
  await expect(box.getByRole('table')).toHaveAttribute('aria-rowcount', '35983');
  await box.press('End');
  await expect(box.getByRole('row', { name: /^Choose strategy 35,982/ })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'A pack of strategy 35,982' })).toBeVisible();
  expect(await box.getByRole('row').count()).toBeLessThan(100);
  await box.press('Home');
  await expect(box.getByRole('button', { name: 'Choose strategy 1', exact: true })).toBeInViewport();
});

test('a pack shows its mask and arrays', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#v=1');
  await paste(page, 'tokens\n3\n2\n');
  await page.getByLabel('Limit of tokens', { exact: true }).fill('7');
  await packed(page, '2 items in 1 pack, proven optimal');
  const pack = page.getByRole('region', { name: 'A pack of strategy 1' });
  const mask = pack.getByRole('img');
  const blocks = 'lock-diagonal attention mask of 7 × 7 positions of tokens: 2 blocks of 3, 2.';
  await expect(mask).toHaveAccessibleName(`B${blocks}`);
  const share = (percent: string) => pack.getByText(`${percent} of the mask is set.`);
  await expect(share('30.61%')).toBeVisible();
  for (const [padding, percent] of [
    ['nothing', '26.53%'],
    ['all padding', '34.69%'],
    ['itself', '30.61%'],
  ] as const) {
    await pack.getByLabel('Padding attends to').selectOption(padding);
    await expect(share(percent)).toBeVisible();
  }
  await pack.getByLabel('Causal').check();
  await expect(mask).toHaveAccessibleName(`Causal b${blocks}`);
  await expect(share('22.45%')).toBeVisible();
  const arrays = {
    position_ids: '[0, 1, 2, 0, 1, 0, 0]',
    segment_ids: '[1, 1, 1, 2, 2, 0, 0]',
    cu_seqlens: '[0, 3, 5]',
  };
  for (const [name, values] of Object.entries(arrays)) {
    const array = pack.getByRole('definition').filter({ hasText: values });
    await array.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(array.getByRole('status')).toHaveText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText()), name).toBe(values);
  }
});

test('the mask is drawn correctly', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'tokens\n3\n2\n');
  await page.getByLabel('Limit of tokens', { exact: true }).fill('7');
  await packed(page, '2 items in 1 pack, proven optimal');
  const pack = page.getByRole('region', { name: 'A pack of strategy 1' });
  const drawn = () =>
    pack.getByRole('img').evaluate((picture) => {
      const canvas = picture as HTMLCanvasElement;
      const step = canvas.width / 7;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      const at = (place: number) => Math.floor((place + 0.5) * step);
      const isDrawn = (query: number, key: number) => pixels?.[(at(query) * canvas.width + at(key)) * 4 + 3] !== 0;
      return Array.from({ length: 7 }, (_, query) =>
        Array.from({ length: 7 }, (_, key) => (isDrawn(query, key) ? '#' : '.')).join(''),
      );
    });
  const items = ['###....', '###....', '###....', '...##..', '...##..'];
  await expect.poll(drawn).toEqual([...items, '.....#.', '......#']);
  await pack.getByLabel('Padding attends to').selectOption('all padding');
  await expect.poll(drawn).toEqual([...items, '.....##', '.....##']);
  await pack.getByLabel('Padding attends to').selectOption('nothing');
  await expect.poll(drawn).toEqual([...items, '.......', '.......']);
  await pack.getByLabel('Causal').check();
  await expect.poll(drawn).toEqual(['#......', '##.....', '###....', '...#...', '...##..', '.......', '.......']);
});

test('items of a pack show their loss weights', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'tokens\n3\n2\n2\n');
  await page.getByLabel('Limit of tokens', { exact: true }).fill('8');
  await packed(page, '3 items in 1 pack, proven optimal');
  const items = page.getByRole('region', { name: 'Items in the pack' });
  await expect(items.getByRole('columnheader')).toHaveText([
    'tokens',
    'weight per position',
    'share of an unweighted mean',
  ]);
  await expect(items.getByRole('row', { name: /^3/ }).getByRole('cell')).toHaveText(['0.1111', '42.86%']);
  await expect(items.getByRole('row', { name: /^2 × 2/ }).getByRole('cell')).toHaveText(['0.1667', '28.57%']);
  await expect(
    page.getByText(/every item contributes 33\.33% of the loss.* the 7 used positions gives each the weight 0\.1429/),
  ).toBeVisible();
});

test('a pack has one mask per component', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'nodes,edges\n3,4\n2,1\n');
  await page.getByLabel('Limit of nodes', { exact: true }).fill('6');
  await page.getByLabel('Limit of edges', { exact: true }).fill('6');
  await packed(page, '2 items in 1 pack, proven optimal');
  const pack = page.getByRole('region', { name: 'A pack of strategy 1' });
  await expect(pack.getByRole('img')).toHaveAccessibleName(/positions of nodes: 2 blocks of 3, 2\.$/);
  await pack.getByLabel('Component').selectOption('edges');
  await expect(pack.getByRole('img')).toHaveAccessibleName(/positions of edges: 2 blocks of 4, 1\.$/);
  await expect(pack.getByText('[1, 1, 1, 1, 2, 0]', { exact: true })).toBeVisible();
});

test('a pack of millions of items is shown without its mask and arrays', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'tokens,count\n1,16000000\n3,5\n');
  await packed(page, /^16,000,005 items in/);
  await page.getByLabel('Limit of tokens', { exact: true }).fill('20000000');
  await packed(page, '16,000,005 items in 1 pack, proven optimal');
  const pack = page.getByRole('region', { name: 'A pack of strategy 1' });
  await expect(pack).toContainText('1 pack like this, 16,000,005 items each');
  await expect(pack.getByRole('alert')).toHaveText('This pack is too large to be drawn.');
  await expect(pack.getByRole('img')).toHaveCount(0);
});
