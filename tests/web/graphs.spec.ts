/** Files of TensorFlow GNN: graphs in TFRecords, schemas and sampling specs. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { graph, record } from '../wasm/tf_records.mjs';
import { violations } from './axe';
import { expect, test } from './fixture';
import { changeData, dataPanel, dropFiles, packed, paste, saved } from './playground';

const sizes = Array.from({ length: 40 }, (_, i) => [2 + ((7 * i) % 11), 1 + (i % 5), (5 * i) % 17] as const);
const shard = (begin: number, end: number) =>
  Buffer.concat(sizes.slice(begin, end).map(([papers, authors, writes]) => record(graph(papers, authors, writes))));
const all = shard(0, 40);
const mag = (name: string) => ({
  name: `${name}.pbtxt`,
  content: readFileSync(new URL(`../data/mag_${name}.pbtxt`, import.meta.url)),
});

const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row', { name: new RegExp(`^${name} `) });

for (const { name, content } of [
  { name: 'graphs.tfrecord', content: all },
  { name: 'graphs.tfrecord.gz', content: gzipSync(all) },
]) {
  test(`${name} shows what is in it, and is packed`, async ({ page }) => {
    await page.goto('./#v=1');
    await dropFiles(page, { name, content });
    await expect(dataPanel(page)).toContainText(`${name}: 40 items of`);
    await expect(page.getByText('40 graphs in 1 file, ')).toBeVisible();
    const total = sizes.reduce((sum, [papers]) => sum + papers, 0);
    await expect(row(page, 'Sets of the graphs', 'nodes paper')).toContainText(`${total}${(total / 40).toFixed(1)}12`);
    await expect(row(page, 'Features of the graphs', 'nodes/author.#id')).toContainText('bytes');
    await expect(row(page, 'Features of the graphs', 'nodes/paper.year')).toContainText('floats');
    await expect(page.getByLabel('Limit of writes', { exact: true })).toHaveValue('16');
    await packed(page, /^40 items in \d+ packs/);
    const policies = page.getByRole('table', { name: 'Randomly batched vs. packed' });
    await expect(policies.getByRole('rowheader')).toHaveText(['tight', 'fit-or-skip', 'greedy', 'packs']);
    await expect(policies.getByRole('columnheader').last()).toHaveText('padding of writes');
  });
}

test('shards are one data set, whose items can be assigned', async ({ page }) => {
  await page.goto('./#v=1&tab=export');
  const shards = [0, 1, 2].map((i) => ({
    name: `graphs.tfrecord-0000${i}-of-00003`,
    content: i === 2 ? Buffer.alloc(0) : shard(20 * i, 20 * i + 20),
  }));
  await dropFiles(page, ...shards);
  await expect(page.getByText('40 graphs in 3 files, ')).toBeVisible();
  await packed(page, /^40 items in \d+ packs/);
  const table = (await saved(page, 'Sizes (CSV)')).bytes.toString();
  expect(table.split('\n').slice(0, 2)).toEqual(['author,paper,writes', '1,2,0']);
  expect((await saved(page, 'Assignment (.npz)')).bytes.includes('items.npy')).toBe(true);
  await page.reload();
  await packed(page, /^40 items in \d+ packs/);
  await changeData(page);
  await page.getByText('Columns and format').click();
  await page.getByLabel('edges writes', { exact: true }).uncheck();
  await expect(dataPanel(page).getByRole('status')).toContainText(/author, paper$/);
});

test('bad records are counted and left out, and files without good ones refused', async ({ page }) => {
  await page.goto('./#v=1');
  const broken = Buffer.from(all);
  broken[40] = 255 - (broken[40] ?? 0);
  await dropFiles(page, { name: 'broken.tfrecord', content: broken });
  await expect(dataPanel(page).getByRole('alert')).toContainText('1 bad record is left out.');
  await expect(dataPanel(page).getByRole('alert')).toContainText('the record at byte 0 has data with the checksum');
  await packed(page, /^39 items in \d+ packs/);
  await changeData(page);
  await dropFiles(page, { name: 'cut.tfrecord', content: all.subarray(0, 50) });
  await expect(dataPanel(page)).toContainText('no record can be read. the record at byte 0 is truncated');
  await expect(page.getByText('39 graphs')).toHaveCount(0);
});

test('records have to fit the schema that is dropped with them', async ({ page }) => {
  await page.goto('./#v=1');
  const feature = (type: string) => `features { key: "year" value { dtype: ${type} } }`;
  const schema = (type: string) => `node_sets { key: "paper" value { ${feature(type)} } }`;
  await dropFiles(page, { name: 'a.tfrecord', content: all }, { name: 'a.pbtxt', content: schema('DT_FLOAT') });
  await packed(page, /^40 items in \d+ packs/);
  await expect(page.getByRole('region', { name: /^a\.pbtxt: graph schema: 1 node set/ })).toBeVisible();
  await dropFiles(page, { name: 'a.tfrecord', content: all }, { name: 'a.pbtxt', content: schema('DT_INT64') });
  await expect(dataPanel(page)).toContainText('40 bad records are left out.');
  await expect(dataPanel(page)).toContainText("'nodes/paper.year' has floats, but the schema declares int64");
});

test('a schema and a sampling spec are shown beside the data', async ({ page }) => {
  await page.goto('./#preset=squad');
  await packed(page, /^88,641 items/);
  await dropFiles(page, mag('sampling_spec'));
  const spec = page.getByRole('region', { name: 'sampling_spec.pbtxt: sampling spec: 5 hops from seeds of paper' });
  await expect(spec).toContainText('At most 76,856 edges and 76,857 nodes for one seed.');
  await expect(row(page, 'Hops of sampling_spec.pbtxt', 'paper->field_of_study')).toContainText('4,25768,112');
  await dropFiles(page, mag('schema'));
  const schema = page.getByRole('region', { name: 'schema.pbtxt: graph schema: 4 node sets, 4 edge sets' });
  await expect(row(page, 'Sets of schema.pbtxt', 'edges writes')).toContainText(
    'authorpaper7,145,660edges-writes.tfrecords@172',
  );
  await expect(row(page, 'Features of schema.pbtxt', 'paper feat')).toContainText('float32[128]');
  await expect(schema).toContainText("line 18, column 21: Unnecessary shape of [1] in nodes set 'paper' / 'labels'");
  await expect(spec).toContainText("line 13, column 18: Op 'paper->author': edge set 'written' is not declared");
  await expect(spec).toContainText('Checked against schema.pbtxt.');
  await packed(page, /^88,641 items/);
  await page.getByRole('button', { name: 'Close schema.pbtxt' }).click();
  await expect(schema).toHaveCount(0);
  await expect(spec).toContainText('Drop the matching GraphSchema');
});

test('errors in a pasted schema have their line', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'node_sets {\n  key: "a"\n  val { }\n}');
  const shown = page.getByRole('region', { name: 'pasted text' });
  await expect(shown.getByRole('alert')).toContainText('line 3, column 3: ');
  await expect(shown.locator('mark')).toHaveText('val');
  await expect(page.getByRole('button', { name: 'Try this example' })).toBeVisible();
});

test('what is in files is accessible and fits on a phone', async ({ page }) => {
  await page.goto('./#v=1');
  const broken = Buffer.concat([all, Buffer.from('no record')]);
  await dropFiles(page, { name: 'graphs.tfrecord', content: broken });
  await dropFiles(page, mag('schema'), mag('sampling_spec'));
  await packed(page, /^40 items in \d+ packs/);
  await expect(page.getByRole('table', { name: /^Hops of/ })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('.tuplepack')).toHaveAttribute('data-theme', colorScheme);
      expect(await violations(page)).toEqual([]);
    });
  }
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});
