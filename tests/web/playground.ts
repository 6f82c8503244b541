/** Helpers for operating the page. */
import { readFileSync } from 'node:fs';
import { expect, type JSHandle, type Locator, type Page } from '@playwright/test';

/** A part by its name: a landmark on the page, a group in the element. */
export function named(where: Page | Locator, name: string): Locator {
  return where.getByRole('region', { name, exact: true }).or(where.getByRole('group', { name, exact: true }));
}

/** Waits for the status of the result. */
export async function packed(page: Page, text: string | RegExp): Promise<void> {
  const status = named(page, 'Result').getByRole('status');
  await expect(status).toHaveText(text);
}

/** The data: what is loaded, and what it takes to change it. */
export function dataPanel(page: Page): Locator {
  return named(page, 'Data');
}

/** Opens the data panel of a page that has data. */
export async function changeData(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change data' }).click();
}

/** Selects a file. */
export async function pick(page: Page, name: string, content: Buffer | string): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(content) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
}

/** Holds something over the page and lets go of it. */
export async function drop(page: Page, dataTransfer: JSHandle<DataTransfer>): Promise<void> {
  const target = dataPanel(page);
  await target.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Drop to load the file')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Drop to load the file')).toHaveCount(0);
}

export async function dropFiles(page: Page, ...files: { name: string; content: Buffer | string }[]): Promise<void> {
  const given = files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] }));
  const transfer = await page.evaluateHandle((all) => {
    const held = new DataTransfer();
    for (const { name, bytes } of all) held.items.add(new File([Uint8Array.from(bytes)], name));
    return held;
  }, given);
  await drop(page, transfer);
}

/** Loads a file from a URL. */
export async function fetchFrom(page: Page, address: string): Promise<void> {
  await page.getByLabel('URL').fill(address);
  await page.getByRole('button', { name: 'Fetch' }).click();
}

/** Pastes rows and loads them. */
export async function paste(page: Page, rows: string): Promise<void> {
  await page.getByLabel('Paste', { exact: true }).fill(rows);
  await page.getByRole('button', { name: 'Use', exact: true }).click();
}

/** Presses a button and returns the downloaded file. With the keyboard: charts that appear may move it from under a pointer. */
export async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).press('Enter');
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

type RangePart = 'first' | 'last' | 'step';

/** A field of the grid of limits. */
export function rangeField(page: Page, component: string, part: RangePart): Locator {
  return page.getByRole('group', { name: component, exact: true }).getByLabel(part);
}

/** Types into a field of the grid and leaves the field. */
export async function enterRange(page: Page, component: string, part: RangePart, value: number): Promise<void> {
  const field = rangeField(page, component, part);
  await field.fill(String(value));
  await field.press('Tab');
}
