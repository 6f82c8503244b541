/** Temporal interactions, from data to exported batches. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixture';
import { saved } from './playground';
import { offlinePage } from './server/serve.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Temporal interactions', exact: true });
const side = (page: Page) => page.getByRole('region', { name: 'Interactions', exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Largest loss ε, slider' });

/** A tile's figure and what it says. */
const tile = (page: Page, name: string) => panel(page).locator('.tile', { has: page.getByText(name, { exact: true }) });

async function pick(page: Page, ...files: [name: string, content: string][]): Promise<void> {
  const given = files.map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content, 'latin1') }));
  await page.getByLabel('Interaction file').setInputFiles(given);
}

test('a data set shows its batches, losses and redundant rows', async ({ page }) => {
  await page.goto('./#v=1');
  await page.getByRole('button', { name: 'Temporal interactions' }).click();
  await expect(page).toHaveURL(/#v=1&events=collegemsg&tab=temporal$/);
  await expect(side(page).getByText('CollegeMsg: 59,835 interactions between 1,899 nodes')).toBeVisible();
  await expect(tile(page, 'Batches')).toContainText(
    '25116.33% fewer than 300 batches of 200 with the same largest loss',
  );
  await expect(tile(page, 'Largest loss ε')).toContainText('345');
  await expect(tile(page, 'Update distance Θ')).toContainText('1,763.46');
  await expect(tile(page, 'Feature rows saved by deduplication')).toContainText(
    '93.67%each row is requested 15.79 times per batch; 14.06 times with fixed-size batches',
  );
  await expect(panel(page).getByRole('row', { name: 'size 200' })).toHaveText(
    'size 200300199.4520034570.15%1,237,43888,00414.06',
  );
  await expect(panel(page).getByRole('img', { name: /^Bar chart: sizes of 251 batches/ })).toBeVisible();
  const losses = panel(page).getByRole('application', { name: 'CollegeMsg: loss per batch' });
  await losses.focus();
  await page.keyboard.press('End');
  await expect(
    panel(page).getByText(/^Batch 251 of 251: interactions 59,6\d\d to 59,835 .*, fixed-size batch there/),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const picture = await saved(page, 'Save “CollegeMsg: batch sizes” as PNG');
  expect(picture.name).toBe('collegemsg-batch-sizes.png');
});

test('ε is dragged, undone, part of the link and of the command', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('./#events=collegemsg&tab=temporal');
  await expect(tile(page, 'Batches')).toContainText('251');
  await slider(page).focus();
  for (let key = 0; key < 5; ++key) await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Largest loss ε', { exact: true })).toHaveValue('350');
  await slider(page).fill('600');
  await expect(tile(page, 'Batches')).not.toContainText('251');
  await expect(page.getByLabel('Largest loss ε', { exact: true })).toHaveValue('600');
  await page.getByLabel('Self-loops').selectOption('twice (eq8)');
  await page.getByLabel('Equal timestamps').selectOption('keep in one batch');
  const command = 'tuplepack split temporal_collegemsg.csv.gz --loss 600 --loss-score eq8 --ties keep';
  await expect(panel(page).getByText(command)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page).getByText(/csv.gz --loss 600$/)).toBeVisible();
  await page.getByRole('button', { name: 'Match batches of 200' }).click();
  await expect(tile(page, 'Batches')).toContainText('300 batches of 200');
  await page.getByLabel('Equal timestamps').selectOption('keep in one batch');
  await page.getByLabel('Match batch size').fill('2000');
  await expect(tile(page, 'Batches')).toContainText('30 batches of 2,000');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#v=1&events=collegemsg&like-batch-size=2000&ties=keep&tab=temporal$/);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(panel(page).getByRole('row', { name: 'size 2,000' })).toContainText('size 2,00030');
});

test('a dropped file is split, and errors are reported with their position', async ({ page }) => {
  await page.goto('./#tab=temporal');
  const rows = 'src,dst,time\n0,1,10\n0,1,20\n2,3,30\n0,1,40\n';
  const transfer = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'met.csv'));
    return carried;
  }, rows);
  await side(page).dispatchEvent('drop', { dataTransfer: transfer });
  await expect(side(page).getByText('met.csv: 4 interactions between 4 nodes')).toBeVisible();
  await page.getByLabel('Largest loss ε', { exact: true }).fill('2');
  await expect(tile(page, 'Batches')).toContainText('2');
  for (const [key, words] of [
    ['Home', 'Batch 1 of 2: interactions 1 to 3 (3), loss 2, time 10 to 30'],
    ['End', 'Batch 2 of 2: interactions 4 to 4 (1), loss 0, time 40 to 40'],
  ] as const) {
    await panel(page).getByRole('application', { name: 'met.csv: batch sizes' }).press(key);
    await expect(panel(page).getByText(words, { exact: true })).toBeVisible();
  }
  const { name, bytes } = await saved(page, 'Batches (CSV)');
  expect([name, bytes.toString()]).toEqual(['batches.csv', 'batch,begin,end,loss\n0,0,3,2\n1,3,4,0\n']);

  const alert = side(page).getByRole('alert');
  await pick(page, ['word.csv', 'src,dst,time\n0,1,10\n0,one,20\n']);
  await expect(alert).toHaveText(
    "line 3, column 3: node id 'one' is not an integer; the program numbers ids of any text, with --relabel",
  );
  await expect(page.getByLabel('Interaction file')).toHaveAttribute('aria-invalid', 'true');
  await expect(tile(page, 'Batches')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await pick(page, ['mixed.csv', 'from,to,when\n0,1,20\n1,2,10\n']);
  await expect(alert).toContainText('choose columns');
  await page.getByLabel('Columns', { exact: true }).fill('from,to,when');
  await page.keyboard.press('Tab');
  await expect(alert).toHaveText(/^line 3: /);
  await page.getByLabel('Sort by time').check();
  await expect(alert).toHaveCount(0);
  await expect(panel(page).getByText('tuplepack split mixed.csv --columns from,to,when --sort')).toBeVisible();
});

test('several files are one stream of interactions, in the order of their names', async ({ page }) => {
  await page.goto('./#tab=temporal');
  const header = 'src,dst,time\n';
  // the header may be repeated; the last line need not end
  await pick(
    page,
    ['part-10.csv', '1,4,40\n'],
    ['part-2.csv', `${header}2,3,30`],
    ['part-1.csv', `${header}0,1,10\n0,1,20`],
  );
  await expect(side(page).getByText('part-1.csv and 2 others: 4 interactions between 5 nodes')).toBeVisible();
  await page.getByLabel('Largest loss ε', { exact: true }).fill('2');
  const { bytes } = await saved(page, 'Batches (CSV)');
  expect(bytes.toString()).toBe('batch,begin,end,loss\n0,0,3,2\n1,3,4,0\n');

  await expect(panel(page).getByText('tuplepack split interactions.csv --loss 2')).toBeVisible();
  const whole = await saved(page, 'Interactions (CSV)');
  expect([whole.name, whole.bytes.toString()]).toEqual([
    'interactions.csv',
    `${header}0,1,10\n0,1,20\n2,3,30\n1,4,40\n`,
  ]);

  const alert = side(page).getByRole('alert');
  await pick(page, ['a.csv', `${header}0,1,30\n`], ['b.csv', `${header}0,1,40\n2,3,20\n`]);
  await expect(alert).toHaveText('line 3: b.csv: time 20 comes after 40; interactions must be sorted by time');
  await pick(page, ['a.csv', `${header}0,1,30\n`], ['b.csv', '0,1,20\n']);
  await expect(alert).toHaveText('line 1: b.csv: time 20 comes after 30; interactions must be sorted by time');
  await page.getByLabel('Sort by time').check();
  await expect(side(page).getByText('a.csv and 1 other: 2 interactions')).toBeVisible();
});

test('users and items of the JODIE format are numbered separately', async ({ page }) => {
  await page.goto('./#tab=temporal');
  const header = 'user_id,item_id,timestamp,state_label,comma_separated_list_of_features\n';
  await pick(page, ['wikipedia.csv', `${header}0,0,0.0,0,-0.17,0.5\n1,0,36.0,0,-0.17,0.5\n0,1,77.0,0,-0.17,0.5\n`]);
  const read = 'wikipedia.csv: 3 interactions between 4 nodes; item ids start at node 2';
  await expect(side(page).getByText(read)).toBeVisible();
});

test('interactions are read from Parquet and Arrow', async ({ page }) => {
  await page.goto('./#tab=temporal');
  for (const name of ['events.parquet', 'events.arrow']) {
    await pick(page, [name, readFileSync(new URL(`./data/${name}`, import.meta.url), 'latin1')]);
    await expect(side(page).getByText(`${name}: 4 interactions between 3 nodes`)).toBeVisible();
  }
});

test('formats that are not interactions are named', async ({ page }) => {
  await page.goto('./#tab=temporal');
  const alert = side(page).getByRole('alert');
  for (const [name, begin, what] of [
    ['paper.pdf', '%PDF-1.7\n', 'this is a PDF document; write its columns to'],
    ['picture.png', '\x89PNG\r\n\x1a\n', 'this is a picture; write its columns to'],
    ['table.h5', '\x89HDF\r\n\x1a\n', 'this is an HDF5 file; write its columns to'],
    ['graphs.tfrecord', '\x04\0\0\0\0\0\0\0\x42\x45\x52\x04', 'TFRecords have graphs, not interactions'],
  ] as const) {
    await pick(page, [name, begin]);
    await expect(alert).toContainText(what);
  }
});

test('counting rows can be cancelled', async ({ page }) => {
  await page.goto('./#recent=1000&tab=temporal');
  const rows = Array.from({ length: 200_000 }, (_, time) => `0,1,${time}`);
  await pick(page, ['two.csv', `src,dst,time\n${rows.join('\n')}\n`]);
  await panel(page).getByRole('button', { name: 'Cancel counting' }).click();
  await expect(panel(page).getByText('Counting cancelled.')).toBeVisible();
  await page.getByLabel('Recent neighbours').fill('1');
  await expect(tile(page, 'Feature rows saved by deduplication')).toContainText('%');
});

test('the offline file supports temporal interactions, with an example', async ({ page }) => {
  await page.goto(`${offlinePage}#tab=temporal`);
  const options = side(page).getByLabel('Data set').getByRole('option');
  await expect(options).toHaveText(['choose a data set', 'Example']);
  await side(page).getByLabel('Data set').selectOption('Example');
  await expect(side(page).getByText('Example: 12 interactions between 5 nodes, 1 self-loop')).toBeVisible();
});

test('a local file of interactions survives a reload', async ({ page }) => {
  await page.goto('./#tab=temporal');
  const buffer = Buffer.from('src,dst,time\n0,1,10\n1,2,12\n0,1,15\n');
  await page.getByLabel('Interaction file').setInputFiles({ name: 'mine.csv', mimeType: '', buffer });
  await expect(page.getByText('mine.csv: 3 interactions')).toBeVisible();
  await expect(page).toHaveURL(/#v=1&tab=temporal$/);
  await page.reload();
  await expect(page.getByText('mine.csv: 3 interactions')).toBeVisible();
});
