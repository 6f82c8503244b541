/** From data to a saved plan without a mouse. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';
import { packed } from './playground';

/** Presses Tab until what has the focus has this role and name. */
async function tabTo(
  page: Page,
  role: 'combobox' | 'textbox' | 'tab' | 'button',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 80; ++presses) {
    await page.keyboard.press('Tab');
    if (await target.evaluateAll((found) => found.some((element) => element === document.activeElement))) return;
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}

test('data, a limit, a method and the plan file, by keyboard alone', async ({ page }) => {
  await page.goto('./#v=1');
  await tabTo(page, 'combobox', 'Data set');
  await page.keyboard.type('ogbg-molhiv');
  await page.keyboard.press('Enter');
  await packed(page, '32,901 items in 3,744 packs, proven optimal');
  await tabTo(page, 'textbox', 'Limit of num_nodes');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('300');
  await tabTo(page, 'combobox', 'Method');
  await page.keyboard.type('lpfhp');
  await packed(page, /32,901 items in [\d,]+ packs/);
  await expect(page).toHaveURL(/limits=300,/);
  await tabTo(page, 'tab', 'Packs');
  for (let tab = 1; tab <= 6; ++tab) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Export' })).toBeFocused();
  await tabTo(page, 'button', 'Plan (JSON)');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const plan = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(plan.limits[0]).toBe(300);
  expect(plan.method).toBe('lpfhp');
});

test('undo and redo by keyboard', async ({ page }) => {
  await page.goto('./#preset=squad');
  await packed(page, /88,641 items in [\d,]+ packs/);
  await page.getByLabel('Method', { exact: true }).selectOption('none');
  await packed(page, '88,641 items in 88,641 packs');
  await page.getByRole('tab', { name: 'Packs' }).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('auto');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByLabel('Method', { exact: true })).toHaveValue('none');
});
