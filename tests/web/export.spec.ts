/** Exports: plan files equal to the program's, links, commands, code and PNG files. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';
import { changeData, dataPanel, packed, paste, saved } from './playground';

const root = fileURLToPath(new URL('../../', import.meta.url));
const goldenFolder = `${root}tests/golden/`;
const dataOf: Record<string, string> = { molhiv: 'molhiv_train', squad: 'squad_384', wikipedia: 'wikipedia_512' };

/** Packs what is loaded as in this plan, and compares the file. */
async function expectPlan(page: Page, golden: string): Promise<void> {
  const plan = readFileSync(goldenFolder + golden);
  const { limits, depth, method, heuristic, distribute, metrics } = JSON.parse(plan.toString());
  const depthOption = depth === null ? '' : `--depth ${depth}`;
  const distributeOption = `--distribute ${distribute ? 'on' : 'off'}`;
  await page
    .getByLabel('Paste a command')
    .fill(
      `tuplepack pack x.csv --limits ${limits} ${depthOption} --method ${method} --heuristic ${heuristic} ${distributeOption} --paper`,
    );
  await page.getByRole('button', { name: 'Apply' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(
    result.getByText(new RegExp(`^${method}(, heuristic ${heuristic})?(, distributed)?( |$)`)),
  ).toBeVisible();
  await packed(page, new RegExp(`in ${metrics.packs.toLocaleString('en')} packs`));
  await page.getByRole('tab', { name: 'Export' }).click();
  const file = await saved(page, 'Plan (JSON)');
  expect(file.name).toBe('plan.json');
  expect(file.bytes.equals(plan)).toBe(true);
}

for (const data of ['glue', ...Object.keys(dataOf)]) {
  test(`the plans of ${data}`, async ({ page }) => {
    await page.goto('./#tab=export');
    for (const golden of readdirSync(goldenFolder).filter((name) => name.startsWith(`${data}_`))) {
      await test.step(golden, async () => {
        const file = `${dataOf[data] ?? golden.replace('_spfhp.json', '_128')}.csv`;
        if (!(await dataPanel(page).getByText(`${file}: `).isVisible())) {
          await page.getByLabel('File', { exact: true }).setInputFiles(`${root}tests/data/${file}`);
          await expect(dataPanel(page)).toContainText(`${file}: `);
        }
        await expectPlan(page, golden);
      });
    }
  });
}

test('a plan file is checked, with its certificate', async ({ page }) => {
  await page.goto('./#preset=molhiv&depth=256&method=optimal&time-limit=5&tab=export');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toHaveAttribute('aria-busy', 'false');
  const { bytes } = await saved(page, 'Plan (JSON)');
  const check = page.getByRole('region', { name: 'Check a plan' });
  const plan = check.getByLabel('Plan file', { exact: true });
  await plan.setInputFiles({ name: 'plan.json', mimeType: '', buffer: bytes });
  await expect(check).toContainText(/plan\.json is valid: 3,7\d\d packs hold each of 32,901 items once\./);
  await expect(check).toContainText(/Its certificate proves that every plan needs at least 3,7\d\d packs/);
  await expect(check).toContainText('It is a plan for the data shown.');
  const golden = readFileSync(
    `${goldenFolder}${readdirSync(goldenFolder).find((name) => name.startsWith('squad')) ?? ''}`,
  );
  await plan.setInputFiles({ name: 'other.json', mimeType: '', buffer: golden });
  await expect(check).toContainText(/other\.json is valid: [\d,]+ packs hold each of 88,641 items once\./);
  await expect(check).toContainText('No certificate');
  await expect(check).toContainText('It is a plan for different data.');
  const wrong = JSON.parse(bytes.toString());
  wrong.strategies[0].repeat += 1;
  await plan.setInputFiles({ name: 'wrong.json', mimeType: '', buffer: Buffer.from(JSON.stringify(wrong)) });
  await expect(plan).toHaveAttribute('aria-invalid', 'true');
  await expect(check).toContainText(/wrong\.json: /);
});

test('a link restores the state in a new page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#preset=molhiv');
  await page.getByLabel('Depth').fill('20');
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('300');
  await page.getByLabel('Method', { exact: true }).selectOption('spfhp');
  await page.getByLabel('Heuristic', { exact: true }).selectOption('sum');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await packed(page, /items in [\d,]+ packs/);
  const result = await page
    .getByRole('region', { name: 'Result' })
    .getByText(/^num_edges full/)
    .locator('..')
    .textContent();
  await page.getByRole('banner').getByRole('button', { name: /link/i }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await packed(other, /items in [\d,]+ packs/);
  await expect(other.getByLabel('Depth')).toHaveValue('20');
  await expect(other.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue('300');
  await expect(other.getByLabel('Method', { exact: true })).toHaveValue('spfhp');
  await expect(other.getByLabel('Heuristic', { exact: true })).toHaveValue('sum');
  await expect(other.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await expect(
    other
      .getByRole('region', { name: 'Result' })
      .getByText(/^num_edges full/)
      .locator('..'),
  ).toHaveText(result ?? '');
});

test('pasted data are part of the link', async ({ page, context }) => {
  await page.goto('./#v=1');
  await paste(page, 'tokens,count\n100,3\n200,5\n');
  await packed(page, /8 items in \d packs/);
  await expect(page).toHaveURL(/data=/);
  const other = await context.newPage();
  await other.goto(page.url());
  await packed(other, /8 items in \d packs/);
});

test('items are assigned to packs; a histogram has no items to assign', async ({ page }) => {
  await page.goto('./#tab=export');
  await paste(page, 'tokens\n3\n5\n3\n4\n');
  await packed(page, /4 items in \d packs/);
  const file = await saved(page, 'Assignment (.npz)');
  expect(file.name).toBe('packs.npz');
  expect(file.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  for (const array of ['offsets.npy', 'items.npy']) expect(file.bytes.includes(array)).toBe(true);
  const csv = await saved(page, 'Strategies (CSV)');
  expect(csv.bytes.toString()).toContain('tokens');
  await changeData(page);
  await page.getByLabel('Data set').selectOption('molhiv');
  await expect(page.getByText('An assignment requires one row per item')).toBeVisible();
});

test('the command matches the settings, and an invalid one is rejected at its field', async ({ page }) => {
  await page.goto('./#preset=molhiv&limits=300,600&depth=20&method=spfhp&tab=export');
  await packed(page, /items in [\d,]+ packs/);
  await expect(page.getByText(/tuplepack pack .* --limits 300,600 --depth 20 --method spfhp/)).toBeVisible();
  await page.getByLabel('Paste a command').fill('tuplepack pack x.csv --limits 300,600 --dept 3');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/--dept/).last()).toBeVisible();
  await expect(page.getByLabel('Depth')).toHaveValue('20');
});

test('code for every framework, and a PNG of the chart', async ({ page }) => {
  await page.goto('./#preset=molhiv&tab=export');
  await packed(page, /items in [\d,]+ packs/);
  for (const [framework, word] of Object.entries({ pytorch: 'torch', jax: 'jax', numpy: 'numpy' })) {
    await page.getByLabel('Framework', { exact: true }).selectOption(framework);
    await expect(page.getByText(new RegExp(`import ${word}`))).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Sizes' }).click();
  const picture = await saved(page, 'Save “ogbg-molhiv: num_nodes and num_edges” as PNG');
  expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('beside the snippet it says which sites need more than that', async ({ page }) => {
  await page.goto('./#preset=squad&tab=export');
  const note = page.getByText(/^For plain HTML, or Markdown that allows it\. VitePress, Vue and Docusaurus/);
  await note.getByRole('link', { name: 'Embed' }).click();
  await expect(page.getByRole('heading', { name: 'VitePress' })).toBeVisible();
});

test('the snippet shows the same plan in another page', async ({ page, context, servers }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#preset=squad&limits=500&tab=export');
  await packed(page, /items in [\d,]+ packs/);
  const plan = await page.getByRole('region', { name: 'Result' }).getByRole('status').textContent();
  await page.getByRole('button', { name: 'Copy HTML' }).click();
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  expect(snippet).toContain(`<script src="${servers.playground}tuplepack-playground.js" defer>`);
  await page.goto(`${servers.embedding}element`); // it loads the same script
  await page.evaluate((html) => {
    document.body.innerHTML = html;
  }, snippet);
  await packed(page, plan ?? '');
});
