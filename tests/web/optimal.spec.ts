/** The search for an optimal plan: progress, limits and certificate. */
import { expect, test } from './fixture';
import { packed, saved } from './playground';

test('a search shows the gap to the optimum and exports its certificate', async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=8&tab=export');
  await packed(page, /^32,901 items in 4,1\d\d packs/);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(
    result.getByText(/^At most \d+ packs? \(0\.\d\d%\) from optimal: every plan needs at least 4,1\d\d packs\./),
  ).toBeVisible();
  await result.getByRole('button', { name: 'Search for an optimal plan' }).click();
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('optimal');
  await expect(result).toHaveAttribute('aria-busy', 'false');
  await expect(result.getByText(/chosen by optimal/)).toBeVisible();
  await expect(
    page.getByText(/tuplepack verify plan\.json independently proves .* at least 4,1\d\d packs/),
  ).toBeVisible();
  const plan = JSON.parse((await saved(page, 'Plan (JSON)')).bytes.toString());
  expect(plan.certificate.scale).toBeGreaterThan(0);
  expect(plan.metrics.lower_bound).toBeGreaterThanOrEqual(4115);
});

test('the time limit of a search is part of the link', async ({ page }) => {
  await page.goto('./#preset=squad');
  await packed(page, /88,641 items in [\d,]+ packs/);
  const limit = page.getByLabel('Time limit (seconds)');
  await expect(limit).toHaveCount(0);
  await page.getByLabel('Method', { exact: true }).selectOption('optimal');
  await expect(limit).toHaveValue('10');
  await limit.fill('0');
  await expect(limit).toHaveAccessibleDescription('Enter a number greater than 0.');
  await limit.fill('2.5');
  await expect(page).toHaveURL(/method=optimal&time-limit=2\.5/);
  await page.getByRole('tab', { name: 'Export' }).click();
  await expect(page.getByText(/tuplepack pack .* --method optimal --time-limit 2\.5/)).toBeVisible();
});

test('a cancelled search keeps its best plan, with a note', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=optimal&time-limit=60&tab=export');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/^Searching \(.*\): best plan [\d,]+ packs, lower bound [\d,]+/)).toBeVisible();
  await packed(page, /78,200 items in [\d,]+ packs/);
  const cancel = result.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(cancel).toHaveCount(0, { timeout: 2_000 });
  await expect(result.getByText('Search cancelled: this is the best plan so far.')).toBeVisible();
  const plan = JSON.parse((await saved(page, 'Plan (JSON)')).bytes.toString());
  await expect(result.getByRole('status')).toContainText(`in ${plan.metrics.packs.toLocaleString('en')} packs`);
});

test('a search shows its time and its limit', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=optimal&time-limit=60');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/^[1-9]\d* s of 60 s$/)).toBeVisible();
  await result.getByRole('button', { name: 'Cancel' }).click();
  await expect(result.getByText(/ s of 60 s$/)).toHaveCount(0);
});

test('a search that reached its time limit can be given more time', async ({ page }) => {
  await page.goto('./#preset=ppa_synthetic&method=optimal&time-limit=0.5');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('The search reached its time limit of 0.5 s.')).toBeVisible();
  const longer = result.getByRole('button', { name: 'Continue the search (up to 5 s)' });
  await longer.click();
  await expect(page.getByLabel('Time limit (seconds)')).toHaveValue('5');
  await expect(longer).toHaveCount(0);
  await expect(result.getByText(/^\d s of 5 s$/)).toBeVisible();
});

test('dragging a slider starts a single search, at its final position', async ({ page }) => {
  await page.goto('./#preset=squad&method=optimal');
  await packed(page, /88,641 items in [\d,]+ packs/);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toHaveAttribute('aria-busy', 'false');
  const seen = await result.evaluateHandle((region) => {
    const limits = new Set<string>();
    const look = () => limits.add(/\(limit (\d+)\)/.exec(region.textContent ?? '')?.[1] ?? '');
    new MutationObserver(look).observe(region, { childList: true, characterData: true, subtree: true });
    return limits;
  });
  // eight moves in one task: pauses of a busy machine between them would end the drag early
  await page.getByLabel('Limit of length, slider').evaluate((slider: HTMLInputElement) => {
    for (let step = 0; step < 8; ++step) {
      slider.stepUp();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(result.getByText(/\(limit 392\)$/)).toBeVisible();
  const limits = await seen.evaluate((found) => [...found]);
  expect(limits.filter((limit) => limit !== '384')).toEqual(['392']);
});
