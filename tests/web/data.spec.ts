/** Loading data from all sources. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from './fixture';
import { changeData, dataPanel, drop, dropFiles, fetchFrom, packed, paste, pick, saved } from './playground';

const squad = readFileSync(new URL('../data/squad_384.csv', import.meta.url));
const parquet = readFileSync(new URL('./data/sizes.parquet', import.meta.url));
const arrow = readFileSync(new URL('../data/columns.arrow', import.meta.url));

/** The sizes of one column as NumPy saves them. */
function npy(sizes: number[]): Buffer {
  const header = `{'descr': '<i8', 'fortran_order': False, 'shape': (${sizes.length},), }`.padEnd(117);
  const start = Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}\n`, 'latin1');
  return Buffer.concat([start, Buffer.from(BigInt64Array.from(sizes, BigInt).buffer)]);
}

/** Arrays as NumPy's savez and savez_compressed archive them. */
const npz = (arrays: Record<string, Buffer>, level: 0 | 6) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(arrays).map(([name, bytes]) => [`${name}.npy`, bytes])), { level }),
  );

const arrays = { num_nodes: npy([3, 5]), num_edges: npy([4, 6]), count: npy([3, 1]) };

test('every bundled data set is packed', async ({ page }) => {
  // the fastest method: this is about the data
  await page.goto('./#method=next-fit&preset=squad');
  await changeData(page);
  const sets = page.getByLabel('Data set');
  const titles = await sets.getByRole('option').allTextContents();
  expect(titles.length).toBe(14);
  for (const title of titles.slice(1)) {
    await sets.selectOption(title);
    await expect(dataPanel(page).getByText(`${title}: `)).toContainText(/[\d,]+ items of [\d,]+ sizes/);
    await packed(page, /^[\d,]+ items in [\d,]+ packs/);
    await expect(page.getByRole('heading', { name: /^A pack of strategy/ })).toBeVisible();
  }
});

test('the example of an empty page is packed and disappears', async ({ page }) => {
  await page.goto('./#v=1');
  await page.getByRole('button', { name: 'Try this example' }).click();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await packed(page, /1,292 items in \d+ packs/);
  await expect(page.getByRole('button', { name: 'Try this example' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change data' })).toBeFocused();
  await expect(page.getByLabel('Paste', { exact: true })).toHaveValue(/^num_nodes,num_edges,count\n/);
});

test('a dropped file is read', async ({ page }) => {
  await page.goto('./#v=1');
  await dropFiles(page, { name: 'squad_384.csv', content: squad.toString() });
  await expect(dataPanel(page)).toContainText('squad_384.csv: 88,641 items');
  await packed(page, /88,641 items in [\d,]+ packs/);
});

test('a chosen file is named once', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'mine.csv', 'length\n50\n60\n');
  await packed(page, /^2 items in/);
  await changeData(page);
  await expect(page.getByText('Selected: mine.csv. Not uploaded.')).toBeVisible();
  // the control of the browser would say that no file is chosen
  const box = await page.getByLabel('File', { exact: true }).boundingBox();
  expect(box?.height).toBe(1);
});

test('several files are one data set', async ({ page }) => {
  await page.goto('./#v=1&tab=export');
  const [header, ...rows] = squad.toString().trimEnd().split('\n');
  const part = (name: string, begin: number) => ({
    name,
    content: [header, ...rows.filter((_, row) => row % 2 === begin)].join('\n'),
  });
  await dropFiles(page, part('squad-10.csv', 0), part('squad-9.csv', 1));
  await expect(dataPanel(page)).toContainText('squad-9.csv and 1 other: 88,641 items of 348 sizes');
  await packed(page, /^88,641 items in/);
  await expect(page.getByText(/^tuplepack pack squad-9\.csv squad-10\.csv --limits/)).toBeVisible();
});

test('parts that do not belong together are reported by name', async ({ page }) => {
  await page.goto('./#v=1');
  await dropFiles(page, { name: 'a.csv', content: 'length\n5\n' }, { name: 'b.csv', content: 'tokens\n6\n' });
  await expect(dataPanel(page).getByRole('alert')).toHaveText('b.csv: columns tokens do not match length of a.csv');
});

test('items of several files are assigned in their order', async ({ page }) => {
  await page.goto('./#v=1&tab=export');
  await dropFiles(page, { name: 'part-2.csv', content: 'x\n3\n' }, { name: 'part-1.csv', content: 'x\n5\n' });
  await packed(page, /^2 items in/);
  const { bytes } = await saved(page, 'Assignment (.npz)');
  expect(bytes.includes('items.npy')).toBe(true);
});

test('a file can be dropped anywhere in the window', async ({ page }) => {
  await page.goto('./#v=1');
  const dataTransfer = await page.evaluateHandle(() => {
    const held = new DataTransfer();
    held.items.add(new File(['length\n5\n6\n'], 'anywhere.csv'));
    return held;
  });
  const header = page.getByRole('banner');
  await header.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Drop to load the file')).toBeVisible();
  await header.dispatchEvent('drop', { dataTransfer });
  await expect(dataPanel(page)).toContainText('anywhere.csv: 2 items of 2 sizes');
});

test('a local file survives a reload, in its tab only', async ({ page, context }) => {
  await page.goto('./#v=1');
  await pick(page, 'mine.csv', 'length\n50\n60\n');
  await page.getByLabel('Limit of length', { exact: true }).fill('110');
  await packed(page, '2 items in 1 pack, proven optimal');
  await expect(page).toHaveURL(/limits=110/);
  await page.reload();
  await packed(page, '2 items in 1 pack, proven optimal');
  await expect(dataPanel(page)).toContainText('mine.csv: 2 items of 2 sizes');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText('mine.csv')).toHaveCount(0);
  await changeData(page);
  await page.getByLabel('Data set').selectOption('squad');
  await packed(page, /88,641 items/);
  await page.goto('./#v=1&depth=3');
  await page.reload();
  await expect(page.getByLabel('Depth')).toHaveCount(0);
  await expect(page.getByText('mine.csv')).toHaveCount(0);
});

test('a link carries the sizes of a local file', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#v=1');
  await pick(page, 'mine.csv', `name,length\n${'foo,5\nbar,7\n'.repeat(500)}`);
  await packed(page, /^1,000 items in/);
  await page.getByRole('banner').getByRole('button', { name: /link/i }).click();
  await expect(page.getByText('The link contains the sizes and their counts, not the rows.')).toBeVisible();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await packed(other, /^1,000 items in/);
  await expect(dataPanel(other)).toContainText('mine.csv: 1,000 items of 2 sizes');
});

test('chosen columns are remembered for files with the same columns', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'one.csv', 'nodes,edges,bonds\n3,4,5\n6,7,8\n');
  await packed(page, /^2 items in/);
  await changeData(page);
  await page.getByText('Columns and format').click();
  await page.getByLabel('bonds', { exact: true }).uncheck();
  await expect(dataPanel(page)).toContainText('one.csv: 2 items of 2 sizes nodes, edges');
  await page.goto('./#v=1&depth=7');
  await page.reload();
  await pick(page, 'two.csv', 'nodes,edges,bonds\n1,2,3\n');
  await expect(dataPanel(page).getByRole('status')).toHaveText('two.csv: 1 item of 1 size nodes, edges');
});

test('chosen columns are undone, and neither a link nor a command is read with those of earlier files', async ({
  page,
}) => {
  await page.goto('./#v=1');
  await pick(page, 'one.csv', 'nodes,edges,bonds\n3,4,5\n6,7,8\n');
  await packed(page, /^2 items in/);
  await changeData(page);
  await page.getByText('Columns and format').click();
  await page.getByLabel('bonds', { exact: true }).uncheck();
  const status = dataPanel(page).getByRole('status');
  await expect(status).toHaveText('one.csv: 2 items of 2 sizes nodes, edges');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toHaveText('one.csv: 2 items of 2 sizes nodes, edges, bonds');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(status).toHaveText('one.csv: 2 items of 2 sizes nodes, edges');
  await page.getByRole('tab', { name: 'Export' }).click();
  await page.getByLabel('Paste a command').fill('tuplepack pack one.csv --limits max');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(status).toHaveText('one.csv: 2 items of 2 sizes nodes, edges, bonds');

  await page.goto('./#preset=molhiv&method=next-fit');
  await page.reload();
  await changeData(page);
  await page.getByText('Columns and format').click();
  await page.getByLabel('num_edges', { exact: true }).uncheck();
  await expect(status).toHaveText(/sizes num_nodes$/);
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('300');
  await expect(page).toHaveURL(/columns=num_nodes&limits=300/);
  await page.reload();
  await packed(page, /^32,901 items in/);
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue('300');
  await page.goto('./#preset=molhiv&limits=222,502&method=next-fit');
  await page.reload();
  await expect(status).toContainText('sizes num_nodes, num_edges');
});

const files: { name: string; content: Buffer | string; status: string; components: string }[] = [
  { name: 'squad.csv.gz', content: gzipSync(squad), status: '88,641 items of 348', components: 'length' },
  { name: 'table.arrow', content: arrow, status: '3 items of 3', components: 'nodes, input_ids' },
  {
    // Node's stream reads all members, Chromium's refuses what follows the first
    name: 'members.csv.gz',
    content: Buffer.concat([gzipSync(squad.subarray(0, 999)), gzipSync(squad.subarray(999))]),
    status: '88,641 items of 348',
    components: 'length',
  },
  { name: 'graphs.json', content: '[{"v": 3, "e": 4}, {"v": 5, "e": 6}]', status: '2 items of 2', components: 'v, e' },
  { name: 'texts.jsonl', content: '{"tokens": 3}\n{"tokens": 4}\n', status: '2 items of 2', components: 'tokens' },
  { name: 'lengths.npy', content: npy([3, 5, 3]), status: '3 items of 2', components: 'size' },
  { name: 'sizes.npz', content: npz(arrays, 0), status: '4 items of 2', components: 'num_nodes, num_edges' },
  { name: 'packed.npz', content: npz(arrays, 6), status: '4 items of 2', components: 'num_nodes, num_edges' },
  {
    name: 'table.zip',
    content: Buffer.from(zipSync({ 'table.csv': squad })),
    status: '88,641 items of 348',
    components: 'length',
  },
  {
    name: 'windows.csv',
    content: '\ufefflength,count\r\n5,2\r\n7,3',
    status: '5 items of 2',
    components: 'length',
  },
];
test('every format is read', async ({ page }) => {
  await page.goto('./#v=1');
  for (const { name, content, status, components } of files) {
    await test.step(name, async () => {
      await pick(page, name, content);
      await expect(dataPanel(page).getByText(`${name}: ${status} sizes`)).toHaveText(
        new RegExp(`sizes ${components}$`),
      );
      await packed(page, new RegExp(`^${status.split(' ', 1)} items in [\\d,]+ packs`));
    });
  }
});

test('columns of a Parquet file are selected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'sizes.parquet', parquet);
  await expect(dataPanel(page)).toContainText('3 items of 3 sizes num_nodes, num_edges, input_ids, num_bonds');
  await changeData(page);
  await expect(page.getByLabel('active', { exact: true })).not.toBeChecked();
  await page.getByLabel('num_bonds', { exact: true }).uncheck();
  await page.getByLabel('num_edges', { exact: true }).uncheck();
  await expect(dataPanel(page)).toContainText('3 items of 3 sizes num_nodes, input_ids');
  await expect(page.getByLabel('Limit of input_ids', { exact: true })).toHaveValue('2');
  await page.getByLabel('Count', { exact: true }).selectOption('num_nodes');
  await packed(page, /^10 items in/);
});

test('counts of another usual name stay counts beside a choice of columns', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'counted.csv', 'uid,nodes,edges,freq\n1,3,4,2\n2,5,6,1\n');
  await expect(dataPanel(page)).toContainText('3 items of 2 sizes nodes, edges');
  await expect(dataPanel(page)).toContainText("Note: read as a histogram: sizes 'nodes', 'edges', counts 'freq'");
  await expect(dataPanel(page)).toContainText("column 'uid' is ignored, as ids; choose under Change data.");
  await changeData(page);
  await expect(dataPanel(page)).toContainText("column 'uid' is ignored, as ids; choose under Columns and format.");
  await page.getByLabel('edges', { exact: true }).uncheck();
  await expect(dataPanel(page)).toContainText('3 items of 2 sizes nodes');
  await expect(page.getByLabel('Count', { exact: true })).toHaveValue('freq');
  await page.getByLabel('Count', { exact: true }).selectOption('none: one item per row');
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes nodes');
});

test('columns separated by | are selected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'named.csv', 'name|nodes|edges\nx|3|4\ny|5|6\n');
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes nodes, edges');
  await changeData(page);
  await expect(page.getByLabel(/^name/)).not.toBeChecked();
  await page.getByLabel('edges', { exact: true }).uncheck();
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes nodes');
  await packed(page, /^2 items in/);
});

test('arrays of a .npz file are selected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'sizes.npz', npz(arrays, 0));
  await changeData(page);
  await page.getByText('Columns and format').click();
  await expect(page.getByLabel('Count', { exact: true })).toHaveValue('count');
  const edges = page.getByLabel('num_edges', { exact: true });
  await edges.focus();
  await page.keyboard.press('Space');
  await expect(dataPanel(page)).toContainText('4 items of 2 sizes num_nodes');
  await expect(edges).toBeFocused();
  await packed(page, /^4 items in/);
});

test('lists are read by their lengths', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'texts.jsonl', '{"id":"x","input_ids":[7,8]}\n{"id":"y","input_ids":[9]}\n');
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes input_ids');
  await changeData(page);
  const lists = page.getByLabel(/^input_ids/);
  await expect(lists).toHaveAccessibleName('input_ids length of each list');
  await expect(lists).toBeChecked();
  await expect(page).toHaveURL(/lengths-of=input_ids/);
  await packed(page, '2 items in 2 packs, proven optimal');
});

test('rows that are lists of tokens are read by their lengths', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'tokens.jsonl', '[101,7,102]\n[101,102]\n[101,7,7,102]\n');
  await expect(dataPanel(page)).toContainText('3 items of 3 sizes length');
  await expect(page).toHaveURL(/lengths-of=row/);
  await expect(page.getByLabel('Limit of length', { exact: true })).toHaveValue('4');
});

test('the numbers of a JSON array are sizes, and the last can be chosen as the count', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'graphs.json', '[[3,4,2],[5,6,1]]');
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes size_1, size_2, size_3');
  await expect(dataPanel(page)).toContainText('Each row is read as 3 sizes.');
  await page.getByRole('button', { name: 'The last number is a count' }).click();
  await expect(dataPanel(page)).toContainText('3 items of 2 sizes size_1, size_2');
  const count = page.getByLabel('Count', { exact: true });
  await expect(count.getByRole('option', { selected: true })).toHaveText('column 3');
  await count.selectOption('none: one item per row');
  await expect(dataPanel(page)).toContainText('2 items of 2 sizes size_1, size_2, size_3');
  await expect(page.getByLabel('column 3', { exact: true })).toBeChecked();
});

test('pairs without names, the first of them in order, are sizes and counts or two sizes as the user says', async ({
  page,
}) => {
  await page.goto('./#v=1');
  await pick(page, 'pairs.csv', '5,8\n7,9\n8,2\n');
  const question = dataPanel(page).getByRole('alert');
  await expect(question).toContainText('it may have sizes, and column 2 their counts, or both are sizes of each item');
  await expect(question.getByRole('button')).toHaveText(['Counts are in column 2', 'Both are sizes']);
  await page.getByRole('button', { name: 'Both are sizes' }).click();
  await expect(dataPanel(page)).toContainText('3 items of 3 sizes size_1, size_2');
  await expect(page.getByRole('button', { name: 'Both are sizes' })).toBeHidden();
  await page.getByRole('button', { name: 'The last number is a count' }).click();
  await expect(dataPanel(page)).toContainText('19 items of 3 sizes size');
});

for (const { what, text, answers } of [
  {
    what: 'the output of uniq -c',
    text: '  3 12\n  5 13\n  7 20\n  1 22\n',
    answers: { 'Counts are in column 1': '16 items of 4 sizes', 'Both are sizes': '4 items of 4 sizes' },
  },
  {
    what: 'an index beside one column',
    text: ',length\n500,5\n400,9\n100,33\n',
    answers: {
      'Sizes are in length': '3 items of 3 sizes length',
      'Sizes are in column 1, counts in length': '47 items of 3 sizes',
    },
  },
  {
    what: 'two names of sizes, the first in order',
    text: 'length,size\n12,5\n13,7\n20,1\n25,3\n',
    answers: { 'Counts are in size': '16 items of 4 sizes length', 'Both are sizes': '4 items of 4 sizes' },
  },
]) {
  test(`the page asks whether it is a histogram: ${what}`, async ({ page }) => {
    for (const [answer, read] of Object.entries(answers)) {
      await page.goto('about:blank'); // another fragment alone would not load the page again
      await page.goto('./#v=1');
      await paste(page, text);
      const question = dataPanel(page).getByRole('alert');
      await expect(question.getByRole('button')).toHaveText(Object.keys(answers));
      await expect(question).not.toContainText('--');
      await question.getByRole('button', { name: answer, exact: true }).click();
      await expect(dataPanel(page)).toContainText(read);
      await expect(question).toHaveCount(0);
      await page.evaluate(() => localStorage.clear()); // the answer is remembered
    }
  });
}

test('rows are pasted or dropped as text', async ({ page }) => {
  await page.goto('./#v=1');
  await paste(page, 'length\tcount\n5\t2\n7\t3');
  await expect(dataPanel(page)).toContainText('pasted text: 5 items of 2 sizes');
  await packed(page, '5 items in 5 packs, proven optimal');
  await expect(page.getByRole('button', { name: 'Change data' })).toBeFocused();
  const transfer = await page.evaluateHandle(() => {
    const held = new DataTransfer();
    held.setData('text/plain', '3\n3\n3\n');
    return held;
  });
  await changeData(page);
  await drop(page, transfer);
  await expect(page.getByLabel('Paste', { exact: true })).toHaveValue('3\n3\n3\n');
  await packed(page, '3 items in 3 packs, proven optimal');
});

test('a file is fetched from a URL, which the link contains', async ({ page }) => {
  await page.goto('./#v=1');
  const asked = page.waitForRequest(/squad/);
  await page.getByLabel('Data set').selectOption('squad');
  const address = new URL((await asked).url()).pathname.split('/').slice(-2).join('/');
  await changeData(page);
  await fetchFrom(page, address);
  await expect(dataPanel(page)).toContainText(`${address.split('/')[1]}: 88,641 items`);
  await packed(page, /88,641 items in [\d,]+ packs/);
  await expect(page).toHaveURL(/src=assets/);
  await page.reload();
  await expect(page.getByLabel('URL')).toHaveValue(address);
  await packed(page, /88,641 items in [\d,]+ packs/);
});

test('limits are reset for other data', async ({ page }) => {
  await page.goto('./#preset=molhiv&limits=300,600&depth=20&method=spfhp&heuristic=component:num_nodes');
  await packed(page, /32,901 items in [\d,]+ packs/);
  await pick(page, 'sizes.csv', 'tokens\n100\n200\n');
  await packed(page, '2 items in 2 packs, proven optimal');
  await expect(page.getByLabel('Limit of tokens', { exact: true })).toHaveValue('200');
  await expect(page.getByLabel('Depth')).toHaveValue('');
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('spfhp');
});

test('loading a million rows shows progress and can be cancelled', async ({ page }) => {
  await page.goto('./#v=1');
  const transfer = await page.evaluateHandle(() => {
    const rows = Array.from({ length: 1e6 }, (_, i) => `${(i * 7919) % 1000003},${(i * 104729) % 1000003}`);
    const held = new DataTransfer();
    held.items.add(new File([rows.join('\n')], 'large.csv'));
    return held;
  });
  await drop(page, transfer);
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  const cancel = dataPanel(page).getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(cancel).toHaveCount(0, { timeout: 2_000 });
  await page.getByLabel('Data set').selectOption('squad');
  await packed(page, /88,641 items in [\d,]+ packs/);
});

test('file names are not interpreted as HTML', async ({ page }) => {
  await page.goto('./#tab=histogram');
  const name = '<b>x</b>.csv';
  await dropFiles(page, { name, content: '5\n6\n' });
  await expect(dataPanel(page)).toContainText(`${name}: 2 items of 2 sizes`);
  await changeData(page);
  await expect(page.getByText(`Selected: ${name}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Save “${name}: size” as PNG` })).toBeVisible();
  await expect(page.locator('b')).toHaveCount(0);
});
